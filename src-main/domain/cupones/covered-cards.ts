import { FIELDS_IN_ORDER, type CuponField } from '../cupon.ts';
import type { RowNotice } from '../finding.ts';
import * as notices from './notices.ts';
import { maskCardNumbers } from './card-text.ts';
import type { CoveredCard } from './covered-card.ts';

const BIN_ORDER = FIELDS_IN_ORDER.indexOf('bin');

/** Collects the card numbers of a column that came covered. One notice reports all of them. The first six of each go into `bin` where the row leaves it empty. */
export function createCoveredCards() {
  let total = 0;
  let withBin = 0;
  let first = '';
  let firstSix: string | undefined;
  let bin = '';
  let hasOwnBin = false;
  return {
    beginRow(): void {
      firstSix = undefined;
      bin = '';
      hasOwnBin = false;
    },
    take(card: CoveredCard, text: string): void {
      firstSix = card.firstSix;
      total++;
      if (total === 1) first = maskCardNumbers(text);
    },
    /** Notes that the row has a value of its own in this field. */
    filled(field: CuponField): void {
      if (field === 'bin') hasOwnBin = true;
    },
    /** Writes the first six once, at the place of `bin`. Called before each field of the row, in wire order, and after the last (`Infinity`). */
    addBin(beforeOrder: number, write: (order: number, value: string) => void): void {
      if (firstSix === undefined || hasOwnBin || bin !== '' || beforeOrder <= BIN_ORDER) return;
      bin = firstSix;
      withBin++;
      write(BIN_ORDER, bin);
    },
    /** The value that was written into this row's `bin`; '' for none. */
    bin: (): string => bin,
    /** One notice for the column, if any number came covered. */
    notices: (column: string | null): readonly RowNotice[] =>
      total === 0
        ? []
        : [
            notices.makeCoveredTarjetaNotice({
              columna: column ?? '',
              ejemplo: first,
              howMany: total,
              conBin: withBin,
            }),
          ],
  };
}
