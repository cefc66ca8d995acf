import type { MissingSummary, MissingDocument, MissingOperacion } from '#contract/explanations.ts';
import type { Progress } from '#contract/host-events.ts';
import type { Api, Tracking } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { getLocale } from '../../paraglide/runtime.js';
import type { RowSource } from '../../ui/grid/types.ts';
import { getReportName } from '#domain/texts/report-name.ts';

export interface Days {
  readonly desde: string;
  readonly hasta: string;
}
/** A till and a day. `lugar` is its place in the answer: its operations are asked for by it. */
export interface Till extends MissingSummary {
  readonly lugar: number;
}
/** `days`: those that were asked about. The places of `tills` are good for these alone. */
type Summary = Omit<MissingDocument, 'operaciones'> & { readonly tills: readonly Till[]; readonly days: Days };

/** How many operations of a till the panel shows; the others are in *Operaciones*. */
const SHOWN = 100;

/** Operations of a period of which no coupon was uploaded, by till and day. */
export class WithoutCuponState {
  summary = $state.raw<Summary | undefined>(undefined);
  progress = $state.raw<Progress | undefined>(undefined);
  reading = $state(false);
  failure = $state.raw<Failure | undefined>(undefined);
  chosen = $state.raw<Till | undefined>(undefined);
  /** Why the operations of the chosen till could not be read. */
  listFailure = $state.raw<Failure | undefined>(undefined);
  /** The operations of the chosen till and day; undefined until they are read. */
  operaciones = $state.raw<readonly MissingOperacion[] | undefined>(undefined);
  readonly #api: Pick<Api, 'call'>;
  readonly #account: string;
  #reading = new AbortController();
  #choosing = new AbortController();

  constructor(api: Pick<Api, 'call'>, account: string) {
    this.#api = api;
    this.#account = account;
  }

  /** Tills of which nothing was ever uploaded. */
  get untouched(): readonly Till[] {
    return (this.summary?.tills ?? []).filter(({ cajaSinCargar }) => cajaSinCargar);
  }
  /** All other tills, a line for each day. */
  get rows(): readonly Till[] {
    return (this.summary?.tills ?? []).filter(({ cajaSinCargar }) => !cajaSinCargar);
  }

  /** Reads what this PC knows. The previous rows stay until the new ones are here. */
  async read(days: Days, signal: AbortSignal): Promise<void> {
    this.#reading.abort();
    const own = new AbortController();
    this.#reading = own;
    this.reading = true;
    this.failure = undefined;
    try {
      const { operaciones: _, ...summary } = await this.#ask(
        days,
        { limite: 0 },
        AbortSignal.any([signal, own.signal]),
      );
      if (own.signal.aborted || signal.aborted) return;
      this.summary = { ...summary, days, tills: summary.resumen.map((one, place) => ({ ...one, lugar: place })) };
      this.choose(undefined);
    } catch (error) {
      if (!own.signal.aborted && !signal.aborted) this.failure = toFailure(error);
    } finally {
      if (this.#reading === own) {
        this.reading = false;
        this.progress = undefined;
      }
    }
  }

  /** Shows a till and day, then its operations and what coupon each may be. */
  choose(till: Till | undefined): void {
    this.#choosing.abort();
    const own = new AbortController();
    this.#choosing = own;
    this.chosen = till;
    this.operaciones = undefined;
    this.listFailure = undefined;
    if (till !== undefined) void this.#list(till, own.signal); // its failure is shown
  }

  async #list(till: Till, signal: AbortSignal): Promise<void> {
    try {
      const { operaciones } = await this.#ask(this.#shownDays(), { grupo: till.lugar, limite: SHOWN }, signal);
      if (!signal.aborted) this.operaciones = operaciones;
    } catch (error) {
      if (!signal.aborted) this.listFailure = toFailure(error);
    }
  }

  /** Writes all of the period as a workbook. */
  async writeWorkbook(tracking: Tracking): Promise<string> {
    const days = this.#shownDays();
    const exported = getReportName({ what: 'sin-cupon', cuenta: this.#account, dias: days });
    const asked = { cuenta: this.#account, exportar: exported, ...days };
    return (await this.#api.call('explicaciones.exportar_faltantes', asked, tracking)).exportado;
  }

  /** The rows as a source for the grid: all of them are in memory. */
  createSource(): RowSource<Till> {
    const { rows } = this;
    return {
      clave: JSON.stringify(this.summary?.days),
      read: (from, howMany) => Promise.resolve({ filas: rows.slice(from, from + howMany), total: rows.length }),
    };
  }

  /** The days of what is shown, which may not be those that are being read now. */
  #shownDays(): Days {
    const { summary } = this;
    if (summary === undefined) throw new Error('Nothing was read');
    return summary.days;
  }

  async #ask(
    days: Days,
    asked: { readonly grupo?: number; readonly limite: number },
    signal: AbortSignal,
  ): Promise<MissingDocument> {
    const onProgress = (progress: Progress): void => {
      if (signal === this.#reading.signal || asked.grupo === undefined) this.progress = progress;
    };
    return this.#api.call(
      'explicaciones.faltantes',
      { cuenta: this.#account, idioma: getLocale(), ...days, ...asked },
      { signal, onProgress },
    );
  }
}
