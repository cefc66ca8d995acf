import type { StoppedUpload, UploadDocument, FinishedUpload, Decision } from '#contract/documents.ts';
import type { MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/progress.ts';
import { toFailure, Failure } from '../../api/failure.ts';
import type { Shared } from '../../shared/context.ts';
import { m } from '../../paraglide/messages.js';
import { isSecretMissing } from '../../ui/errors.ts';
import type { Job } from '../../shared/jobs.svelte.ts';

type SendRequest = MethodInput<'revision.enviar'>;

/** Which upload goes on, and how its report is to be called. */
interface ResumeRequest {
  readonly cuenta: string;
  readonly carga: string;
  readonly informe: string;
}

type Deps = Pick<Shared, 'api' | 'jobs'> & { readonly freshness: Pick<Shared['freshness'], 'updateBehind'> };

/** An upload as a person follows it: what it is doing, how far, how it ended, what it asks. */
export class UploadState {
  job = $state.raw<Job | undefined>(undefined);
  progreso = $state.raw<Progress | undefined>(undefined);
  document = $state.raw<UploadDocument | undefined>(undefined);
  falla = $state.raw<Failure | undefined>(undefined);
  isStopping = $state(false);
  /** A person stopped it, wherever they did: else what cut it may be its page on the way out. */
  wasStopped = false;
  /** Stopped in order to go on: nothing is on its way, and the next send waits for the person. */
  isPaused = $state(false);
  #isPausing = $state(false);
  /** Of the screen that shows it, aborted once that is gone: what fails then is told in the top bar. */
  screen: AbortSignal | undefined;
  /** When the work began, on the clock that only grows. */
  startedAt = $state(0);
  #postponed = $state.raw<UploadDocument | undefined>(undefined);
  /** When the first coupons were confirmed: what the pace is counted from. */
  inicio = $state.raw<{ readonly ms: number; readonly hecho: number } | undefined>(undefined);
  readonly #shared: Deps;
  readonly #ahora: () => number;

  readonly isRunning: boolean = $derived(this.job !== undefined);
  readonly terminada: FinishedUpload | undefined = $derived(
    this.document !== undefined && 'informe' in this.document ? this.document : undefined,
  );
  readonly stopped: StoppedUpload | undefined = $derived(
    this.document !== undefined && !('informe' in this.document) ? this.document : undefined,
  );
  /** The same coupons were sent before, and the only question is whether they go again: the page asks it, without a dialog. */
  readonly isRepeated: Decision | undefined = $derived.by(() => {
    const decision = this.stopped?.codigo === 'YA_ENVIADO' ? this.stopped.decision : undefined;
    return decision?.opciones.every(({ clave }) => clave === 'nueva') === true ? decision : undefined;
  });
  /** What a person must choose now; undefined when put off. */
  readonly decision: Decision | undefined = $derived(
    this.document === this.#postponed || this.isRepeated !== undefined ? undefined : this.document?.decision,
  );

  constructor(common: Deps, ahora: () => number) {
    this.#shared = common;
    this.#ahora = ahora;
  }

  /** Sends what was reviewed; gives the document, or undefined when the call failed (`falla`). */
  send(request: SendRequest): Promise<UploadDocument | undefined> {
    return this.#keepGoing({ seccion: 'conciliar', cuenta: request.cuenta }, (job) =>
      this.#shared.api.call('revision.enviar', request, this.#trackingOf(job)),
    );
  }

  /** Goes on with an upload of this PC, with the answer to what it had asked. */
  resume({
    decidir,
    ...request
  }: ResumeRequest & { readonly decidir?: string | undefined }): Promise<UploadDocument | undefined> {
    return this.#resume({ ...request, ...(decidir === undefined ? {} : { decidir }) });
  }

  /** Waits for the result of one whose coupons are all confirmed, as long as nobody has to be asked for the secret: then it stays as it was found. */
  async waitForResult(request: ResumeRequest): Promise<UploadDocument | undefined> {
    const doc = await this.#resume({ ...request, sinPreguntar: true });
    if (this.falla === undefined || !isSecretMissing(this.falla)) return doc;
    this.falla = undefined;
    this.markFound(request.carga, 'ESPERANDO');
    return undefined;
  }

  #resume(entrada: MethodInput<'cargas.retomar'>): Promise<UploadDocument | undefined> {
    return this.#keepGoing({ seccion: 'conciliaciones', cuenta: entrada.cuenta }, async (job) => {
      const [doc] = await this.#shared.api.call('cargas.retomar', entrada, this.#trackingOf(job));
      return doc;
    });
  }

  /** Asks the core to stop; the document that comes back says what was kept. */
  stop(): void {
    this.isStopping = true;
    this.job?.stop();
  }

  get isPausing(): boolean {
    return this.#isPausing;
  }

  /** The same, to go on from this very screen. */
  pause(): void {
    this.#isPausing = true;
    this.job?.stop();
  }

  /** One that was on its way when the page was closed: as if it had been paused. How much of it arrived, its sends say. */
  markFound(carga: string, estado: string): void {
    this.document = { carga, estado, codigo: 'CANCELADO', mensaje: '', enviados: 0, pendientes: 0 };
    this.isPaused = true;
  }

  /** A pause becomes a stop: the upload is taken up again from the list. */
  leavePaused(): void {
    this.isPaused = false;
  }

  /** The upload's name on this PC, as soon as it has one. */
  get carga(): string | undefined {
    return this.progreso?.carga ?? this.document?.carga ?? undefined;
  }

  /** Coupons a second at the pace so far; undefined while there is no pace. */
  getPace(ahora: number): number | undefined {
    const { inicio, progreso } = this;
    if (inicio === undefined || progreso?.fase !== 'envio') return undefined;
    const elapsed = ahora - inicio.ms;
    const done = progreso.hecho - inicio.hecho;
    return done <= 0 || elapsed < 1000 ? undefined : (done * 1000) / elapsed;
  }

  /** The decision stays asked: it is there when the upload is taken up again. */
  postpone(): void {
    this.#postponed = this.document;
  }

  /** Asks it again. */
  resumeDecision(): void {
    this.#postponed = undefined;
  }

  /** Milliseconds that are missing at the pace so far; undefined while there is no pace. */
  estimateLeft(ahora: number): number | undefined {
    const { progreso } = this;
    const pace = this.getPace(ahora);
    if (pace === undefined || progreso === undefined || progreso.total === null) return undefined;
    return ((progreso.total - progreso.hecho) * 1000) / pace;
  }

  async #keepGoing(
    { seccion, cuenta }: { readonly seccion: 'conciliar' | 'conciliaciones'; readonly cuenta: string | undefined },
    work: (job: Job) => Promise<UploadDocument | undefined>,
  ): Promise<UploadDocument | undefined> {
    this.falla = undefined;
    this.document = undefined;
    this.progreso = undefined;
    this.inicio = undefined;
    this.isStopping = false;
    this.isPaused = false;
    this.startedAt = this.#ahora();
    try {
      const begin = (job: Job): Promise<UploadDocument | undefined> => {
        this.job = job;
        return work(job);
      };
      this.document = await this.#shared.jobs.perform({ seccion }, begin, m.marco_enviando);
      this.isPaused = this.#isPausing && this.stopped?.codigo === 'CANCELADO';
      // Nobody waits for it: how it goes and how it ends is shown in the top bar.
      if (this.#hasResult) void this.#shared.freshness.updateBehind(cuenta);
      return this.document;
    } catch (error) {
      this.falla = toFailure(error);
      return undefined;
    } finally {
      this.#isPausing = false;
      this.wasStopped = this.job?.isStopping ?? false;
      this.job = undefined;
      this.#tellIfLeft(seccion);
    }
  }

  /** It ended, with nothing to be asked: there is a result to be explained. */
  get #hasResult(): boolean {
    return this.terminada !== undefined && this.terminada.id !== null && this.terminada.decision === undefined;
  }

  /** The reconciliation to go to once the upload has ended: none when its screen was left, for the person is at something else. */
  get resultToOpen(): string | undefined {
    return this.#hasResult && this.screen?.aborted !== true ? (this.terminada?.id ?? undefined) : undefined;
  }

  /** Nobody sees the screen that would say that the report, or the whole call, failed. */
  #tellIfLeft(seccion: 'conciliar' | 'conciliaciones'): void {
    if (this.screen?.aborted !== true) return;
    const { jobs } = this.#shared;
    const ruta = { seccion } as const;
    const report = reportFailure(this.document);
    if (this.falla !== undefined) jobs.tell({ ruta, title: m.marco_enviando, falla: this.falla });
    else if (report !== undefined) jobs.tell({ ruta, title: m.marco_informe, falla: report });
  }

  #trackingOf(job: Job) {
    return {
      signal: job.signal,
      onProgress: (progreso: Progress) => {
        if (progreso.fase === 'envio') this.inicio ??= { ms: this.#ahora(), hecho: progreso.hecho };
        this.progreso = progreso;
        job.progreso = progreso;
      },
    };
  }
}

/** Why an upload that ended has no report. A decision that it asks for has the same fields, and is asked for. */
function reportFailure(doc: UploadDocument | undefined): Failure | undefined {
  if (doc === undefined || !('informe' in doc)) return undefined;
  const { informe, codigo, mensaje = '', decision } = doc;
  return informe === null && codigo !== undefined && decision === undefined
    ? new Failure({ code: codigo, message: mensaje })
    : undefined;
}
