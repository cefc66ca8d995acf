/** The forecast. Longer than 300 lines because a change affects the forecast, the rows that keep their place, and the undo steps. */
import type { ExplainedCupon, PreviewDocument } from '#contract/explanations.ts';
import type { ReviewChange } from '#contract/revision.ts';
import { Failure, toFailure } from '../../api/failure.ts';
import type { Api, Tracking } from '../../api/api.ts';
import { Newest } from '../../shared/task.svelte.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { formatNumber, withText } from '../../ui/format.ts';
import type { RowSource } from '../../ui/grid/types.ts';
import { getKnownBy, type KnownBy } from '../review/fields.ts';
import type { RevisionState } from '../review/revision.svelte.ts';
import type { OneReview } from '../review/rows.svelte.ts';
import { listIdsOfCause, listRowsToUse, type Asked, type RowsToUse } from './read-rows.ts';
import { changedFieldsOf, createMended, type Forecast, type Values } from './rows.ts';

/** The number of causes that are shown with an example row. */
const MOST_SAMPLES = 3;

interface SentBefore {
  readonly areAllSent: boolean;
  readonly shown: 'omitir' | 'mandar' | undefined;
}
const NOT_SENT: SentBefore = { areAllSent: false, shown: undefined };

/** An undo step: the ids of the rows fixed one by one, and how many rows were fixed together. */
interface Step {
  readonly ids: readonly number[];
  readonly together: number;
}

type Words = (howMany: { n: number; texto: string }) => string;

