import type { StoppedUpload, UploadDocument, FinishedUpload, UploadQuestionDocument } from '#contract/documents.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/host-events.ts';
import { toFailure, Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import { m } from '../../paraglide/messages.js';
import { isSecretMissing, isStoppedByNetwork } from '../../ui/errors.ts';
import type { Job } from '../../shared/jobs.svelte.ts';
import { TandasState } from './tandas.svelte.ts';

type SendRequest = MethodInput<'revision.enviar'>;

/** Which upload to resume, and the name for its report. */
export type ResumeRequest = MethodInput<'cargas.retomar'> & { readonly cuenta: string; readonly carga: string };

/** An upload to follow; `carga` where it has a name already. */
interface Followed {
  readonly seccion: 'conciliar' | 'conciliaciones';
  readonly cuenta: string | undefined;
  readonly carga?: string | undefined;
}

type Deps = Pick<Shared, 'api' | 'jobs'> & { readonly freshness: Pick<Shared['freshness'], 'updateBehind'> };

/** How often an upload goes on by itself without a newly confirmed coupon: where the connection breaks each time, a person goes on. */
const MAX_RETAKES = 3;

/** An upload as a person follows it: what it does, how far it is, how it ended, what it asks. */
export class UploadState {
  job = $state.raw<Job | undefined>(undefined);
  progress = $state.raw<Progress | undefined>(undefined);
  /** What the core says about its wait, for screen readers: as it was when it began to say so, not at each second. */
  spoken = $state.raw<Progress['frase']>(undefined);
  /** When `progress` came, in milliseconds of the monotonic clock. */
  #progressAt = $state(0);
  document = $state.raw<UploadDocument | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  isStopping = $state(false);
  /** The account that the coupons go to. */
  account = $state.raw<string | undefined>(undefined);
  /** A person stopped it, on whatever screen. Otherwise the cut may come from the page that is closing. */
  wasStopped = false;
  /** Paused: nothing is on its way, and the next tanda waits for the person. */
  isPaused = $state(false);
  isPausing = $state(false);
  /** The upload that is resumed: its tandas are known before the service says anything. */
  #resumed = $state.raw<string | undefined>(undefined);
  #retakes = $state(0);
  #confirmedBefore = 0;
  /** The signal of the screen that shows the upload. Once it aborts, the top bar tells the failures. */
  screen: AbortSignal | undefined;
  /** When the work began, in milliseconds of the monotonic clock. */
  startedAt = $state(0);
  #postponed = $state.raw<UploadDocument | undefined>(undefined);
  /** When the first coupons were confirmed, and how many: the pace is counted from there. */
  start = $state.raw<{ readonly ms: number; readonly hecho: number } | undefined>(undefined);
  readonly tandas: TandasState;
  readonly #shared: Deps;
  readonly #now: () => number;

  readonly isRunning: boolean = $derived(this.job !== undefined);
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
  /** The decision that a person must take now; undefined when it was put off. */
  readonly decision: UploadQuestionDocument | undefined = $derived(
    this.document === this.#postponed || this.repeatedDecision !== undefined ? undefined : this.document?.decision,
  );

  /** It stopped because the service could not be reached, and goes on by itself once the service is back. */
  readonly waitsForService: boolean = $derived.by(() => {
    const { stopped } = this;
    if (stopped === undefined || stopped.carga === null || stopped.decision !== undefined) return false;
    return isStoppedByNetwork(stopped) && this.#retakes < MAX_RETAKES;
  });

  constructor(common: Deps, now: () => number) {
    this.tandas = new TandasState(common.api);
    this.#shared = common;
    this.#now = now;
  }

  /** Sends the reviewed coupons. Resolves with the document, or undefined when the call failed (`failure`). */
  send(request: SendRequest): Promise<UploadDocument | undefined> {
    return this.#keepGoing({ seccion: 'conciliar', cuenta: request.cuenta }, (job) =>
      this.#shared.api.call('revision.enviar', request, this.#trackingOf(job)),
    );
  }

  /** Resumes an upload of this PC, with the answer to what it had asked. */
  resume(request: ResumeRequest): Promise<UploadDocument | undefined> {
    return this.#keepGoing({ seccion: 'conciliaciones', cuenta: request.cuenta, carga: request.carga }, async (job) => {
      const [doc] = await this.#shared.api.call('cargas.retomar', request, this.#trackingOf(job));
      return doc;
    });
  }

  /** Resumes an upload that waited for the service. If the secret were needed, the upload stays stopped and the person goes on. */
  async retake(request: ResumeRequest): Promise<UploadDocument | undefined> {
    const before = this.document;
    const confirmed = this.stopped?.enviados ?? 0;
    this.#retakes = confirmed > this.#confirmedBefore ? 1 : this.#retakes + 1;
    this.#confirmedBefore = confirmed;
    const doc = await this.resume({ ...request, sinPreguntar: true });
    if (this.failure === undefined || !isSecretMissing(this.failure)) return doc;
    this.failure = undefined;
    this.document = before;
    this.#retakes = MAX_RETAKES;
    return undefined;
  }

  /** Waits for the result of an upload whose coupons are all confirmed. If the secret were needed, the upload stays as it was and nobody is asked. */
  async waitForResult(request: ResumeRequest): Promise<UploadDocument | undefined> {
    const doc = await this.resume({ ...request, sinPreguntar: true });
    if (this.failure === undefined || !isSecretMissing(this.failure)) return doc;
    this.failure = undefined;
    this.markFound(request.carga, 'ESPERANDO');
    return undefined;
  }

  /** Asks the core to stop. The document of the running call then says what was kept. */
  stop(): void {
    this.isStopping = true;
    this.job?.stop();
  }

  /** Like `stop`, but the person can go on from this screen. */
  pause(): void {
    this.isPausing = true;
    this.job?.stop();
  }

  /** Shows as paused an upload that was running when the page was closed. Its tandas say how much of it arrived. */
  markFound(upload: string, state: string): void {
    this.document = { carga: upload, estado: state, codigo: 'CANCELADO', mensaje: '', enviados: 0, pendientes: 0 };
    this.isPaused = true;
  }

  /** Turns a pause into a stop: the upload is resumed from the list. */
  leavePaused(): void {
    this.isPaused = false;
  }

  /** The upload's name on this PC, as soon as it has one. */
  get uploadId(): string | undefined {
    return this.progress?.carga ?? this.document?.carga ?? this.#resumed;
  }

  /** What the core says about its wait, with the seconds that are left of it. */
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

  /** Puts the decision off: it is asked again when the upload is resumed. */
  postpone(): void {
    this.#postponed = this.document;
  }

  /** Asks the postponed decision again. */
  resumeDecision(): void {
    this.#postponed = undefined;
  }

  /**
   * Milliseconds left at the pace of the last confirmation, less those that passed since: it only goes down between confirmations. Undefined while
   * there is no pace, and where less than a second would be left.
   */
  estimateLeft(now: number): number | undefined {
    const { progress } = this;
    const pace = this.getPace(this.#progressAt);
    if (pace === undefined || progress === undefined || progress.total === null) return undefined;
    const left = ((progress.total - progress.hecho) * 1000) / pace - (now - this.#progressAt);
    return left < 1000 ? undefined : left;
  }

  async #keepGoing(
    { seccion, cuenta, carga: resumed }: Followed,
    work: (job: Job) => Promise<UploadDocument | undefined>,
  ): Promise<UploadDocument | undefined> {
    this.account = cuenta;
    this.failure = undefined;
    this.document = undefined;
    this.progress = undefined;
    this.spoken = undefined;
    this.start = undefined;
    this.#resumed = resumed;
    this.isStopping = false;
    this.isPaused = false;
    this.startedAt = this.#now();
    try {
      const begin = (job: Job): Promise<UploadDocument | undefined> => {
        this.job = job;
        return work(job);
      };
      this.document = await this.#shared.jobs.perform({ seccion }, begin, m.marco_enviando);
      this.isPaused = this.isPausing && this.stopped?.codigo === 'CANCELADO';
      // Not awaited: the top bar shows how the update goes and how it ends.
      if (this.#hasResult) void this.#shared.freshness.updateBehind(cuenta);
      return this.document;
    } catch (error) {
      this.failure = toFailure(error);
      return undefined;
    } finally {
      this.isPausing = false;
      this.wasStopped = this.job?.isStopping ?? false;
      this.job = undefined;
      this.#tellIfLeft(seccion);
    }
  }

  /** The upload ended without a question, so there is a result. */
  get #hasResult(): boolean {
    return this.finished !== undefined && this.finished.id !== null && this.finished.decision === undefined;
  }

  /** The reconciliation to open once the upload has ended; undefined when the person left its screen for something else. */
  get resultToOpen(): string | undefined {
    return this.#hasResult && this.screen?.aborted !== true ? (this.finished?.id ?? undefined) : undefined;
  }

  /** Why an upload that ended has no report; undefined where it has one. A document with a decision has the same fields and is no failure. */
  get reportFailure(): Failure | undefined {
    if (this.finished === undefined) return undefined;
    const { informe, codigo, mensaje = '', decision } = this.finished;
    return informe === null && codigo !== undefined && decision === undefined
      ? new Failure({ code: codigo, message: mensaje })
      : undefined;
  }

  /** Tells a failure of the report, or of the whole call, in the top bar when the screen that would show it is gone. */
  #tellIfLeft(section: 'conciliar' | 'conciliaciones'): void {
    if (this.screen?.aborted !== true) return;
    const { jobs } = this.#shared;
    const route = { seccion: section } as const;
    const report = this.reportFailure;
    if (this.failure !== undefined) jobs.tell({ ruta: route, title: m.marco_enviando, falla: this.failure });
    else if (report !== undefined) jobs.tell({ ruta: route, title: m.marco_informe, falla: report });
  }

  #trackingOf(job: Job) {
    return {
      signal: job.signal,
      onProgress: (progress: Progress) => {
        if (progress.fase === 'envio') this.start ??= { ms: this.#now(), hecho: progress.hecho };
        if (progress.frase?.codigo !== this.spoken?.codigo) this.spoken = progress.frase;
        this.progress = progress;
        this.#progressAt = this.#now();
        job.progress = progress;
      },
    };
  }
}
