import type {
  AccountDetail,
  AddedAccount,
  ClosedAccount,
  ListedAccount,
  RemovedAccount,
  TestedAccount,
} from '#contract/accounts.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, Failure } from '../../api/failure.ts';
import { Task } from '../../shared/task.svelte.ts';
import type { Session } from '../../shared/session.svelte.ts';
import type { ErrorCode } from '#contract/errors.ts';

export type AccountTest =
  | { readonly estado: 'probando' }
  | { readonly estado: 'probada'; readonly resultado: TestedAccount; readonly ms: number }
  | { readonly estado: 'fallo'; readonly falla: Failure };

type Done =
  | { readonly what: 'removed'; readonly account: RemovedAccount }
  | { readonly what: 'closed'; readonly account: ClosedAccount }
  | { readonly what: 'changed'; readonly account: AddedAccount };

interface Deps {
  readonly api: Api;
  readonly session: Session;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export class AccountsState extends Task {
  #chosen = $state.raw<string | undefined>(undefined);
  isAdding = $state(false);
  removing = $state.raw<ListedAccount | undefined>(undefined);
  changing = $state.raw<ListedAccount | undefined>(undefined);
  done = $state.raw<Done | undefined>(undefined);
  /** What this PC knows of each account, by name; an account is missing until its reading succeeds. */
  details = $state.raw<Readonly<Partial<Record<string, AccountDetail>>>>({});
  tests = $state.raw<Readonly<Partial<Record<string, AccountTest>>>>({});
  readonly #deps: Deps;

  readonly chosen: ListedAccount | undefined = $derived.by(() => {
    const { session } = this.#deps;
    return session.accounts?.find((account) => account.nombre === this.#chosen) ?? session.actual;
  });
  readonly test: AccountTest | undefined = $derived(
    this.chosen === undefined ? undefined : this.tests[this.chosen.nombre],
  );

  constructor(deps: Deps) {
    super();
    this.#deps = deps;
  }

  choose(name: string): void {
    this.#chosen = name;
    this.isAdding = false;
    this.failure = undefined;
    this.done = undefined;
  }

  /** Reads what this PC knows of an account. Shows a failure only while the account is on screen. */
  async showDetail(name: string, signal: AbortSignal): Promise<void> {
    try {
      const detail = await this.#deps.api.call('cuentas.detalle', { cuenta: name }, { signal });
      if (!signal.aborted) this.details = { ...this.details, [name]: detail };
    } catch (error) {
      if (!signal.aborted && this.chosen?.nombre === name) this.failure = toFailure(error);
    }
  }

  async tryOut(name: string, signal: AbortSignal): Promise<void> {
    const { api, now } = this.#deps;
    const from = now();
    this.#note(name, { estado: 'probando' });
    try {
      const result = await api.call('cuentas.probar', { cuenta: name, metodos: true }, { signal });
      this.#note(name, { estado: 'probada', resultado: result, ms: now() - from });
    } catch (error) {
      this.#note(name, { estado: 'fallo', falla: toFailure(error) });
    }
  }

  /** Shows an account that the form has just connected, as if it had been tested. */
  async showConnected(result: TestedAccount): Promise<void> {
    await this.#deps.session.read();
    this.choose(result.nombre);
    this.#note(result.nombre, { estado: 'probada', resultado: result, ms: 0 });
  }

  async use(name: string): Promise<void> {
    await this.#run(async () => void (await this.#deps.api.call('cuentas.usar', { nombre: name })));
  }

  askForSecret(account: ListedAccount): void {
    this.failure = undefined;
    this.changing = account;
  }

  async signOut(name: string): Promise<void> {
    await this.#run(async () => {
      this.done = { what: 'closed', account: await this.#deps.api.call('cuentas.salir', { nombre: name }) };
      this.#note(name, undefined);
    });
  }

  /** Saves a new secret if the service accepts it; otherwise the dialog stays open. */
  async changeSecret(name: string, secret: string): Promise<void> {
    await this.#run(async () => {
      const account = await this.#deps.api.call('cuentas.clave', { nombre: name, secreto: secret });
      this.done = { what: 'changed', account };
      this.#note(name, undefined);
      if (this.changing?.nombre === name) this.changing = undefined;
    });
  }

  /** Removes an account. Another account that the person opened meanwhile stays on screen. */
  async remove(name: string, withData: boolean): Promise<void> {
    await this.#run(async () => {
      const account = await this.#deps.api.call('cuentas.quitar', { nombre: name, si: true, conDatos: withData });
      this.done = { what: 'removed', account };
    });
    if (this.removing?.nombre === name) this.removing = undefined;
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.done = undefined;
    await this.run(async () => {
      await work();
      await this.#deps.session.read();
    });
  }

  #note(name: string, test: AccountTest | undefined): void {
    this.tests = { ...this.tests, [name]: test };
  }
}

