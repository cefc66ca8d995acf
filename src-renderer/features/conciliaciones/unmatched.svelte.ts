/** The queue of unmatched coupons. Longer than 300 lines because choosing, checking, filtering and deciding change each other. */
import type { StatedCause } from '#contract/explanations.ts';
import type { PendingCupon, UnreconciledDocument } from '#contract/home.ts';
import type { Shared } from '../../shared/context.ts';
import { Ask } from '../../shared/task.svelte.ts';
import { addUp } from '../../ui/format.ts';
import { toShownList } from '../../ui/grid/paper.ts';
import type { ChosenColumn, Order, RowSource } from '../../ui/grid/types.ts';
import type { Tracking } from '../../api/api.ts';
import type { Decided } from '../explanations/decide.svelte.ts';
import { ExplanationsState, isSameCause, sayCausePart } from '../explanations/explanations.svelte.ts';
import {
  differencesOf,
  isSamePlace,
  isSameRow,
  isShownBy,
  byCertainty,
  lookUp,
  QUEUE_PARTS,
  setOf,
  type QueueRow,
  type Queued,
  type QueueFilter,
  type UploadedRow,
} from '../explanations/queue.ts';
import { getReportName, nameOfRead } from '#domain/texts/language.ts';
import { getLanguage } from '../../ui/language.ts';
import { m } from '../../paraglide/messages.js';
import { getConciliacionName, nameConciliaciones } from '../sending/core-texts.ts';
import { sortRows, countEach, isWithin, QUEUE_FIELDS, partOf, type RowFilter, getQueueColumns } from './queue-rows.ts';
import { haveSheets } from './columns.ts';
import { StoreNames } from './store-names.svelte.ts';

/** Coupons for one decision: the checked ones, or those of a systematic cause that are still to do. */
interface Several {
  readonly cupones: readonly PendingCupon[];
  readonly causa: StatedCause | undefined;
}

const rowOf = ({ conciliacion, nLectura, archivo, operacion }: PendingCupon): QueueRow => ({
  conciliacion,
  n: nLectura,
  archivo,
  fila: operacion.fila,
  cupon: operacion,
});

