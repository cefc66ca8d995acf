/** Reads totals by whole months. Totals are no lists: they have neither dates nor pages, and parts of a month are added up before they are stored. */
import { toCentavos } from '#domain/money.ts';
import { AppError } from '#contract/errors.ts';
import { addDays, countDaysBetween, type DateWindow } from '#domain/civil-date.ts';
import type { Learned } from '#service/learned.ts';
import { givesLongAgo } from '#service/list/page.ts';
import { mayBeWindowTooLong } from '#service/list/period.ts';
import { TABLES, type ServiceRow } from '#storage/cache/index.ts';
import { getWholeMonth, listRemainingUnits, type UnitReader, type ReaderDeps } from './units.ts';

export type TotalsRow = Readonly<Record<string, unknown>>;
/** Adds up the totals of a card from two windows. An amount that one window lacks is unknown. */
function addUp(a: TotalsRow, b: TotalsRow): TotalsRow {
  const sum: Record<string, unknown> = { ...a };
  for (const [field, value] of Object.entries(b)) {
    const previous = sum[field];
    if (typeof value === 'number' && typeof previous === 'number') sum[field] = toCentavos(previous + value);
    else if (typeof previous === 'number') sum[field] = value;
  }
  return sum;
}

const areEqual = (a: TotalsRow, b: TotalsRow): boolean => JSON.stringify(a) === JSON.stringify(b);

/** One total for each card. The service may list a card of two processors twice, without the processor: adds up both. Counts equal rows once. */
export function byTarjeta(rows: readonly TotalsRow[]): readonly TotalsRow[] {
  const distinctRows = rows.filter((row, i) => !rows.slice(0, i).some((before) => areEqual(before, row)));
  return join(distinctRows);
}

function join(rows: readonly TotalsRow[]): readonly TotalsRow[] {
  const joined = new Map<unknown, TotalsRow>();
  for (const row of rows) {
    const earlier = joined.get(row['tarjeta']);
    joined.set(row['tarjeta'], earlier === undefined ? row : addUp(earlier, row));
  }
  return [...joined.values()];
}

interface Asking {
  readonly metodo: string;
  readonly learned: Pick<Learned, 'maxDays' | 'setMaxDays'>;
  readonly request: (window: DateWindow) => Promise<readonly TotalsRow[]>;
}

/** The totals of a period. Reads two halves if the service refuses such a long period. */
async function totalsOf({ desde, hasta }: DateWindow, asking: Asking): Promise<readonly TotalsRow[]> {
  const { metodo, learned, request } = asking;
  const days = countDaysBetween(desde, hasta) + 1;
  const longest = learned.maxDays(metodo) ?? Number.POSITIVE_INFINITY;
  const half = Math.min(Math.ceil(days / 2), longest);
  const readInTwo = async (): Promise<readonly TotalsRow[]> => {
    const middle = addDays(desde, half - 1);
    const first = await totalsOf({ desde, hasta: middle }, asking);
    // The service refused the whole and accepted a half: the length was the reason.
    if (half < longest) learned.setMaxDays(metodo, half);
    return join([...first, ...(await totalsOf({ desde: addDays(middle, 1), hasta }, asking))]);
  };
  if (days > longest) return readInTwo();
  try {
    return byTarjeta(await request({ desde, hasta }));
  } catch (error) {
    if (days < 2 || !mayBeWindowTooLong(error)) throw error;
    return readInTwo();
  }
}

const hasImportes = (row: TotalsRow): boolean =>
  Object.values(row).some((value) => typeof value === 'number' && value !== 0);

export function createTotalsReader(
  deps: ReaderDeps,
  method: 'liquidaciones-totales' | 'impuestos-totales',
): UnitReader {
  const { service, clock } = deps;
  const { learned } = service;
  /** `noteSetAside` gets the number of unreadable rows. */
  const requestWith =
    (signal: AbortSignal, noteSetAside: (rows: number) => void) =>
    async (window: DateWindow): Promise<readonly TotalsRow[]> => {
      if (method === 'impuestos-totales')
        return [(await service.impuestosTotales({ ventana: window }, signal)) ?? []].flat().map((row) => ({ ...row }));
      const { filas, cuarentena } = await service.liquidacionesTotales({ ventana: window }, signal);
      noteSetAside(cuarentena);
      return filas.map((row) => ({ ...row }));
    };
  let hasTried = false;

  /** Throws `FILTRO_IGNORADO` if the service ignores the requested dates. Totals have no dates, so only a period without sales shows that. */
  async function tryOut(request: (window: DateWindow) => Promise<readonly TotalsRow[]>): Promise<void> {
    if (hasTried) return;
    if (await givesLongAgo(async (window) => (await request(window)).some(hasImportes)))
      throw new AppError('FILTRO_IGNORADO', { detail: { metodo: method } });
    hasTried = true;
  }

  return async (unit, signal) => {
    const month = getWholeMonth(unit);
    if (listRemainingUnits(deps, { ...unit, ...month }, 'desde').length === 0) return;
    const readAt = clock.now();
    let setAside = 0;
    const request = requestWith(signal, (rows) => (setAside += rows));
    const totals = await totalsOf(month, { metodo: method, learned, request });
    const hasNameless = setAside > 0;
    if (totals.some(hasImportes)) await tryOut(request);
    const rows = totals.map((total) => {
      const row: ServiceRow = { ...total, ...month };
      const tarjeta = typeof total['tarjeta'] === 'string' ? total['tarjeta'] : '';
      return {
        id: TABLES[method].campos.some(({ nombre }) => nombre === 'tarjeta')
          ? `${month.desde}/${tarjeta}`
          : month.desde,
        fila: row,
      };
    });
    await deps.write(unit, {
      metodo: method,
      campo: 'desde',
      ...month,
      filas: rows,
      estado: 'completa',
      contratado: true,
      leido: readAt,
      hasNameless,
    });
  };
}
