import type { ExplainedCupon, PreviewDocument } from '#contract/explanations.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { ReviewChange, ReviewCorrected } from '#contract/revision.ts';
import type { Api, Tracking } from '../../api/api.ts';
import { Newest } from '../../shared/task.svelte.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { formatNumber, withText } from '../../ui/format.ts';
import type { RowSource } from '../../ui/grid/types.ts';
import { getKnownBy, type KnownBy } from '../review/fields.ts';
import type { RevisionState } from '../review/revision.svelte.ts';
import type { OneReview } from '../review/rows.svelte.ts';
import { changedFieldsOf, countForecast, type Forecast, type Values } from './rows.ts';

/** Causes that are shown with an example row, at most. */
const MOST_SAMPLES = 3;
/** Rows of a cause among which that example is looked for: it is one that the action for all changes. */
const MOST_LOOKED_AT = 50;

interface SentBefore {
  readonly areAllSent: boolean;
  readonly shown: 'omitir' | 'mandar' | undefined;
}
const NOT_SENT: SentBefore = { areAllSent: false, shown: undefined };

/** An undo step. `row`: a single fixed row as it was before. `together`: number of rows fixed at once. */
interface Step {
  readonly row?: ExplainedCupon | undefined;
  readonly together: number;
}

/** Rows with new values, their earlier corrections, and the number of fixable rows that the fix of all leaves out. */
interface RowsToUse {
  readonly rows: readonly ExplainedCupon[];
  readonly corrected: ReviewCorrected['valores'];
  readonly leftOut: number;
}

/** A forecast on screen. `of`: what it was made for; `samples`: a row of each of the first causes. */
export interface Shown extends Forecast {
  readonly of: string;
  readonly reenviar: boolean;
  readonly samples: readonly (ExplainedCupon | undefined)[];
}

type Asked = Omit<MethodInput<'explicaciones.previa'>, 'cuenta' | 'idioma' | 'revision' | 'archivos'>;
type Words = (howMany: { n: number; texto: string }) => string;
type Change = Promise<ReviewChange | undefined>;

export class PreviaState {
  /** Undefined until the first forecast; `isOld` says whether the rows changed since. */
  forecast = $state.raw<Shown | undefined>(undefined);
  readonly looking = new Newest();
  stopped = $state(false);
  /** The index of the cause whose rows are shown; undefined shows the rows without a cause. */
  cause = $state.raw<number | undefined>(undefined);
  chosen = $state.raw<ExplainedCupon | undefined>(undefined);
  source = $state.raw<RowSource<ExplainedCupon> | undefined>(undefined);
  total = $state<number | undefined>(undefined);
  /** The row just fixed or restored, which the grid shows before it reads the page again. */
  changed = $state.raw<ExplainedCupon | undefined>(undefined);
  mendedCount = $state(0);
  changedCount = $state(0);
  /** True when the last undo step was made here and can be undone here. */
  canUndo = $state(false);
  readonly isOld: boolean = $derived.by(
    () => this.forecast?.version !== this.review.summary?.version || this.forecast?.reenviar !== this.#isResending,
  );
  /** A text, which stays equal when rows change: new columns would build the grid again and lose the focus. */
  readonly knownBy: KnownBy = $derived.by(() => getKnownBy(this.review.summary?.campos ?? []));
  readonly review: RevisionState;
  readonly #api: Pick<Api, 'call'>;
  /** The undo steps of this step, oldest first. Rows fixed one by one stay in the grid, where the person can restore them. */
  #steps: readonly Step[] = [];
  /** Undone steps that can be redone, latest last. */
  #undone: readonly Step[] = [];
  #undoing: Promise<unknown> = Promise.resolve();
  readonly #getSent: () => SentBefore;

  constructor(api: Pick<Api, 'call'>, review: RevisionState, getSent: () => SentBefore = () => NOT_SENT) {
    this.#api = api;
    this.review = review;
    this.#getSent = getSent;
  }