export class PreviaState {
  /** Undefined until the first forecast. `isOld` says whether the rows changed since. */
  forecast = $state.raw<Forecast | undefined>(undefined);
  samples = $state.raw<readonly (ExplainedCupon | undefined)[]>([]);
  readonly looking = new Newest();
  failure = $state.raw<Failure | undefined>(undefined);
  stopped = $state(false);
  /** The index of the cause whose rows are shown; undefined shows the rows that are in no cause. */
  cause = $state.raw<number | undefined>(undefined);
  chosen = $state.raw<ExplainedCupon | undefined>(undefined);
  source = $state.raw<RowSource<ExplainedCupon> | undefined>(undefined);
  total = $state<number | undefined>(undefined);
  /** The row that was just fixed or restored. The grid shows it at once, before it reads the page again. */
  changed = $state.raw<ExplainedCupon | undefined>(undefined);
  mendedCount = $state(0);
  /** How many rows were fixed in this step, one by one or together. */
  changedCount = $state(0);
  /** True when the last undo step was made here and can be undone here. */
  canUndo = $state(false);
  isLeavingOut = $state(false);
  readonly isOld: boolean = $derived.by(
    () => this.forecast?.version !== this.#review.summary?.version || this.#isOfResending !== this.#isResending,
  );
  /** Text instead of an object, so that it stays equal when rows change: new columns would build the grid again, and the focus would be lost. */
  readonly knownBy: KnownBy = $derived.by(() => getKnownBy(this.#review.summary?.campos ?? []));
  readonly #api: Pick<Api, 'call'>;
  readonly #review: RevisionState;
  /** The rows fixed one by one, as they were before. They stay in the grid, where the person can restore them. */
  readonly #mended = createMended();
  /** The undo steps of this step, oldest first. */
  #steps: readonly Step[] = [];
  /** The undone steps that can be redone, the latest last. `rows`: the rows fixed one by one, as they were before the fix. */
  #undone: readonly { readonly rows: readonly ExplainedCupon[]; readonly together: number }[] = [];
  /** Settles when the running undo or redo has ended. */
  #undoing: Promise<unknown> = Promise.resolve();
  #of: string | undefined;
  #isOfResending = $state(false);

  readonly #getSent: () => SentBefore;

  constructor(api: Pick<Api, 'call'>, review: RevisionState, getSent: () => SentBefore = () => NOT_SENT) {
    this.#api = api;
    this.#review = review;
    this.#getSent = getSent;
  }

  get #isResending(): boolean {
    return this.#getSent().shown === 'mandar';
  }
  /** True if all coupons were sent before and will not be sent again: the step shows their results instead of a forecast. */
  get areAllSent(): boolean {
    return this.#getSent().areAllSent;
  }
  /** True while the person has not chosen whether rows that were sent before are sent again. */
  get isUndecided(): boolean {
    return this.#getSent().shown === undefined;
  }

  /** Makes the forecast if the rows, the review, the language or the choice about rows that were sent before changed since the last forecast. */
  async enter(): Promise<void> {
    if (this.#of !== this.#now) this.#forget();
    // The rows changed in the review step: the next redo would be a change of that step.
    if (this.isOld) this.#undone = [];
    if (this.forecast === undefined || this.isOld) await this.look();
  }

  /** Makes the forecast for the present rows. The previous forecast stays on screen meanwhile. */
  async look(): Promise<void> {
    this.#of = this.#now;
    this.failure = undefined;
    this.stopped = false;
    const isResending = this.#isResending;
    const seen = await this.looking.run(async (tracking) => {
      const { cupones: _, ...forecast } = await this.#ask({ limite: 1 }, tracking);
      const samples = await Promise.all(
        forecast.causas.slice(0, MOST_SAMPLES).map(async (_cause, cause) => {
          const { cupones } = await this.#ask({ causa: cause, limite: 1 }, tracking);
          return cupones[0];
        }),
      );
      return { forecast, samples };
    });
    if (seen === undefined) {
      this.failure = this.looking.failure;
      return;
    }
    this.forecast = seen.forecast;
    this.#isOfResending = isResending;
    this.samples = seen.samples;
    // The index of the chosen cause was valid only for the previous forecast.
    this.cause = undefined;
    this.#read();
  }

  /** Stops a running forecast; the previous one stays. */
  stop(): void {
    this.looking.stop();
    this.stopped = true;
  }

  leave(): void {
    this.looking.stop();
    this.chosen = undefined;
  }

  /** Shows only the rows of a cause; for undefined, the rows that are in no cause. */
  seeCause(cause: number | undefined): void {
    this.cause = cause;
    this.chosen = undefined;
    this.#read();
  }

  /** The row before it was fixed in this step; undefined when it was not fixed. */
  before(row: ExplainedCupon): ExplainedCupon | undefined {
    return row.id === undefined ? undefined : this.#mended.get(row.id);
  }

  /** Puts the values that the processor reported in a row. `values`: other values to put. */
  async use(row: ExplainedCupon, values: Values | undefined = row.arreglo): Promise<ReviewChange | undefined> {
    const { id } = row;
    if (id === undefined || values === undefined || Object.keys(values).length === 0) return undefined;
    const done = await this.#review.use({ cambios: [{ fila: id, valores: values }] });
    if (done === undefined) return undefined;
    this.#mended.set(id, this.before(row) ?? row);
    this.#done([id]);
    this.#show(row, { ...row.cupon, ...done.fila?.valores });
    void this.look();
    return this.#say(done, () => m.previa_dicho_usado({ fila: formatNumber(row.fila ?? 0) }));
  }

  async putBack(row: ExplainedCupon): Promise<ReviewChange | undefined> {
    const before = this.before(row);
    const last = this.#steps.at(-1);
    if (before?.id === undefined) return undefined;
    const isLast = last?.ids.length === 1 && last.ids[0] === before.id;
    const done = isLast
      ? await this.#review.undo()
      : await this.#review.use({ cambios: [{ fila: before.id, valores: valuesOf(before, row) }] });
    if (done === undefined) return undefined;
    if (isLast) this.#takeBack();
    else {
      this.#mended.delete(before.id);
      this.#done([]);
      this.#show(before, before.cupon);
    }
    void this.look();
    return this.#say(done, m.se_deshizo);
  }

  /** The first rows that `useAll` would change. Throws when the core refuses. */
  listToUse(cause: number | undefined, most: number): Promise<RowsToUse> {
    return listRowsToUse({ ask: (asked) => this.#ask(asked), api: this.#api, open: this.#getOpen() }, cause, most);
  }

  /** Puts the values that the processor reported in the rows of a cause or, for undefined, in the very likely rows of no cause. Skips `leftOut`. */
  async useAll(cause: number | undefined, leftOut: readonly number[] = []): Promise<ReviewChange | undefined> {
    const { forecast } = this;
    if (forecast === undefined || forecast.version === null) return undefined;
    const salvo = leftOut.length === 0 ? {} : { salvo: [...leftOut] };
    const done = await this.#review.use({
      version: forecast.version,
      causa: cause,
      reenviar: this.#isOfResending,
      ...salvo,
    });
    if (done === undefined) return undefined;
    this.#done([], done.cambiadas);
    await this.look();
    return this.#say(done, (howMany) => m.previa_dicho_cambiadas({ filas: m.n_filas(howMany) }));
  }

  async leaveOut({ id }: ExplainedCupon): Promise<ReviewChange | undefined> {
    return id === undefined ? undefined : this.#leaveOut([id]);
  }

  /** Excludes all rows of a cause from the upload, as one undo step. */
  async leaveOutAll(cause: number): Promise<ReviewChange | undefined> {
    this.failure = undefined;
    this.isLeavingOut = true;
    try {
      const ids = await this.#idsOf(cause);
      if (ids !== undefined) return await this.#leaveOut(ids);
      // The rows changed meanwhile, and the index may now belong to another cause: leaves nothing out and makes the forecast again.
      await this.look();
      this.failure ??= new Failure({ code: 'REVISION_CAMBIADA', message: '' });
    } catch (error) {
      this.failure = toFailure(error);
    } finally {
      this.isLeavingOut = false;
    }
    return undefined;
  }

  async #leaveOut(ids: readonly number[]): Promise<ReviewChange | undefined> {
    const done = await this.#review.leaveOut([...ids], true);
    if (done === undefined) return undefined; // its failure is in the review
    this.#done([]);
    await this.look();
    return this.#say(done, m.filas_dicho_omitidas);
  }

  /** Undoes the last change of this step. Changes of the review step are undone there. */
  async undo(): Promise<ReviewChange | undefined> {
    return this.#inTurn(() => this.#undoLast(), m.se_deshizo);
  }

  async redo(): Promise<ReviewChange | undefined> {
    return this.#inTurn(() => this.#redoLast(), m.filas_dicho_rehecho);
  }

  async #inTurn(work: () => Promise<ReviewChange | undefined>, words: Words): Promise<ReviewChange | undefined> {
    const turn = this.#undoing.then(work);
    this.#undoing = turn;
    const done = await turn;
    if (done === undefined) return undefined;
    await this.look();
    return this.#say(done, words);
  }