const SECRET_CODES: readonly ErrorCode[] = ['CREDENCIALES_RECHAZADAS', 'TOKEN_RECHAZADO', 'SESION_VENCIDA'];
const URL_CODES: readonly ErrorCode[] = ['URL_INSEGURA', 'SIN_CONEXION', 'REDIRECCION'];

/** HTTP statuses of a server that is not the service, or has it at another path. */
const NOT_THERE = [404, 405, 410];
export function isNotTheService({ code, detail }: Failure): boolean {
  if (code === 'RESPUESTA_INVALIDA') return detail['motivo'] !== 'cortada';
  return code === 'PEDIDO_RECHAZADO' && NOT_THERE.some((state) => state === detail['estado']);
}

/** The tax number of all merchants; undefined when they differ or have none. */
export function getSharedCuit(comercios: TestedAccount['comercios']): string | undefined {
  const [first] = comercios;
  const { cuit = '' } = first ?? {};
  return cuit !== '' && comercios.every((item) => item.cuit === cuit) ? cuit : undefined;
}

export type AccountField = 'nombre' | 'url' | 'secreto';

export class ConnectState extends Task {
  kind: 'api' | 'usuario' = $state('api');
  name = $state('');
  url = $state('');
  identity = $state('');
  secret = $state('');
  /** Number of attempts; after the first one, the button has other words. */
  attempts = $state(0);
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
    super();
    this.#api = api;
  }

  /**
   * Adds the account, signs in and lists its merchants. Removes the account again when the service refuses it, or when the person leaves the form (`signal`).
   * `enter` gets the account before the form shows it as connected.
   */
  async tryOut(signal: AbortSignal, enter?: (name: string) => Promise<void>): Promise<void> {
    const name = this.name.trim();
    this.attempts += 1;
    await this.run(async () => {
      await this.#requireNewName(name);
      const input = { nombre: name, url: this.url.trim(), credencial: this.#readCredential() };
      const { claveGuardada } = await this.#api.call('cuentas.agregar', input, { signal });
      try {
        const test = await this.#api.call('cuentas.probar', { cuenta: name }, { signal });
        signal.throwIfAborted();
        this.secret = '';
        await enter?.(name);
        this.connected = { ...test, claveGuardada };
      } catch (error) {
        await this.#undo(name);
        throw error;
      }
    });
  }

  #readCredential() {
    const secret = this.secret;
    return this.kind === 'api'
      ? ({ tipo: 'api', apiKey: this.identity.trim(), secreto: secret } as const)
      : ({ tipo: 'usuario', usuario: this.identity.trim(), secreto: secret } as const);
  }

  /** Refuses an existing name: the core would give that account the new secret, and a failed attempt would remove the account. */
  async #requireNewName(name: string): Promise<void> {
    const accounts = await this.#api.call('cuentas.listar', {});
    const taken = accounts.some((account) => account.nombre.toLocaleLowerCase('es') === name.toLocaleLowerCase('es'));
    if (taken) throw new Failure({ code: 'CUENTA_REPETIDA', message: '' });
  }

  async #undo(name: string): Promise<void> {
    try {
      await this.#api.call('cuentas.quitar', { nombre: name, si: true, conDatos: false });
    } catch (error) {
      reportError(error); // only logged: the person has to see why the account could not be connected
    }
  }
}
