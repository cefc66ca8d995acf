import type { MethodInput } from '#contract/inputs.ts';
import type { ReviewRow, ReviewGroup, ReviewEquals } from '#contract/revision.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { RowSource, RowsPage } from '../../ui/grid/types.ts';
import type { Field } from './fields.ts';

export type Filter = 'todas' | 'error' | 'aviso';
/** The review of a call. Without an account, the core takes its default one. */
export type OneReview = { readonly cuenta: string | undefined; readonly revision: string };
/** A line of the grid: a row, or the heading of the rows with the same problem. */
export type ReviewLine = ReviewRow | ReviewGroup;
type Page = RowsPage<ReviewLine>;
type ReadPage = Page & { readonly desde: number };
type FoundRow = { readonly posicion: number; readonly fila: ReviewRow };

/** A query: the filter, the searched text and the grouping. */
type Question = { readonly filtro: Filter; readonly texto: string; readonly agrupadas: boolean };

/** The most pages that are kept besides the grid's own: one of them has the focused row. */
const MAX_REMEMBERED = 8;
const NOTHING: RowSource<ReviewLine> = {
  clave: '',
  read: async () => ({ filas: [], total: 0 }),
};

/** The rows under review for a grid, read by position and a page at a time, so that any number of rows is possible. */
export class RowsState {
  filter: Filter = $state('todas');
  text = $state('');
  /** True while the rows are grouped by their problem. */
  isGrouped = $state(false);
  total = $state(0);
  failure = $state.raw<Failure | undefined>(undefined);
  /** The position of the focused row, from 0; -1 before a row has the focus. */
  position = $state(-1);
  /** The source of the grid. Another source with the same key makes the grid read the visible rows again. */
  source: RowSource<ReviewLine> = $state.raw(NOTHING);
  /** The row that changed last: the grid shows it before it reads anything again. */
  changed = $state.raw<ReviewRow | undefined>(undefined);
  readonly #api: Api;
  readonly #getReview: () => OneReview | undefined;
  /** The last pages that were read. */
  #pages: readonly ReadPage[] = [];
  /** The last row that was found: it is known before its page is read. */
  #found: FoundRow | undefined;
  #round = 0;

  constructor(api: Api, entry: () => OneReview | undefined) {
    this.#api = api;
    this.#getReview = entry;
  }

  /** Starts again for other files: from the top, unfiltered. */
  clear(): void {
    this.#pages = [];
    this.total = 0;
    this.isGrouped = false;
    this.changed = undefined;
    this.show('todas', '');
  }

  /** Applies another filter or search, from the top. */
  show(filter: Filter, text: string): void {
    this.filter = filter;
    this.text = text;
    this.position = -1;
    this.refresh();
  }

  /** Groups the rows by their problem, or shows them in the order of the file, from the top. */
  group(grouped: boolean): void {
    this.isGrouped = grouped;
    this.show(this.filter, this.text);
  }

  /** Makes the grid read the visible rows again. The previous rows stay until the new ones are here. */
  refresh(): void {
    this.#round += 1;
    this.source = this.#createSource();
  }

  /**
   * Finds the next row with an error (or a notice, or any row) after the row `after`, with its position; undefined when there is none. `after` 0
   * finds the first one; without `after` the search begins after the focused row. Clears the searched text when only that text hides such rows.
   */
  async findNext(sought: Filter, after = this.#findLast()): Promise<FoundRow | undefined> {
    const entry = this.#getReview();
    if (entry === undefined) return undefined;
    const search = (question: Question) =>
      this.#api.call('revision.siguiente', { ...entry, ...question, busca: sought, despues: after });
    try {
      const question = this.#question();
      let found = await search(question);
      if (found === null && question.texto !== '') {
        found = await search({ ...question, texto: '' });
        if (found !== null) this.show(this.filter, '');
      }
      this.#found = found ?? undefined;
      return this.#found;
    } catch (error) {
      this.failure = toFailure(error);
      return undefined;
    }
  }

  async findEqual(
    row: number,
    field: Field,
    list: Pick<MethodInput<'revision.iguales'>, 'listar' | 'limite'> = {},
  ): Promise<ReviewEquals> {
    const entry = this.#getReview();
    const none = { conArreglo: 0, conValor: 0 };
    if (entry === undefined) return none;
    try {
      return await this.#api.call('revision.iguales', { ...entry, fila: row, campo: field, ...list });
    } catch (error) {
      this.failure = toFailure(error);
      return none;
    }
  }

  /** The id of the focused row; for a heading, of the row before it; 0 when there is none. */
  #findLast(): number {
    const lines = [this.position, this.position - 1].map((position) => this.#rowAt(position));
    return Math.max(0, lines.find((one) => one !== undefined && one.estado !== 'grupo')?.id ?? 0);
  }

  #rowAt(position: number): ReviewLine | undefined {
    const page = this.#pages.find(({ desde, filas }) => position >= desde && position < desde + filas.length);
    return page?.filas[position - page.desde] ?? (this.#found?.posicion === position ? this.#found.fila : undefined);
  }

  #question(): Question {
    return { filtro: this.filter, texto: this.text, agrupadas: this.isGrouped };
  }

  /** A source for the current query. */
  #createSource(): RowSource<ReviewLine> {
    const round = this.#round;
    const question = this.#question();
    return {
      clave: JSON.stringify([this.#getReview()?.revision, question]),
      read: async (from, howMany) => {
        try {
          const read = await this.#readPage(question, from, howMany);
          if (round === this.#round) {
            this.#pages = [{ desde: from, ...read }, ...this.#pages.slice(0, MAX_REMEMBERED)];
            this.total = read.total ?? 0;
            this.position = Math.min(this.position, this.total - 1);
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

/** Whether a fix also changes the other rows with the same problem. The box is ticked by itself once at most, and never after the person chose. */
export class OthersState {
  are = $state(false);
  /** The rows that the person unticked. */
  unticked = $state.raw<readonly number[]>([]);
  #isTouched = false;

  /** The person ticks or clears the box. */
  choose(also: boolean): void {
    this.are = also;
    this.unticked = [];
    this.#isTouched = true;
  }

  /** The person ticks or unticks one of the other rows. */
  tick(row: number, isTicked: boolean): void {
    this.unticked = isTicked ? this.unticked.filter((one) => one !== row) : [...this.unticked, row];
  }

  /** Ticks the box unless the person chose already, or wrote another value. */
  propose(): void {
    if (this.#isTouched) return;
    this.#isTouched = true;
    this.are = true;
  }

  /** The person writes another value. `fromRule` and `toRule`: whether the proposal stood in the field before, and stands in it now. */
  write(fromRule: boolean, toRule: boolean): void {
    // The proposal and a typed value are for different rows.
    if (fromRule !== toRule) this.forget();
  }

  forget(): void {
    this.choose(false);
  }
}
