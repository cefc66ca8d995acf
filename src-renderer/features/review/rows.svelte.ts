import type { MethodInput } from '#contract/inputs.ts';
import type { ReviewRow, ReviewGroup, ReviewEquals } from '#contract/revision.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { RowSource, RowsPage } from '../../ui/grid/types.ts';
import type { Field } from './fields.ts';

export type Filter = 'todas' | 'error' | 'aviso';
/** A review and its account; without `cuenta`, the core takes the default account. */
export type OneReview = { readonly cuenta: string | undefined; readonly revision: string };
/** A line of the grid: a row, or the heading of rows with the same problem. */
export type ReviewLine = ReviewRow | ReviewGroup;
type Page = RowsPage<ReviewLine>;
type ReadPage = Page & { readonly desde: number };
type FoundRow = { readonly posicion: number; readonly fila: ReviewRow };

type Question = { readonly filtro: Filter; readonly texto: string; readonly agrupadas: boolean };

/** Pages kept besides the last one, at most, to know the focused row. */
const MAX_REMEMBERED = 8;
/** The most lines that one call gives. */
const MAX_LINES = 500;
const NOTHING: RowSource<ReviewLine> = {
  clave: '',
  read: async () => ({ filas: [], total: 0 }),
};

/** The rows under review for a grid, read page by page. */
export class RowsState {
  filter: Filter = $state('todas');
  text = $state('');
  isGrouped = $state(false);
  total = $state(0);
  failure = $state.raw<Failure | undefined>(undefined);
  /** The position of the focused row, from 0; -1 before any row had the focus. */
  position = $state(-1);
  source: RowSource<ReviewLine> = $state.raw(NOTHING);
  /** The row that changed last, which the grid shows before it reads its page again. */
  changed = $state.raw<ReviewRow | undefined>(undefined);
  readonly #api: Api;
  readonly #getReview: () => OneReview | undefined;
  #pages: readonly ReadPage[] = [];
  /** The row that the last search found, before its page is read. */
  #found: FoundRow | undefined;
  #round = 0;

  constructor(api: Api, entry: () => OneReview | undefined) {
    this.#api = api;
    this.#getReview = entry;
  }

  clear(): void {
    this.#pages = [];
    this.total = 0;
    this.isGrouped = false;
    this.changed = undefined;
    this.show('todas', '');
  }

  show(filter: Filter, text: string): void {
    this.filter = filter;
    this.text = text;
    this.position = -1;
    this.refresh();
  }

  group(grouped: boolean): void {
    this.isGrouped = grouped;
    this.show(this.filter, this.text);
  }

  /** Makes the grid read its visible rows again; the old rows stay meanwhile. */
  refresh(): void {
    this.#round += 1;
    this.source = this.#createSource();
  }

  /**
   * Finds the next row (`sought`: with an error, with a notice, or any) and its position; undefined without one. Searches after the row `after` (0: from the
   * first row), by default after the focused row. Clears the searched text if the text alone hides such rows.
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

  /** The first row below a heading that is not left out. */
  async findFirstBelow({ id, filas: howMany }: ReviewGroup): Promise<ReviewRow | undefined> {
    const page = this.#pages.find(({ filas }) => filas.some((line) => line.id === id));
    if (page === undefined) return undefined;
    const first = page.desde + page.filas.findIndex((line) => line.id === id) + 1;
    try {
      for (let from = first; from < first + howMany; from += MAX_LINES) {
        const { filas } = await this.#readPage(this.#question(), from, MAX_LINES);
        const found = filas.find((line) => line.estado !== 'grupo' && line.estado !== 'omitida');
        if (found !== undefined && found.estado !== 'grupo') return found;
      }
    } catch (error) {
      this.failure = toFailure(error);
    }
    return undefined;
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

  /** The id of the focused row, or of the row above a focused heading; 0 without a row. */
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

/** Whether a fix also changes other rows with the same problem. The program ticks the checkbox at most once, and never after the person used it. */
export class OthersState {
  are = $state(false);
  unticked = $state.raw<readonly number[]>([]);
  #isTouched = false;

  choose(also: boolean): void {
    this.are = also;
    this.unticked = [];
    this.#isTouched = true;
  }

  tick(row: number, isTicked: boolean): void {
    this.unticked = isTicked ? this.unticked.filter((one) => one !== row) : [...this.unticked, row];
  }

  propose(): void {
    if (this.#isTouched) return;
    this.#isTouched = true;
    this.are = true;
  }

  /** Called when the person types. `fromRule` and `toRule`: whether the field had the proposed value before, and has it now. */
  write(fromRule: boolean, toRule: boolean): void {
    // Clears the checkbox, because a typed value applies to other rows than the proposal.
    if (fromRule !== toRule) this.forget();
  }

  forget(): void {
    this.choose(false);
  }
}
