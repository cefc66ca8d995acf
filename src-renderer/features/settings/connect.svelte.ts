import type { TestedAccount } from '#contract/documents.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, Failure } from '../../api/failure.ts';

const SECRET_CODES: readonly ErrorCode[] = ['CREDENCIALES_RECHAZADAS', 'TOKEN_RECHAZADO', 'SESION_VENCIDA'];
const URL_CODES: readonly ErrorCode[] = ['URL_INSEGURA', 'SIN_CONEXION', 'REDIRECCION'];

/** HTTP statuses of a server that is not the service, or has it at another path. */
const NOT_THERE = [404, 405, 410];
/** True when a server answered at the address and it was not the service. */
export function isNotTheService({ code, detail }: Failure): boolean {
  if (code === 'RESPUESTA_INVALIDA') return detail['motivo'] !== 'cortada';
  return code === 'PEDIDO_RECHAZADO' && NOT_THERE.some((state) => state === detail['estado']);
}

/** The tax number that all merchants share, to show it once; undefined when they differ. */
export function getSharedCuit(comercios: TestedAccount['comercios']): string | undefined {
  const [first] = comercios;
  const { cuit = '' } = first ?? {};
  return cuit !== '' && comercios.every((item) => item.cuit === cuit) ? cuit : undefined;
}

/** The field that a failure is about: the failure is shown beside it. */
export type AccountField = 'nombre' | 'url' | 'secreto';

/** Connecting an account: the form, the test and what it found. An account that the service refuses is not kept. */
export class ConnectState {
  kind: 'api' | 'usuario' = $state('api');
  name = $state('');
  url = $state('');
  identity = $state('');
  secret = $state('');
  isTesting = $state(false);
  /** How often the person tried: after the first attempt the button says so. */
  attempts = $state(0);
  failure = $state.raw<Failure | undefined>(undefined);
  connected = $state.raw<(TestedAccount & { readonly claveGuardada: boolean }) | undefined>(undefined);
  readonly #api: Api;

  readonly failedField: AccountField | undefined = $derived.by(() => {
    if (this.failure === undefined) return undefined;
    const { code } = this.failure;
    if (isNotTheService(this.failure)) return 'url';
    if (SECRET_CODES.includes(code)) return 'secreto';
    if (URL_CODES.includes(code)) return 'url';
    return code === 'CUENTA_REPETIDA' ? 'nombre' : undefined;
  });

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Adds the account, logs in and lists its merchants; removes the account again when the service refuses it, and when `signal` aborted: the person
   * left the form. `enter`: makes the screens work with the account before they show it as connected.
   */
  async tryOut(signal: AbortSignal, enter?: (name: string) => Promise<void>): Promise<void> {
    const name = this.name.trim();
    this.isTesting = true;
    this.failure = undefined;
    this.attempts += 1;
    let added = false;
    try {
      await this.#requireNewName(name);
      const { claveGuardada } = await this.#api.call(
        'cuentas.agregar',
        { nombre: name, url: this.url.trim(), credencial: this.#readCredential() },
        { signal },
      );
      added = true;
      const test = await this.#api.call('cuentas.probar', { cuenta: name }, { signal });
      signal.throwIfAborted();
      this.secret = '';
      await enter?.(name);
      this.connected = { ...test, claveGuardada };
    } catch (error) {
      if (added) await this.#undo(name);
      this.failure = toFailure(error);
    } finally {
      this.isTesting = false;
    }
  }

  #readCredential() {
    const secret = this.secret;
    return this.kind === 'api'
      ? ({ tipo: 'api', apiKey: this.identity.trim(), secreto: secret } as const)
      : ({ tipo: 'usuario', usuario: this.identity.trim(), secreto: secret } as const);
  }

  /** Refuses a name that exists. The core would take it as a new secret for that account, and undoing would then remove the old account. */
  async #requireNewName(name: string): Promise<void> {
    const accounts = await this.#api.call('cuentas.listar', {});
    const taken = accounts.some((account) => account.nombre.toLocaleLowerCase('es') === name.toLocaleLowerCase('es'));
    if (taken) throw new Failure({ code: 'CUENTA_REPETIDA', message: '' });
  }

  async #undo(name: string): Promise<void> {
    try {
      await this.#api.call('cuentas.quitar', { nombre: name, si: true, conDatos: false });
    } catch (error) {
      reportError(error); // only logged: the person has to see why the account could not connect
    }
  }
}
