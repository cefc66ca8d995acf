/** "03/04/2026" may be 3 April or 4 March. Asks about a column that does not show its order, that has dates of both orders, or that a spreadsheet misread. */
import type { CivilDate } from '../../civil-date.ts';
import { CELL, toTextCell } from '../../sheet.ts';
import { cleanText } from '../cell-text.ts';
import {
  addDateEvidence,
  createDateEvidence,
  dateOfDateCell,
  decideDateOrder,
  readDateText,
  swapDayAndMonth,
  writeInOrder,
} from '../date-text.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import type { MappedColumn } from '../validation.ts';
import type { DoubtReading } from '../../finding.ts';
import { createDateTexts, doubtOfColumn, listDateColumns, toDateCell, type FoundDoubt } from './doubt.ts';

const ORDERS = ['dia', 'mes'] as const;
type Order = (typeof ORDERS)[number];

interface Span {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

const widen = (span: Span | undefined, date: CivilDate): Span => ({
  desde: span === undefined || date < span.desde ? date : span.desde,
  hasta: span === undefined || date > span.hasta ? date : span.hasta,
});

/** Without an answer, takes day first if no date shows the order; if dates of both orders occur, takes neither, so that dates that fit both are errors. */
function findOrderOfColumn(prepared: PreparedSheet, column: MappedColumn): FoundDoubt | undefined {
  const { cupones: sheet, table } = prepared;
  const textAt = createDateTexts(prepared, column);
  const evidence = createDateEvidence();
  const spans: Partial<Record<Order, Span>> = {};
  const only: Partial<Record<Order, NonNullable<DoubtReading['solo']>>> = {};
  let sample: { readonly escrito: string; readonly dia: CivilDate; readonly mes: CivilDate } | undefined;
  let rows = 0;
  for (let row = table.headerRow + 1; row < sheet.rowCount; row++) {
    const { escrito, reading } = textAt(row) ?? NO_DATE;
    addDateEvidence(evidence, reading);
    if (reading.kind !== 'numerica' || reading.dia === reading.mes) continue;
    const { dia, mes } = reading;
    if (dia !== undefined) spans.dia = widen(spans.dia, dia);
    if (mes !== undefined) spans.mes = widen(spans.mes, mes);
    if (dia === undefined || mes === undefined) {
      const order = dia === undefined ? 'mes' : 'dia';
      const { filas = 0, ...first } = only[order] ?? { fila: sheet.rowNumber(row), escrito };
      only[order] = { ...first, filas: filas + 1 };
      continue;
    }
    rows++;
    sample ??= { escrito, dia, mes };
  }
  const usesBoth = decideDateOrder(evidence) === 'ambos';
  const isDecided = evidence.onlyDay + evidence.onlyMonth > 0 && !usesBoth;
  if (sample === undefined || isDecided) return undefined;
  const { escrito, ...dates } = sample;
  const doubt = doubtOfColumn(prepared, column, {
    tipo: 'fechas',
    filas: rows,
    lecturas: ORDERS.map((valor) => {
      const solo = only[valor];
      const reading = { valor, muestra: { escrito, leido: dates[valor] }, ...spans[valor] };
      return solo === undefined ? reading : { ...reading, solo };
    }),
    normal: usesBoth ? null : 'dia',
    ...(usesBoth ? {} : { keeps: 'dia' }),
    shown(row, valor) {
      const text = textAt(row);
      if (text?.reading.kind !== 'numerica') return undefined;
      const { dia, mes } = text.reading;
      if (dia === undefined || mes === undefined) return undefined;
      return toTextCell(writeInOrder(text.escrito, orderOf(valor)));
    },
  });
  return {
    ...doubt,
    apply: (before, valor) => ({
      ...doubt.apply(before, valor),
      dateOrders: { ...before.dateOrders, [column.campo]: orderOf(valor) },
    }),
  };
}

const NO_DATE = { escrito: '', reading: { kind: 'otra' } } as const;

export const findOrders = (prepared: PreparedSheet): readonly FoundDoubt[] =>
  listDateColumns(prepared).flatMap((column) => findOrderOfColumn(prepared, column) ?? []);

const orderOf = (valor: string): Order => (valor === 'mes' ? 'mes' : 'dia');

/** At least this share of the date cells must fall in the months of the texts. */
const NEARLY_ALL = 0.9;
const MIN_TEXTS = 2;

const toMonth = (date: CivilDate): string => date.slice(0, 7);

/**
 * Recognises a day-first .csv that a month-first spreadsheet opened, or the reverse: it swapped day and month of the dates that it could read and left the
 * other dates as texts. Requires that each text fits one order only, that no date cell has a day over 12, that nearly all date cells, swapped back, fall in the
 * months of the texts, and that there are two texts, because a person may have typed one.
 */
function findTurnedInColumn(prepared: PreparedSheet, column: MappedColumn): FoundDoubt | undefined {
  const { cupones: sheet, table } = prepared;
  const { columna } = column;
  const texts = new Set<string>();
  const months = new Set<string>();
  const cells: { readonly date: CivilDate; readonly swapped: CivilDate }[] = [];
  for (let row = table.headerRow + 1; row < sheet.rowCount; row++) {
    const kind = sheet.kind(row, columna);
    const text = sheet.text(row, columna);
    if (kind === CELL.fecha) {
      const date = dateOfDateCell(text);
      const swapped = date && swapDayAndMonth(date);
      // In most columns with date cells, one of the first rows shows that nothing was swapped.
      if (date !== undefined && swapped === undefined) return undefined;
      if (date !== undefined && swapped !== undefined) cells.push({ date, swapped });
    } else if (kind === CELL.texto && !texts.has(text)) {
      const reading = readDateText(cleanText(text));
      if (reading.kind === 'fecha') return undefined;
      if (reading.kind !== 'numerica') continue;
      const { dia, mes } = reading;
      const only = dia ?? mes;
      if (only === undefined || (dia !== undefined && mes !== undefined)) return undefined;
      texts.add(text);
      months.add(toMonth(only));
    }
  }
  const isInMonths = (date: CivilDate): boolean => months.has(toMonth(date));
  const swappedIn = cells.filter(({ swapped }) => isInMonths(swapped)).length;
  const turned = cells.filter(({ date, swapped }) => date !== swapped);
  const [first] = turned;
  if (first === undefined || texts.size < MIN_TEXTS || swappedIn < cells.length * NEARLY_ALL) return undefined;
  if (swappedIn <= cells.filter(({ date }) => isInMonths(date)).length) return undefined;
  const readingOf = (valor: string, which: 'date' | 'swapped') => ({
    valor,
    muestra: { escrito: first.date, leido: first[which] },
    ...cells.reduce<Span | undefined>((span, cell) => widen(span, cell[which]), undefined),
  });
  return doubtOfColumn(prepared, column, {
    tipo: 'vuelta',
    filas: turned.length,
    lecturas: [readingOf('dejar', 'date'), readingOf('cambiar', 'swapped')],
    normal: 'dejar',
    keeps: 'dejar',
    shown(row) {
      const date = sheet.kind(row, columna) === CELL.fecha ? dateOfDateCell(sheet.text(row, columna)) : undefined;
      const swapped = date && swapDayAndMonth(date);
      return swapped && toDateCell(swapped);
    },
  });
}

export const findTurnedDates = (prepared: PreparedSheet): readonly FoundDoubt[] =>
  listDateColumns(prepared).flatMap((column) => findTurnedInColumn(prepared, column) ?? []);
