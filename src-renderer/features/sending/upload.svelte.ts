/** One upload as a screen shows it. Longer than 300 lines because every call sets the same progress, outcome and failure. */
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

/** The upload to resume, and the file name of its report. */
export type ResumeRequest = MethodInput<'cargas.retomar'> & { readonly cuenta: string; readonly carga: string };

type Section = 'conciliar' | 'conciliaciones';

interface Followed extends UploadOfJob {
  readonly seccion: Section;
}

type Deps = Pick<Shared, 'api' | 'jobs' | 'takenUp'> & {
  readonly freshness: Pick<Shared['freshness'], 'updateBehind'>;
};

/** How often an upload resumes by itself without a newly confirmed coupon. Afterwards, the person has to continue it. */
const MAX_RETAKES = 3;

export class UploadState {
  job = $state.raw<Job | undefined>(undefined);
  progress = $state.raw<Progress | undefined>(undefined);
  /** The sentence about the current wait, for screen readers, whose seconds do not count down. */
  spoken = $state.raw<Progress['frase']>(undefined);
  #progressAt = $state(0);
  document = $state.raw<UploadDocument | undefined>(undefined);
  failure = $state.raw<Failure | undefined>(undefined);
  account = $state.raw<string | undefined>(undefined);
  file = $state('');
  /** True when a person stopped the upload, and not for example the end of the page. */
  wasStopped = $state(false);
  /** True when the person opened the result before the upload ended. */
  wasOpened = false;
  #section: Section = 'conciliar';
  /** True for an upload that ran when the page was closed: it sends nothing until the person continues it. */
  isPaused = $state(false);
  /** The id of the resumed upload, whose tandas can be read before the service answers. */
  #resumed = $state.raw<string | undefined>(undefined);
  /** The last `send`, which is repeated if the service did not answer. */
  #sent: { readonly request: SendRequest; readonly archivo: string } | undefined;
  #retakes = $state(0);
  #confirmedBefore = 0;
  /** Aborts when the screen of the upload closes; a note above the page then shows failures. */
  screen: AbortSignal | undefined;
  /** When the work began, in milliseconds of the monotonic clock. */
  startedAt = $state(0);
  #postponed = $state.raw<UploadDocument | undefined>(undefined);
  /** The first progress of sending in this run, time and confirmed coupons, from which the pace is measured. */
  start = $state.raw<{ readonly ms: number; readonly hecho: number } | undefined>(undefined);
  readonly tandas: TandasState;
  readonly #shared: Deps;
  readonly #now: () => number;

  readonly isRunning: boolean = $derived(this.job !== undefined);
  /** True while the core sends or reads, and false while the upload waits for its session, its turn, or the check of an earlier upload. */
  readonly isActive: boolean = $derived(
    this.isRunning && this.progress !== undefined && this.progress.fase !== 'anterior',
  );
  readonly isHalting: boolean = $derived(this.job?.isStopping === true);
  /** The id of the result, from the wait for late coupons on; stays when the upload stops. */
  resultSoFar = $state.raw<string | undefined>(undefined);
  readonly finished: FinishedUpload | undefined = $derived(
    this.document !== undefined && 'informe' in this.document ? this.document : undefined,
  );
  readonly stopped: StoppedUpload | undefined = $derived(
    this.document !== undefined && !('informe' in this.document) ? this.document : undefined,
  );
  /** The question whether to send coupons again, which the page asks without a dialog. */
  readonly repeatedDecision: UploadQuestionDocument | undefined = $derived.by(() => {
    const decision = this.stopped?.codigo === 'YA_ENVIADO' ? this.stopped.decision : undefined;
    return decision?.opciones.every(({ clave }) => clave === 'nueva') === true ? decision : undefined;
  });
  /** Any other question that needs an answer now; undefined while it is postponed. */
  readonly decision: UploadQuestionDocument | undefined = $derived(
    this.document === this.#postponed || this.repeatedDecision !== undefined ? undefined : this.document?.decision,
  );

