import type { CuentaProbada } from '#contract/documents.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, Falla } from '../../api/falla.ts';

const DEL_SECRETO: readonly ErrorCode[] = ['CREDENCIALES_RECHAZADAS', 'TOKEN_RECHAZADO', 'SESION_VENCIDA'];
const DE_LA_URL: readonly ErrorCode[] = ['URL_INSEGURA', 'SIN_CONEXION', 'REDIRECCION'];

/** Answers of a server that is not the service, or not at that path. */
const NO_ESTA = [404, 405, 410];
/** True when somebody answered at the address, and it was not the service. */
export function noEsElServicio({ code, detail }: Falla): boolean {
  if (code === 'RESPUESTA_INVALIDA') return detail['motivo'] !== 'cortada';
  return code === 'PEDIDO_RECHAZADO' && NO_ESTA.some((estado) => estado === detail['estado']);
}

/** The tax number of all the merchants, when they are of one owner: said once, and not beside each. */
export function cuitDeTodos(comercios: CuentaProbada['comercios']): string | undefined {
  const [primero] = comercios;
  const { cuit = '' } = primero ?? {};
  return cuit !== '' && comercios.every((uno) => uno.cuit === cuit) ? cuit : undefined;
}

/** The field that a failure speaks of, so that it is said beside it. */
export type CampoCuenta = 'nombre' | 'url' | 'secreto';

/** Connecting an account: the form, the test, and what was found. Nothing is kept of an account that the service refuses. */
export class ConectarState {
  tipo: 'api' | 'usuario' = $state('api');
  nombre = $state('');
  url = $state('');
  identidad = $state('');
  secreto = $state('');
  probando = $state(false);
  /** Whether it was tried before: the button then says so. */
  intentos = $state(0);
  falla = $state.raw<Falla | undefined>(undefined);
  conectada = $state.raw<(CuentaProbada & { readonly claveGuardada: boolean }) | undefined>(undefined);
  readonly #api: Api;

  readonly campoConFalla: CampoCuenta | undefined = $derived.by(() => {
    if (this.falla === undefined) return undefined;
    const { code } = this.falla;
    if (noEsElServicio(this.falla)) return 'url';
    if (DEL_SECRETO.includes(code)) return 'secreto';
    if (DE_LA_URL.includes(code)) return 'url';
    return code === 'CUENTA_REPETIDA' ? 'nombre' : undefined;
  });

  constructor(api: Api) {
    this.#api = api;
  }

  /** Adds the account, logs in, and says which merchants it has; undoes the adding when the service says no. */
  async probar(signal: AbortSignal): Promise<void> {
    const nombre = this.nombre.trim();
    this.probando = true;
    this.falla = undefined;
    this.intentos += 1;
    let agregada = false;
    try {
      await this.#exigirNombreNuevo(nombre);
      const { claveGuardada } = await this.#api.llamar(
        'cuentas.agregar',
        { nombre, url: this.url.trim(), credencial: this.#credencial() },
        { signal },
      );
      agregada = true;
      const prueba = await this.#api.llamar('cuentas.probar', { cuenta: nombre }, { signal });
      this.secreto = '';
      this.conectada = { ...prueba, claveGuardada };
    } catch (error) {
      if (agregada) await this.#deshacer(nombre);
      this.falla = comoFalla(error);
    } finally {
      this.probando = false;
    }
  }

  #credencial() {
    const secreto = this.secreto;
    return this.tipo === 'api'
      ? ({ tipo: 'api', apiKey: this.identidad.trim(), secreto } as const)
      : ({ tipo: 'usuario', usuario: this.identidad.trim(), secreto } as const);
  }

  /** The core would take a known name as a new secret for that account: undoing it then would remove what was there before. */
  async #exigirNombreNuevo(nombre: string): Promise<void> {
    const cuentas = await this.#api.llamar('cuentas.listar', {});
    const taken = cuentas.some((cuenta) => cuenta.nombre.toLocaleLowerCase('es') === nombre.toLocaleLowerCase('es'));
    if (taken) throw new Falla({ code: 'CUENTA_REPETIDA', message: '' });
  }

  async #deshacer(nombre: string): Promise<void> {
    try {
      await this.#api.llamar('cuentas.quitar', { nombre, si: true, conDatos: false });
    } catch (error) {
      reportError(error); // what the person has to know is why it could not connect
    }
  }
}
