import type { SaleCupon, DataDetail, DataTrail, KeyedRow } from '#contract/data.ts';
import type { Api } from '../../api/api.ts';
import { toFailure, type Failure } from '../../api/failure.ts';
import { Reading } from '../../shared/task.svelte.ts';
import type { Order } from '../../ui/grid/types.ts';
import { toNamePart } from '#domain/texts/report-name.ts';
import { textOf } from './columns.ts';

/** How many sales of a settlement its page shows; the rest are in *Operaciones*. */
const SALES = 200;
/** How many settlements are searched for the previous and the next one. */
const MAX_NEIGHBOURS = 1000;

/** The records before and after it in the period, where there are any. */
interface Neighbours {
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

/** The page of one settlement, or of its taxes: the record, its trail, its sales and its neighbours. */
export class RecordState extends Reading {
  detail = $state.raw<DataDetail | undefined>(undefined);
  trail = $state.raw<DataTrail | undefined>(undefined);
  sales = $state.raw<readonly KeyedRow[] | undefined>(undefined);
  hasMoreSales = $state(false);
  /** Our coupons of these sales, as far as kept results know. */
  cupones = $state.raw<readonly SaleCupon[]>([]);
  neighbours = $state.raw<Neighbours>({});
  isMissing = $state(false);
  /** Why the last export failed; another reading keeps it. */
  failedExport = $state.raw<Failure | undefined>(undefined);
  isExporting = $state(false);
  readonly #api: Api;
  readonly #account: string;
  readonly #vista: 'liquidaciones' | 'impuestos';
  readonly #id: string;

  readonly row: KeyedRow | undefined = $derived(this.detail?.fila ?? undefined);

  constructor(api: Api, account: string, vista: 'liquidaciones' | 'impuestos', id: string) {
    super();
    this.#api = api;
    this.#account = account;
    this.#vista = vista;
    this.#id = id;
  }

  /** Reads the record and what belongs to it. What was read before stays meanwhile. */
  async read(period: { readonly desde: string; readonly hasta: string }, signal: AbortSignal): Promise<void> {
    const account = this.#account;
    const vista = this.#vista;
    await this.attempt(async () => {
      const filters = [{ campo: 'id', valor: this.#id }];
      const match = await this.#api.call(
        'datos.pagina',
        { cuenta: account, vista, filtros: filters, retiradas: true, desdeFila: 0, filas: 1 },
        { signal },
      );
      // A call may still answer after the signal: a newer reading is on its way then.
      if (signal.aborted) return;
      const key = match.filas[0]?.clave;
      this.isMissing = key === undefined;
      if (key === undefined) return;
      const detail = await this.#api.call('datos.detalle', { cuenta: account, vista, clave: key }, { signal });
      if (signal.aborted) return;
      this.detail = detail;
      const de = { vista, clave: key };
      const trail = await this.#api.call('datos.rastro', { cuenta: account, de }, { signal });
      if (signal.aborted) return;
      this.trail = trail;
      if (vista === 'liquidaciones') await this.#readSales(key, signal);
      await this.#readNeighbours(period, signal);
    }, signal);
  }

  async writeFile(signal: AbortSignal): Promise<void> {
    this.isExporting = true;
    this.failedExport = undefined;
    try {
      const { archivo } = await this.#api.call(
        'datos.exportar',
        {
          cuenta: this.#account,
          vista: this.#vista,
          filtros: [{ campo: 'id', valor: this.#id }],
          retiradas: true,
          detalle: true,
          salida: `${this.#vista}-${toNamePart(this.row === undefined ? this.#id : textOf(this.row, 'numero'))}.xlsx`,
        },
        { signal },
      );
      await this.#api.deliver(archivo);
    } catch (error) {
      if (!signal.aborted) this.failedExport = toFailure(error);
    } finally {
      this.isExporting = false;
    }
  }

  async #readSales(key: string, signal: AbortSignal): Promise<void> {
    const filters = [{ campo: 'liquidaciones_id', valor: this.#id }];
    const order: Order = { campo: 'fecha_venta', desc: false };
    const page = await this.#api.call(
      'datos.pagina',
      { cuenta: this.#account, vista: 'operaciones', filtros: filters, orden: order, desdeFila: 0, filas: SALES },
      { signal },
    );
    if (signal.aborted) return;
    this.sales = page.filas;
    this.hasMoreSales = page.hayMas;
    const input = { cuenta: this.#account, clave: key };
    const cupones = await this.#api.call('datos.cupones_de_liquidacion', input, { signal });
    if (!signal.aborted) this.cupones = cupones;
  }

  async #readNeighbours(
    period: { readonly desde: string; readonly hasta: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { filas } = await this.#api.call(
      'datos.pagina',
      {
        cuenta: this.#account,
        vista: this.#vista,
        desde: period.desde,
        hasta: period.hasta,
        orden: { campo: 'fecha', desc: false },
        desdeFila: 0,
        filas: MAX_NEIGHBOURS,
      },
      { signal },
    );
    if (signal.aborted) return;
    const ids = filas.map((row) => textOf(row, 'id'));
    const place = ids.indexOf(this.#id);
    // A record out of the period has no neighbours in it.
    this.neighbours = place === -1 ? {} : { previous: ids[place - 1], next: ids[place + 1] };
  }
}
