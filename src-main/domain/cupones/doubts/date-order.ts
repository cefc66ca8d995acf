/** "03/04/2026": the third of April or the fourth of March, where the column does not show which, or needs both orders, or a spreadsheet mistook it. */
import type { CivilDate } from '../../civil-date.ts';
import { CELL } from '../../sheet.ts';
import { cleanText } from '../cell-text.ts';
import {
  addDateEvidence,
  createDateEvidence,
  dateOfDateCell,
  decideDateOrder,
  isOrderDecided,
  readDateText,
  swapDayAndMonth,
  writeInOrder,
} from '../date-text.ts';
import type { PreparedSheet } from '../prepare-sheet.ts';
import type { MappedColumn } from '../validation.ts';
import type { DateTextsObserver } from './date-texts.ts';
import { doubtOfColumn, listDateColumns, toDateCell, toTextCell, type FoundDoubt } from './doubt.ts';

const ORDERS = ['dia', 'mes'] as const;

interface Span {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

const widen = (span: Span | undefined, date: CivilDate): Span => ({
  desde: span === undefined || date < span.desde ? date : span.desde,
  hasta: span === undefined || date > span.hasta ? date : span.hasta,
});

/** Takes day first where no date shows the order. Where some dates need each order, takes neither, and the doubtful dates are errors. */
export const observeOrders: DateTextsObserver = (prepared, column, textAt) => {
  const evidence = createDateEvidence();
  const spans: Partial<Record<(typeof ORDERS)[number], Span>> = {};
  let sample: { readonly escrito: string; readonly dia: CivilDate; readonly mes: CivilDate } | undefined;
  let rows = 0;
  return {
    see({ escrito, reading }) {
      addDateEvidence(evidence, reading);
      if (reading.kind !== 'numerica') return;
      const { dia, mes } = reading;
      if (dia === undefined || mes === undefined || dia === mes) return;
      rows++;
      sample ??= { escrito, dia, mes };
      spans.dia = widen(spans.dia, dia);
      spans.mes = widen(spans.mes, mes);
    },
    findDoubt() {
      const usesBoth = decideDateOrder(evidence) === 'ambos';
      if (sample === undefined || (isOrderDecided(evidence) && !usesBoth)) return undefined;
      const { escrito, ...dates } = sample;
      return doubtOfColumn(prepared, column, {
        tipo: 'fechas',
        filas: rows,
        lecturas: ORDERS.map((valor) => ({ valor, muestra: { escrito, leido: dates[valor] }, ...spans[valor] })),
        normal: usesBoth ? null : 'dia',
        ...(usesBoth ? {} : { keeps: 'dia' }),
        shown(row, valor) {
          const text = textAt(row);
          if (text?.reading.kind !== 'numerica') return undefined;
          const { dia, mes } = text.reading;
          if (dia === undefined || mes === undefined) return undefined;
          return toTextCell(writeInOrder(text.escrito, valor === 'mes' ? 'mes' : 'dia'));
        },
      });
    },
  };
};

/** The share of the date cells that have to fall into the months of the texts. */
const NEARLY_ALL = 0.9;
const MIN_TEXTS = 2;

const toMonth = (date: CivilDate): string => date.slice(0, 7);

/**
 * Finds the trace of a day-first .csv that a month-first spreadsheet opened, or the reverse: it swapped day and month of the dates that it could read
 * and kept the rest as text. Signs: each text is a date in one order only, no date cell has a day over 12, and swapping the date cells back puts
 * nearly all of them into the months of the texts. One text proves nothing: a person may have typed it.
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
      // Most columns of date cells end here after a few rows.
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
