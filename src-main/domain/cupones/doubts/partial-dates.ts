/** Reads columns of incomplete dates: without a year ("3-oct"), only digits ("031026"), seconds since 1970, or day, month and year in three columns. */
import { addDays, civilDateAt, type CivilDate } from '../../civil-date.ts';
import { CELL, toTextCell } from '../../sheet.ts';
import { cleanText } from '../cell-text.ts';
import {
  addDateEvidence,
  createDateEvidence,
  dateIn,
  decideDateOrder,
  readDateText,
  type DateReading,
} from '../date-text.ts';
import { toPlainHeader } from '../header-key.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import type { MappedColumn } from '../validation.ts';
import { doubtOfColumn, listDateColumns, toDateCell, type FoundDoubt } from './doubt.ts';
import { rowsOf } from '../row-kind.ts';

/** Any leap year, so that 29 February exists. */
const ANY_YEAR = 2024;
const PARTS = /^(?<day>\S+)(?<time>\s+\d{1,2}[:.]\d{2}\S*)?$/;
/** How many years to go back to find a year that has the day. */
const MOST_YEARS = 8;

const withYear = (text: string, year: number): string =>
  text.replace(PARTS, (_text, day: string, time: string | undefined) => `${day}/${String(year)}${time ?? ''}`);

const readWithYear = (text: string, year: number): DateReading | undefined => {
  if (!PARTS.test(text) || readDateText(text).kind !== 'otra') return undefined;
  const reading = readDateText(withYear(text, year));
  return reading.kind === 'fecha' || reading.kind === 'numerica' ? reading : undefined;
};

/** Completes a date as a person types it: a date without a year gets the latest year in which its day has passed. Any other text stays. */
export function completeTypedDate(text: string, today: CivilDate): string {
  const clean = cleanText(text);
  const thisYear = Number(today.slice(0, 4));
  for (let year = thisYear; year > thisYear - MOST_YEARS; year--) {
    const reading = readWithYear(clean, year);
    // Day first, because the person who types is in Argentina.
    const date = reading && dateIn(reading, 'dia');
    if (date !== undefined && date <= today) return withYear(clean, year);
  }
  return text;
}

interface Cell {
  readonly row: number;
  readonly text: string;
}

/** The cells of a column, if `fits` accepts all of them. In most columns, the first row ends the search. */
function listAll(
  prepared: PreparedSheet,
  { columna }: MappedColumn,
  fits: (text: string) => boolean,
): readonly Cell[] | undefined {
  const { cupones: sheet } = prepared;
  const cells: Cell[] = [];
  for (const row of rowsOf(prepared)) {
    const kind = sheet.kind(row, columna);
    if (kind === CELL.vacia) continue;
    const text = cleanText(kind === CELL.numero ? String(sheet.number(row, columna)) : sheet.text(row, columna));
    if ((kind !== CELL.texto && kind !== CELL.numero) || !fits(text)) return undefined;
    cells.push({ row, text });
  }
  return cells.length === 0 ? undefined : cells;
}

interface Way {
  readonly valor: string;
  readonly dates: readonly CivilDate[];
}

const readingOf = (escrito: string, { valor, dates }: Way) => {
  const days = dates.toSorted();
  const [leido = '', desde, hasta] = [dates[0], days[0], days.at(-1)];
  return { valor, muestra: { escrito, leido }, ...(desde && hasta ? { desde, hasta } : {}) };
};