  /** Waits for a running undo or redo, then gives the row's present state: a key pressed meanwhile acts on that. */
  async afterUndo(row: ExplainedCupon): Promise<ExplainedCupon> {
    const before = this.before(row);
    await this.#undoing;
    return this.before(row) === undefined ? (before ?? row) : row;
  }

  async #undoLast(): Promise<ReviewChange | undefined> {
    if (this.#steps.length === 0) return undefined;
    const done = await this.#review.undo();
    if (done === undefined || done.cambiadas === 0) return undefined;
    this.#takeBack();
    return done;
  }

  /** Called when the review undid the last step: its rows are no longer fixed. */
  #takeBack(): void {
    const { ids, together } = this.#steps.at(-1) ?? { ids: [], together: 0 };
    const rows = ids.flatMap((id) => this.#mended.get(id) ?? []);
    for (const before of rows) {
      this.#mended.delete(before.id ?? 0);
      // The grid may already have read the fixed row, which has no proposal: shows the row before until it reads again.
      this.#show(before, before.cupon);
    }
    this.#undone = [...this.#undone, { rows, together }];
    this.#keep(this.#steps.slice(0, -1));
  }

  async #redoLast(): Promise<ReviewChange | undefined> {
    const last = this.#undone.at(-1);
    if (last === undefined) return undefined;
    const done = await this.#review.redo();
    if (done === undefined || done.cambiadas === 0) return undefined;
    this.#undone = this.#undone.slice(0, -1);
    for (const before of last.rows) {
      this.#mended.set(before.id ?? 0, before);
      this.#show(before, { ...before.cupon, ...done.fila?.valores });
    }
    this.#keep([...this.#steps, { ids: last.rows.flatMap(({ id }) => id ?? []), together: last.together }]);
    return done;
  }

  /** Has screen readers announce a change and the number of its rows. */
  #say(done: ReviewChange, words: Words): ReviewChange {
    this.#review.said = words(withText(done.cambiadas));
    return done;
  }

  #done(ids: readonly number[], together = 0): void {
    this.#undone = [];
    this.#keep([...this.#steps, { ids, together }]);
  }

  #keep(steps: readonly Step[]): void {
    this.#steps = steps;
    this.canUndo = steps.length > 0;
    this.mendedCount = this.#mended.size;
    this.changedCount = steps.reduce((sum, { together }) => sum + together, this.mendedCount);
  }

  #show(row: ExplainedCupon, cupon: ExplainedCupon['cupon']): void {
    this.changed = { ...row, cupon };
    if (this.chosen?.id === row.id) this.chosen = this.changed;
  }

  #forget(): void {
    this.#mended.clear();
    this.#undone = [];
    this.#keep([]);
    this.forecast = undefined;
    this.source = undefined;
    this.total = undefined;
    this.chosen = undefined;
  }

  async #idsOf(cause: number): Promise<readonly number[] | undefined> {
    const version = this.forecast?.version;
    const isSame = (page: PreviewDocument): boolean =>
      page.version === version && !this.isOld && this.#of === this.#now;
    return listIdsOfCause((asked) => this.#ask(asked), cause, isSame);
  }

  /** Gives the grid a new source. With the same key, the grid reads its page again and keeps its place. */
  #read(): void {
    const { cause, forecast } = this;
    const hasCauses = (forecast?.causas.length ?? 0) > 0;
    const mended = [...this.#mended.keys()].slice(-1000);
    const filter: Asked = this.areAllSent
      ? { solo: 'enviadas' }
      : cause === undefined
        ? { solo: hasCauses ? 'sin_causa' : 'no_conciliarian', ids: mended.length === 0 ? undefined : mended }
        : { causa: cause };
    this.source = {
      clave: `${this.#of ?? ''} ${cause === undefined ? '' : String(cause)}`,
      read: async (from, limit) => {
        const { cupones, total } = await this.#ask({ ...filter, desde: from, limite: limit });
        this.total = total;
        // Replaces the row in the panel with the row of the new forecast.
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

  /** Identifies what a forecast is made for: the review, and the language of the sentences. */
  get #now(): string {
    return `${this.#review.open?.revision ?? ''} ${getLocale()}`;
  }

  #getOpen(): OneReview {
    const { open } = this.#review;
    if (open === undefined) throw new Error('Nothing is under review');
    return open;
  }
}

/** The previous values of the changed fields; empty text for a field that had no value. */
const valuesOf = (before: ExplainedCupon, now: ExplainedCupon): Values =>
  Object.fromEntries(changedFieldsOf(before, now).map((field) => [field, before.cupon[field] ?? '']));
