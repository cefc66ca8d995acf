import type { RevisionFila, RevisionIguales } from '#contract/revision.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';

export type Filtro = 'todas' | 'error' | 'aviso';
type Una = { readonly cuenta?: string; readonly revision: string };
type Campo = keyof RevisionFila['valores'];
type Paginas = Readonly<Record<number, readonly RevisionFila[]>>;

/** Rows that are asked for at once: some screens of them. */
const PAGINA = 100;

/** The rows as a grid looks at them: by position, a page at a time, whatever their number. */
export class FilasState {
  filtro: Filtro = $state('todas');
  texto = $state('');
  total = $state(0);
  falla = $state.raw<Falla | undefined>(undefined);
  /** Row with the keyboard, by position, and its column. */
  foco = $state.raw({ posicion: 0, columna: 0 });
  #paginas = $state.raw<Paginas>({});
  /** Pages on their way. */
  #pedidas: readonly number[] = [];
  readonly #api: Api;
  readonly #una: () => Una | undefined;
  #ronda = 0;
  #vista = { desde: 0, hasta: PAGINA };

  constructor(api: Api, una: () => Una | undefined) {
    this.#api = api;
    this.#una = una;
  }

  /** The row at a position; undefined while it is on its way. */
  en(posicion: number): RevisionFila | undefined {
    return this.#paginas[Math.floor(posicion / PAGINA)]?.[posicion % PAGINA];
  }

  get enfocada(): RevisionFila | undefined {
    return this.en(this.foco.posicion);
  }

  vaciar(): void {
    this.#ronda += 1;
    this.#pedidas = [];
    this.#paginas = {};
    this.total = 0;
    this.filtro = 'todas';
    this.texto = '';
    this.foco = { posicion: 0, columna: 0 };
  }

  /** Asks for the pages that a stretch of positions needs and that nobody asked for. */
  async ver(desde: number, hasta: number): Promise<void> {
    this.#vista = { desde, hasta };
    const missing = this.#enVista().filter(
      (pagina) => this.#paginas[pagina] === undefined && !this.#pedidas.includes(pagina),
    );
    await Promise.all(missing.map((pagina) => this.#traer(pagina)));
  }

  /** Another filter or search: from the top. */
  async mostrar(filtro: Filtro, texto: string): Promise<void> {
    this.filtro = filtro;
    this.texto = texto;
    this.foco = { ...this.foco, posicion: 0 };
    this.#vista = { desde: 0, hasta: PAGINA };
    await this.refrescar();
  }

  /** Reads what is shown again; what was there stays until the new has come. */
  async refrescar(): Promise<void> {
    this.#ronda += 1;
    this.#pedidas = [];
    const [first = 0, ...others] = this.#enVista();
    await this.#traer(first, true);
    await Promise.all(others.map((pagina) => this.#traer(pagina)));
    if (this.foco.posicion >= this.total) this.foco = { ...this.foco, posicion: Math.max(0, this.total - 1) };
  }

  /** A row that just changed, where it is shown: before anything is read again. */
  poner(fila: RevisionFila): void {
    const swap = (one: RevisionFila): RevisionFila => (one.id === fila.id ? fila : one);
    this.#paginas = Object.fromEntries(
      Object.entries(this.#paginas).map(([pagina, filas]) => [pagina, filas.map(swap)]),
    );
  }

  /** Goes to the next row with an error (or a notice) after the one with the focus; its row, or undefined when there is none. */
  async siguiente(busca: 'error' | 'aviso', desdeElPrincipio = false): Promise<RevisionFila | undefined> {
    const una = this.#una();
    if (una === undefined) return undefined;
    const despues = desdeElPrincipio ? 0 : (this.enfocada?.id ?? 0);
    const { filtro, texto } = this;
    try {
      const found = await this.#api.llamar('revision.siguiente', { ...una, filtro, texto, busca, despues });
      if (found === null) return undefined;
      this.foco = { ...this.foco, posicion: found.posicion };
      await this.ver(Math.max(0, found.posicion - 20), found.posicion + 20);
      return found.fila;
    } catch (error) {
      this.falla = comoFalla(error);
      return undefined;
    }
  }

  async iguales(fila: number, campo: Campo): Promise<RevisionIguales> {
    const una = this.#una();
    const none = { conArreglo: 0, conValor: 0 };
    if (una === undefined) return none;
    try {
      return await this.#api.llamar('revision.iguales', { ...una, fila, campo });
    } catch (error) {
      this.falla = comoFalla(error);
      return none;
    }
  }

  #enVista(): number[] {
    const first = Math.floor(this.#vista.desde / PAGINA);
    const last = Math.floor(Math.max(this.#vista.desde, this.#vista.hasta - 1) / PAGINA);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  async #traer(pagina: number, sola = false): Promise<void> {
    const una = this.#una();
    if (una === undefined) return;
    const ronda = this.#ronda;
    const { filtro, texto } = this;
    this.#pedidas = [...this.#pedidas, pagina];
    try {
      const entrada = { ...una, filtro, texto, desde: pagina * PAGINA, limite: PAGINA };
      const { total, filas } = await this.#api.llamar('revision.filas', entrada);
      // The filter changed, or the rows did, while this was on its way: the newer question brings the answer.
      if (ronda !== this.#ronda) return;
      this.total = total;
      this.#paginas = sola ? { [pagina]: filas } : { ...this.#paginas, [pagina]: filas };
      this.falla = undefined;
    } catch (error) {
      if (ronda === this.#ronda) this.falla = comoFalla(error);
    } finally {
      if (ronda === this.#ronda) this.#pedidas = this.#pedidas.filter((one) => one !== pagina);
    }
  }
}