function findWithoutYear(prepared: PreparedSheet, column: MappedColumn, today: CivilDate): FoundDoubt | undefined {
  const cells = listAll(prepared, column, (text) => readWithYear(text, ANY_YEAR) !== undefined);
  const [first] = cells ?? [];
  if (cells === undefined || first === undefined) return undefined;
  const evidence = createDateEvidence();
  for (const { text } of cells) addDateEvidence(evidence, readWithYear(text, ANY_YEAR) ?? { kind: 'otra' });
  const order = decideDateOrder(evidence);
  const dateOfYear = (text: string, year: number): CivilDate | undefined => {
    const reading = readWithYear(text, year);
    if (reading?.kind === 'fecha') return reading.fecha;
    if (reading?.kind !== 'numerica') return undefined;
    return order === 'mes' ? reading.mes : (reading.dia ?? reading.mes);
  };
  const thisYear = Number(today.slice(0, 4));
  /** Tomorrow is allowed, because a till's clock may be ahead. */
  const latest = addDays(today, 1);
  const yearsOf = (text: string): readonly number[] =>
    Array.from({ length: MOST_YEARS }, (_, i) => thisYear - i).filter((year) => {
      const date = dateOfYear(text, year);
      return date !== undefined && date <= latest;
    });
  const placeOf = (valor: string): number => (valor === 'anterior' ? 1 : 0);
  const yearOf = (text: string, valor: string): number => yearsOf(text)[placeOf(valor)] ?? thisYear;
  const textOf = new Map(cells.map(({ row, text }) => [row, text]));
  return doubtOfColumn(prepared, column, {
    tipo: 'anio',
    filas: cells.length,
    lecturas: ['reciente', 'anterior'].map((valor) =>
      readingOf(first.text, { valor, dates: cells.flatMap(({ text }) => dateOfYear(text, yearOf(text, valor)) ?? []) }),
    ),
    normal: 'reciente',
    shown(row, valor) {
      const text = textOf.get(row);
      return text === undefined ? undefined : toTextCell(withYear(text, yearOf(text, valor)));
    },
  });
}

/** How to read a column of digits, by the answer. Eight digits with the year first need no question. */
const ORDERS: ReadonlyMap<string, RegExp> = new Map([
  ['ddmmaa', /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{2})$/],
  ['aammdd', /^(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})$/],
  ['ddmmaaaa', /^(?<day>\d{2})(?<month>\d{2})20(?<year>\d{2})$/],
]);
/** All dates must lie at most `PAST` days before today and `AHEAD` days after, because the digits may mean something else. */
const PAST = 3 * 365;
const AHEAD = 60;

/** Two digits each, as in "26/11/03", so the year may come first. */
const MARKED = /^(\d{2})[-/.](\d{2})[-/.](\d{2})(?:\s+\d{1,2}:\d{2}\S*)?$/;

function readDigits(text: string, valor: string): CivilDate | undefined {
  const digits = text.replace(MARKED, '$1$2$3');
  const {
    year = '',
    month = '',
    day = '',
  } = ORDERS.get(valor)?.exec(digits.padStart(digits.length > 6 ? 8 : 6, '0'))?.groups ?? {};
  const reading = readDateText(`20${year}-${month}-${day}`);
  return reading.kind === 'fecha' ? reading.fecha : undefined;
}

function findDigits(prepared: PreparedSheet, column: MappedColumn, today: CivilDate): FoundDoubt | undefined {
  const [from, until] = [addDays(today, -PAST), addDays(today, AHEAD)];
  const isNear = (date: CivilDate | undefined): boolean => date !== undefined && date >= from && date <= until;
  const sample = [...(prepared.profiles[column.columna]?.distinct ?? [])].map(cleanText);
  const isYearFirst = sample.some((text) => MARKED.test(text) && !isNear(readDigits(text, 'ddmmaa')));
  const cells = listAll(prepared, column, (text) => /^\d{5,8}$/.test(text) || (isYearFirst && MARKED.test(text)));
  const [first] = cells ?? [];
  // Five digits in all cells are date serials of a spreadsheet.
  if (first === undefined || cells?.every(({ text }) => text.length === 5) !== false) return undefined;
  const ways = [...ORDERS.keys()]
    .map((valor): Way => ({ valor, dates: cells.flatMap(({ text }) => readDigits(text, valor) ?? []) }))
    .filter(({ dates }) => dates.length === cells.length && dates.every(isNear));
  const [normal] = ways;
  // `date-text.ts` reads dates with separators, day first, unless year first is the only order that makes them recent.
  if (normal === undefined || (MARKED.test(first.text) && normal.valor !== 'aammdd')) return undefined;
  const textOf = new Map(cells.map(({ row, text }) => [row, text]));
  const doubt = doubtOfColumn(prepared, column, {
    tipo: 'cifras',
    filas: cells.length,
    lecturas: ways.map((way) => readingOf(first.text, way)),
    normal: normal.valor,
    shown(row, valor) {
      const date = readDigits(textOf.get(row) ?? '', valor);
      return date && toDateCell(date);
    },
  });
  return ways.length === 1 ? { ...doubt, isProven: true } : doubt;
}

