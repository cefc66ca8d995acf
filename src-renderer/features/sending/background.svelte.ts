import { getFileName, getReportName } from '#domain/texts/language.ts';
import { m } from '../../paraglide/messages.js';
import type { Shared } from '../../shared/context.ts';
import { UploadState, type ResumeRequest } from './upload.svelte.ts';

type Deps = Pick<Shared, 'api' | 'jobs' | 'takenUp'> & {
  readonly freshness: Pick<Shared['freshness'], 'updateBehind'>;
  readonly router: Pick<Shared['router'], 'goTo'>;
};

const requestOf = (cuenta: string, carga: string): ResumeRequest => ({
  cuenta,
  carga,
  informe: getReportName({ cuenta, dias: undefined }),
});

/**
 * The uploads that go on wherever the person goes, and that *Conciliaciones* shows: those that were resumed there, and those that the wizard left for
 * another file. Ended ones stay until their screen is left, if the person has to see something.
 */
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

  /** Resumes an upload of this PC, with the answer to its question. */
  async resume(
    account: string,
    upload: string,
    { file, decide }: { readonly file: string; readonly decide?: string | undefined },
  ) {
    const shown = this.find(upload) ?? new UploadState(this.#shared, this.#now);
    if (shown.isRunning) return;
    const resumed = shown.resume({ ...requestOf(account, upload), decidir: decide }, file);
    this.#add(shown);
    await resumed;
    this.settle(shown);
  }

  /** Takes an upload of the wizard, which goes on with another file and calls `settle` when the running call of the upload ends. */
  take(upload: UploadState): void {
    upload.moveTo('conciliaciones');
    this.#add(upload);
  }

  /** Goes on with the uploads that waited for the service. To be called once it is back. */
  goOnAlone(): void {
    for (const one of this.all.filter(({ waitsForService }) => waitsForService)) void this.#retake(one); // the state keeps its failure
  }

  /**
   * Goes on waiting for the results of the uploads that ran when the page was left: all their coupons are confirmed, so nobody is asked. `without`: the
   * uploads of a screen that takes them up itself.
   */
  async goOn(account: string, without?: 'conciliar'): Promise<void> {
    const { api, jobs, takenUp } = this.#shared;
    const names = takenUp.listOf(account).flatMap(({ carga, seccion }) => (seccion === without ? [] : carga));
    if (names.length === 0) return;
    // When the call fails, the uploads wait in the list.
    const known = await api.call('conciliaciones.conocidas', { cuenta: account }).catch(() => undefined);
    const waiting = (known?.cargas ?? []).filter(
      ({ carga, estado }) => names.includes(carga) && estado === 'ESPERANDO',
    );
    await Promise.all(
      waiting.map(async ({ carga, archivo }) => {
        // It runs already, or stands on a screen until the service is back.
        if (jobs.findUpload(carga) !== undefined || jobs.goesOnAlone(carga)) return;
        const upload = new UploadState(this.#shared, this.#now);
        const waited = upload.waitForResult(requestOf(account, carga), getFileName(archivo));
        this.#add(upload);
        const doc = await waited;
        if (doc !== undefined || upload.failure !== undefined) this.settle(upload);
        // The service needs the secret, for which this does not ask: the upload waits in the list.
        else this.#remove(upload);
      }),
    );
  }

  /** Opens the result of an upload that ended, where the person follows it. */
  settle(upload: UploadState): void {
    const { resultToOpen, reportFailure } = upload;
    if (upload.isRunning) return;
    if (upload.hasResult) this.#remove(upload);
    if (resultToOpen === undefined) return;
    const route = { seccion: 'conciliaciones', id: resultToOpen } as const;
    // Shows the failure of the workbook in the top bar, because the page of the result does not show it.
    if (reportFailure !== undefined)
      this.#shared.jobs.tell({ ruta: route, title: m.marco_informe, falla: reportFailure });
    // The person may be following another one.
    if (this.all.length === 0) this.#shared.router.goTo(route);
  }

  /** Forgets the uploads that ended: their screen, which said why, was left. */
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
