import type { TestedAccount } from '#contract/documents.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, Failure } from '../../api/failure.ts';

const SECRET_CODES: readonly ErrorCode[] = ['CREDENCIALES_RECHAZADAS', 'TOKEN_RECHAZADO', 'SESION_VENCIDA'];
const DE_LA_URL: readonly ErrorCode[] = ['URL_INSEGURA', 'FIJADO_POR_POLITICA', 'SIN_CONEXION', 'REDIRECCION'];

/** Answers of a server that is not the service, or not at that path. */
const NOT_THERE = [404, 405, 410];
/** True when somebody answered at the address, and it was not the service. */
export function isNotTheService({ code, detail }: Failure): boolean {
  if (code === 'RESPUESTA_INVALIDA') return detail['motivo'] !== 'cortada';
  return code === 'PEDIDO_RECHAZADO' && NOT_THERE.some((estado) => estado === detail['estado']);
}

/** The tax number of all the merchants, when they are of one owner: said once, and not beside each. */
export function getSharedCuit(comercios: TestedAccount['comercios']): string | undefined {
  const [primero] = comercios;
  const { cuit = '' } = primero ?? {};
  return cuit !== '' && comercios.every((item) => item.cuit === cuit) ? cuit : undefined;
}

/** The field that a failure speaks of, so that it is said beside it. */
export type AccountField = 'nombre' | 'url' | 'secreto';

/** Connecting an account: the form, the test, and what was found. Nothing is kept of an account that the service refuses. */
export class ConnectState {
  tipo: 'api' | 'usuario' = $state('api');
  nombre = $state('');
  url = $state('');
  identidad = $state('');
  secreto = $state('');
  isTesting = $state(false);
  /** Whether it was tried before: the button then says so. */
  attempts = $state(0);
  falla = $state.raw<Failure | undefined>(undefined);
  /** The one address that an administrator lets an account have. */
  fixedUrl = $state.raw<string | undefined>(undefined);
  connected = $state.raw<(TestedAccount & { readonly claveGuardada: boolean }) | undefined>(undefined);
  readonly #api: Api;

  readonly campoConFalla: AccountField | undefined = $derived.by(() => {
    if (this.falla === undefined) return undefined;
    const { code } = this.falla;
    if (isNotTheService(this.falla)) return 'url';
    if (SECRET_CODES.includes(code)) return 'secreto';
    if (DE_LA_URL.includes(code)) return 'url';
    return code === 'CUENTA_REPETIDA' ? 'nombre' : undefined;
  });

  constructor(api: Api) {
    this.#api = api;
  }

  /** What an administrator fixed. A policy that is broken is said before anything is typed. */
  async readPolicy(): Promise<void> {
    try {
      const { servicio } = await this.#api.call('politica.ver', {});
      if (servicio === null) return;
      this.fixedUrl = servicio;
      this.url = servicio;
    } catch (error) {
      this.falla = toFailure(error);
    }
  }

  /** Adds the account, logs in, and says which merchants it has; undoes the adding when the service says no. */
  async tryOut(signal: AbortSignal): Promise<void> {
    const nombre = this.nombre.trim();
    this.isTesting = true;
    this.falla = undefined;
    this.attempts += 1;
    let added = false;
    try {
      await this.#requireNewName(nombre);
      const { claveGuardada } = await this.#api.call(
        'cuentas.agregar',
        { nombre, url: this.url.trim(), credencial: this.#readCredential() },
        { signal },
      );
      added = true;
      const prueba = await this.#api.call('cuentas.probar', { cuenta: nombre }, { signal });
      this.secreto = '';
      this.connected = { ...prueba, claveGuardada };
    } catch (error) {
      if (added) await this.#undo(nombre);
      this.falla = toFailure(error);
    } finally {
      this.isTesting = false;
    }
  }

  #readCredential() {
    const secreto = this.secreto;
    return this.tipo === 'api'
      ? ({ tipo: 'api', apiKey: this.identidad.trim(), secreto } as const)
      : ({ tipo: 'usuario', usuario: this.identidad.trim(), secreto } as const);
  }

  /** The core would take a known name as a new secret for that account: undoing it then would remove what was there before. */
  async #requireNewName(nombre: string): Promise<void> {
    const cuentas = await this.#api.call('cuentas.listar', {});
    const taken = cuentas.some((cuenta) => cuenta.nombre.toLocaleLowerCase('es') === nombre.toLocaleLowerCase('es'));
    if (taken) throw new Failure({ code: 'CUENTA_REPETIDA', message: '' });
  }

  async #undo(nombre: string): Promise<void> {
    try {
      await this.#api.call('cuentas.quitar', { nombre, si: true, conDatos: false });
    } catch (error) {
      reportError(error); // what the person has to know is why it could not connect
    }
  }
}
