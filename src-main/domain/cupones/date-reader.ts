import { fromDayNumber, toDayNumber, type CivilDate } from '../civil-date.ts';
import type { RowErrorCode } from '../finding.ts';
import { CELL } from '../sheet.ts';
import { fail, isBroken, placeOf, type FieldReader, type ReaderContext } from './cell-reader.ts';
import { getCellText, toSpokenValue, cleanText, saysNothing } from './cell-text.ts';
import {
  dateOfDateCell,
  readDateText,
  readSerial,
  resolveDate,
  swapDayAndMonth,
  type DateReading,
  remember,
} from './date-text.ts';
import * as notices from './notices.ts';

/** Reads a date field, with a notice for each doubtful date. */
export function createDateReader(field: ReaderContext): FieldReader {
  const { sheet, column, decision, state } = field;
  const resolve = (reading: DateReading) => resolveDate(reading, decision.orden);
  const ofText = remember((text: string) => {
    const reading = readDateText(cleanText(text));
    const movedDays = 'movedDays' in reading ? reading.movedDays : 0;
    return { serie: reading.kind === 'serie', movedDays, value: resolve(reading) };
  });
  const ofCell = remember((day: string) => dateOfDateCell(day) ?? 'NO_ES_FECHA');

  /** Reports dates in the future or long past. A payment may lie in the future. */
  const judge = (row: number, date: CivilDate): void => {
    if (date > field.hoy && field.campo !== 'fecha_pago')
      field.notice(notices.makeNotice({ ...placeOf(field, row), codigo: 'FECHA_FUTURA', valor: date }));
    else if (date < field.twoYearsAgo)
      field.notice(notices.makeNotice({ ...placeOf(field, row), codigo: 'FECHA_ANTIGUA', valor: date }));
  };
  /** A date cell's date; where the spreadsheet took days for months, with its notice or its fix. */
  const readCell = (row: number, value: string): string => {
    const fix = decision.turned && isDate(value) ? swapDayAndMonth(value) : undefined;
    if (fix === undefined || fix === value) return value;
    if (field.mends(row, 'FECHA_DADA_VUELTA', fix)) return fix;
    field.notice(
      notices.makeNotice({ ...placeOf(field, row), codigo: 'FECHA_DADA_VUELTA', valor: value, arreglo: fix }),
    );
    return value;
  };
  /** A date with a time zone is the day in Argentina, with a notice; or the written day where a rule of the template says so. */
  const readMoved = (row: number, value: CivilDate, days: number): CivilDate => {
    const written = fromDayNumber(toDayNumber(value) - days);
    if (field.mends(row, 'FECHA_DE_OTRO_HUSO', written)) return written;
    const text = cleanText(sheet.text(row, column));
    field.notice(notices.makeOtherTimeZoneNotice(placeOf(field, row), { text, date: value, written }));
    return value;
  };
  return (row) => {
    const kind = sheet.kind(row, column);
    state.filled = kind !== CELL.vacia;
    if (kind === CELL.vacia || isBroken(field, row, kind)) return '';
    let serial = false;
    let value: string;
    if (kind === CELL.fecha) value = readCell(row, ofCell(sheet.text(row, column).slice(0, 10)));
    else if (kind === CELL.numero) {
      const reading = readSerial(sheet.number(row, column), sheet.date1904);
      serial = reading.kind === 'serie';
      value = resolve(reading);
    } else {
      const text = sheet.text(row, column);
      const known = ofText(text);
      serial = known.serie;
      value = known.value;
      if (known.movedDays !== 0 && isDate(value)) value = readMoved(row, value, known.movedDays);
      if (value === 'NO_ES_FECHA') {
        const said = cleanText(text);
        state.filled = said !== '' && !saysNothing(said);
        if (!state.filled) return '';
      }
    }
    if (!isDate(value)) return fail(field, row, asErrorCode(value));
    if (serial) {
      const text = getCellText(sheet, row, column);
      field.notice(notices.makeSerialDateNotice(placeOf(field, row), text, toSpokenValue(text, kind), value));
    }
    if (value > field.hoy || value < field.twoYearsAgo) judge(row, value);
    return value;
  };
}

const isDate = (value: string): value is CivilDate => value.charCodeAt(4) === 0x2d;
const asErrorCode = (value: string): RowErrorCode =>
  value === 'FECHA_AMBIGUA' || value === 'FECHA_IMPOSIBLE' ? value : 'NO_ES_FECHA';
