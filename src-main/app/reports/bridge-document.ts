import type { LeftOutRows, SummedRows, Bridge, SheetBridge } from '#contract/till-bridge.ts';
import { formatPlain } from '#domain/money.ts';
import {
  REASONS,
  type LeftOut,
  type RowSum,
  type SheetBridge as SheetBridgeOfRows,
  type TillBridge,
} from '#domain/till-bridge.ts';

const toSummedRows = ({ rows, amount }: RowSum): SummedRows => ({ filas: rows, importe: formatPlain(amount) });
const toLeftOutRows = (sum: LeftOut): LeftOutRows => ({ ...toSummedRows(sum), sinImporte: sum.unreadable });

const sheetOf = ({ archivo, hoja, lines, days, declared }: SheetBridgeOfRows): SheetBridge => ({
  archivo,
  hoja,
  lineas: lines,
  dias: days.map((day) => ({ dia: day.dia, enviados: toSummedRows(day.sent), omitidos: toLeftOutRows(day.leftOut) })),
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
    cupones: toLeftOutRows(all),
    enviados: toSummedRows(sent),
    omitidos: {
      error: toLeftOutRows(reasons.error),
      enviada: toLeftOutRows(reasons.enviada),
      omitida: toLeftOutRows(reasons.omitida),
      rechazada: toLeftOutRows(reasons.rechazada),
      sin_enviar: toLeftOutRows(reasons.sin_enviar),
    },
    lineas: lines,
    hojas: sheets.map(sheetOf),
  };
}
