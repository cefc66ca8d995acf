import type { EntryLine } from '#domain/cierre/entry.ts';
import { formatDayMonthYear, requireCivilDate } from '#domain/civil-date.ts';
import type { RecordSheet } from '#workbook/write/workbook.ts';
import { asFact } from '../../sheets.ts';
import { asDate, asMoney, asText, codeOf, headingsOf, toTable, type BookInput } from './common.ts';

/** *Asiento*: the settlements at their dates, the bank at its own. Where debits and credits differ, the reason in their place. */
export function buildEntry(input: BookInput): RecordSheet {
  const { asiento, difieren } = input.evaluation;
  const toPart = (titulo: string, which: EntryLine['parte']) =>
    toTable(
      titulo,
      asiento.filter(({ parte }) => parte === which),
      [
        asDate('Fecha', ({ fecha }) => fecha),
        asText('Código', (line) => (input.plan[line.cuenta] === undefined ? null : codeOf(input.plan, line))),
        asText('Cuenta', ({ nombre }) => nombre),
        asText('Procesador', ({ procesador }) => procesador),
        asMoney('Debe', ({ debe }) => debe || null),
        asMoney('Haber', ({ haber }) => haber || null),
      ],
    );
  const reasons = difieren.map(({ procesador, importe }) =>
    asFact(
      'No se escribió',
      `En ${procesador} el debe y el haber difieren en ${String(Number(importe) / 100)} pesos: mirá Pendientes`,
    ),
  );
  return {
    forma: 'ficha',
    nombre: 'Asiento',
    titulo: 'Asiento del mes',
    widths: [13, 12, 30, 16, 15, 15],
    data: [...headingsOf(input), ...reasons],
    tables:
      difieren.length > 0
        ? []
        : [toPart('Liquidaciones, a su fecha', 'liquidacion'), toPart('Banco, a la fecha del movimiento', 'banco')],
  };
}

const withComma = (value: bigint): string => `${String(value / 100n)},${String(value % 100n).padStart(2, '0')}`;

/** `Fecha;Cuenta;Debe;Haber`, for the program that keeps the books; null while debits and credits differ. */
export function writeEntryCsv({ evaluation: { asiento, difieren }, plan }: BookInput): string | null {
  if (difieren.length > 0) return null;
  const quote = (cell: string): string => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const rows = asiento.map((line) =>
    [formatDayMonthYear(requireCivilDate(line.fecha)), codeOf(plan, line), withComma(line.debe), withComma(line.haber)]
      .map(quote)
      .join(';'),
  );
  return `${['Fecha;Cuenta;Debe;Haber', ...rows].join('\r\n')}\r\n`;
}
