import { getFileName, getReportName } from '#domain/texts/language.ts';
import { m } from '../../paraglide/messages.js';
import type { Shared } from '../../shared/context.ts';
import { UploadState, type ResumeRequest } from './upload.svelte.ts';

type Deps = Pick<Shared, 'api' | 'jobs' | 'takenUp'> & {
  readonly freshness: Pick<Shared['freshness'], 'updateBehind'>;
};

const requestOf = (cuenta: string, carga: string): ResumeRequest => ({
  cuenta,
  carga,
  informe: getReportName({ cuenta, dias: undefined }),
});

/** Uploads that run on any screen. An ended upload with something to show stays until the person leaves *Conciliaciones*. */
export class BackgroundUploads {
  all = $state.raw<readonly UploadState[]>([]);
  readonly #shared: Deps;
  readonly #now: () => number;

  constructor(shared: Deps, now: () => number) {
    this.#shared = shared;
    this.#now = now;
  }

  listOf(account: string): readonly UploadState[] {
    return this.all.filter((one) => one.account === account);
  }

  find(upload: string | undefined): UploadState | undefined {
    return this.all.find(({ uploadId }) => uploadId !== undefined && uploadId === upload);
  }

  /** Resumes an upload of this PC. `asked` may answer its question or set the size of its tandas. */
  async resume(
    account: string,
    upload: string,
    { file, ...asked }: { readonly file: string } & Pick<ResumeRequest, 'decidir' | 'porTanda'>,
  ) {
    const shown = this.find(upload) ?? new UploadState(this.#shared, this.#now);
    if (shown.isRunning) return;
    const resumed = shown.resume({ ...requestOf(account, upload), ...asked }, file);
    this.#add(shown);
    await resumed;
    this.settle(shown);
  }

  /** Takes over an upload from the wizard, which goes on with another file and calls `settle` when the upload's running call ends. */
  take(upload: UploadState): void {
    upload.moveTo('conciliaciones');
    upload.screen = AbortSignal.abort(); // the wizard's screen may stay open, with the other file
    this.#add(upload);
  }

  /** Continues the uploads that waited for the service, which answers again. */
  goOnAlone(): void {
    for (const one of this.all.filter(({ waitsForService }) => waitsForService)) void this.#retake(one); // each upload keeps its failure
  }

  /** After a reload, waits for the results of uploads whose coupons are all confirmed. `without`: a screen that continues its own uploads. */
  async goOn(account: string, without?: 'conciliar'): Promise<void> {
    const { api, jobs, takenUp } = this.#shared;
    const names = takenUp.listOf(account).flatMap(({ carga, seccion }) => (seccion === without ? [] : carga));
    if (names.length === 0) return;
    // When the call fails, the list of unfinished uploads still has these uploads.
    const known = await api.call('conciliaciones.conocidas', { cuenta: account }).catch(() => undefined);
    const waiting = (known?.cargas ?? []).filter(
      ({ carga, estado }) => names.includes(carga) && estado === 'ESPERANDO',
    );
    await Promise.all(
      waiting.map(async ({ carga, archivo }) => {
        // Skips an upload that runs already, or that continues by itself once the service answers.
        if (jobs.findUpload(carga) !== undefined || jobs.findStopped(carga)?.waitsForService === true) return;
        const upload = new UploadState(this.#shared, this.#now);
        const waited = upload.waitForResult(requestOf(account, carga), getFileName(archivo));
        this.#add(upload);
        const doc = await waited;
        if (doc !== undefined || upload.failure !== undefined) this.settle(upload);
        // Here the service wants the secret, for which `goOn` does not ask; the list of unfinished uploads keeps the upload.
        else this.#remove(upload);
      }),
    );
  }

  /** Announces the result of an ended upload in a note above the page. */
  settle(upload: UploadState): void {
    const { account, file, finished, reportFailure, screen, wasOpened } = upload;
    if (upload.isRunning || !upload.hasResult) return;
    this.#remove(upload);
    if (account === undefined || finished === undefined || finished.id === null) return;
    const { jobs } = this.#shared;
    if (!wasOpened) jobs.tellResult({ cuenta: account, archivo: file, id: finished.id });
    if (reportFailure === undefined || screen?.aborted === true) return; // when a screen was left, `UploadState` shows the failure
    const ruta = { seccion: 'conciliaciones', id: finished.id } as const;
    jobs.tell({ ruta, cuenta: account, title: m.marco_informe, falla: reportFailure });
  }

  forgetEnded(): void {
    this.all = this.all.filter(({ isRunning, waitsForService }) => isRunning || waitsForService);
  }

  async #retake(upload: UploadState): Promise<void> {
    const { account, uploadId } = upload;
    if (account === undefined || uploadId === undefined || upload.isRunning) return;
    await upload.retake(requestOf(account, uploadId), upload.file);
    this.settle(upload);
  }

  #add(upload: UploadState): void {
    if (!this.all.includes(upload)) this.all = [...this.all, upload];
  }

  #remove(upload: UploadState): void {
    this.all = this.all.filter((other) => other !== upload);
  }
}
