/** Decides the day of a date with a time. The same late time in all rows (23:59:12) may be how a library wrote the next midnight. A zone may move the day. */
import { addDays, type CivilDate } from '../../civil-date.ts';
import { CELL, toTextCell, type Sheet } from '../../sheet.ts';
import { cleanText } from '../cell-text.ts';
import {
  addDateEvidence,
  createDateEvidence,
  dateIn,
  dateOfDateCell,
  decideDateOrder,
  readDateText,
  readSerial,
  type DateReading,
} from '../date-text.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import type { MappedColumn } from '../validation.ts';
import { createDateTexts, doubtOfColumn, listDateColumns, toDateCell, type FoundDoubt } from './doubt.ts';

const HOUR = 3600;
/** From this hour on, a time may be midnight of the next day in another time zone. */
const LATE = 20 * HOUR;
/** From this time on, SheetJS probably wrote midnight: until 1920 Buenos Aires had a time of its own to the second, and SheetJS subtracts the difference. */
const SHEETJS = 23 * HOUR + 58 * 60;
/** Times with which some systems mark the end of a day: then the written date is right. */
const ENDS_OF_DAY: readonly number[] = [23 * HOUR + 59 * 60, 24 * HOUR - 1];
/** In seconds. Times of a spreadsheet may be this far off, because it calculates them in binary. */
const TOLERANCE = 1;
const [FEWEST_ROWS, FEWEST_DAYS] = [3, 2];

interface DatedCell {
  readonly reading: DateReading;
  /** Seconds since midnight; 0 without a time. */
  readonly time: number;
}

/** A time after a date, as in `2026-10-09 23:59:12` or `9/10/26 21:00`, but not a time with a zone or "p. m.". */
const TIME = /[T\s,](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?$/;

function readCell(sheet: Sheet, row: number, column: number): DatedCell | undefined {
  const kind = sheet.kind(row, column);
  if (kind === CELL.numero) {
    const value = sheet.number(row, column);
    const reading = readSerial(value, sheet.date1904);
    return reading.kind === 'serie' ? { reading, time: Math.round((value % 1) * 24 * HOUR) } : undefined;
  }
  if (kind !== CELL.fecha && kind !== CELL.texto) return undefined;
  const text = cleanText(sheet.text(row, column));
  const [, hours, minutes, seconds = '0'] = TIME.exec(text) ?? [];
  const time = hours === undefined ? 0 : Number(hours) * HOUR + Number(minutes) * 60 + Number(seconds);
  if (kind === CELL.texto) {
    const reading = readDateText(text);
    return reading.kind === 'fecha' || reading.kind === 'numerica' ? { reading, time } : undefined;
  }
  const fecha = dateOfDateCell(text);
  return fecha === undefined ? undefined : { reading: { kind: 'fecha', fecha }, time };
}

const getNextDay = (date: CivilDate): CivilDate => addDays(date, 1);

function findInColumn(prepared: PreparedSheet, mapped: MappedColumn): FoundDoubt | undefined {
  const { cupones: sheet, table } = prepared;
  const column = mapped.columna;
  const evidence = createDateEvidence();
  const cells: { readonly row: number; readonly reading: DateReading }[] = [];
  let odd: number | undefined;
  for (let row = table.headerRow + 1; row < sheet.rowCount; row++) {
    const cell = readCell(sheet, row, column);
    if (cell === undefined) continue;
    odd ??= cell.time;
    // In most columns, the first or second row ends the search.
    if (odd < LATE || Math.abs(cell.time - odd) > TOLERANCE) return undefined;
    addDateEvidence(evidence, cell.reading);
    cells.push({ row, reading: cell.reading });
  }
  const order = decideDateOrder(evidence);
  const dayOf = (reading: DateReading): CivilDate | undefined => dateIn(reading, order);
  const days = cells.flatMap(({ reading }) => dayOf(reading) ?? []).sort();
  const [desde, hasta, first] = [days[0], days.at(-1), cells[0]];
  if (odd === undefined || first === undefined || desde === undefined || hasta === undefined || order === 'ambos')
    return undefined;
  if (cells.length < FEWEST_ROWS || new Set(days).size < FEWEST_DAYS) return undefined;
  const written = cleanText(sheet.text(first.row, column));
  const sampleDay = dayOf(first.reading) ?? desde;
  const isEndOfDay = ENDS_OF_DAY.includes(odd);
  return doubtOfColumn(prepared, mapped, {
    tipo: 'hora',
    filas: cells.length,
    lecturas: [
      {
        valor: 'siguiente',
        muestra: { escrito: written, leido: getNextDay(sampleDay) },
        desde: getNextDay(desde),
        hasta: getNextDay(hasta),
      },
      { valor: 'escrito', muestra: { escrito: written, leido: sampleDay }, desde, hasta },
    ],
    normal: odd >= SHEETJS && !isEndOfDay ? 'siguiente' : 'escrito',
    keeps: 'escrito',
    shown(row) {
      const day = dayOf(readCell(sheet, row, column)?.reading ?? { kind: 'otra' });
      return day === undefined ? undefined : toDateCell(getNextDay(day));
    },
  });
}

export const findOddTimes = (prepared: PreparedSheet): readonly FoundDoubt[] =>
  listDateColumns(prepared).flatMap((column) => findInColumn(prepared, column) ?? []);

const ZONE = /\s*(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Finds texts with a time zone whose day in Argentina differs. In most columns, the sample of the profile has no zone, which ends the search. */
function findZoneOfColumn(prepared: PreparedSheet, column: MappedColumn): FoundDoubt | undefined {
  const { cupones: sheet, table, profiles } = prepared;
  if (![...(profiles[column.columna]?.distinct ?? [])].some((text) => ZONE.test(text))) return undefined;
  const textAt = createDateTexts(prepared, column);
  let rows = 0;
  let sample: { readonly escrito: string; readonly argentina: CivilDate; readonly days: number } | undefined;
  for (let row = table.headerRow + 1; row < sheet.rowCount; row++) {
    const { escrito = '', reading = undefined } = textAt(row) ?? {};
    if (reading === undefined || !('movedDays' in reading)) continue;
    const argentina = reading.kind === 'fecha' ? reading.fecha : (reading.dia ?? reading.mes);
    if (argentina === undefined || reading.movedDays === undefined) continue;
    rows++;
    sample ??= { escrito, argentina, days: reading.movedDays };
  }
  if (sample === undefined) return undefined;
  const { escrito, argentina, days } = sample;
  return doubtOfColumn(prepared, column, {
    tipo: 'huso',
    filas: rows,
    lecturas: [
      { valor: 'argentina', muestra: { escrito, leido: argentina } },
      { valor: 'escrito', muestra: { escrito, leido: addDays(argentina, -days) } },
    ],
    normal: 'argentina',
    keeps: 'argentina',
    shown(row) {
      const text = textAt(row);
      return text === undefined || !('movedDays' in text.reading)
        ? undefined
        : toTextCell(text.escrito.replace(ZONE, ''));
    },
  });
}

export const findZones = (prepared: PreparedSheet): readonly FoundDoubt[] =>
  listDateColumns(prepared).flatMap((column) => findZoneOfColumn(prepared, column) ?? []);
