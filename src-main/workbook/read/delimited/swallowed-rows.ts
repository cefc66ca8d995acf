import { maskCardNumbers } from '#domain/cupones/card-text.ts';
import { cleanText, isDigits } from '#domain/cupones/cell-text.ts';
import { readDateText } from '#domain/cupones/date-text.ts';
import { describeStrayQuote } from '#domain/texts/failures.ts';
import { FileProblem } from '../file-problem.ts';

const LINE_END = /\r\n|\r|\n/;
/** A sale has a date, an amount and something else. */
const MIN_SEPARATORS = 2;
/** How much of the text behind the quote the sentence shows. */
const SHOWN = 30;

const isDate = (text: string): boolean =>
  !isDigits(text) && ['fecha', 'numerica'].includes(readDateText(cleanText(text)).kind);

/**
 * Refuses a record that swallowed others. A stray quote before a text (`"TV 32`) opens a cell of several lines, which ends at the next stray quote, and
 * the sales between them would be lost. A cell of several lines is refused when one of its lines is a whole row: as many separators as an earlier record,
 * and a date. The line where it begins and the line where it ends may be whole rows together with the cells beside them.
 */
export function createSwallowedRows(separator: string, firstLine: number) {
  const widths = new Set<number>();
  let line = firstLine;
  const check = (record: readonly string[]): void => {
    for (const [column, text] of record.entries()) {
      if (!LINE_END.test(text)) continue;
      const pieces = text.split(LINE_END);
      const cells = pieces.map((piece) => piece.split(separator));
      const isWhole = (separators: number): boolean => separators >= MIN_SEPARATORS && widths.has(separators);
      const [first = [], last = []] = [cells[0], cells.at(-1)];
      const after = record.length - 1 - column;
      const swallowed =
        cells.some((row) => isWhole(row.length - 1) && row.some(isDate)) ||
        (first.length > 1 &&
          isWhole(column + first.length - 1) &&
          isWhole(after + last.length - 1) &&
          [...last, ...record.slice(column + 1)].some(isDate));
      if (swallowed)
        throw new FileProblem('ARCHIVO_DANADO', {
          mensaje: describeStrayQuote(
            line,
            maskCardNumbers(pieces[0] ?? '')
              .replace(/^"+/, '')
              .slice(0, SHOWN),
          ),
        });
      line += pieces.length - 1;
    }
    line += 1;
    widths.add(record.length - 1);
  };
  return {
    /** Throws `ARCHIVO_DANADO` for a record that holds rows. */
    check /** The line where the record after the last one begins. */,
    nextLine: (): number => line,
  };
}
