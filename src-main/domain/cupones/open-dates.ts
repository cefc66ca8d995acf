import type { CivilDate } from '../civil-date.ts';
import { CUPON_CAMPOS, type CuponField } from '../cupon.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { cleanText } from './clean-text.ts';
import type { DateSpan } from '../finding.ts';
import type { MappedColumn } from './mapped-column.ts';
import { readDateText } from './date-text.ts';

/** A column of dates as texts in which nothing says whether the day or the month comes first: all of them are dates both ways. */
export interface OpenDates {
  readonly campo: CuponField;
  /** The first of them, as it is written. */
  readonly ejemplo: string;
  /** How many rows have one that is another day the other way. */
  readonly filas: number;
  readonly dia: DateSpan;
  readonly mes: DateSpan;
}

const wider = (span: DateSpan | undefined, date: CivilDate): DateSpan => ({
  desde: span === undefined || date < span.desde ? date : span.desde,
  hasta: span === undefined || date > span.hasta ? date : span.hasta,
});

/** Of one column; undefined when something decides its order, or nothing depends on it. */
export function openDatesOf(sheet: Sheet, firstRow: number, { campo, columna }: MappedColumn): OpenDates | undefined {
  const known = new Map<string, ReturnType<typeof readDateText>>();
  let found: OpenDates | undefined;
  let filas = 0;
  for (let row = firstRow; row < sheet.rowCount; row++) {
    if (sheet.kind(row, columna) !== CELL.texto) continue;
    const text = sheet.text(row, columna);
    let reading = known.get(text);
    if (reading === undefined) {
      reading = readDateText(cleanText(text));
      if (known.size < 4096) known.set(text, reading);
    }
    if (reading.kind !== 'numerica') continue;
    const { dia, mes } = reading;
    // One that can only be read one way says how the others are (docs/coupons.md, "Dates").
    if (dia === undefined || mes === undefined) return undefined;
    if (dia === mes) continue;
    filas++;
    const ejemplo = found?.ejemplo ?? cleanText(text);
    found = { campo, ejemplo, filas, dia: wider(found?.dia, dia), mes: wider(found?.mes, mes) };
  }
  return found;
}

/** The columns of a table whose dates nothing decides: day first is taken, and a person can say otherwise. */
export function openDates(sheet: Sheet, firstRow: number, columnas: readonly MappedColumn[]): readonly OpenDates[] {
  return columnas
    .filter(({ campo }) => CUPON_CAMPOS[campo].tipo === 'fecha')
    .flatMap((columna) => openDatesOf(sheet, firstRow, columna) ?? []);
}
