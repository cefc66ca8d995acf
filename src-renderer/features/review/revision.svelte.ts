import type { MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/host-events.ts';
import type { ReviewChange, ReviewDocument, ReviewSummary, ReviewTotals } from '#contract/revision.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import { RowsState, type OneReview } from './rows.svelte.ts';

type Deps = Pick<Shared, 'api' | 'session'>;
type Edit<M extends 'revision.corregir' | 'revision.usar' | 'revision.omitir'> = Omit<
  MethodInput<M>,
  'cuenta' | 'revision'
>;
/** Undefined when the change failed. */
type Change = Promise<ReviewChange | undefined>;

export class RevisionState {
  document = $state.raw<ReviewDocument | undefined>(undefined);
  /** The account of the review, which may differ from the top bar's. */
  account = $state.raw<string | undefined>(undefined);
  summary = $state.raw<ReviewSummary | null>(null);
  totals = $state.raw<ReviewTotals | undefined>(undefined);
  #totalsOf = $state<number | undefined>(undefined);
  readonly currentTotals: ReviewTotals | undefined = $derived(
    this.#totalsOf === this.summary?.version ? this.totals : undefined,
  );
  failure = $state.raw<Failure | undefined>(undefined);
  progress = $state.raw<Progress | undefined>(undefined);
  isBusy = $state(false);
  isDownloading = $state(false);
  /** The last change in words, for screen readers. */
  said = $state('');
  /** True when the columns of the first file are to be saved as the template `template`. */
  remember = $state(false);
  template = $state('');
  readonly rows: RowsState;
  readonly #deps: Deps;
  #control: AbortController | undefined;
  #changes: Promise<unknown> = Promise.resolve();

  readonly leftOut: NonNullable<ReviewDocument['fuera']> = $derived(this.document?.fuera ?? []);
  readonly several: boolean = $derived((this.document?.archivos.length ?? 0) > 1);
  /** The file to which all sheets under review belong; undefined for a single sheet, or for several files. */
  readonly sheetsOf: string | undefined = $derived.by(() => {
    const [first, ...others] = this.document?.archivos ?? [];
    return others.length > 0 && others.every(({ origen }) => origen === first?.origen) ? first?.nombre : undefined;
  });
  readonly names: readonly string[] = $derived(
    (this.document?.archivos ?? [])
      .filter(({ origen }, place, all) => all.findIndex((one) => one.origen === origen) === place)
      .map(({ nombre }) => nombre),
  );
  readonly name: string = $derived(this.names.join(', '));

  constructor(deps: Deps) {
    this.#deps = deps;
    this.rows = new RowsState(deps.api, () => this.open);
  }

  /** The part of the input that every call has; undefined without a review. */
  get open(): OneReview | undefined {
    const revision = this.document?.revision;
    return revision === undefined ? undefined : { cuenta: this.account, revision };
  }

  /** Begins a review of these files. Throws when the core refuses them. */
  async begin(files: readonly string[], signal: AbortSignal): Promise<void> {
    const account = this.#deps.session.actual?.nombre;
    const input = { cuenta: account, archivos: [...files] };
    this.leave(); // stops a running reading of the previous files
    this.put(await this.#deps.api.call('revision.empezar', input, { signal }), account);
  }

  /** Continues the review that was open when the program closed. Gives a sent review without opening it; undefined without a review or after a failure. */
  async recover(account = this.#deps.session.actual?.nombre): Promise<ReviewDocument | undefined> {
    const before = this.document;
    this.failure = undefined;
    try {
      const found = await this.#deps.api.call('revision.ver', { cuenta: account });
      // Meanwhile the person may have chosen another file.
      if (found === null || this.document !== before) return undefined;
      if (found.estado !== 'enviada') this.put(found, account);
      return found;
    } catch (error) {
      if (this.document === before) this.failure = toFailure(error);
      return undefined;
    }
  }

  async readColumns(
    file: number,
    edit: Pick<MethodInput<'revision.columnas'>, 'hoja' | 'hojas' | 'encabezado' | 'mapear' | 'respuestas'>,
  ): Promise<void> {
    await this.#byTurn(async (entry, signal) => {
      const doc = await this.#deps.api.call('revision.columnas', { ...entry, archivo: file, ...edit }, { signal });
      this.#receive(doc, entry);
    });
  }

  /** Leaves a file out, or takes it back in. `origin`: its index among the chosen files. */
  async leaveFileOut(origin: number, out: boolean): Promise<void> {
    await this.#byTurn(async (entry, signal) => {
      const input = { ...entry, origen: origin, afuera: out };
      this.put(await this.#deps.api.call('revision.dejar_afuera', input, { signal }), entry.cuenta);
    });
  }

  nameTemplate(): void {
    if (this.template.trim() === '') this.template = this.#fileName();
  }

  /** Gives true when there are rows to show. */
  async read(): Promise<boolean> {
    // Runs after the waiting calls, which save the last choice of columns.
    await this.#byTurn((entry, signal) => this.#readRows(entry, signal));
    return this.document?.estado === 'filas' && this.failure === undefined;
  }

  async #readRows(entry: OneReview, signal: AbortSignal): Promise<void> {
    // An erased name becomes the file's name, because the person asked to save the columns.
    const template = this.template.trim() === '' ? this.#fileName() : this.template.trim();
    const saved = this.remember ? { plantilla: template } : {};
    const tracking = {
      signal,
      onProgress: (progress: Progress) => {
        this.progress = progress;
      },
    };
    this.#receive(await this.#deps.api.call('revision.leer', { ...entry, ...saved }, tracking), entry);
  }

  leave(): void {
    this.#control?.abort();
  }

  correct = (input: Edit<'revision.corregir'>): Change =>
    this.#change((one) => this.#deps.api.call('revision.corregir', { ...one, ...input }));
  use = (input: Edit<'revision.usar'>): Change =>
    this.#change((one) => this.#deps.api.call('revision.usar', { ...one, ...input }));
  leaveOut = (filas: Edit<'revision.omitir'>['filas'], omitir: boolean): Change =>
    this.#change((one) => this.#deps.api.call('revision.omitir', { ...one, filas, omitir }));
  undo = (): Change => this.#change((one) => this.#deps.api.call('revision.deshacer', one));
  redo = (): Change => this.#change((one) => this.#deps.api.call('revision.rehacer', one));

  /** Reads a corrected workbook of errors, whose rows replace the original rows. */
  async mergeFixes(file: File): Promise<ReviewChange | undefined> {
    return this.#change(async (entry, signal) => {
      const fileName = await this.#deps.api.file(file, signal);
      return this.#deps.api.call('revision.mezclar', { ...entry, archivos: [fileName] }, { signal });
    });
  }

  /** Downloads the workbook of errors, after waiting changes and before later ones, so that it has the current rows. */
  async downloadErrors(): Promise<void> {
    if (this.isDownloading) return;
    this.isDownloading = true;
    await this.#byTurn(async (entry, signal) => {
      const input = { ...entry, exportar: 'errores.xlsx' };
      const { exportado } = await this.#deps.api.call('revision.errores', input, { signal });
      await this.#deps.api.deliver(exportado);
    });
    this.isDownloading = false;
  }

  async readTotals(): Promise<void> {
    const entry = this.open;
    const version = this.summary?.version;
    if (entry === undefined || version === undefined) return;
    try {
      const totals = await this.#deps.api.call('revision.totales', entry);
      // Drops totals of an older version or of another review.
      if (this.summary?.version !== version || !this.#isOpen(entry)) return;
      this.totals = totals;
      this.#totalsOf = version;
    } catch (error) {
      this.failure = toFailure(error);
    }
  }

  #fileName(): string {
    return (this.document?.archivos[0]?.nombre ?? '').replace(/\.[a-z]{3,4}$/i, '').slice(0, 80);
  }

  #change(call: (entry: OneReview, signal: AbortSignal) => Promise<ReviewChange>): Change {
    return this.#byTurn(async (entry, signal) => {
      const done = await call(entry, signal);
      if (!this.#isOpen(entry)) return undefined;
      this.summary = done.resumen;
      if (done.fila !== null) this.rows.changed = done.fila;
      const { filter, text } = this.rows;
      const left = { todas: done.resumen.filas, error: done.resumen.conError, aviso: done.resumen.conAviso }[filter];
      // Shows all rows when the filter has none left.
      if (left === 0) this.rows.show('todas', text);
      else this.rows.refresh();
      return done;
    });
  }

  /** Runs calls one after another. Drops a waiting call once its files are no longer under review. Gives undefined for a dropped or failed call. */
  #byTurn<T>(work: (entry: OneReview, signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const asked = this.open;
    const turn = this.#changes.then(() =>
      asked !== undefined && this.#isOpen(asked) ? this.#run(asked, work) : undefined,
    );
    this.#changes = turn;
    return turn;
  }

  async #run<T>(entry: OneReview, work: (entry: OneReview, signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const control = new AbortController();
    this.#control = control;
    this.isBusy = true;
    this.failure = undefined;
    try {
      return await work(entry, control.signal);
    } catch (error) {
      if (!control.signal.aborted && this.#isOpen(entry)) this.failure = toFailure(error);
      return undefined;
    } finally {
      this.isBusy = false;
      this.progress = undefined;
    }
  }

  /** False once the person has chosen other files during a call. */
  #isOpen({ revision }: OneReview): boolean {
    return revision === this.document?.revision;
  }

  #receive(doc: ReviewDocument, entry: OneReview): void {
    if (this.#isOpen(entry)) this.put(doc, entry.cuenta);
  }

  put(doc: ReviewDocument, account: string | undefined): void {
    const other = doc.revision !== this.document?.revision;
    this.document = doc;
    this.account = account;
    this.summary = doc.resumen;
    this.failure = undefined;
    if (other) {
      this.said = '';
      const template = doc.archivos[0]?.tabla?.plantilla ?? '';
      this.template = template;
      this.remember = template !== '';
    }
    this.totals = undefined;
    this.#totalsOf = undefined;
    this.rows.clear();
  }
}
