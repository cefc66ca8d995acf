import type { RevisionFila, RevisionIguales } from '#contract/revision.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Fuente, PaginaDeFilas } from '../../ui/grilla/tipos.ts';

export type Filtro = 'todas' | 'error' | 'aviso';
type Una = { readonly cuenta?: string; readonly revision: string };
type Campo = keyof RevisionFila['valores'];
type Pagina = PaginaDeFilas<RevisionFila>;
type Leida = Pagina & { readonly desde: number };
type Hallada = { readonly posicion: number; readonly fila: RevisionFila };

/** What is asked for: the rows of a filter. */
type Pregunta = { readonly filtro: Filtro; readonly texto: string };

/** Rows that the grid asks for at once: some screens of them. */
const PAGINA = 100;
/** Pages that are remembered apart from the grid: those around the keyboard. */
const RECORDADAS = 8;
const paginaDe = (leidas: readonly Leida[], posicion: number): Leida | undefined =>
  leidas.find(({ desde }) => desde === posicion - (posicion % PAGINA));
const SIN_NADA: Fuente<RevisionFila> = {
  clave: '',
  leer: async () => ({ filas: [], total: 0 }),
};

/** The rows as a grid looks at them: by position, a page at a time, whatever their number. */
export class FilasState {
  filtro: Filtro = $state('todas');
  texto = $state('');
  total = $state(0);
  falla = $state.raw<Falla | undefined>(undefined);
  /** Where the keyboard is, from 0. */
  posicion = $state(0);
  /** What the grid reads: another one with the same key reads again what is in sight. */
  fuente: Fuente<RevisionFila> = $state.raw(SIN_NADA);
  /** The row that changed last, to be shown before anything is read again. */
  cambiada = $state.raw<RevisionFila | undefined>(undefined);
  readonly #api: Api;
  readonly #una: () => Una | undefined;
  /** The rows that came last, by page: the one with the keyboard is among them. */
  #paginas: readonly Leida[] = [];
  /** The row that was gone to last, known before its page came. */
  #hallada: Hallada | undefined;
  #ronda = 0;
  #vista = { desde: 0, hasta: PAGINA };

  constructor(api: Api, una: () => Una | undefined) {
    this.#api = api;
    this.#una = una;
  }

  /** The row with the keyboard; undefined while it is on its way. */
  get enfocada(): RevisionFila | undefined {
    const leida = paginaDe(this.#paginas, this.posicion)?.filas[this.posicion % PAGINA];
    return leida ?? (this.#hallada?.posicion === this.posicion ? this.#hallada.fila : undefined);
  }

  /** Rows of other files: from the top, unfiltered. */
  vaciar(): void {
    this.#ronda += 1;
    this.#paginas = [];
    this.#vista = { desde: 0, hasta: PAGINA };
    this.total = 0;
    this.filtro = 'todas';
    this.texto = '';
    this.posicion = 0;
    this.cambiada = undefined;
    this.fuente = this.#nueva([]);
  }

  /** The stretch of positions that is seen: what is read first after a change. */
  enVista(desde: number, hasta: number): void {
    this.#vista = { desde, hasta };
  }

  /** Another filter or search: from the top. */
  async mostrar(filtro: Filtro, texto: string): Promise<void> {
    this.filtro = filtro;
    this.texto = texto;
    this.posicion = 0;
    this.#vista = { desde: 0, hasta: PAGINA };
    await this.refrescar();
  }

  /** Reads what is shown again; what was there stays until the new has come. */
  async refrescar(): Promise<void> {
    this.#ronda += 1;
    const ronda = this.#ronda;
    const first = Math.floor(this.#vista.desde / PAGINA);
    const last = Math.floor(Math.max(this.#vista.desde, this.#vista.hasta - 1) / PAGINA);
    const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    try {
      const pregunta = { filtro: this.filtro, texto: this.texto };
      const read = await Promise.all(
        pages.map(async (page) => ({ desde: page * PAGINA, ...(await this.#leer(pregunta, page * PAGINA, PAGINA)) })),
      );
      // The filter changed, or the rows did, while this was on its way: the newer question brings the answer.
      if (ronda !== this.#ronda) return;
      this.#paginas = read;
      this.total = read[0]?.total ?? 0;
      this.posicion = Math.max(0, Math.min(this.posicion, this.total - 1));
      this.falla = undefined;
      this.fuente = this.#nueva(read);
    } catch (error) {
      if (ronda === this.#ronda) this.falla = comoFalla(error);
    }
  }

  /** A row that just changed, where it is shown: before anything is read again. */
  poner(fila: RevisionFila): void {
    this.cambiada = fila;
  }

  /** The next row with an error (or a notice) after the one with the keyboard, and its position; undefined when there is none. */
  async siguiente(busca: 'error' | 'aviso', desdeElPrincipio = false): Promise<Hallada | undefined> {
    const una = this.#una();
    if (una === undefined) return undefined;
    const despues = desdeElPrincipio ? 0 : (this.enfocada?.id ?? 0);
    const { filtro, texto } = this;
    try {
      const found = await this.#api.llamar('revision.siguiente', { ...una, filtro, texto, busca, despues });
      this.#hallada = found ?? undefined;
      return this.#hallada;
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

  /** A source for what is asked now; `leidas`: pages that were read already. */
  #nueva(leidas: readonly Leida[]): Fuente<RevisionFila> {
    const ronda = this.#ronda;
    const pregunta = { filtro: this.filtro, texto: this.texto };
    return {
      clave: JSON.stringify([this.#una()?.revision, pregunta]),
      leer: async (desde, cuantas) => {
        const known = cuantas === PAGINA ? leidas.find((one) => one.desde === desde) : undefined;
        if (known !== undefined) return known;
        try {
          const read = await this.#leer(pregunta, desde, cuantas);
          if (ronda === this.#ronda) {
            this.#paginas = [{ desde, ...read }, ...this.#paginas.slice(0, RECORDADAS)];
            this.total = read.total ?? 0;
            this.falla = undefined;
          }
          return read;
        } catch (error) {
          if (ronda === this.#ronda) this.falla = comoFalla(error);
          throw error;
        }
      },
    };
  }

  async #leer(pregunta: Pregunta, desde: number, limite: number): Promise<Pagina> {
    const una = this.#una();
    if (una === undefined) return { filas: [], total: 0 };
    return this.#api.llamar('revision.filas', { ...una, ...pregunta, desde, limite });
  }
}
