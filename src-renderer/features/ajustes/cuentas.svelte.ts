import type { CuentaCerrada, CuentaDetalle } from '#contract/ajustes.ts';
import type { CuentaAgregada, CuentaListada, CuentaProbada, CuentaQuitada } from '#contract/documents.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Sesion } from '../../marco/sesion.svelte.ts';

/** How the test of an account went. */
export type Prueba =
  | { readonly estado: 'probando' }
  | { readonly estado: 'probada'; readonly resultado: CuentaProbada; readonly ms: number }
  | { readonly estado: 'fallo'; readonly falla: Falla };

interface Deps {
  readonly api: Api;
  readonly sesion: Sesion;
  /** Milliseconds that only grow. */
  readonly ahora: () => number;
}

/** The accounts of Ajustes: which one is looked at, its test, choosing the default, removing. */
export class CuentasState {
  #elegida = $state.raw<string | undefined>(undefined);
  agregando = $state(false);
  quitando = $state.raw<CuentaListada | undefined>(undefined);
  cambiando = $state.raw<CuentaListada | undefined>(undefined);
  trabajando = $state(false);
  quitada = $state.raw<CuentaQuitada | undefined>(undefined);
  cerrada = $state.raw<CuentaCerrada | undefined>(undefined);
  cambiada = $state.raw<CuentaAgregada | undefined>(undefined);
  falla = $state.raw<Falla | undefined>(undefined);
  #detalles = $state.raw<Readonly<Record<string, CuentaDetalle>>>({});
  #pruebas = $state.raw<Readonly<Record<string, Prueba>>>({});
  readonly #deps: Deps;

  readonly elegida: CuentaListada | undefined = $derived.by(() => {
    const { sesion } = this.#deps;
    return sesion.cuentas?.find((cuenta) => cuenta.nombre === this.#elegida) ?? sesion.actual;
  });
  readonly prueba: Prueba | undefined = $derived(
    this.elegida === undefined ? undefined : this.#pruebas[this.elegida.nombre],
  );

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  pruebaDe(nombre: string): Prueba | undefined {
    return this.#pruebas[nombre];
  }

  /** What this PC knows of an account; undefined until it was read, and where it cannot be. */
  detalleDe(nombre: string): CuentaDetalle | undefined {
    return this.#detalles[nombre];
  }

  elegir(nombre: string): void {
    this.#elegida = nombre;
    this.agregando = false;
    this.falla = undefined;
    this.#olvidarHecho();
  }

  async verDetalle(nombre: string, signal: AbortSignal): Promise<void> {
    try {
      const detalle = await this.#deps.api.llamar('cuentas.detalle', { cuenta: nombre }, { signal });
      if (!signal.aborted) this.#detalles = { ...this.#detalles, [nombre]: detalle };
    } catch (error) {
      if (!signal.aborted) this.falla = comoFalla(error);
    }
  }

  async probar(nombre: string, signal: AbortSignal): Promise<void> {
    const { api, ahora } = this.#deps;
    const desde = ahora();
    this.#anotar(nombre, { estado: 'probando' });
    try {
      const resultado = await api.llamar('cuentas.probar', { cuenta: nombre }, { signal });
      this.#anotar(nombre, { estado: 'probada', resultado, ms: ahora() - desde });
    } catch (error) {
      this.#anotar(nombre, { estado: 'fallo', falla: comoFalla(error) });
    }
  }

  /** Something that was connected in the form: it is the one looked at, with its test done. */
  async conectada(resultado: CuentaProbada): Promise<void> {
    await this.#deps.sesion.leer();
    this.elegir(resultado.nombre);
    this.#anotar(resultado.nombre, { estado: 'probada', resultado, ms: 0 });
  }

  async usar(nombre: string): Promise<void> {
    await this.#hacer(async () => {
      await this.#deps.api.llamar('cuentas.usar', { nombre });
    });
  }

  pedirClave(cuenta: CuentaListada): void {
    this.falla = undefined;
    this.cambiando = cuenta;
  }

  /** Ends the session: the secret goes, the account and its data stay. */
  async salir(nombre: string): Promise<void> {
    await this.#hacer(async () => {
      this.cerrada = await this.#deps.api.llamar('cuentas.salir', { nombre });
      this.#olvidarPrueba(nombre);
    });
  }

  /** Puts another secret, if the service takes it; the dialog stays open when it does not. */
  async cambiarClave(nombre: string, secreto: string): Promise<void> {
    await this.#hacer(async () => {
      this.cambiada = await this.#deps.api.llamar('cuentas.clave', { nombre, secreto });
      this.#olvidarPrueba(nombre);
      this.cambiando = undefined;
    });
  }

  async quitar(nombre: string, conDatos: boolean): Promise<void> {
    await this.#hacer(async () => {
      this.quitada = await this.#deps.api.llamar('cuentas.quitar', { nombre, si: true, conDatos });
      this.#elegida = undefined;
    });
    this.quitando = undefined;
  }

  async #hacer(work: () => Promise<void>): Promise<void> {
    this.trabajando = true;
    this.falla = undefined;
    this.#olvidarHecho();
    try {
      await work();
      await this.#deps.sesion.leer();
    } catch (error) {
      this.falla = comoFalla(error);
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
    const { [nombre]: _vieja, ...otras } = this.#pruebas;
    this.#pruebas = otras;
  }

  #anotar(nombre: string, prueba: Prueba): void {
    this.#pruebas = { ...this.#pruebas, [nombre]: prueba };
  }
}
