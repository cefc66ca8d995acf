import { MISSING } from '../fields/codes.ts';
import { NOT_COMPARED, type Level } from './level.ts';

/**
 * How lote and terminal agree. They are one comparison, because a lote belongs to a terminal. `lote_…`: only the lotes can be compared. `terminal_…`: only the
 * terminals can. `cambiados`: each is in the other's column.
 */
export const TERMINAL_LEVELS = [
  'ambos', 'otro_lote', 'otra_terminal', 'ninguno', 'cambiados', 'lote_igual', 'lote_otro', 'terminal_igual', 'terminal_otra',
] as const; // prettier-ignore
const [BOTH, OTHER_LOTE, OTHER_TERMINAL, NONE, SWAPPED] = [0, 1, 2, 3, 4] as const;
const [LOTE_SAME, LOTE_OTHER, TERMINAL_SAME, TERMINAL_OTHER] = [5, 6, 7, 8] as const;

/** Codes of a terminal and its lote. */
export interface TerminalAndLote {
  readonly terminal: number;
  readonly lote: number;
}

/** `loteIsVoucher`: the coupon has its voucher in the column of the lote, so its lote is not known. */
export function compareTerminal(cupon: TerminalAndLote, sale: TerminalAndLote, loteIsVoucher: boolean): Level {
  const terminals = cupon.terminal !== MISSING && sale.terminal !== MISSING;
  const lotes = cupon.lote !== MISSING && sale.lote !== MISSING && !loteIsVoucher;
  const sameTerminal = cupon.terminal === sale.terminal;
  const sameLote = cupon.lote === sale.lote;
  if (terminals && lotes) {
    if (sameTerminal) return sameLote ? BOTH : OTHER_LOTE;
    if (sameLote) return OTHER_TERMINAL;
    return cupon.terminal === sale.lote && cupon.lote === sale.terminal ? SWAPPED : NONE;
  }
  if (terminals) return sameTerminal ? TERMINAL_SAME : TERMINAL_OTHER;
  if (lotes) return sameLote ? LOTE_SAME : LOTE_OTHER;
  return NOT_COMPARED;
}
