/** The wizard. Longer than 300 lines because opening, leaving or reading a file again changes step, review and upload together. */
import type { UploadDocument } from '#contract/documents.ts';
import type { ReviewDocument } from '#contract/revision.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import { Newest } from '../../shared/task.svelte.ts';
import { STEPS_IN_ADDRESS, type StepInAddress } from '../../shared/routes.ts';
import { getReportName } from '#domain/texts/language.ts';
import { PreviaState } from '../previa/previa.svelte.ts';
import { RevisionState } from '../review/revision.svelte.ts';
import type { BackgroundUploads } from '../sending/background.svelte.ts';
import { UploadState, type ResumeRequest } from '../sending/upload.svelte.ts';
import { SentBeforeChoice } from './sent-choice.svelte.ts';
import { findSalesDays } from './sent-in-words.ts';
import { hasEnded } from '../../shared/jobs.svelte.ts';
import { describeFiles } from '../sending/core-texts.ts';

export type WizardStep = 'archivo' | 'columnas' | 'revision' | 'previa' | 'envio' | 'resultado';
export const STEPS: readonly WizardStep[] = ['archivo', 'columnas', 'revision', 'previa', 'envio', 'resultado'];

type Deps = Pick<Shared, 'api' | 'session' | 'jobs' | 'takenUp'> & {
  readonly freshness: Pick<Shared['freshness'], 'updateBehind'>;
  readonly period: Pick<Shared['period'], 'today'>;
  /** Takes over a running upload when the person leaves it to send another file. */
  readonly background: Pick<BackgroundUploads, 'take' | 'settle'>;
};

export class ConciliarState {
  step: WizardStep = $state('archivo');
  readonly #bringing = new Newest();
  /** True when the person chose files during a reading; these files were ignored. */
  wasRefused = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  /** Why an earlier review could not be continued; its fixes are kept, as the first step says. */
  notTakenUp = $state.raw<Failure | undefined>(undefined);
  /** True when the person went back to the first step while a file stays under review. */
  wasLeft = $state(false);
  /** True when the person agrees to the control mark (docs/upload.md, "Marker"). */
  marca = $state(true);
  /** Files opened with the program or dropped on another screen, while a review or an upload is open. */
  opened = $state.raw<readonly (string | File)[]>([]);
  #reading: readonly (string | File)[] = [];
  /** The reconciliation in the address when nothing was begun, for example after a reload; its result is shown. */
  #opened = $state.raw<string | undefined>(undefined);
  #accountOfOpened = $state.raw<string | undefined>(undefined);
  upload: UploadState;
  #screen: AbortSignal | undefined;
  readonly revision: RevisionState;
  readonly previa: PreviaState;
  readonly sentBefore: SentBeforeChoice;
  #recoveries = 0;
  readonly #shared: Deps;
  readonly #now: () => number;

