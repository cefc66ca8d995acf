import { FIELDS_IN_ORDER, type CuponField } from '../cupon.ts';
import type { RowNotice } from '../finding.ts';
import * as avisos from './notices.ts';
import { maskCardNumbers } from './card-text.ts';
import type { CoveredCard } from './covered-card.ts';

const BIN_ORDER = FIELDS_IN_ORDER.indexOf('bin');

/** The card numbers of a column that came covered: told once for all of them, and the first six of each go to a `bin` that its row leaves empty. */
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
    /** The row has a value of its own in this field. */
    filled(campo: CuponField): void {
      if (campo === 'bin') hasOwnBin = true;
    },
    /** Writes the first six once, where `bin` goes: called before each field of the row, in wire order, and after the last (`Infinity`). */
    addBin(beforeOrder: number, write: (order: number, value: string) => void): void {
      if (firstSix === undefined || hasOwnBin || bin !== '' || beforeOrder <= BIN_ORDER) return;
      bin = firstSix;
      withBin++;
      write(BIN_ORDER, bin);
    },
    /** What this row's `bin` was given; '' for nothing. */
    bin: (): string => bin,
    /** One notice for the column, if any came. */
    notices: (columna: string | null): readonly RowNotice[] =>
      total === 0
        ? []
        : [avisos.coveredTarjetaNotice({ columna: columna ?? '', ejemplo: first, howMany: total, conBin: withBin })],
  };
}
