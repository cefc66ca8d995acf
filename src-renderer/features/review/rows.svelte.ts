import type { ReviewRow, ReviewGroup, ReviewEquals } from '#contract/revision.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { RowSource, RowsPage } from '../../ui/grid/types.ts';
import type { Field } from './fields.ts';

export type Filter = 'todas' | 'error' | 'aviso';
/** The review that a call is about. Without an account, the core takes its default one. */
export type OneReview = { readonly cuenta: string | undefined; readonly revision: string };
/** A line of the grid: a row, or the heading of the rows with the same problem. */
export type ReviewLine = ReviewRow | ReviewGroup;
type Page = RowsPage<ReviewLine>;
type ReadPage = Page & { readonly desde: number };
type FoundRow = { readonly posicion: number; readonly fila: ReviewRow };

/** A query: the rows of a filter. */
type Question = { readonly filtro: Filter; readonly texto: string; readonly agrupadas: boolean };

/** Rows that the grid asks for at once: a few screens. */
const PAGE_SIZE = 100;
/** Pages that are kept besides the grid's own: those around the row with the keyboard. */
const MAX_REMEMBERED = 8;
const pageOf = (pages: readonly ReadPage[], position: number): ReadPage | undefined =>
  pages.find(({ desde }) => desde === position - (position % PAGE_SIZE));
const NOTHING: RowSource<ReviewLine> = {
  clave: '',
  read: async () => ({ filas: [], total: 0 }),
};

/** The rows under review for a grid: by position and a page at a time, so that their number does not matter. */
export class RowsState {
  filter: Filter = $state('todas');
  text = $state('');
  /** The rows are grouped by their problem. */
  isGrouped = $state(false);
  total = $state(0);
  failure = $state.raw<Failure | undefined>(undefined);
  /** Position of the row with the keyboard, from 0. */
  position = $state(0);
  /** The source of the grid. Another source with the same key makes the grid read the visible rows again. */
  source: RowSource<ReviewLine> = $state.raw(NOTHING);
  /** The row that changed last: the grid shows it before it reads anything again. */
  changed = $state.raw<ReviewRow | undefined>(undefined);
  readonly #api: Api;
  readonly #getReview: () => OneReview | undefined;
  /** The pages that came last; one of them has the row with the keyboard. */
  #pages: readonly ReadPage[] = [];
  /** The row that was searched for last: it is known before its page comes. */
  #found: FoundRow | undefined;
  #round = 0;
  #inView = { desde: 0, hasta: PAGE_SIZE };

  constructor(api: Api, entry: () => OneReview | undefined) {
    this.#api = api;
    this.#getReview = entry;
  }

  /** Starts over for other files: from the top, unfiltered. */
  clear(): void {
    this.#round += 1;
    this.#pages = [];
    this.#inView = { desde: 0, hasta: PAGE_SIZE };
    this.total = 0;
    this.filter = 'todas';
    this.text = '';
    this.isGrouped = false;
    this.position = 0;
    this.changed = undefined;
    this.source = this.#createSource([]);
  }

  /** Sets the visible positions, which are read first after a change. */
  setInView(from: number, to: number): void {
    this.#inView = { desde: from, hasta: to };
  }

  /** Applies another filter or search, from the top. */
  async show(filter: Filter, text: string): Promise<void> {
    this.filter = filter;
    this.text = text;
    this.position = 0;
    this.#inView = { desde: 0, hasta: PAGE_SIZE };
    await this.refresh();
  }

  /** Groups the rows by their problem, or shows them in the order of the file, from the top. */
  async group(grouped: boolean): Promise<void> {
    this.isGrouped = grouped;
    await this.show(this.filter, this.text);
  }

