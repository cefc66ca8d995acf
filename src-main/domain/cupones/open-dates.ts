import type { CivilDate } from '../civil-date.ts';
import { CUPON_FIELDS } from '../cupon.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { cleanText } from './clean-text.ts';
import type { DateSpan, OpenDates } from '../finding.ts';
import type { MappedColumn } from './mapped-column.ts';
import { addDateEvidence, createDateEvidence, isOrderDecided, readDateText } from './date-text.ts';
import { remember } from './remember.ts';

const widen = (span: DateSpan | undefined, date: CivilDate): DateSpan => ({
  desde: span === undefined || date < span.desde ? date : span.desde,
  hasta: span === undefined || date > span.hasta ? date : span.hasta,
});

/** The open dates of one column; undefined when something decides its order, or when the order makes no difference. */
export function openDatesOf(sheet: Sheet, firstRow: number, { campo, columna }: MappedColumn): OpenDates | undefined {
  const read = remember((text: string) => readDateText(cleanText(text)));
  const evidence = createDateEvidence();
  let found: OpenDates | undefined;
  let rows = 0;
  for (let row = firstRow; row < sheet.rowCount; row++) {
    if (sheet.kind(row, columna) !== CELL.texto) continue;
    const text = sheet.text(row, columna);
    const reading = read(text);
    addDateEvidence(evidence, reading);
    if (isOrderDecided(evidence)) return undefined;
    if (reading.kind !== 'numerica') continue;
    const { dia, mes } = reading;
    if (dia === undefined || mes === undefined || dia === mes) continue;
    rows++;
    const example = found?.ejemplo ?? cleanText(text);
    found = { campo, ejemplo: example, filas: rows, dia: widen(found?.dia, dia), mes: widen(found?.mes, mes) };
  }
  return found;
}

/** The columns of a table whose date order nothing decides. Day first is taken, and a person can choose otherwise. */
export function openDates(sheet: Sheet, firstRow: number, columns: readonly MappedColumn[]): readonly OpenDates[] {
  return columns
    .filter(({ campo }) => CUPON_FIELDS[campo].tipo === 'fecha')
    .flatMap((column) => openDatesOf(sheet, firstRow, column) ?? []);
}
