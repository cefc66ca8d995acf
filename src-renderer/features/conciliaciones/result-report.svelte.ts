import type { ResultReading, ResultRow } from '#contract/conciliaciones.ts';
import { getReportName } from '#domain/texts/report-name.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import type { Shared } from '../../shared/context.ts';
import { readRows, toShownList } from '../../ui/grid/shown-list.ts';
import type { Order, RowSource } from '../../ui/grid/types.ts';
import type { Job } from '../../shared/jobs.svelte.ts';

interface WrittenResult {
  readonly account: string;
  readonly id: string;
  readonly document: ResultReading | undefined;
  readonly source: RowSource<ResultRow>;
  readonly order: Order | undefined;
  failure: Failure | undefined;
  read(signal: AbortSignal): Promise<void>;
}

export class ResultReport {
  isBusy = $state(false);
  /** The columns of the grid, while it shows coupons. */
  onScreen: Parameters<typeof toShownList<ResultRow>>[0] | undefined;
  readonly #deps: Pick<Shared, 'api' | 'jobs'>;
  readonly #result: WrittenResult;

  constructor(deps: Pick<Shared, 'api' | 'jobs'>, result: WrittenResult) {
    this.#deps = deps;
    this.#result = result;
  }

  /**
   * Writes the workbook of the kept result and gives it to the person, even if they went to another screen. A result that was not read yet is read
   * first. `signal`: of the screen.
   */
  async write(signal: AbortSignal): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const result = this.#result;
    const { jobs } = this.#deps;
    const followed = {
      ruta: { seccion: 'conciliaciones', id: result.id },
      title: m.marco_informe,
      pantalla: signal,
      getFailure: () => result.failure,
    } as const;
    if (result.document === undefined) await result.read(signal);
    // A reading of the screen ends with the screen; the workbook that was asked for does not.
    if (result.document === undefined && signal.aborted) await result.read(new AbortController().signal);
    if (result.document !== undefined) {
      result.failure = undefined;
      await jobs.keepGoing(followed, (job) => this.#write(job));
    } else if (signal.aborted && result.failure !== undefined) {
      jobs.tell({ ...followed, falla: result.failure });
    }
    this.isBusy = false;
  }

  /** The coupons that the grid shows; headings of groups are no coupons. */
  async #listOnScreen() {
    if (this.onScreen === undefined) return undefined;
    const { rows, all } = await readRows(this.#result.source, this.#result.order);
    const headings = rows.filter(({ tipo }) => tipo === 'grupo').length;
    return toShownList(
      this.onScreen,
      rows.filter(({ tipo }) => tipo === 'cupon'),
      all - headings,
    );
  }

  async #write(job: Job): Promise<void> {
    const { account, id, document } = this.#result;
    const exported = getReportName({
      cuenta: account,
      dias: document?.dias ?? undefined,
      nombre: document?.conciliacion.nombre,
      id,
    });
    try {
      const pantalla = await this.#listOnScreen();
      const input = { cuenta: account, id, exportar: exported, pantalla };
      const { exportado } = await this.#deps.api.call('conciliaciones.informe', input, job.tracking);
      await this.#deps.api.deliver(exportado);
    } catch (error) {
      if (!job.signal.aborted) this.#result.failure = toFailure(error);
    }
  }
}
