import type { ClosedAccount, AccountDetail } from '#contract/settings.ts';
import type { AddedAccount, ListedAccount, TestedAccount, RemovedAccount } from '#contract/documents.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { Task } from '../../shared/task.svelte.ts';
import type { Session } from '../../shared/session.svelte.ts';

export type AccountTest =
  | { readonly estado: 'probando' }
  | { readonly estado: 'probada'; readonly resultado: TestedAccount; readonly ms: number }
  | { readonly estado: 'fallo'; readonly falla: Failure };

interface Deps {
  readonly api: Api;
  readonly session: Session;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** The accounts of *Ajustes*: the one that is shown, its test, choosing the default, removing. */
export class AccountsState extends Task {
  #chosen = $state.raw<string | undefined>(undefined);
  isAdding = $state(false);
  removing = $state.raw<ListedAccount | undefined>(undefined);
  changing = $state.raw<ListedAccount | undefined>(undefined);
  removed = $state.raw<RemovedAccount | undefined>(undefined);
  closed = $state.raw<ClosedAccount | undefined>(undefined);
  changed = $state.raw<AddedAccount | undefined>(undefined);
  #details = $state.raw<Readonly<Record<string, AccountDetail>>>({});
  #tests = $state.raw<Readonly<Record<string, AccountTest>>>({});
  readonly #deps: Deps;

  readonly chosen: ListedAccount | undefined = $derived.by(() => {
    const { session } = this.#deps;
    return session.accounts?.find((account) => account.nombre === this.#chosen) ?? session.actual;
  });
  readonly test: AccountTest | undefined = $derived(
    this.chosen === undefined ? undefined : this.#tests[this.chosen.nombre],
  );

  constructor(deps: Deps) {
    super();
    this.#deps = deps;
  }

  getTest(name: string): AccountTest | undefined {
    return this.#tests[name];
  }

  /** What this PC knows of an account; undefined until it was read, and when it cannot be read. */
  detailOf(name: string): AccountDetail | undefined {
    return this.#details[name];
  }

  choose(name: string): void {
    this.#chosen = name;
    this.isAdding = false;
    this.failure = undefined;
    this.#forgetDone();
  }

  /** Reads what this PC knows of an account. A failure is kept only while that account is shown. */
  async showDetail(name: string, signal: AbortSignal): Promise<void> {
    try {
      const detail = await this.#deps.api.call('cuentas.detalle', { cuenta: name }, { signal });
      if (!signal.aborted) this.#details = { ...this.#details, [name]: detail };
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

  /** Shows an account that the form just connected, with its test done. */
  async showConnected(result: TestedAccount): Promise<void> {
    await this.#deps.session.read();
    this.choose(result.nombre);
    this.#note(result.nombre, { estado: 'probada', resultado: result, ms: 0 });
  }

  async use(name: string): Promise<void> {
    await this.#run(async () => {
      await this.#deps.api.call('cuentas.usar', { nombre: name });
    });
  }

  askForSecret(account: ListedAccount): void {
    this.failure = undefined;
    this.changing = account;
  }

  /** Ends the session: the secret is deleted, the account and its data stay. */
  async signOut(name: string): Promise<void> {
    await this.#run(async () => {
      this.closed = await this.#deps.api.call('cuentas.salir', { nombre: name });
      this.#forgetTest(name);
    });
  }

  /** Changes the secret if the service accepts it; else the dialog stays open. */
  async changeSecret(name: string, secret: string): Promise<void> {
    await this.#run(async () => {
      this.changed = await this.#deps.api.call('cuentas.clave', { nombre: name, secreto: secret });
      this.#forgetTest(name);
      if (this.changing?.nombre === name) this.changing = undefined;
    });
  }

  /** The person may look at another account meanwhile: what is shown of it stays. */
  async remove(name: string, withData: boolean): Promise<void> {
    await this.#run(async () => {
      this.removed = await this.#deps.api.call('cuentas.quitar', { nombre: name, si: true, conDatos: withData });
    });
    if (this.removing?.nombre === name) this.removing = undefined;
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.#forgetDone();
    await this.run(async () => {
      await work();
      await this.#deps.session.read();
    });
  }

  #forgetDone(): void {
    this.removed = undefined;
    this.closed = undefined;
    this.changed = undefined;
  }

  #forgetTest(name: string): void {
    const { [name]: _old, ...others } = this.#tests;
    this.#tests = others;
  }

  #note(name: string, test: AccountTest): void {
    this.#tests = { ...this.#tests, [name]: test };
  }
}