/** The unmatched coupons of all reconciliations on this PC, with filter, checked coupons and the coupon in the panel. */
export class UnreconciledState extends Ask<UnreconciledDocument> {
  order = $state.raw<Order | undefined>(undefined);
  /** The coupon in the panel, which hides the panel of the checked coupons. */
  chosen = $state.raw<PendingCupon | undefined>(undefined);
  /** The cause whose coupons alone are shown, as long as the explanations have it. */
  cause = $state.raw<StatedCause | undefined>(undefined);
  several = $state.raw<Several | undefined>(undefined);
  /** Counts how often the queue moved to another coupon by itself; the screen then moves the focus. */
  moves = $state(0);
  readonly explanations: ExplanationsState;
  #ver = $state<QueueFilter>('to_do');
  readonly #withSheets = $derived(haveSheets(this.document?.filas ?? []));
  readonly columns: ReturnType<typeof getQueueColumns> = $derived(
    getQueueColumns({
      withSheets: this.#withSheets,
      withFiles: setOf((this.document?.filas ?? []).map(({ archivo }) => archivo)).size > 1,
      withDecisions: this.#ver !== 'to_do',
      queuedOf: (cupon) => this.queuedOf(cupon),
      differenceOf: (cupon) => this.#differences.get(cupon),
      isChecked: (cupon) => this.isChecked(cupon),
      onCheck: (cupon, isIn) => this.check(cupon, isIn),
      howMany: () =>
        this.#checked.size === 0 ? 'none' : this.rows.every((one) => this.isChecked(one)) ? 'all' : 'some',
      onCheckAll: (isIn) => this.checkAll(isIn),
    }),
  );
  #filter = $state.raw<RowFilter>({});
  #names = $state.raw<Readonly<Record<string, string>>>({});
  /** A newer list, which waits while the person decides, so that no row moves. */
  newer = $state.raw<UnreconciledDocument | undefined>(undefined);
  readonly #known = $derived.by(() => {
    const isThere = this.explanations.overview !== undefined;
    return lookUp(this.document?.filas ?? [], (one) => (isThere ? this.queuedOf(one) : undefined));
  });
  /** True once the decisions are known, and for an empty list: before, every coupon would count as still to do. */
  readonly isExplained = $derived.by(
    () => this.explanations.overview !== undefined || this.document?.filas.length === 0,
  );
  readonly #place = $derived.by(() => {
    const { cause } = this;
    const causes = this.explanations.overview?.causas ?? [];
    return cause === undefined ? -1 : causes.findIndex((one) => isSameCause(one, cause));
  });
  readonly chosenCause = $derived.by(() => this.explanations.overview?.causas[this.#place]);
  readonly #inQueue = $derived.by(() =>
    [...this.#known]
      .map(([cupon, queued]) => {
        const { fecha_venta: date = '', importe = '', establecimiento = '' } = cupon.operacion;
        return { cupon, queued, fecha: date, importe, comercio: this.stores.nameOf(establecimiento) };
      })
      .toSorted(byCertainty),
  );
  /** True when nothing is left to do about the cause that the person chose. */
  readonly isCauseDone = $derived.by(
    () => this.cause !== undefined && this.chosenCause === undefined && !this.explanations.preparing.isBusy,
  );
  /** The systematic causes of the coupons that the filters show, each with the number and the amount of these coupons. */
  readonly causes = $derived.by((): readonly StatedCause[] =>
    (this.explanations.overview?.causas ?? []).flatMap((cause, place) => {
      const own = this.#toDoOf(place);
      const importe = addUp(own.map(({ operacion }) => operacion.importe ?? '')).total;
      return own.length === 0
        ? []
        : [{ ...cause, texto: sayCausePart(cause, own.length), cupones: own.length, importe }];
    }),
  );
  readonly #narrowed = $derived.by(() => {
    // An undone decision takes its coupon to the panel before the coupon is explained again, and so in its cause.
    const isOfCause = ({ cupon, queued }: { cupon: PendingCupon; queued: Queued | undefined }): boolean =>
      this.#place === -1 || queued?.causa === this.#place || cupon === this.chosen;
    return this.#inQueue.filter((row) => isOfCause(row) && isWithin(this.#filter, row)).map(({ cupon }) => cupon);
  });
  readonly choices = $derived.by(() => {
    const rows = this.#inQueue.filter(({ queued }) => isShownBy(this.#ver, queued));
    return lookUp(QUEUE_FIELDS, (field) => countEach(rows, field));
  });
  /** The file of a coupon, with its sheet if a row number alone identifies no coupon. */
  fileOf({ archivo, hoja }: PendingCupon): string | null {
    return archivo === null || !this.#withSheets ? archivo : nameOfRead(archivo, hoja, getLanguage());
  }

  nameOf(conciliacion: string): string {
    return this.#names[conciliacion] ?? getConciliacionName({ id: conciliacion });
  }

  /** The shown coupons, and the coupon in the panel even after a decision took it out of the filter. */
  readonly #shown = $derived.by(() =>
    this.#narrowed.filter((one) => one === this.chosen || isShownBy(this.#ver, this.#known.get(one))),
  );
  readonly #differences = $derived.by(() => differencesOf(this.#shown, (one) => this.#known.get(one)));
  readonly rows = $derived.by(() => sortRows(this.#shown, this.columns, this.order));
  readonly counts = $derived.by((): Readonly<Record<QueueFilter, number>> => {
    const count = (filter: QueueFilter): number =>
      this.#narrowed.filter((cupon) => isShownBy(filter, this.#known.get(cupon))).length;
    return {
      to_do: count('to_do'),
      waiting: count('waiting'),
      decided: count('decided'),
      to_look_again: count('to_look_again'),
      claims: count('claims'),
      replaced: count('replaced'),
      all: this.#narrowed.length,
    };
  });
  /** Set when the core listed only some coupons; all figures of the screen are then about the listed ones. */
  readonly part = $derived(this.document && partOf(this.document));
  /** Number and amount of the coupons still to do, regardless of the filter. When the core listed all coupons, rail and *Inicio* show the same number. */
  readonly work = $derived.by(() => {
    const own = this.#inQueue.filter(({ queued }) => isShownBy('to_do', queued));
    return {
      cupones: own.length,
      importe: addUp(own.map(({ importe }) => importe)).total,
      conciliaciones: setOf(own.map(({ cupon }) => cupon.conciliacion)).size,
    };
  });
  /**
   * The filter that shows the coupon of the last decision. Undefined if the list lacks the coupon, and while it is explained again, because its reason may
   * change.
   */
  readonly placeOfDone = $derived.by(() => {
    const { decide, preparing } = this.explanations;
    const found = decide.done?.cupon === undefined ? undefined : this.#rowOfUploaded(decide.done.cupon);
    const queued = found === undefined ? undefined : this.#known.get(found);
    if (found === undefined || queued === undefined || preparing.isBusy) return undefined;
    return {
      part: QUEUE_PARTS.find((one) => isShownBy(one, queued)) ?? 'all',
      queued,
      isNarrowedAway: !this.#narrowed.includes(found),
    };
  });
  readonly #checked = $derived(setOf(this.several?.cupones ?? []));
  /** The rows for the grid, all in memory; a change of the checked coupons makes the grid read them again. */
  readonly source = $derived.by((): RowSource<PendingCupon> => {
    const { rows, chosenCause } = this;
    void this.#checked;
    return {
      clave: JSON.stringify([this.#ver, this.#filter, chosenCause?.codigo, chosenCause?.valor]),
      read: (from, howMany) => Promise.resolve({ filas: rows.slice(from, from + howMany), total: rows.length }),
    };
  });
  readonly #age: number | 'todas';
  readonly stores: StoreNames;

  constructor({ api, decisions }: Pick<Shared, 'api' | 'decisions'>, account: string, age: number | 'todas') {
    super(api, account);
    this.#age = age;
    this.stores = new StoreNames(api, account);
    this.explanations = new ExplanationsState(api, account, {
      steps: decisions.of(account),
      goOn: (decided) => this.#goOn(decided),
      onPrepared: () => this.#uncheckUnlisted(),
    });
  }

  async read(screen: AbortSignal): Promise<void> {
    await this.ask(({ signal }) => this.#readList(signal), screen);
    this.newer = undefined;
    this.#takeUpNewList();
  }

  #readList(signal: AbortSignal): Promise<UnreconciledDocument> {
    const input = { cuenta: this.account, ...(this.#age === 'todas' ? {} : { edad: this.#age }) };
    return this.api.call('inicio.sin_conciliar', input, { signal });
  }

  /** Reads the list again after an upload got its result. The new list waits while a coupon is in the panel or checked, or a form is open. */
  async lookAgain(screen: AbortSignal): Promise<void> {
    if (this.document === undefined) return;
    // When the reading fails, the old list stays, below a note of the failure.
    const read = await this.run(({ signal }) => this.#readList(signal), screen);
    if (read === undefined) return;
    this.newer = read;
    const isDeciding = [this.chosen, this.several, this.explanations.decide.writing].some((one) => one !== undefined);
    if (!isDeciding) await this.showNewer(screen);
  }

  async showNewer(screen: AbortSignal): Promise<void> {
    this.document = this.newer ?? this.document;
    this.newer = undefined;
    this.#takeUpNewList();
    await this.explain(screen);
  }

  async #readNames(): Promise<void> {
    if (this.document === undefined || this.document.filas.length === 0) return;
    // When the reading fails, reconciliations keep their numbers as names.
    const known = await this.api.call('conciliaciones.conocidas', { cuenta: this.account }).catch(() => undefined);
    if (known !== undefined) this.#names = nameConciliaciones(known);
  }

  /** Finds the coupon in the panel and the checked coupons among the objects of a new list, and drops coupons that are gone. */
  #takeUpNewList(): void {
    const findAgain = (one: PendingCupon): PendingCupon | undefined => this.#rowOfUploaded(rowOf(one));
    const { chosen, several } = this;
    if (several !== undefined) this.#keepChecked(several.cupones.flatMap((one) => findAgain(one) ?? []));
    if (chosen !== undefined) void this.choose(findAgain(chosen)); // the panel shows a failure
    this.#uncheckUnlisted();
    const numbers = this.document?.filas.map(({ operacion }) => operacion.establecimiento ?? '') ?? [];
    void this.stores.read(numbers); // without names, stores keep their numbers
    void this.#readNames(); // without names, reconciliations keep their numbers
  }

  /** Unchecks coupons that are no longer on screen, because a person must see what a decision is about. */
  #uncheckUnlisted(): void {
    const listed = setOf(this.rows);
    this.#uncheck((one) => !listed.has(one));
  }

  /** The filter of the queue. A new filter unchecks all coupons, and closes the panel if it hides the panel's coupon. */
  get ver(): QueueFilter {
    return this.#ver;
  }
  set ver(filter: QueueFilter) {
    this.#ver = filter;
    this.several = undefined;
    const { chosen } = this;
    if (chosen !== undefined && !isShownBy(filter, this.#known.get(chosen))) void this.choose(undefined); // choosing nothing makes no call
  }

  get filter(): RowFilter {
    return this.#filter;
  }
  set filter(filter: RowFilter) {
    this.#filter = filter;
    this.several = undefined;
  }

  /** Writes the shown coupons as a workbook. `which`: the filter in words; `chosen`: the columns as the person arranged them. */
  async writeWorkbook(which: string, chosen: readonly ChosenColumn[], tracking: Tracking): Promise<string> {
    const { chosenCause: cause, rows } = this;
    // Leaves out sales with a future date, which would widen the period in the workbook's name.
    const days = rows.flatMap(({ dias, operacion }) => (dias === null ? [] : (operacion.fecha_venta ?? []))).toSorted();
    const [from, to] = [days[0], days.at(-1)];
    const exported = getReportName({
      what: 'sin-conciliar',
      cuenta: this.account ?? '',
      dias: from === undefined || to === undefined ? undefined : { desde: from, hasta: to },
      ...(cause === undefined ? {} : { nombre: cause.valor }),
    });
    const { exportado } = await this.api.call(
      'explicaciones.exportar',
      {
        cuenta: this.account,
        exportar: exported,
        cupones: rows.map((cupon) => this.#nameOf(cupon)),
        cuales: [
          this.part === undefined ? which : `${which} · ${m.cola_parte(this.part)}`,
          ...Object.values(this.#filter),
          ...(cause === undefined ? [] : [sayCausePart(cause, rows.length)]),
        ],
        pantalla: toShownList({ columns: this.columns, chosen }, rows),
      },
      tracking,
    );
    return exportado;
  }

  #nameOf(cupon: PendingCupon) {
    const { conciliacion, n, archivo, fila } = rowOf(cupon);
    return { conciliacion, n: this.#known.get(cupon)?.place.n ?? n, archivo, fila };
  }

  isChecked(cupon: PendingCupon): boolean {
    return this.#checked.has(cupon);
  }

  check(cupon: PendingCupon, isIn: boolean): void {
    const others = (this.several?.cupones ?? []).filter((one) => one !== cupon);
    this.decideAbout(isIn ? [...others, cupon] : others);
  }

  checkAll(isIn: boolean): void {
    this.decideAbout(isIn ? this.rows : []);
  }

  /** Opens the form for a decision about many coupons, and checks them. */
  decideAbout(cupones: readonly PendingCupon[], cause?: StatedCause): void {
    void this.choose(undefined); // choosing nothing makes no call, so it cannot fail
    this.several = cupones.length === 0 ? undefined : { cupones, causa: cause };
  }

  /** The coupons of the cause at `place` that the filters show and that are still to do. */
  #toDoOf(place: number): readonly PendingCupon[] {
    return this.#inQueue
      .filter(
        (row) =>
          row.queued?.causa === place &&
          isWithin(this.#filter, row) &&
          isShownBy(this.#ver, row.queued) &&
          isShownBy('to_do', row.queued),
      )
      .map(({ cupon }) => cupon);
  }

  /** Opens the form for a decision about a cause's coupons. Shows only coupons of the cause, because they may be far down the queue. */
  decideAboutCause(cause: StatedCause): void {
    this.seeCause(cause);
    this.decideAbout(this.#toDoOf(this.#place), cause);
  }

  /** Explains all coupons, then the coupon in the panel, from the data of this PC. */
  async explain(signal: AbortSignal): Promise<void> {
    const { filas = [] } = this.document ?? {};
    if (filas.length === 0) return;
    const days = filas.map(({ operacion }) => operacion.fecha_venta ?? '');
    await this.explanations.prepareQueue(
      days.reduce((last, day) => (day > last ? day : last)),
      signal,
    );
    if (!signal.aborted) await this.#chooseShown();
  }

  seeCause(cause: StatedCause | undefined): void {
    this.cause = cause;
    this.several = undefined;
    void this.choose(undefined); // choosing nothing makes no call, so it cannot fail
  }

  /** Shows a coupon in the panel, and then why it did not match. Checked coupons stay checked. */
  async choose(cupon: PendingCupon | undefined): Promise<void> {
    this.chosen = cupon;
    await this.#chooseShown();
  }

  /** The explanation of a coupon; undefined before the core explained it, and when this PC lacks the result with the coupon. */
  queuedOf(cupon: PendingCupon): Queued | undefined {
    return this.explanations.queuedOf(rowOf(cupon));
  }

  async #chooseShown(): Promise<void> {
    await this.explanations.choose(this.chosen === undefined ? undefined : this.queuedOf(this.chosen)?.place);
  }

  /** After a decision, moves to the next coupon to do; after an undo, to the coupon of the undone decision. Gives false when the panel keeps its coupon. */
  async #goOn(decided: Decided): Promise<boolean> {
    const here = this.chosen === undefined ? undefined : this.queuedOf(this.chosen)?.place;
    if (this.isCauseDone && decided.what !== 'deshecha') this.cause = undefined; // the decision is about something else
    if (this.chosen !== undefined) this.#uncheck((one) => !isShownBy(this.#ver, this.#known.get(one)));
    // Stays when the person moved to another coupon meanwhile, or is writing in a form.
    if (this.explanations.decide.writing !== undefined || !isSamePlace(here, decided.about)) return false;
    const to = decided.what === 'deshecha' ? this.#undoneBy(decided) : this.#leftAfter(decided);
    if (to === undefined) return false;
    const going = this.choose(to);
    this.moves += 1;
    await going;
    return true;
  }

  #uncheck(isGone: (cupon: PendingCupon) => boolean): void {
    const { cupones = [] } = this.several ?? {};
    const left = cupones.filter((one) => !isGone(one));
    if (left.length < cupones.length) this.#keepChecked(left);
  }

  #keepChecked(cupones: readonly PendingCupon[]): void {
    this.several = cupones.length === 0 ? undefined : { cupones, causa: this.several?.causa };
  }

  #undoneBy({ cupones }: Decided): PendingCupon | undefined {
    const [one, ...others] = cupones;
    return one === undefined || others.length > 0 ? undefined : this.#rowOfUploaded(one);
  }

  #rowOfUploaded(one: UploadedRow): PendingCupon | undefined {
    const [found, ...more] = this.document?.filas.filter((cupon) => isSameRow(rowOf(cupon), one)) ?? [];
    // Several coupons have the same content, so the right one is unknown.
    return more.length > 0 ? undefined : found;
  }

  /**
   * The next coupon that the filter shows, below the panel's coupon and then from the first row; with the filter of all coupons, the next one still to do.
   * Undefined after a note, which settles no coupon, and after a decision about other coupons.
   */
  #leftAfter({ what, cupones }: Decided): PendingCupon | undefined {
    const { chosen: from, rows } = this;
    if (from === undefined || what === 'nota') return undefined;
    // A redone decision may be about another coupon than the panel's.
    if (!cupones.some((one) => isSameRow(rowOf(from), one))) return undefined;
    this.#uncheck((one) => one === from);
    const filter = this.#ver === 'all' ? 'to_do' : this.#ver;
    const place = rows.indexOf(from);
    return [...rows.slice(place + 1), ...rows.slice(0, Math.max(0, place))].find((one) =>
      isShownBy(filter, this.#known.get(one)),
    );
  }
}