  /** True when the upload stopped or did not begin because the service did not answer; it continues by itself later. */
  readonly waitsForService: boolean = $derived.by(() => {
    const { stopped, failure } = this;
    if (this.wasStopped || this.#retakes >= MAX_RETAKES) return false;
    // A call that failed for the network opened no session, and so sent nothing.
    if (failure !== undefined) return isOfNetwork(failure);
    if (stopped === undefined || stopped.carga === null || stopped.decision !== undefined) return false;
    return isStoppedByNetwork(stopped);
  });

  constructor(common: Deps, now: () => number) {
    this.tandas = new TandasState(common.api);
    this.#shared = common;
    this.#now = now;
  }

  /** Sends the reviewed coupons of `archivo`. Undefined when the call failed (see `failure`). */
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

  /** Resumes an upload of this PC. `request` may answer the upload's question. */
  resume(request: ResumeRequest, archivo = ''): Promise<UploadDocument | undefined> {
    const { cuenta, carga } = request;
    return this.#keepGoing({ seccion: 'conciliaciones', cuenta, carga, archivo }, async (job) => {
      const [doc] = await this.#shared.api.call('cargas.retomar', request, this.#trackingOf(job));
      return doc;
    });
  }

  /** Resumes an upload that waited for the service. Asks for no secret: if the service wants it, the upload stays stopped. */
  retake(request: ResumeRequest, archivo = ''): Promise<UploadDocument | undefined> {
    return this.#retry(() => this.resume({ ...request, sinPreguntar: true }, archivo));
  }

  /** Repeats the last `send`, which waited for the service. Asks for no secret: if the service wants it, the upload stays stopped. */
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
    this.startedAt = startedAt; // keeps the wait for the service in the elapsed time
    const doc = await called;
    if (this.failure === undefined || !isSecretMissing(this.failure)) return doc;
    this.failure = failure;
    this.document = before;
    this.#retakes = MAX_RETAKES;
    return undefined;
  }

  /** Waits for the result of an upload whose coupons are all confirmed. Asks for no secret: if the service wants it, the upload stays as it was. */
  async waitForResult(request: ResumeRequest, archivo = ''): Promise<UploadDocument | undefined> {
    const doc = await this.resume({ ...request, sinPreguntar: true }, archivo);
    if (this.failure === undefined || !isSecretMissing(this.failure)) return doc;
    this.failure = undefined;
    this.markFound({ carga: request.carga, estado: 'ESPERANDO' });
    return undefined;
  }

  moveTo(seccion: Section): void {
    this.#section = seccion;
    if (this.job !== undefined) this.job.route = { seccion };
    this.#remember();
  }

  #remember(): void {
    const { account: cuenta, uploadId: carga } = this;
    if (cuenta === undefined || carga === undefined || this.job === undefined) return;
    this.#shared.takenUp.begin({ cuenta, carga, seccion: this.#section });
  }

  /** Asks the core to stop; the running call then resolves with what was sent and saved. */
  stop(): void {
    this.job?.stop();
  }

  /** Shows an upload that ran when the page was closed as paused. */
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

  /** Undefined until the ledger has the upload. */
  get uploadId(): string | undefined {
    return this.progress?.carga ?? this.document?.carga ?? this.#resumed;
  }

  /** The sentence about the current wait, with the seconds left at `now`; undefined without a wait, and once it is over. */
  getSentence(now: number): Progress['frase'] {
    const sentence = this.progress?.frase;
    const passed = Math.max(0, Math.floor((now - this.#progressAt) / 1000));
    return sentence === undefined || passed >= sentence.n ? undefined : { ...sentence, n: sentence.n - passed };
  }

  /** Coupons a second in this run. Undefined in its first second, before a coupon is confirmed, and outside the phase of sending. */
  getPace(now: number): number | undefined {
    const { start, progress } = this;
    if (start === undefined || progress?.fase !== 'envio') return undefined;
    const elapsed = now - start.ms;
    const done = progress.hecho - start.hecho;
    return done <= 0 || elapsed < 1000 ? undefined : (done * 1000) / elapsed;
  }

  /** Postpones the question until the upload is resumed. */
  postpone(): void {
    this.#postponed = this.document;
  }

  resumeDecision(): void {
    this.#postponed = undefined;
  }

  /** The milliseconds left at the pace of the last confirmation, falling until the next one. Undefined without pace or total, and below 1 s. */
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
    const getTitle = (): string => {
      const phase = this.job === undefined ? undefined : this.progress?.fase;
      if (archivo === '') return phase === 'auditoria' ? m.envio_espera_seguridad() : m.marco_enviando();
      const named = { archivo: shortenName(archivo) };
      if (phase === 'auditoria') return m.marco_espera_de(named);
      return phase === 'resultado' || phase === 'informe' ? m.marco_resultado_de(named) : m.marco_enviando_de(named);
    };
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
      // Not awaited, because the top bar shows the update.
      if (this.hasResult) void this.#shared.freshness.updateBehind(cuenta);
      return this.document;
    } catch (error) {
      this.failure = toFailure(error);
      return undefined;
    } finally {
      this.wasStopped = this.job?.isStopping ?? false;
      this.wasOpened = this.job?.wasOpened ?? false;
      this.job = undefined;
      if (this.uploadId !== undefined) this.#shared.takenUp.end(this.uploadId, this);
      this.#tellIfLeft(getTitle);
    }
  }

  /** True when the upload ended with a result and without a question. */
  get hasResult(): boolean {
    return this.finished !== undefined && this.finished.id !== null && this.finished.decision === undefined;
  }

  /** Why an ended upload has no report; undefined when it has one. A document with a question looks the same but is no failure. */
  get reportFailure(): Failure | undefined {
    if (this.finished === undefined) return undefined;
    const { informe, codigo, mensaje = '', decision } = this.finished;
    return informe === null && codigo !== undefined && decision === undefined
      ? new Failure({ code: codigo, message: mensaje })
      : undefined;
  }

  /** Once the screen of the upload is closed, shows in a note above the page that the upload, or only its report, failed. */
  #tellIfLeft(getTitle: () => string): void {
    // An upload that waits for the service continues by itself, so it has not failed.
    if (this.screen?.aborted !== true || this.waitsForService) return;
    const { jobs } = this.#shared;
    const of = { ruta: { seccion: this.#section }, cuenta: this.account } as const;
    const report = this.reportFailure;
    if (this.failure !== undefined) jobs.tell({ ...of, title: getTitle, falla: this.failure });
    else if (report !== undefined) jobs.tell({ ...of, title: m.marco_informe, falla: report });
  }

  #trackingOf(job: Job) {
    return {
      signal: job.signal,
      onProgress: (progress: Progress) => {
        if (progress.fase === 'envio') this.start ??= { ms: this.#now(), hecho: progress.hecho };
        if (progress.frase?.codigo !== this.spoken?.codigo) this.spoken = progress.frase;
        // Progress of the report comes without the id of the upload.
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
