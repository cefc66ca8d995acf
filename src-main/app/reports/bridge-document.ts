import type { ComparedCounter, LeftOutRows, SummedRows, Bridge, SheetBridge } from '#contract/till-bridge.ts';
import type { Conciliacion, Disposition } from '#domain/conciliacion.ts';
import { formatPlain } from '#domain/money.ts';
import { compareCounters } from '#domain/service-counters.ts';
import {
  REASONS,
  type LeftOut,
  type RowSum,
  type SheetBridge as SheetBridgeOfRows,
  type TillBridge,
} from '#domain/till-bridge.ts';

const summed = ({ rows, amount }: RowSum): SummedRows => ({ filas: rows, importe: formatPlain(amount) });
const leftOut = (sum: LeftOut): LeftOutRows => ({ ...summed(sum), sinImporte: sum.unreadable });

const sheetOf = ({ archivo, hoja, lines, days, declared }: SheetBridgeOfRows): SheetBridge => ({
  archivo,
  hoja,
  lineas: lines,
  dias: days.map((day) => ({ dia: day.dia, enviados: summed(day.sent), omitidos: leftOut(day.leftOut) })),
  totales: declared.map(({ fila, said, amount, rows, whole }) => ({
    fila,
    dice: said,
    importe: amount === null ? null : formatPlain(amount),
    suman: formatPlain(rows),
    deTodo: whole,
    diferencia: amount === null ? null : formatPlain(amount - rows),
  })),
});

export function toBridgeDocument({ sent, leftOut: reasons, lines, sheets }: TillBridge): Bridge {
  const all = REASONS.reduce(
    (sum, reason) => ({
      rows: sum.rows + reasons[reason].rows,
      amount: sum.amount + reasons[reason].amount,
      unreadable: sum.unreadable + reasons[reason].unreadable,
    }),
    { ...sent, unreadable: 0 },
  );
  return {
    cupones: leftOut(all),
    enviados: summed(sent),
    omitidos: {
      error: leftOut(reasons.error),
      enviada: leftOut(reasons.enviada),
      omitida: leftOut(reasons.omitida),
      rechazada: leftOut(reasons.rechazada),
      sin_enviar: leftOut(reasons.sin_enviar),
    },
    lineas: lines,
    hojas: sheets.map(sheetOf),
  };
}

/** The service's counters beside ours. */
export const toCountersDocument = (
  conciliacion: Conciliacion,
  countOf: (disposition: Disposition) => number,
): readonly ComparedCounter[] =>
  compareCounters(conciliacion, countOf).map(({ counter, said, ours }) => ({
    contador: counter,
    servicio: said,
    nuestro: ours,
  }));
