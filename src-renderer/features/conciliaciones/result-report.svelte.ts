import type { ResultRow } from '#contract/conciliaciones.ts';
import { getReportName } from '#domain/texts/language.ts';
import type { Tracking } from '../../api/api.ts';
import { m } from '../../paraglide/messages.js';
import type { Shared } from '../../shared/context.ts';
import { readRows, toShownList } from '../../ui/grid/paper.ts';
import { WorkbookTask } from '../../shared/task.svelte.ts';
import type { ResultState } from './result.svelte.ts';

export class ResultReport {
  isBusy = $state(false);
  /** The columns of the grid; undefined while no coupons are on screen. */
  onScreen: Parameters<typeof toShownList<ResultRow>>[0] | undefined;
  readonly #deps: Pick<Shared, 'api' | 'jobs'>;
  readonly #result: ResultState;
  readonly #workbook: WorkbookTask;

  constructor(deps: Pick<Shared, 'api' | 'jobs'>, result: ResultState) {
    this.#deps = deps;
    this.#result = result;
    this.#workbook = new WorkbookTask(deps);
  }

  /** Writes a workbook of the result, even after the screen (`signal`) closed. Reads the result first, if needed. */
  async write(signal: AbortSignal): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    const result = this.#result;
    const ruta = { seccion: 'conciliaciones', id: result.id } as const;
    const followed = { ruta, title: m.marco_informe, pantalla: signal };
    if (result.document === undefined) await result.read(signal);
    // Closing the screen stopped the reading of the result, which the workbook needs.
    if (result.document === undefined && signal.aborted) await result.read(new AbortController().signal);
    if (result.document !== undefined) {
      result.failure = undefined;
      await this.#workbook.write(followed, (tracking) => this.#write(tracking));
      result.failure ??= this.#workbook.failure;
    } else if (signal.aborted && result.failure !== undefined) {
      this.#deps.jobs.tell({ ...followed, falla: result.failure });
    }
    this.isBusy = false;
  }

  async #listOnScreen() {
    const { onScreen } = this; // the person may go to another tab while the rows are read
    if (onScreen === undefined) return undefined;
    const { rows, all } = await readRows(this.#result.source, this.#result.order);
    const headings = rows.filter(({ tipo }) => tipo === 'grupo').length;
    return toShownList(
      onScreen,
      rows.filter(({ tipo }) => tipo === 'cupon'),
      all - headings,
    );
  }

  async #write(tracking: Tracking): Promise<string> {
    const { account: cuenta, id, document } = this.#result;
    const { dias, conciliacion } = document ?? {};
    const exportar = getReportName({ cuenta, dias: dias ?? undefined, nombre: conciliacion?.nombre, id });
    const input = { cuenta, id, exportar, pantalla: await this.#listOnScreen() };
    return (await this.#deps.api.call('conciliaciones.informe', input, tracking)).exportado;
  }
}
