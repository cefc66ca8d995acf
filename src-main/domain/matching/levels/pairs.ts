import { MISSING } from '../fields/codes.ts';
import { NOT_COMPARED, type Level } from './level.ts';

/**
 * Lote and terminal are one comparison, because a lote belongs to a terminal. `lote_…`: only the lotes can be compared. `terminal_…`: only the
 * terminals. `cambiados`: each is in the other's column.
 */
export const TERMINAL_LEVELS = [
  'ambos', 'otro_lote', 'otra_terminal', 'ninguno', 'cambiados', 'lote_igual', 'lote_otro', 'terminal_igual', 'terminal_otra',
] as const; // prettier-ignore
const [BOTH, OTHER_LOTE, OTHER_TERMINAL, NEITHER, SWAPPED] = [0, 1, 2, 3, 4] as const;
const [LOTE_SAME, LOTE_OTHER, TERMINAL_SAME, TERMINAL_OTHER] = [5, 6, 7, 8] as const;

export interface TerminalAndLote {
  readonly terminal: number;
  readonly lote: number;
}

/** `loteIsVoucher`: the coupon has its voucher in the column of the lote, so its lote is unknown. */
export function compareTerminal(cupon: TerminalAndLote, sale: TerminalAndLote, loteIsVoucher: boolean): Level {
  const terminals = cupon.terminal !== MISSING && sale.terminal !== MISSING;
  const lotes = cupon.lote !== MISSING && sale.lote !== MISSING && !loteIsVoucher;
  const sameTerminal = cupon.terminal === sale.terminal;
  const sameLote = cupon.lote === sale.lote;
  if (terminals && lotes) {
    if (sameTerminal) return sameLote ? BOTH : OTHER_LOTE;
    if (sameLote) return OTHER_TERMINAL;
    return cupon.terminal === sale.lote && cupon.lote === sale.terminal ? SWAPPED : NEITHER;
  }
  if (terminals) return sameTerminal ? TERMINAL_SAME : TERMINAL_OTHER;
  if (lotes) return sameLote ? LOTE_SAME : LOTE_OTHER;
  return NOT_COMPARED;
}

/**
 * Establishment and brand are one comparison, because an establishment belongs to one processor. `…_marca`: it is known whether the brands agree.
 * `marca_…`: only the brands can be compared.
 */
export const COMERCIO_LEVELS = [
  'igual', 'otro', 'igual_y_marca', 'igual_otra_marca', 'otro_y_marca', 'otro_otra_marca', 'marca_igual', 'marca_otra',
] as const; // prettier-ignore
const [
  SAME_STORE,
  OTHER_STORE,
  SAME_AND_MARCA,
  SAME_OTHER_MARCA,
  OTHER_AND_MARCA,
  OTHER_OTHER_MARCA,
  MARCA_SAME,
  MARCA_OTHER,
] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** `brandAgrees`: undefined where the meaning of the coupon's brand is unknown. */
export function compareComercio(cupon: number, sale: number, brandAgrees: boolean | undefined): Level {
  if (cupon === MISSING || sale === MISSING) {
    if (brandAgrees === undefined) return NOT_COMPARED;
    return brandAgrees ? MARCA_SAME : MARCA_OTHER;
  }
  const same = cupon === sale;
  if (brandAgrees === undefined) return same ? SAME_STORE : OTHER_STORE;
  if (same) return brandAgrees ? SAME_AND_MARCA : SAME_OTHER_MARCA;
  return brandAgrees ? OTHER_AND_MARCA : OTHER_OTHER_MARCA;
}
