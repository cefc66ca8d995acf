import { dateOfDateCell, swapDayAndMonth, type DateReading } from './date-text.ts';

/** The share of the date cells that have to fall into the months of the texts. */
const NEARLY_ALL = 0.9;
const MIN_TEXTS = 2;

const toMonth = (date: string): string => date.slice(0, 7);

/**
 * Finds the trace of a .csv with days first that was opened in a spreadsheet with months first, or the other way round: what it could read became dates
 * with day and month swapped, and the rest stayed text. So each text is a date in one order only, no date cell has a day over 12, and
 * nearly all cells fall into the months of the texts when they are swapped back. One text proves nothing: a person may have typed it.
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
    /** `text` is asked for only while it matters. */
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
    /** Each text once. */
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
