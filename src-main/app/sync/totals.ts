/** Totals, read by whole months: they have no date of their own, and the totals of parts of a month would be wrong for the month. */
import { AppError, isAppError } from '#contract/errors.ts';
import { addDays, daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Learned } from '#service/learned.ts';
import { TABLES, type ServiceRow } from '#storage/cache/index.ts';
import { join, byTarjeta, type TotalsRow } from './by-tarjeta.ts';
import { wholeMonth, remainingUnits, type UnitReader, type ReaderDeps } from './reader.ts';

const FAR_BACK = parseIsoDate('2000-01-01');

interface DateWindow {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

interface Asking {
  readonly metodo: string;
  readonly learned: Pick<Learned, 'maxDays' | 'setMaxDays'>;
  readonly request: (ventana: DateWindow) => Promise<readonly TotalsRow[]>;
}

/** Totals of a period; read in halves when the service does not take a window that long. */
async function totalsOf({ desde, hasta }: DateWindow, asking: Asking): Promise<readonly TotalsRow[]> {
  const { metodo, learned, request } = asking;
  const days = daysBetween(desde, hasta) + 1;
  const longest = learned.maxDays(metodo) ?? Number.POSITIVE_INFINITY;
  const half = Math.min(Math.ceil(days / 2), longest);
  const inTwo = async (): Promise<readonly TotalsRow[]> => {
    const middle = addDays(desde, half - 1);
    const primera = await totalsOf({ desde, hasta: middle }, asking);
    // The first half was accepted and the whole was not: so the length was the reason.
    if (half < longest) learned.setMaxDays(metodo, half);
    return join([...primera, ...(await totalsOf({ desde: addDays(middle, 1), hasta }, asking))]);
  };
  if (days > longest) return inTwo();
  try {
    return byTarjeta(await request({ desde, hasta }));
  } catch (error) {
    const estado = isAppError(error, 'PEDIDO_RECHAZADO') ? error.detail['estado'] : undefined;
    if (days < 2 || (estado !== 400 && estado !== 413)) throw error;
    return inTwo();
  }
}

const hasImportes = (fila: TotalsRow): boolean =>
  Object.values(fila).some((valor) => typeof valor === 'number' && valor !== 0);

export function totalsReader(deps: ReaderDeps, metodo: 'liquidaciones-totales' | 'impuestos-totales'): UnitReader {
  const { servicio: service, clock } = deps;
  const { learned } = service;
  const requestWith =
    (signal: AbortSignal) =>
    async (ventana: DateWindow): Promise<readonly TotalsRow[]> =>
      (metodo === 'liquidaciones-totales'
        ? (await service.liquidacionesTotales({ ventana }, signal)).filas
        : [(await service.impuestosTotales({ ventana }, signal)) ?? []].flat()
      ).map((fila) => ({ ...fila }));
  let hasTried = false;

  /** Tries a window where there can be nothing: totals have no date, so only this shows whether the service reads dates. */
  async function tryOut(request: (ventana: DateWindow) => Promise<readonly TotalsRow[]>): Promise<void> {
    if (hasTried || FAR_BACK === undefined) return;
    try {
      if ((await request({ desde: FAR_BACK, hasta: FAR_BACK })).some(hasImportes)) {
        throw new AppError('FILTRO_IGNORADO', { detail: { metodo } });
      }
    } catch (error) {
      if (!isAppError(error, 'PEDIDO_RECHAZADO')) throw error;
    }
    hasTried = true;
  }

  return async (unit, signal) => {
    const mes = wholeMonth(unit);
    if (remainingUnits(deps, { ...unit, ...mes }, 'desde').length === 0) return;
    const leido = clock.now();
    const request = requestWith(signal);
    const totales = await totalsOf(mes, { metodo, learned, request });
    if (totales.some(hasImportes)) await tryOut(request);
    const filas = totales.map((total) => {
      const fila: ServiceRow = { ...total, ...mes };
      const tarjeta = typeof total['tarjeta'] === 'string' ? total['tarjeta'] : '';
      return {
        id: TABLES[metodo].campos.some(({ nombre }) => nombre === 'tarjeta') ? `${mes.desde}/${tarjeta}` : mes.desde,
        fila,
      };
    });
    await deps.write(unit, { metodo, campo: 'desde', ...mes, filas, estado: 'completa', contratado: true, leido });
  };
}
