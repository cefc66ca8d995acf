import type { RevisionFila, RevisionGrupo, RevisionIguales } from '#contract/revision.ts';
import type { Api } from '../../api/api.ts';
import { comoFalla, type Falla } from '../../api/falla.ts';
import type { Fuente, PaginaDeFilas } from '../../ui/grilla/tipos.ts';

export type Filtro = 'todas' | 'error' | 'aviso';
type Una = { readonly cuenta?: string; readonly revision: string };
type Campo = keyof RevisionFila['valores'];
/** What the grid shows: a row, or the heading of those with one problem. */
export type Renglon = RevisionFila | RevisionGrupo;
type Pagina = PaginaDeFilas<Renglon>;
type Leida = Pagina & { readonly desde: number };
type Hallada = { readonly posicion: number; readonly fila: RevisionFila };

/** What is asked for: the rows of a filter. */
type Pregunta = { readonly filtro: Filtro; readonly texto: string; readonly agrupadas: boolean };

/** Rows that the grid asks for at once: some screens of them. */
const PAGINA = 100;
/** Pages that are remembered apart from the grid: those around the keyboard. */
const RECORDADAS = 8;
const paginaDe = (leidas: readonly Leida[], posicion: number): Leida | undefined =>
  leidas.find(({ desde }) => desde === posicion - (posicion % PAGINA));
const SIN_NADA: Fuente<Renglon> = {
  clave: '',
  leer: async () => ({ filas: [], total: 0 }),
};

/** The rows as a grid looks at them: by position, a page at a time, whatever their number. */
export class FilasState {
  filtro: Filtro = $state('todas');
  texto = $state('');
  /** By their problem. */
  agrupadas = $state(false);
  total = $state(0);
  falla = $state.raw<Falla | undefined>(undefined);
  /** Where the keyboard is, from 0. */
  posicion = $state(0);
  /** What the grid reads: another one with the same key reads again what is in sight. */
  fuente: Fuente<Renglon> = $state.raw(SIN_NADA);
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
  get enfocada(): Renglon | undefined {
    return this.#en(this.posicion);
  }

  /** Rows of other files: from the top, unfiltered. */
  vaciar(): void {
    this.#ronda += 1;
    this.#paginas = [];
    this.#vista = { desde: 0, hasta: PAGINA };
    this.total = 0;
    this.filtro = 'todas';
    this.texto = '';
    this.agrupadas = false;
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

  /** By their problem, or in the order of the file: from the top. */
  async agrupar(agrupadas: boolean): Promise<void> {
    this.agrupadas = agrupadas;
    await this.mostrar(this.filtro, this.texto);
  }

  /** Reads what is shown again; what was there stays until the new has come. */
  async refrescar(): Promise<void> {
    this.#ronda += 1;
    const ronda = this.#ronda;
    const first = Math.floor(this.#vista.desde / PAGINA);
    const last = Math.floor(Math.max(this.#vista.desde, this.#vista.hasta - 1) / PAGINA);
    const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    try {
      const pregunta = this.#pregunta();
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

  /** The next row with an error (or a notice) after one (0: the first; by itself, after the one with the keyboard), and its position; undefined when there is none. */
  async siguiente(busca: 'error' | 'aviso', despues = this.#ultima()): Promise<Hallada | undefined> {
    const una = this.#una();
    if (una === undefined) return undefined;
    try {
      const found = await this.#api.llamar('revision.siguiente', { ...una, ...this.#pregunta(), busca, despues });
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

  /** The row with the keyboard; on a heading, the one before it: 0 when there is none. */
  #ultima(): number {
    const paso = [this.posicion, this.posicion - 1].map((posicion) => this.#en(posicion));
    return Math.max(0, paso.find((one) => one !== undefined && one.estado !== 'grupo')?.id ?? 0);
  }

  #en(posicion: number): Renglon | undefined {
    const leida = paginaDe(this.#paginas, posicion)?.filas[posicion % PAGINA];
    return leida ?? (this.#hallada?.posicion === posicion ? this.#hallada.fila : undefined);
  }

  #pregunta(): Pregunta {
    return { filtro: this.filtro, texto: this.texto, agrupadas: this.agrupadas };
  }

  /** A source for what is asked now; `leidas`: pages that were read already. */
  #nueva(leidas: readonly Leida[]): Fuente<Renglon> {
    const ronda = this.#ronda;
    const pregunta = this.#pregunta();
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
    const { agrupadas, ...resto } = pregunta;
    return this.#api.llamar(agrupadas ? 'revision.agrupadas' : 'revision.filas', { ...una, ...resto, desde, limite });
  }
}
