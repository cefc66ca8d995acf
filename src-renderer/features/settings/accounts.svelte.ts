import type { ClosedAccount, AccountDetail } from '#contract/settings.ts';
import type { AddedAccount, ListedAccount, TestedAccount, RemovedAccount } from '#contract/documents.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { Session } from '../../shared/session.svelte.ts';

/** How the test of an account went. */
export type AccountTest =
  | { readonly estado: 'probando' }
  | { readonly estado: 'probada'; readonly resultado: TestedAccount; readonly ms: number }
  | { readonly estado: 'fallo'; readonly falla: Failure };

interface Deps {
  readonly api: Api;
  readonly sesion: Session;
  /** Milliseconds that only grow. */
  readonly ahora: () => number;
}

/** The accounts of Ajustes: which one is looked at, its test, choosing the default, removing. */
export class AccountsState {
  #elegida = $state.raw<string | undefined>(undefined);
  agregando = $state(false);
  quitando = $state.raw<ListedAccount | undefined>(undefined);
  cambiando = $state.raw<ListedAccount | undefined>(undefined);
  trabajando = $state(false);
  quitada = $state.raw<RemovedAccount | undefined>(undefined);
  cerrada = $state.raw<ClosedAccount | undefined>(undefined);
  cambiada = $state.raw<AddedAccount | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  #detalles = $state.raw<Readonly<Record<string, AccountDetail>>>({});
  #pruebas = $state.raw<Readonly<Record<string, AccountTest>>>({});
  readonly #deps: Deps;

  readonly elegida: ListedAccount | undefined = $derived.by(() => {
    const { sesion } = this.#deps;
    return sesion.cuentas?.find((cuenta) => cuenta.nombre === this.#elegida) ?? sesion.actual;
  });
  readonly prueba: AccountTest | undefined = $derived(
    this.elegida === undefined ? undefined : this.#pruebas[this.elegida.nombre],
  );

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  getTest(nombre: string): AccountTest | undefined {
    return this.#pruebas[nombre];
  }

  /** What this PC knows of an account; undefined until it was read, and where it cannot be. */
  detailOf(nombre: string): AccountDetail | undefined {
    return this.#detalles[nombre];
  }

  choose(nombre: string): void {
    this.#elegida = nombre;
    this.agregando = false;
    this.falla = undefined;
    this.#olvidarHecho();
  }

  async showDetail(nombre: string, signal: AbortSignal): Promise<void> {
    try {
      const detalle = await this.#deps.api.call('cuentas.detalle', { cuenta: nombre }, { signal });
      if (!signal.aborted) this.#detalles = { ...this.#detalles, [nombre]: detalle };
    } catch (error) {
      if (!signal.aborted) this.falla = toFailure(error);
    }
  }

  async tryOut(nombre: string, signal: AbortSignal): Promise<void> {
    const { api, ahora } = this.#deps;
    const desde = ahora();
    this.#note(nombre, { estado: 'probando' });
    try {
      const result = await api.call('cuentas.probar', { cuenta: nombre }, { signal });
      this.#note(nombre, { estado: 'probada', resultado: result, ms: ahora() - desde });
    } catch (error) {
      this.#note(nombre, { estado: 'fallo', falla: toFailure(error) });
    }
  }

  /** Something that was connected in the form: it is the one looked at, with its test done. */
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
    this.cambiando = cuenta;
  }

  /** Ends the session: the secret goes, the account and its data stay. */
  async signOut(nombre: string): Promise<void> {
    await this.#run(async () => {
      this.cerrada = await this.#deps.api.call('cuentas.salir', { nombre });
      this.#olvidarPrueba(nombre);
    });
  }

  /** Puts another secret, if the service takes it; the dialog stays open when it does not. */
  async changeSecret(nombre: string, secreto: string): Promise<void> {
    await this.#run(async () => {
      this.cambiada = await this.#deps.api.call('cuentas.clave', { nombre, secreto });
      this.#olvidarPrueba(nombre);
      this.cambiando = undefined;
    });
  }

  async remove(nombre: string, conDatos: boolean): Promise<void> {
    await this.#run(async () => {
      this.quitada = await this.#deps.api.call('cuentas.quitar', { nombre, si: true, conDatos });
      this.#elegida = undefined;
    });
    this.quitando = undefined;
  }

  async #run(work: () => Promise<void>): Promise<void> {
    this.trabajando = true;
    this.falla = undefined;
    this.#olvidarHecho();
    try {
      await work();
      await this.#deps.sesion.leer();
    } catch (error) {
      this.falla = toFailure(error);
    } finally {
      this.trabajando = false;
    }
  }

  #olvidarHecho(): void {
    this.quitada = undefined;
    this.cerrada = undefined;
    this.cambiada = undefined;
  }

  #olvidarPrueba(nombre: string): void {
    const { [nombre]: _old, ...others } = this.#pruebas;
    this.#pruebas = others;
  }

  #note(nombre: string, prueba: AccountTest): void {
    this.#pruebas = { ...this.#pruebas, [nombre]: prueba };
  }
}