  constructor(common: Deps, now: () => number) {
    this.#shared = common;
    this.#now = now;
    this.upload = $state.raw(this.#createUpload());
    this.revision = new RevisionState(common);
    this.previa = new PreviaState(common.api, this.revision, () => this.sentBefore);
    this.sentBefore = new SentBeforeChoice(this.revision);
  }

  get isReading(): boolean {
    return this.#bringing.isBusy;
  }
  /** The account of the wizard, which may differ from the top bar's. */
  get account(): string | undefined {
    if (this.#opened !== undefined) return this.#accountOfOpened;
    return this.revision.document === undefined ? this.#shared.session.actual?.nombre : this.revision.account;
  }
  get isOfOtherAccount(): boolean {
    return this.account !== this.#shared.session.actual?.nombre;
  }
  /** Chooses the wizard's account for the other screens. */
  showAccount(): void {
    if (this.account !== undefined) this.#shared.session.choose(this.account);
  }
  /** The name of the file under review; empty in the first step, unless the person can go back to the file. */
  get shownName(): string {
    return this.step === 'archivo' && !this.wasLeft ? '' : this.revision.name;
  }
  get validCount(): number {
    return this.revision.summary?.listas ?? 0;
  }

  get result(): string | undefined {
    return this.step === 'resultado' ? (this.upload.finished?.id ?? this.#opened) : undefined;
  }
  /** The reconciliation for the address; undefined for another account, because a reloaded page takes the account of the top bar. */
  get resultInAddress(): string | undefined {
    return this.isOfOtherAccount ? undefined : this.result;
  }

  /** The step for the address; undefined for steps that a reloaded page opens anyway, and for another account. */
  get stepInAddress(): StepInAddress | undefined {
    return this.isOfOtherAccount ? undefined : STEPS_IN_ADDRESS.find((step) => step === this.step);
  }

  /** Shows the result that the address names, unless the person has begun something. */
  openResult(id: string): void {
    if (!this.#notStarted) return;
    this.#opened = id;
    this.#accountOfOpened = this.#shared.session.actual?.nombre;
    this.step = 'resultado';
  }

  /** Continues the review that was open when the program closed, in the step of the address, unless the person has begun something. */
  async recover(step?: StepInAddress): Promise<void> {
    this.#recoveries += 1;
    try {
      await this.#recover(step);
    } finally {
      this.#recoveries -= 1;
    }
  }

  async #recover(step: StepInAddress | undefined): Promise<void> {
    await this.#leaveOutdated();
    if (!this.#notStarted || this.revision.document !== undefined) return;
    const account = this.#shared.session.actual?.nombre;
    const found = await this.revision.recover(account);
    this.notTakenUp = found === undefined ? this.revision.failure : undefined;
    if (found === undefined || !this.#notStarted) return;
    if (found.estado !== 'enviada') this.#goToReview(step);
    else if (found.carga !== null && account !== undefined) await this.#takeUpUpload(found, found.carga, account);
  }

  /** Leaves a stopped upload that *Conciliaciones* ended or resumed, because this page no longer shows its state. */
  async #leaveOutdated(): Promise<void> {
    const { api, jobs } = this.#shared;
    const { account } = this;
    const { stopped } = this.upload;
    const upload = stopped?.carga ?? undefined;
    if (upload === undefined || account === undefined || this.upload.isRunning) return;
    // After a failure nothing changes; the next action on the upload shows why.
    const recent = await api.call('cargas.recientes', { cuenta: account }).catch(() => undefined);
    const one = recent?.find(({ carga }) => carga === upload);
    const isFollowed = jobs.active.some(({ progress }) => progress?.carga === upload);
    const isOutdated = isFollowed || (one !== undefined && hasEnded(one.estado));
    if (isOutdated && this.upload.stopped === stopped && !this.upload.isRunning) this.startOver();
  }

  get #notStarted(): boolean {
    return this.step === 'archivo' && !this.isReading;
  }

  /** Shows an upload that ran when the program or its page was closed as paused. */
  async #takeUpUpload(doc: ReviewDocument, upload: string, account: string): Promise<void> {
    const { api, jobs } = this.#shared;
    try {
      const recent = await api.call('cargas.recientes', { cuenta: account });
      const one = recent.find((recentUpload) => recentUpload.carga === upload);
      if (one === undefined || hasEnded(one.estado) || !this.#notStarted) return;
      // *Conciliaciones* shows uploads that run outside the wizard.
      if (jobs.findUpload(upload) !== undefined) return;
      this.revision.put(doc, account);
      this.upload.markFound(one);
      this.step = 'envio';
      if (one.estado !== 'ESPERANDO') return;
      // Only the result is missing, because all coupons are confirmed: no question is needed.
      const request = { cuenta: account, carga: upload, informe: this.#report };
      await this.#follow((running) => running.waitForResult(request, this.#files));
    } catch (error) {
      this.failure = toFailure(error);
    }
  }

  /** Gives dropped or chosen files to the host and reads them. During another reading, refuses them with a note. */
  async bring(files: readonly File[]): Promise<void> {
    if (this.isReading) {
      this.wasRefused = true;
      return;
    }
    // An earlier review may still be found; new files must not replace it before the person sees it.
    if (this.#recoveries > 0) return this.openWith(files);
    await this.#read((signal) => this.#handlesOf(files, signal));
  }

  /** Gives the host the files that it lacks, and returns the handles of all. */
  async #handlesOf(files: readonly (string | File)[], signal: AbortSignal): Promise<readonly string[]> {
    const handles: string[] = [];
    for (const file of files) handles.push(typeof file === 'string' ? file : await this.#shared.api.file(file, signal));
    return handles;
  }

  /** Reads other files from a later step. The first step shows the progress, and a way back to the file under review. */
  async bringOther(files: readonly File[]): Promise<void> {
    this.goBackToFile();
    await this.bring(files);
  }

  /** Takes files opened with the program or dropped. While a review or an upload is open, they wait for a button (`readOpened`). */
  async openWith(handles: readonly (string | File)[]): Promise<void> {
    await this.recover();
    const isReadingOthers = this.isReading && this.#reading.length > 0;
    this.opened = [...this.opened, ...handles];
    // The system opens selected files one by one: reads the files of the running reading again, together with the new one.
    if (isReadingOthers) this.opened = [...this.#reading, ...handles];
    else if (!this.#notStarted && this.step !== 'resultado') return;
    else if (this.step === 'archivo' && (this.isReading || this.wasLeft || this.notTakenUp !== undefined)) return;
    await this.readOpened();
  }

  get openedName(): string {
    const [first = ''] = this.opened;
    return typeof first === 'string' ? first.replace(/^archivo:[^/]*\//, '') : first.name;
  }

  /** True when another file can replace the file under review: no upload is stopped half-way, and a running one can be left. */
  get canReadOpened(): boolean {
    if (this.upload.isRunning) return this.canLeaveUpload;
    return this.step === 'resultado' || this.upload.document === undefined;
  }

  async readOpened(): Promise<void> {
    if (!this.canReadOpened) return;
    const files = this.opened;
    this.leaveUpload();
    this.startOver();
    this.opened = [];
    this.#reading = files;
    await this.#read((signal) => this.#handlesOf(files, signal));
  }

  async fetchExample(): Promise<void> {
    await this.#read(async (signal) => {
      const { archivo } = await this.#shared.api.call('ejemplo.iniciar', {}, { signal });
      return [archivo];
    });
  }

  stopReading(): void {
    this.#bringing.stop();
  }

  get #files(): string {
    return describeFiles(this.revision.names);
  }

  /** The name of the report: account and, if known, days of the coupons. */
  get #report(): string {
    const { dias } = findSalesDays(this.revision.currentTotals?.porDia ?? [], this.#shared.period.today);
    return getReportName({ cuenta: this.account ?? '', dias });
  }

  /** Sends the rows on screen, and nothing if the rows have changed since (`version`). */
  async send(decide?: string): Promise<void> {
    const { open: one, summary } = this.revision;
    if (one === undefined || summary === null) return;
    this.step = 'envio';
    const { sentBefore } = this;
    // Asks first what to do with coupons that were sent before.
    sentBefore.mustChoose = decide === undefined && sentBefore.undecided > 0;
    if (sentBefore.mustChoose) return;
    const request = {
      ...one,
      version: summary.version,
      marcador: this.marca ? 'auto' : 'ninguno',
      informe: this.#report,
      decidir: decide ?? sentBefore.answer,
    } as const;
    await this.#receive((upload) => upload.send(request, this.#files), decide);
  }

  /** Runs a call of the upload and shows its result. Undefined when the call failed, and when the wizard has left the upload. */
  async #follow(
    call: (upload: UploadState) => Promise<UploadDocument | undefined>,
  ): Promise<UploadDocument | undefined> {
    const { upload } = this;
    const doc = await call(upload);
    if (upload !== this.upload) {
      this.#shared.background.settle(upload);
      return undefined;
    }
    if (doc !== undefined && 'informe' in doc) this.step = 'resultado';
    if (this.#screen?.aborted === true) this.#shared.background.settle(upload);
    return doc;
  }

  async #receive(call: (upload: UploadState) => Promise<UploadDocument | undefined>, decide?: string): Promise<void> {
    const { sentBefore } = this;
    const doc = await this.#follow(call);
    if (doc === undefined) return;
    // Drops the core's question, because the page asks the same and explains each answer.
    if (doc.decision?.yaEnviados !== undefined && (this.revision.summary?.enviados ?? []).length > 0) {
      this.upload.document = undefined;
      sentBefore.mustChoose = true;
    }
    // Answers the core's question about the whole file with the person's choice to send coupons again.
    const { repeatedDecision, wasStopped } = this.upload;
    const isAnswered = decide === undefined && sentBefore.made === 'mandar' && repeatedDecision !== undefined;
    // A person who stopped the call decides on the page.
    if (isAnswered && !wasStopped) await this.send('nueva');
  }

  /** Answers a question of the upload: resumes an upload of the ledger, or sends the rows again. */
  async decide(key: string): Promise<void> {
    const { document: doc, stopped } = this.upload;
    const hasBegun = (doc?.carga ?? null) !== null && this.account !== undefined;
    const isOfOther = stopped?.codigo === 'CARGA_PENDIENTE' || stopped?.codigo === 'YA_ENVIADO';
    await (hasBegun && !isOfOther ? this.keepGoing({ decidir: key }) : this.send(key));
  }

  /** Continues a stopped upload. `asked` may answer its question or set the size of its tandas. */
  async keepGoing(asked: Pick<ResumeRequest, 'decidir' | 'porTanda'> = {}): Promise<void> {
    await this.#goOn((upload, request) => upload.resume({ ...request, ...asked }, this.#files));
  }

  async retry(): Promise<void> {
    await (this.upload.uploadId === undefined ? this.send() : this.keepGoing());
  }

  /** Sends or resumes an upload that waited for the service, which answers again. */
  async goOnAlone(): Promise<void> {
    if (!this.upload.waitsForService) return;
    if (this.upload.uploadId === undefined) await this.#receive((upload) => upload.sendAgain());
    else await this.#goOn((upload, request) => upload.retake(request, this.#files));
  }

  async #goOn(
    resume: (upload: UploadState, request: ResumeRequest) => Promise<UploadDocument | undefined>,
  ): Promise<void> {
    const carga = this.upload.uploadId;
    const { account } = this;
    if (carga === undefined || account === undefined) return;
    this.step = 'envio';
    await this.#follow((upload) => resume(upload, { cuenta: account, carga, informe: this.#report }));
  }

  /** True from the start of an upload until it ends, even while it is stopped. */
  get isUploading(): boolean {
    return this.upload.isRunning || this.upload.stopped !== undefined;
  }

  /** True for a running upload in the ledger, which can continue without the wizard. */
  get canLeaveUpload(): boolean {
    const { isRunning, isHalting, uploadId } = this.upload;
    return isRunning && !isHalting && uploadId !== undefined;
  }

  /** Opens the first step for another file; the running upload continues in *Conciliaciones*. */
  leaveUpload(): void {
    if (!this.canLeaveUpload) return;
    this.#shared.background.take(this.upload);
    this.upload = this.#createUpload();
    this.startOver();
  }

  #createUpload(): UploadState {
    const upload = new UploadState(this.#shared, this.#now);
    upload.screen = this.#screen;
    return upload;
  }

  set screen(signal: AbortSignal) {
    this.#screen = signal;
    this.upload.screen = signal;
  }

  /** True for steps before the current one, while nothing was sent and the review is not busy. */
  canGoTo(step: WizardStep): boolean {
    const { isRunning: inProgress, document: doc } = this.upload;
    const isUnsent = !inProgress && doc === undefined && this.#opened === undefined && !this.revision.isBusy;
    return isUnsent && STEPS.indexOf(step) < STEPS.indexOf(this.step);
  }

  goTo(step: WizardStep): void {
    if (!this.canGoTo(step)) return;
    // Clears the failure, so that an upload that waited for the service does not begin while the person changes rows.
    this.upload.failure = undefined;
    if (step === 'archivo') this.goBackToFile();
    else this.step = step;
  }

  /** Opens the first step; the file under review stays until the person chooses another. */
  goBackToFile(): void {
    this.step = 'archivo';
    this.wasLeft = this.revision.document?.archivos.some(({ tabla }) => tabla !== null) ?? false;
  }

  continueWithLeft(): void {
    this.wasLeft = false;
    this.#goToReview();
  }

  /** Opens the first step without a file. What was sent stays sent. */
  startOver(): void {
    this.stopReading();
    this.step = 'archivo';
    this.wasLeft = false;
    this.failure = undefined;
    this.#opened = undefined;
    this.upload.document = undefined;
    this.upload.failure = undefined;
  }

  async #read(bring: (signal: AbortSignal) => Promise<readonly string[]>): Promise<void> {
    this.wasRefused = false;
    this.failure = undefined;
    this.notTakenUp = undefined;
    const isRead = await this.#bringing.run(async ({ signal }) => {
      await this.revision.begin(await bring(signal), signal);
      return true;
    });
    if (this.isReading) return; // a newer reading has begun
    this.wasRefused = false;
    this.#reading = [];
    this.failure = this.#bringing.failure;
    if (isRead !== true) return;
    this.wasLeft = false;
    this.sentBefore.forget();
    this.#goToReview();
  }

  /** Opens the requested step if the rows are ready for it; another window may have changed them. */
  #goToReview(asked: WizardStep = 'revision'): void {
    const isRead = this.revision.document?.estado === 'filas';
    const isReady = this.revision.summary?.conError === 0 && this.validCount > 0;
    this.step = !isRead || asked === 'columnas' ? 'columnas' : isReady ? asked : 'revision';
  }
}