  get #isResending(): boolean {
    return this.#getSent().shown === 'mandar';
  }
  /** True if an earlier upload sent all coupons and they are not sent again: the step shows their results instead of a forecast. */
  get areAllSent(): boolean {
    return this.#getSent().areAllSent;
  }
  /** True until the person chooses whether already sent rows are sent again. */
  get isUndecided(): boolean {
    return this.#getSent().shown === undefined;
  }

  /** Makes the forecast if rows, review, language or the choice about already sent rows changed since the last one. */
  async enter(): Promise<void> {
    if (this.forecast?.of !== this.#now) this.#forget();
    // The rows changed in the review step, so that a redo would repeat a change of that step.
    if (this.isOld) {
      this.#undone = [];
      await this.look();
    }
  }

  /** Makes the forecast for the current rows; the old one stays on screen meanwhile. */
  async look(): Promise<void> {
    const [of, reenviar] = [this.#now, this.#isResending];
    this.stopped = false;
    const seen = await this.looking.run(async (tracking) => {
      const { cupones: _, ...document } = await this.#ask({ limite: 1 }, tracking);
      const samples = await Promise.all(
        document.causas.slice(0, MOST_SAMPLES).map(async (_cause, causa) => {
          const { cupones } = await this.#ask({ causa, limite: MOST_LOOKED_AT }, tracking);
          return cupones.find((row) => row.arreglo !== undefined && row.aparte !== true) ?? cupones[0];
        }),
      );
      return { ...document, ...countForecast(document), of, reenviar, samples };
    });
    if (seen === undefined) return;
    this.forecast = seen;
    this.cause = undefined;
    this.#read();
  }

  stop(): void {
    this.looking.stop();
    this.stopped = true;
  }

  leave(): void {
    this.looking.stop();
    this.chosen = undefined;
  }

  /** Shows only the rows of a cause; undefined: the rows without a cause. */
  seeCause(cause: number | undefined): void {
    this.cause = cause;
    this.chosen = undefined;
    this.#read();
  }

  /** The row as it was before a fix in this step; undefined without a fix. */
  before({ id }: ExplainedCupon): ExplainedCupon | undefined {
    return id === undefined ? undefined : this.#mended.find((one) => one.id === id);
  }

  get #mended(): readonly ExplainedCupon[] {
    return this.#steps.flatMap(({ row }) => row ?? []);
  }

  /** Writes `values` into a row; by default the values that the processor reported. */
  async use(row: ExplainedCupon, values: Values | undefined = row.arreglo): Change {
    const { id } = row;
    if (id === undefined || values === undefined || Object.keys(values).length === 0) return undefined;
    const wordsOf = () => m.previa_dicho_usado({ fila: formatNumber(row.fila ?? 0) });
    return this.#change(this.review.use({ cambios: [{ fila: id, valores: values }] }), wordsOf, ({ fila }) => {
      this.#done({ row: this.before(row) === undefined ? row : undefined, together: 0 });
      this.#show(row, { ...row.cupon, ...fila?.valores });
    });
  }

  async putBack(row: ExplainedCupon): Change {
    const before = this.before(row);
    if (before?.id === undefined) return undefined;
    if (this.#steps.at(-1)?.row === before) return this.undo();
    const cambios = [{ fila: before.id, valores: valuesOf(before, row) }];
    return this.#change(this.review.use({ cambios }), m.se_deshizo, () => {
      this.#steps = this.#steps.map((step) => (step.row === before ? { together: 0 } : step));
      this.#done();
      this.#show(before, before.cupon);
    });
  }

  /** The rows among the first `most` of a cause that `useAll` would change; undefined: of rows without a cause. Throws when the core refuses. */
  async listToUse(causa: number | undefined, most: number): Promise<RowsToUse> {
    const filter: Asked = causa === undefined ? { solo: 'sin_causa' } : { causa };
    const { cupones } = await this.#ask({ ...filter, limite: most });
    const fixable = cupones.filter(
      ({ arreglo, certeza }) => arreglo !== undefined && (causa !== undefined || certeza === 'muy_probable'),
    );
    const rows = fixable.filter(({ aparte }) => aparte !== true);
    const filas = rows.flatMap(({ id }) => id ?? []);
    const { valores } = await this.#api.call('revision.corregidos', { ...this.#getOpen(), filas });
    return { rows, corrected: valores, leftOut: fixable.length - rows.length };
  }

  /** Writes the processor's values into the rows of a cause; undefined: into the very likely rows without a cause. Skips `leftOut`. */
  async useAll(causa: number | undefined, leftOut: readonly number[] = []): Change {
    const { version = null, reenviar } = this.forecast ?? {};
    if (version === null) return undefined;
    const wordsOf: Words = (howMany) => m.previa_dicho_cambiadas({ filas: m.n_filas(howMany) });
    return this.#change(this.review.use({ version, causa, reenviar, salvo: [...leftOut] }), wordsOf, ({ cambiadas }) =>
      this.#done({ together: cambiadas }),
    );
  }

  async leaveOut({ id }: ExplainedCupon): Change {
    return id === undefined ? undefined : this.#leaveOut([id]);
  }

  /** Leaves all rows of a cause out of the upload, as one undo step. */
  async leaveOutAll(causa: number): Change {
    const { version = null, reenviar = false } = this.forecast ?? {};
    return version === null ? undefined : this.#leaveOut({ version, causa, reenviar });
  }

  #leaveOut(rows: Parameters<RevisionState['leaveOut']>[0]): Change {
    return this.#change(this.review.leaveOut(rows, true), m.filas_dicho_omitidas, () => this.#done());
  }

  /** Undoes the last change of this step, but no change of the review step. */
  async undo(): Change {
    return this.#inTurn(() => this.#undoLast(), m.se_deshizo);
  }

  async redo(): Change {
    return this.#inTurn(() => this.#redoLast(), m.filas_dicho_rehecho);
  }

  #inTurn(work: () => Change, words: Words): Change {
    const turn = this.#undoing.then(work);
    this.#undoing = turn;
    return this.#change(turn, words, () => undefined);
  }

  /** Waits for a running undo or redo, then gives the row as it is, for a key that was pressed meanwhile. */
  async afterUndo(row: ExplainedCupon): Promise<ExplainedCupon> {
    const before = this.before(row);
    await this.#undoing;
    return this.before(row) === undefined ? (before ?? row) : row;
  }

  async #undoLast(): Change {
    const last = this.#steps.at(-1);
    const done = last && (await this.review.undo());
    if (last === undefined || done === undefined || done.cambiadas === 0) return undefined;
    this.#undone = [...this.#undone, last];
    this.#keep(this.#steps.slice(0, -1));
    // The grid may have read the fixed row, which has no proposal: shows the earlier row until the grid reads again.
    if (last.row !== undefined) this.#show(last.row, last.row.cupon);
    return done;
  }

  async #redoLast(): Change {
    const last = this.#undone.at(-1);
    const done = last && (await this.review.redo());
    if (last === undefined || done === undefined || done.cambiadas === 0) return undefined;
    this.#undone = this.#undone.slice(0, -1);
    this.#keep([...this.#steps, last]);
    if (last.row !== undefined) this.#show(last.row, { ...last.row.cupon, ...done.fila?.valores });
    return done;
  }

  /** Announces a change and its number of rows. Makes the forecast again, also when the core refused because the rows had changed. */
  async #change(change: Change, words: Words, onDone: (done: ReviewChange) => void): Change {
    const done = await change;
    if (done !== undefined) {
      onDone(done);
      this.review.said = words(withText(done.cambiadas));
    }
    if (done !== undefined || this.review.failure?.code === 'REVISION_CAMBIADA') await this.look();
    return done;
  }

  #done(step: Step = { together: 0 }): void {
    this.#undone = [];
    this.#keep([...this.#steps, step]);
  }

  #keep(steps: readonly Step[]): void {
    this.#steps = steps;
    this.canUndo = steps.length > 0;
    this.mendedCount = this.#mended.length;
    this.changedCount = steps.reduce((sum, { together }) => sum + together, this.mendedCount);
  }

  #show(row: ExplainedCupon, cupon: ExplainedCupon['cupon']): void {
    this.changed = { ...row, cupon };
    if (this.chosen?.id === row.id) this.chosen = this.changed;
  }

  #forget(): void {
    this.#undone = [];
    this.#keep([]);
    this.forecast = undefined;
    this.source = undefined;
    this.total = undefined;
    this.chosen = undefined;
  }

  /** Gives the grid a new source; with an equal key, the grid reads its page again and keeps its scroll position. */
  #read(): void {
    const { cause, forecast } = this;
    const mended = this.#mended.flatMap(({ id }) => id ?? []).slice(-1000);
    const filter: Asked = this.areAllSent
      ? { solo: 'enviadas' }
      : cause === undefined
        ? {
            solo: forecast?.causas.length === 0 ? 'no_conciliarian' : 'sin_causa',
            ids: mended.length === 0 ? undefined : mended,
          }
        : { causa: cause };
    this.source = {
      clave: `${forecast?.of ?? ''} ${cause === undefined ? '' : String(cause)}`,
      read: async (from, limit) => {
        const { cupones, total } = await this.#ask({ ...filter, desde: from, limite: limit });
        this.total = total;
        this.chosen = cupones.find(({ id }) => id === this.chosen?.id) ?? this.chosen;
        return { filas: cupones, total };
      },
    };
  }

  async #ask(asked: Asked, tracking: Tracking = {}): Promise<PreviewDocument> {
    return this.#api.call(
      'explicaciones.previa',
      { ...this.#getOpen(), idioma: getLocale(), reenviar: this.#isResending, ...asked },
      tracking,
    );
  }

  get #now(): string {
    return `${this.review.open?.revision ?? ''} ${getLocale()}`;
  }

  #getOpen(): OneReview {
    const { open } = this.review;
    if (open === undefined) throw new Error('Nothing is under review');
    return open;
  }
}

/** The old values of the changed fields; empty text for a field without a value. */
const valuesOf = (before: ExplainedCupon, now: ExplainedCupon): Values =>
  Object.fromEntries(changedFieldsOf(before, now).map((field) => [field, before.cupon[field] ?? '']));
