import type { ClosedAccount, AccountDetail } from '#contract/settings.ts';
import type { AddedAccount, ListedAccount, TestedAccount, RemovedAccount } from '#contract/documents.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { Session } from '../../shared/session.svelte.ts';

/** The test of an account. */
export type AccountTest =
  | { readonly estado: 'probando' }
  | { readonly estado: 'probada'; readonly resultado: TestedAccount; readonly ms: number }
  | { readonly estado: 'fallo'; readonly falla: Failure };

interface Deps {
  readonly api: Api;
  readonly sesion: Session;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** The accounts of *Ajustes*: the one that is shown, its test, choosing the default, removing. */
export class AccountsState {
  #elegida = $state.raw<string | undefined>(undefined);
  isAdding = $state(false);
  removing = $state.raw<ListedAccount | undefined>(undefined);
  changing = $state.raw<ListedAccount | undefined>(undefined);
  isWorking = $state(false);
  removed = $state.raw<RemovedAccount | undefined>(undefined);
  cerrada = $state.raw<ClosedAccount | undefined>(undefined);
  changed = $state.raw<AddedAccount | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  #details = $state.raw<Readonly<Record<string, AccountDetail>>>({});
  #tests = $state.raw<Readonly<Record<string, AccountTest>>>({});
  readonly #deps: Deps;

  readonly elegida: ListedAccount | undefined = $derived.by(() => {
    const { sesion } = this.#deps;
    return sesion.cuentas?.find((cuenta) => cuenta.nombre === this.#elegida) ?? sesion.actual;
  });
  readonly prueba: AccountTest | undefined = $derived(
    this.elegida === undefined ? undefined : this.#tests[this.elegida.nombre],
  );

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  getTest(nombre: string): AccountTest | undefined {
    return this.#tests[nombre];
  }

  /** What this PC knows of an account; undefined until it was read, and when it cannot be read. */
  detailOf(nombre: string): AccountDetail | undefined {
    return this.#details[nombre];
  }

  choose(nombre: string): void {
    this.#elegida = nombre;
    this.isAdding = false;
    this.falla = undefined;
    this.#forgetDone();
  }

  async showDetail(nombre: string, signal: AbortSignal): Promise<void> {
    try {
      const detalle = await this.#deps.api.call('cuentas.detalle', { cuenta: nombre }, { signal });
      if (!signal.aborted) this.#details = { ...this.#details, [nombre]: detalle };
    } catch (error) {
      if (!signal.aborted) this.falla = toFailure(error);
    }
  }

  async tryOut(nombre: string, signal: AbortSignal): Promise<void> {
    const { api, now: ahora } = this.#deps;
    const desde = ahora();
    this.#note(nombre, { estado: 'probando' });
    try {
      const result = await api.call('cuentas.probar', { cuenta: nombre }, { signal });
      this.#note(nombre, { estado: 'probada', resultado: result, ms: ahora() - desde });
    } catch (error) {
      this.#note(nombre, { estado: 'fallo', falla: toFailure(error) });
    }
  }

  /** Shows an account that the form just connected, with its test done. */
  async showConnected(result: TestedAccount): Promise<void> {
    await this.#deps.sesion.leer();
    this.choose(result.nombre);
    this.#note(result.nombre, { estado: 'probada', resultado: result, ms: 0 });
  }

  async use(nombre: string): Promise<void> {
    await this.#run(async () => {
      await this.#deps.api.call('cuentas.usar', { nombre });
    });
  }

  askForSecret(cuenta: ListedAccount): void {
    this.falla = undefined;
    this.changing = cuenta;
  }

  /** Ends the session: the secret is deleted, the account and its data stay. */
  async signOut(nombre: string): Promise<void> {
    await this.#run(async () => {
      this.cerrada = await this.#deps.api.call('cuentas.salir', { nombre });
      this.#forgetTest(nombre);
    });
  }

  /** Changes the secret if the service accepts it; else the dialog stays open. */
  async changeSecret(nombre: string, secreto: string): Promise<void> {
    await this.#run(async () => {
      this.changed = await this.#deps.api.call('cuentas.clave', { nombre, secreto });
      this.#forgetTest(nombre);
      this.changing = undefined;
    });
  }

  async remove(nombre: string, conDatos: boolean): Promise<void> {
    await this.#run(async () => {
      this.removed = await this.#deps.api.call('cuentas.quitar', { nombre, si: true, conDatos });
      this.#elegida = undefined;
    });
    this.removing = undefined;
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.isWorking = true;
    this.falla = undefined;
    this.#forgetDone();
    try {
      await work();
      await this.#deps.sesion.leer();
    } catch (error) {
      this.falla = toFailure(error);
    } finally {
      this.isWorking = false;
    }
  }

  #forgetDone(): void {
    this.removed = undefined;
    this.cerrada = undefined;
    this.changed = undefined;
  }

  #forgetTest(nombre: string): void {
    const { [nombre]: _old, ...others } = this.#tests;
    this.#tests = others;
  }

  #note(nombre: string, prueba: AccountTest): void {
    this.#tests = { ...this.#tests, [nombre]: prueba };
  }
}
