/** "03/04/2026": the third of April or the fourth of March, where the column does not show which, or needs both orders. */
import type { CivilDate } from '../../civil-date.ts';
import { CUPON_FIELDS } from '../../cupon.ts';
import { CELL } from '../../sheet.ts';
import { cleanText } from '../cell-text.ts';
import {
  addDateEvidence,
  createDateEvidence,
  decideDateOrder,
  isOrderDecided,
  readDateText,
  remember,
  writeInOrder,
} from '../date-text.ts';
import { nameOfColumn } from '../map-columns.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import type { MappedColumn } from '../validation.ts';
import { withCells, type FoundDoubt } from './doubt.ts';

const ORDERS = ['dia', 'mes'] as const;

interface Span {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

const widen = (span: Span | undefined, date: CivilDate): Span => ({
  desde: span === undefined || date < span.desde ? date : span.desde,
  hasta: span === undefined || date > span.hasta ? date : span.hasta,
});

/** Day first is taken where no date shows the order; where both orders are needed, nothing is, and the doubtful dates are errors. */
function findInColumn(
  { cupones: sheet, table }: PreparedSheet,
  { campo, columna }: MappedColumn,
): FoundDoubt | undefined {
  const read = remember((text: string) => readDateText(cleanText(text)));
  const evidence = createDateEvidence();
  const spans: Partial<Record<(typeof ORDERS)[number], Span>> = {};
  let first: { readonly escrito: string; readonly dia: CivilDate; readonly mes: CivilDate } | undefined;
  let rows = 0;
  for (let row = table.headerRow + 1; row < sheet.rowCount; row++) {
    if (sheet.kind(row, columna) !== CELL.texto) continue;
    const text = sheet.text(row, columna);
    const reading = read(text);
    addDateEvidence(evidence, reading);
    if (reading.kind !== 'numerica') continue;
    const { dia, mes } = reading;
    if (dia === undefined || mes === undefined || dia === mes) continue;
    rows++;
    first ??= { escrito: cleanText(text), dia, mes };
    spans.dia = widen(spans.dia, dia);
    spans.mes = widen(spans.mes, mes);
  }
  const usesBoth = decideDateOrder(evidence) === 'ambos';
  const sample = first;
  if (sample === undefined || (isOrderDecided(evidence) && !usesBoth)) return undefined;
  return {
    tipo: 'fechas',
    clave: `fechas.${campo}`,
    campo,
    columnas: [nameOfColumn(table.headers, columna)],
    filas: rows,
    lecturas: ORDERS.map((valor) => ({
      valor,
      muestra: { escrito: sample.escrito, leido: sample[valor] },
      ...spans[valor],
    })),
    normal: usesBoth ? null : 'dia',
    apply: (before, valor) =>
      valor === 'dia' && !usesBoth
        ? before
        : withCells(before, (row, at) => {
            if (at !== columna || sheet.kind(row, at) !== CELL.texto) return undefined;
            const reading = read(sheet.text(row, at));
            if (reading.kind !== 'numerica' || reading.dia === undefined || reading.mes === undefined) return undefined;
            const text = writeInOrder(cleanText(sheet.text(row, at)), valor === 'mes' ? 'mes' : 'dia');
            return { kind: CELL.texto, text, number: Number.NaN };
          }),
  };
}

/** Finds the columns of dates that can be read both ways. */
export const findDateOrders = (prepared: PreparedSheet): readonly FoundDoubt[] =>
  prepared.mapeo.columnas
    .filter(({ campo }) => CUPON_FIELDS[campo].tipo === 'fecha')
    .flatMap((column) => findInColumn(prepared, column) ?? []);
