/** Totals, by whole months: they carry no date of their own, and a month that was read in parts would add up to something else. */
import { AppError, isAppError } from '#contract/errors.ts';
import { addDays, daysBetween, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import type { Learned } from '#service/learned.ts';
import { TABLAS, type FilaServicio } from '#storage/cache/index.ts';
import { juntar, porTarjeta, type Totales } from './por-tarjeta.ts';
import { mesEntero, pendientes, type Lector, type LectorDeps } from './lector.ts';

const LEJOS = parseIsoDate('2000-01-01');

interface Ventana {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

interface Asking {
  readonly metodo: string;
  readonly learned: Pick<Learned, 'maxDias' | 'setMaxDias'>;
  readonly pedir: (ventana: Ventana) => Promise<readonly Totales[]>;
}

/** Totals of a period; in halves where the service takes no window so long. */
async function totalesDe({ desde, hasta }: Ventana, asking: Asking): Promise<readonly Totales[]> {
  const { metodo, learned, pedir } = asking;
  const days = daysBetween(desde, hasta) + 1;
  const longest = learned.maxDias(metodo) ?? Number.POSITIVE_INFINITY;
  const half = Math.min(Math.ceil(days / 2), longest);
  const enDos = async (): Promise<readonly Totales[]> => {
    const medio = addDays(desde, half - 1);
    const primera = await totalesDe({ desde, hasta: medio }, asking);
    // The first half passing where the whole did not is what shows that the length was the reason.
    if (half < longest) learned.setMaxDias(metodo, half);
    return juntar([...primera, ...(await totalesDe({ desde: addDays(medio, 1), hasta }, asking))]);
  };
  if (days > longest) return enDos();
  try {
    return porTarjeta(await pedir({ desde, hasta }));
  } catch (error) {
    const estado = isAppError(error, 'PEDIDO_RECHAZADO') ? error.detail['estado'] : undefined;
    if (days < 2 || (estado !== 400 && estado !== 413)) throw error;
    return enDos();
  }
}

const tieneImportes = (fila: Totales): boolean =>
  Object.values(fila).some((valor) => typeof valor === 'number' && valor !== 0);

export function lectorDeTotales(deps: LectorDeps, metodo: 'liquidaciones-totales' | 'impuestos-totales'): Lector {
  const { servicio, clock } = deps;
  const { learned } = servicio;
  const pedirDe =
    (signal: AbortSignal) =>
    async (ventana: Ventana): Promise<readonly Totales[]> =>
      (metodo === 'liquidaciones-totales'
        ? (await servicio.liquidacionesTotales({ ventana }, signal)).filas
        : [(await servicio.impuestosTotales({ ventana }, signal)) ?? []].flat()
      ).map((fila) => ({ ...fila }));
  let probado = false;

  /** Totals carry no date: only a window where there can be nothing shows whether dates are read. */
  async function probar(pedir: (ventana: Ventana) => Promise<readonly Totales[]>): Promise<void> {
    if (probado || LEJOS === undefined) return;
    try {
      if ((await pedir({ desde: LEJOS, hasta: LEJOS })).some(tieneImportes)) {
        throw new AppError('FILTRO_IGNORADO', { detail: { metodo } });
      }
    } catch (error) {
      if (!isAppError(error, 'PEDIDO_RECHAZADO')) throw error;
    }
    probado = true;
  }

  return async (unidad, signal) => {
    const mes = mesEntero(unidad);
    if (pendientes(deps, { ...unidad, ...mes }, 'desde').length === 0) return;
    const leido = clock.now();
    const pedir = pedirDe(signal);
    const totales = await totalesDe(mes, { metodo, learned, pedir });
    if (totales.some(tieneImportes)) await probar(pedir);
    const filas = totales.map((total) => {
      const fila: FilaServicio = { ...total, ...mes };
      const tarjeta = typeof total['tarjeta'] === 'string' ? total['tarjeta'] : '';
      return {
        id: TABLAS[metodo].campos.some(({ nombre }) => nombre === 'tarjeta') ? `${mes.desde}/${tarjeta}` : mes.desde,
        fila,
      };
    });
    await deps.escribir(unidad, { metodo, campo: 'desde', ...mes, filas, estado: 'completa', contratado: true, leido });
  };
}