  /** Reads the visible rows again; the previous ones stay until the new ones are here. */
  async refresh(): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    const first = Math.floor(this.#inView.desde / PAGE_SIZE);
    const last = Math.floor(Math.max(this.#inView.desde, this.#inView.hasta - 1) / PAGE_SIZE);
    const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    try {
      const question = this.#question();
      const read = await Promise.all(
        pages.map(async (page) => ({
          desde: page * PAGE_SIZE,
          ...(await this.#readPage(question, page * PAGE_SIZE, PAGE_SIZE)),
        })),
      );
      // The filter or the rows changed while this was on its way: a newer query brings the answer.
      if (round !== this.#round) return;
      this.#pages = read;
      this.total = read[0]?.total ?? 0;
      this.position = Math.max(0, Math.min(this.position, this.total - 1));
      this.failure = undefined;
      this.source = this.#createSource(read);
    } catch (error) {
      if (round === this.#round) this.failure = toFailure(error);
    }
  }

  /**
   * Finds the next row with an error (or a notice) after the row `after`, and its position; undefined without one. 0 finds the first one;
   * without `after` the search begins after the row with the keyboard. Where only the searched text hides such rows, the text is cleared.
   */
  async findNext(sought: 'error' | 'aviso', after = this.#findLast()): Promise<FoundRow | undefined> {
    const entry = this.#getReview();
    if (entry === undefined) return undefined;
    const search = (question: Question) =>
      this.#api.call('revision.siguiente', { ...entry, ...question, busca: sought, despues: after });
    try {
      const question = this.#question();
      let found = await search(question);
      if (found === null && question.texto !== '') {
        found = await search({ ...question, texto: '' });
        if (found !== null) await this.show(this.filter, '');
      }
      this.#found = found ?? undefined;
      return this.#found;
    } catch (error) {
      this.failure = toFailure(error);
      return undefined;
    }
  }

  async findEqual(row: number, field: Field): Promise<ReviewEquals> {
    const entry = this.#getReview();
    const none = { conArreglo: 0, conValor: 0 };
    if (entry === undefined) return none;
    try {
      return await this.#api.call('revision.iguales', { ...entry, fila: row, campo: field });
    } catch (error) {
      this.failure = toFailure(error);
      return none;
    }
  }

  /** The id of the row with the keyboard; on a heading, of the row before it; 0 without one. */
  #findLast(): number {
    const lines = [this.position, this.position - 1].map((position) => this.#rowAt(position));
    return Math.max(0, lines.find((one) => one !== undefined && one.estado !== 'grupo')?.id ?? 0);
  }

  #rowAt(position: number): ReviewLine | undefined {
    const line = pageOf(this.#pages, position)?.filas[position % PAGE_SIZE];
    return line ?? (this.#found?.posicion === position ? this.#found.fila : undefined);
  }

  #question(): Question {
    return { filtro: this.filter, texto: this.text, agrupadas: this.isGrouped };
  }

  /** A source for the current query. `pagesRead`: pages that were read already. */
  #createSource(pagesRead: readonly ReadPage[]): RowSource<ReviewLine> {
    const round = this.#round;
    const question = this.#question();
    return {
      clave: JSON.stringify([this.#getReview()?.revision, question]),
      read: async (from, howMany) => {
        const known = howMany === PAGE_SIZE ? pagesRead.find((one) => one.desde === from) : undefined;
        if (known !== undefined) return known;
        try {
          const read = await this.#readPage(question, from, howMany);
          if (round === this.#round) {
            this.#pages = [{ desde: from, ...read }, ...this.#pages.slice(0, MAX_REMEMBERED)];
            this.total = read.total ?? 0;
            this.failure = undefined;
          }
          return read;
        } catch (error) {
          if (round === this.#round) this.failure = toFailure(error);
          throw error;
        }
      },
    };
  }

  async #readPage(question: Question, from: number, limit: number): Promise<Page> {
    const entry = this.#getReview();
    if (entry === undefined) return { filas: [], total: 0 };
    const { agrupadas, ...rest } = question;
    return this.#api.call(agrupadas ? 'revision.agrupadas' : 'revision.filas', {
      ...entry,
      ...rest,
      desde: from,
      limite: limit,
    });
  }
}
