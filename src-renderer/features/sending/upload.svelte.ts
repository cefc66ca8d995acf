import type { StoppedUpload, UploadDocument, FinishedUpload, UploadQuestionDocument } from '#contract/documents.ts';
import type { RecentFile } from '#contract/conciliaciones.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/host-events.ts';
import { toFailure, Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import { m } from '../../paraglide/messages.js';
import { isOfNetwork, isSecretMissing, isStoppedByNetwork } from '../../ui/errors.ts';
import { shortenName } from '#domain/texts/language.ts';
import type { Job, UploadOfJob } from '../../shared/jobs.svelte.ts';
import { TandasState } from './tandas.svelte.ts';

type SendRequest = MethodInput<'revision.enviar'>;

/** The upload to resume, and the name for its report. */
export type ResumeRequest = MethodInput<'cargas.retomar'> & { readonly cuenta: string; readonly carga: string };

type Section = 'conciliar' | 'conciliaciones';

/** The call of an upload. */
interface Followed extends UploadOfJob {
  readonly seccion: Section;
}

type Deps = Pick<Shared, 'api' | 'jobs' | 'takenUp'> & {
  readonly freshness: Pick<Shared['freshness'], 'updateBehind'>;
};

/** How many times an upload resumes by itself without a newly confirmed coupon. When the connection breaks every time, the person has to continue it. */
const MAX_RETAKES = 3;

/** An upload for a screen: its progress, its state, its result and its question. */
export class UploadState {
  job = $state.raw<Job | undefined>(undefined);
  progress = $state.raw<Progress | undefined>(undefined);
  /** The sentence about the present wait, for screen readers: it keeps the seconds of its beginning. */
  spoken = $state.raw<Progress['frase']>(undefined);
  /** The time at which `progress` came, in milliseconds of the monotonic clock. */
  #progressAt = $state(0);
  document = $state.raw<UploadDocument | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  /** The account that receives the coupons. */
  account = $state.raw<string | undefined>(undefined);
  /** The name of its file, or of all its files. */
  file = $state('');
  /** True when a person stopped it, on any screen. Otherwise the cut may come from the page that is closing. */
  wasStopped = $state(false);
  /** The screen that shows it. */
  #section: Section = 'conciliar';
  /** True while it is paused: nothing is being sent, and the next tanda waits for the person. */
  isPaused = $state(false);
  isPausing = $state(false);
  /** The resumed upload: its tandas can be read before the service answers. */
  #resumed = $state.raw<string | undefined>(undefined);
  /** The last send: it is repeated when the service was not there to open its session. */
  #sent: { readonly request: SendRequest; readonly archivo: string } | undefined;
  #retakes = $state(0);
  #confirmedBefore = 0;
  /** The signal of the screen that shows the upload. After it aborts, the top bar shows the failures. */
  screen: AbortSignal | undefined;
  /** The time at which the work began, in milliseconds of the monotonic clock. */
  startedAt = $state(0);
  #postponed = $state.raw<UploadDocument | undefined>(undefined);
  /** The time and number of the first confirmed coupons: the pace is counted from there. */
  start = $state.raw<{ readonly ms: number; readonly hecho: number } | undefined>(undefined);
  readonly tandas: TandasState;
  readonly #shared: Deps;
  readonly #now: () => number;

  readonly isRunning: boolean = $derived(this.job !== undefined);
  /** True while the core sends or reads: not before its session is open and its turn came. */
  readonly isActive: boolean = $derived(this.isRunning && this.progress !== undefined);
  /** True from the request to stop or to pause until the upload has stopped. */
  readonly isHalting: boolean = $derived(this.job?.isStopping === true);
  readonly isStopping: boolean = $derived(this.isHalting && !this.isPausing);
  /** Its reconciliation, when its result was read and only the safety wait is left, also after the upload stopped. */
  resultSoFar = $state.raw<string | undefined>(undefined);
  readonly finished: FinishedUpload | undefined = $derived(
    this.document !== undefined && 'informe' in this.document ? this.document : undefined,
  );
  readonly stopped: StoppedUpload | undefined = $derived(
    this.document !== undefined && !('informe' in this.document) ? this.document : undefined,
  );
  /** The decision when the same coupons were sent before and the only question is whether to send them again. The page asks it without a dialog. */
  readonly repeatedDecision: UploadQuestionDocument | undefined = $derived.by(() => {
    const decision = this.stopped?.codigo === 'YA_ENVIADO' ? this.stopped.decision : undefined;
    return decision?.opciones.every(({ clave }) => clave === 'nueva') === true ? decision : undefined;
  });
  /** The decision that the person must make now; undefined when it was postponed. */
  readonly decision: UploadQuestionDocument | undefined = $derived(
    this.document === this.#postponed || this.repeatedDecision !== undefined ? undefined : this.document?.decision,
  );

  /** True when it stopped, or did not begin, because the service could not be reached: it continues by itself once the service is back. */
  readonly waitsForService: boolean = $derived.by(() => {
    const { stopped, failure } = this;
    if (this.wasStopped || this.#retakes >= MAX_RETAKES) return false;
    // A call that fails without the service did not open its session: it sent nothing.
    if (failure !== undefined) return isOfNetwork(failure);
    if (stopped === undefined || stopped.carga === null || stopped.decision !== undefined) return false;
    return isStoppedByNetwork(stopped);
  });

  constructor(common: Deps, now: () => number) {
    this.tandas = new TandasState(common.api);
    this.#shared = common;
    this.#now = now;
  }

  /** Sends the reviewed coupons of `archivo`. Resolves with the document, or undefined when the call failed (`failure`). */
  send(request: SendRequest, archivo = ''): Promise<UploadDocument | undefined> {
    this.#retakes = 0;
    this.#confirmedBefore = 0;
    return this.#send(request, archivo);
  }

  #send(request: SendRequest, archivo: string): Promise<UploadDocument | undefined> {
    this.#sent = { request, archivo };
    return this.#keepGoing({ seccion: 'conciliar', cuenta: request.cuenta, archivo }, (job) =>
      this.#shared.api.call('revision.enviar', request, this.#trackingOf(job)),
    );
  }

  /** Resumes an upload of this PC, with the answer to its question. */
  resume(request: ResumeRequest, archivo = ''): Promise<UploadDocument | undefined> {
    const { cuenta, carga } = request;
    return this.#keepGoing({ seccion: 'conciliaciones', cuenta, carga, archivo }, async (job) => {
      const [doc] = await this.#shared.api.call('cargas.retomar', request, this.#trackingOf(job));
      return doc;
    });
  }

  /** Resumes an upload that waited for the service. When the secret is needed, the upload stays stopped until the person continues it. */
  retake(request: ResumeRequest, archivo = ''): Promise<UploadDocument | undefined> {
    return this.#retry(() => this.resume({ ...request, sinPreguntar: true }, archivo));
  }

  /** Repeats the last send, which waited for the service. Like `retake`, it stays stopped when the secret is needed. */
  async sendAgain(): Promise<UploadDocument | undefined> {
    const sent = this.#sent;
    return sent && this.#retry(() => this.#send({ ...sent.request, sinPreguntar: true }, sent.archivo));
  }

  async #retry(call: () => Promise<UploadDocument | undefined>): Promise<UploadDocument | undefined> {
    const { document: before, failure, startedAt } = this;
    const confirmed = this.stopped?.enviados ?? 0;
    this.#retakes = confirmed > this.#confirmedBefore ? 1 : this.#retakes + 1;
    this.#confirmedBefore = confirmed;
    const called = call();
    this.startedAt = startedAt; // the elapsed time includes the wait for the service
    const doc = await called;
    if (this.failure === undefined || !isSecretMissing(this.failure)) return doc;
    this.failure = failure;
    this.document = before;
    this.#retakes = MAX_RETAKES;
    return undefined;
  }

  /** Waits for the result of an upload whose coupons are all confirmed. When the secret is needed, the upload stays as it was and the person is not asked. */
  async waitForResult(request: ResumeRequest, archivo = ''): Promise<UploadDocument | undefined> {
    const doc = await this.resume({ ...request, sinPreguntar: true }, archivo);
    if (this.failure === undefined || !isSecretMissing(this.failure)) return doc;
    this.failure = undefined;
    this.markFound({ carga: request.carga, estado: 'ESPERANDO' });
    return undefined;
  }

  /** Shows it on another screen from now on. */
  moveTo(seccion: Section): void {
    this.#section = seccion;
    if (this.job !== undefined) this.job.route = { seccion };
    this.#remember();
  }

  /** Lets a page that is loaded while it runs find it. */
  #remember(): void {
    const { account: cuenta, uploadId: carga } = this;
    if (cuenta === undefined || carga === undefined || this.job === undefined) return;
    this.#shared.takenUp.begin({ cuenta, carga, seccion: this.#section });
  }

  /** Asks the core to stop. The answer of the running call then has the work that was kept. */
  stop(): void {
    this.isPausing = false;
    this.job?.stop();
  }

  /** Like `stop`, but the person can continue on this screen. */
  pause(): void {
    this.isPausing = true;
    this.job?.stop();
  }

  /** Shows as paused an upload that was running when the page was closed. Its tandas show how much of it arrived. */
  markFound({
    carga,
    estado,
    id,
    conResultado,
  }: Pick<RecentFile, 'carga' | 'estado' | 'conResultado'> & { readonly id?: string | null }): void {
    this.document = { carga, estado, codigo: 'CANCELADO', mensaje: '', enviados: 0, pendientes: 0 };
    if (conResultado === true) this.resultSoFar = id ?? undefined;
    this.isPaused = true;
  }

  /** Turns a pause into a stop: the upload is resumed from the list. */
  leavePaused(): void {
    this.isPaused = false;
  }

  /** The upload's name on this PC; undefined before it has one. */
  get uploadId(): string | undefined {
    return this.progress?.carga ?? this.document?.carga ?? this.#resumed;
  }

  /** The sentence about the present wait, with the seconds that are left. */
  getSentence(now: number): Progress['frase'] {
    const sentence = this.progress?.frase;
    const passed = Math.max(0, Math.floor((now - this.#progressAt) / 1000));
    return sentence === undefined ? undefined : { ...sentence, n: Math.max(1, sentence.n - passed) };
  }

  /** Coupons a second at the pace so far; undefined while there is no pace. */
  getPace(now: number): number | undefined {
    const { start, progress } = this;
    if (start === undefined || progress?.fase !== 'envio') return undefined;
    const elapsed = now - start.ms;
    const done = progress.hecho - start.hecho;
    return done <= 0 || elapsed < 1000 ? undefined : (done * 1000) / elapsed;
  }

  /** Postpones the decision: it is asked again when the upload is resumed. */
  postpone(): void {
    this.#postponed = this.document;
  }

  /** Asks the postponed decision again. */
  resumeDecision(): void {
    this.#postponed = undefined;
  }

  /**
   * Milliseconds left at the pace of the last confirmation, minus the time since then, so that it only decreases between confirmations. Undefined
   * without a pace, and when less than a second would be left.
   */
  estimateLeft(now: number): number | undefined {
    const { progress } = this;
    const pace = this.getPace(this.#progressAt);
    if (pace === undefined || progress === undefined || progress.total === null) return undefined;
    const left = ((progress.total - progress.hecho) * 1000) / pace - (now - this.#progressAt);
    return left < 1000 ? undefined : left;
  }

  async #keepGoing(
    { seccion, ...followed }: Followed,
    work: (job: Job) => Promise<UploadDocument | undefined>,
  ): Promise<UploadDocument | undefined> {
    const { cuenta, carga: resumed, archivo } = followed;
    const getTitle = (): string =>
      archivo === '' ? m.marco_enviando() : m.marco_enviando_de({ archivo: shortenName(archivo) });
    this.account = cuenta;
    this.file = archivo;
    if (resumed === undefined || resumed !== this.uploadId) this.resultSoFar = undefined;
    this.#section = seccion;
    this.wasStopped = false;
    this.failure = undefined;
    this.document = undefined;
    this.progress = undefined;
    this.spoken = undefined;
    this.start = undefined;
    this.#resumed = resumed;
    this.isPaused = false;
    this.startedAt = this.#now();
    try {
      const begin = (job: Job): Promise<UploadDocument | undefined> => {
        this.job = job;
        this.#remember();
        return work(job);
      };
      this.document = await this.#shared.jobs.perform({ seccion }, begin, getTitle, followed);
      this.isPaused = this.isPausing && this.stopped?.codigo === 'CANCELADO';
      // Not awaited: the top bar shows the progress and the end of the update.
      if (this.hasResult) void this.#shared.freshness.updateBehind(cuenta);
      return this.document;
    } catch (error) {
      this.failure = toFailure(error);
      return undefined;
    } finally {
      this.isPausing = false;
      this.wasStopped = this.job?.isStopping ?? false;
      this.job = undefined;
      if (this.uploadId !== undefined) this.#shared.takenUp.end(this.uploadId, this);
      this.#tellIfLeft(getTitle);
    }
  }

  /** True when the upload ended without a question: it then has a result. */
  get hasResult(): boolean {
    return this.finished !== undefined && this.finished.id !== null && this.finished.decision === undefined;
  }

  /** The reconciliation to open once the upload has ended; undefined when the person left its screen. */
  get resultToOpen(): string | undefined {
    return this.hasResult && this.screen?.aborted === false ? (this.finished?.id ?? undefined) : undefined;
  }

  /** The reason why an ended upload has no report; undefined when it has one. A document with a decision has the same fields and is not a failure. */
  get reportFailure(): Failure | undefined {
    if (this.finished === undefined) return undefined;
    const { informe, codigo, mensaje = '', decision } = this.finished;
    return informe === null && codigo !== undefined && decision === undefined
      ? new Failure({ code: codigo, message: mensaje })
      : undefined;
  }

  /** Shows a failure of the report, or of the whole call, in the top bar when its screen is closed. */
  #tellIfLeft(getTitle: () => string): void {
    // One that waits for the service goes on by itself, so that nothing failed yet.
    if (this.screen?.aborted !== true || this.waitsForService) return;
    const { jobs } = this.#shared;
    const route = { seccion: this.#section } as const;
    const report = this.reportFailure;
    if (this.failure !== undefined) jobs.tell({ ruta: route, title: getTitle, falla: this.failure });
    else if (report !== undefined) jobs.tell({ ruta: route, title: m.marco_informe, falla: report });
  }

  #trackingOf(job: Job) {
    return {
      signal: job.signal,
      onProgress: (progress: Progress) => {
        if (progress.fase === 'envio') this.start ??= { ms: this.#now(), hecho: progress.hecho };
        if (progress.frase?.codigo !== this.spoken?.codigo) this.spoken = progress.frase;
        // The writing of the report does not name the upload.
        const isNamed = this.uploadId !== undefined;
        this.progress = this.uploadId === undefined ? progress : { carga: this.uploadId, ...progress };
        if (!isNamed) this.#remember();
        if (progress.fase !== 'informe') this.resultSoFar = progress.id;
        this.#progressAt = this.#now();
        job.progress = this.progress;
        job.result = this.resultSoFar;
      },
    };
  }
}