/** Reads seconds or milliseconds since 1970 as a day in Argentina. No other column has ten or thirteen digits that give recent days. */
function findEpoch(prepared: PreparedSheet, column: MappedColumn, today: CivilDate): FoundDoubt | undefined {
  const cells = listAll(prepared, column, (text) => /^\d{10}(?:\d{3})?$/.test(text));
  const [from, until] = [addDays(today, -PAST), addDays(today, AHEAD)];
  const dates = new Map(
    cells?.map(({ row, text }) => [row, civilDateAt(Number(text) * (text.length === 10 ? 1000 : 1))]),
  );
  if (dates.size === 0 || ![...dates.values()].every((date) => date >= from && date <= until)) return undefined;
  return makeProven(prepared, column, dates);
}

const PART_TITLES = { day: /^(?:dia|day)$/, month: /^(?:mes|month)$/, year: /^(?:a(?:n|ni)o|year)$/ };

/** Joins columns with day, month and year into one date, which appears in the column of the day. A row whose parts give no date stays as it is. */
function findThreeColumns(prepared: PreparedSheet, column: MappedColumn): FoundDoubt | undefined {
  const { cupones: sheet, table, mapeo } = prepared;
  const titles = table.headers.map(toPlainHeader);
  const [month = -1, year = -1] = [PART_TITLES.month, PART_TITLES.year].map((title) =>
    titles.findIndex((one, at) => title.test(one) && !mapeo.columnas.some(({ columna }) => columna === at)),
  );
  if (!PART_TITLES.day.test(titles[column.columna] ?? '') || month < 0 || year < 0) return undefined;
  const dates = new Map<number, CivilDate>();
  for (const row of rowsOf(prepared)) {
    const [d, m, y] = [column.columna, month, year].map((at) =>
      sheet.kind(row, at) === CELL.numero ? String(sheet.number(row, at)) : cleanText(sheet.text(row, at)),
    );
    const reading = /^\d{1,2}$/.test(d ?? '') ? readDateText(`${d ?? ''}/${m ?? ''}/${y ?? ''}`) : undefined;
    const date = reading && dateIn(reading, 'dia');
    if (date !== undefined) dates.set(row, date);
  }
  return dates.size === 0 ? undefined : makeProven(prepared, column, dates, [month, year]);
}

/** Applies dates that need no question, and shows them as samples of the column. `parts`: other columns that have a part of the dates. */
function makeProven(
  prepared: PreparedSheet,
  column: MappedColumn,
  dates: ReadonlyMap<number, CivilDate>,
  parts: readonly number[] = [],
): FoundDoubt {
  const doubt = doubtOfColumn(prepared, column, {
    tipo: 'cifras',
    filas: dates.size,
    lecturas: [],
    normal: '',
    shown: (row) => {
      const date = dates.get(row);
      return date && toDateCell(date);
    },
  });
  const muestras = [...new Set(dates.values())].slice(0, 3);
  return {
    ...doubt,
    isProven: true,
    apply(before, valor) {
      const after = doubt.apply(before, valor);
      const profiles = after.profiles.map((one, at) => (at === column.columna ? { ...one, muestras } : one));
      return { ...after, profiles, mapeo: { ...after.mapeo, parts } };
    },
  };
}

/** Finds columns whose dates all lack the year, are only digits, or are divided over three columns. Source: docs/coupons.md, "Doubts". */
export const findPartialDates = (prepared: PreparedSheet, today: CivilDate): readonly FoundDoubt[] =>
  listDateColumns(prepared).flatMap(
    (column) =>
      findThreeColumns(prepared, column) ??
      findWithoutYear(prepared, column, today) ??
      findDigits(prepared, column, today) ??
      findEpoch(prepared, column, today) ??
      [],
  );
