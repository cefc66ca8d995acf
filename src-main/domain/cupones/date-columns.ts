import type { CivilDate } from '../civil-date.ts';
import { CUPON_FIELDS } from '../cupon.ts';
import { CELL, type Sheet } from '../sheet.ts';
import { cleanText } from './cell-text.ts';
import type { DateSpan, OpenDates } from '../finding.ts';
import type { MappedColumn } from './validation.ts';
import {
  addDateEvidence,
  createDateEvidence,
  isOrderDecided,
  readDateText,
  dateOfDateCell,
  swapDayAndMonth,
  type DateReading,
  remember,
} from './date-text.ts';

const widen = (span: DateSpan | undefined, date: CivilDate): DateSpan => ({
  desde: span === undefined || date < span.desde ? date : span.desde,
  hasta: span === undefined || date > span.hasta ? date : span.hasta,
});

/** The open dates of a column; undefined when some value decides its order, or when the order makes no difference. */
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

/** The columns whose values leave the date order open. Day first is taken, and a person can choose otherwise. */
export const openDates = (sheet: Sheet, firstRow: number, columns: readonly MappedColumn[]): readonly OpenDates[] =>
  columns
    .filter(({ campo }) => CUPON_FIELDS[campo].tipo === 'fecha')
    .flatMap((column) => openDatesOf(sheet, firstRow, column) ?? []);

/** The share of the date cells that have to fall into the months of the texts. */
const NEARLY_ALL = 0.9;
const MIN_TEXTS = 2;

const toMonth = (date: string): string => date.slice(0, 7);

/**
 * Finds the trace of a days-first .csv opened in a months-first spreadsheet, or the reverse: what it could read became dates with day and month swapped,
 * and the rest stayed text. So each text is a date in one order only, no date cell has a day over 12, and swapping them back puts nearly all cells into
 * the months of the texts. One text proves nothing: a person may have typed it.
 */
export function createTurnedDates() {
  let possible = true;
  let texts = 0;
  let cells = 0;
  const months = new Set<string>();
  const asRead = new Map<string, number>();
  const swapped = new Map<string, number>();
  const add = (counts: Map<string, number>, month: string): void => {
    counts.set(month, (counts.get(month) ?? 0) + 1);
  };
  const countIn = (counts: ReadonlyMap<string, number>): number =>
    [...months].reduce((sum, month) => sum + (counts.get(month) ?? 0), 0);
  return {
    /** Calls `text` only while it matters. */
    seeCell(text: () => string): void {
      const date = possible ? dateOfDateCell(text()) : undefined;
      if (date === undefined) return;
      const other = swapDayAndMonth(date);
      if (other === undefined) possible = false;
      else {
        cells++;
        add(asRead, toMonth(date));
        add(swapped, toMonth(other));
      }
    },
    /** Takes each text once. */
    seeText(reading: DateReading): void {
      const date = reading.kind === 'numerica' ? (reading.dia ?? reading.mes) : undefined;
      const inOneOrder = reading.kind === 'numerica' && (reading.dia === undefined) !== (reading.mes === undefined);
      if (date !== undefined && inOneOrder) {
        texts++;
        months.add(toMonth(date));
      } else if (reading.kind === 'numerica' || reading.kind === 'fecha') possible = false;
    },
    found: (): boolean =>
      possible && texts >= MIN_TEXTS && countIn(swapped) >= cells * NEARLY_ALL && countIn(swapped) > countIn(asRead),
  };
}
