import {
  MISSING,
  NONE,
  typoOf,
  TRANSPOSED,
  findTypoBetween,
  DIGIT,
  isCut,
  LENGTH,
  NO_DAY,
  sameDayOfYear,
  swapDay,
} from './fields/codes.ts';
import type { CuponCodes } from './fields/cupon-table.ts';

/** How well a field agrees, as an index in the list of its comparison's levels. A number and not a name, because millions of pairs are compared. */
export type Level = number;

/** Coupon or operation lacks the field, or the coupon has its voucher in the field (`comparisons.ts`). */
export const NOT_COMPARED = -1;

const placesIn = <const L extends string>(levels: readonly L[]): Readonly<Record<L, Level>> =>
  Object.fromEntries(levels.map((level, place) => [level, place])) as Record<L, Level>; // a key for each level

/** The levels of an authorisation or a wallet reference. `una_letra`: one edit apart (`typoOf`). */
export const IDENTIFIER_LEVELS = ['igual', 'una_letra', 'otra'] as const;
/** The levels of the number of instalments, and of a card's first six digits. */
export const VALUE_LEVELS = ['igual', 'otra'] as const;
const [IDENTIFIER, VALUE] = [placesIn(IDENTIFIER_LEVELS), placesIn(VALUE_LEVELS)];

export function compareIdentifier(cupon: number, sale: number): Level {
  if (cupon === MISSING || sale === MISSING) return NOT_COMPARED;
  if (cupon === sale) return IDENTIFIER.igual;
  return typoOf(cupon, sale) === NONE ? IDENTIFIER.otra : IDENTIFIER.una_letra;
}

export function compareValue(cupon: number, sale: number): Level {
  if (cupon === MISSING || sale === MISSING) return NOT_COMPARED;
  return cupon === sale ? VALUE.igual : VALUE.otra;
}

/** `del_bin`: the coupon has four of the card's first six digits instead of the last four. */
export const TARJETA_LEVELS = ['igual', 'un_digito', 'traspuesto', 'del_bin', 'otra'] as const;
const TARJETA = placesIn(TARJETA_LEVELS);

const firstFourOf = (bin: number): number => Math.floor(bin / 100);
const endOfBin = (bin: number): number => bin % 10_000;
/** The first and the last four digits of a bin, which some tills write instead of the last four of the card. */
export const partsOfBin = (bin: number): readonly number[] => [firstFourOf(bin), endOfBin(bin)];

export function compareTarjeta(cupon: number, sale: number, bin: number): Level {
  if (cupon === MISSING || sale === MISSING) return NOT_COMPARED;
  if (cupon === sale) return TARJETA.igual;
  if (bin !== MISSING && (cupon === firstFourOf(bin) || cupon === endOfBin(bin))) return TARJETA.del_bin;
  const typo = findTypoBetween(cupon, sale, 10);
  return typo === NONE ? TARJETA.otra : typo === TRANSPOSED ? TARJETA.traspuesto : TARJETA.un_digito;
}

/** `recortado`: one voucher lacks the first digits of the other. `largo`: one voucher has a digit more. `en_…`: that field has the other side's voucher. */
export const COMPROBANTE_LEVELS = [
  'igual', 'recortado', 'un_digito', 'traspuesto', 'largo', 'en_autorizacion', 'en_lote', 'otro',
] as const; // prettier-ignore
const COMPROBANTE = placesIn(COMPROBANTE_LEVELS);

/** The voucher and the two numbers that tills confuse with it. */
type Numbers = Pick<CuponCodes, 'voucher' | 'authorisation' | 'lote'>;

const isSame = (a: number, b: number): boolean => a !== MISSING && a === b;

export function compareComprobante(cupon: Numbers, sale: Numbers): Level {
  const { voucher } = cupon;
  if (voucher === MISSING || sale.voucher === MISSING) return NOT_COMPARED;
  if (voucher === sale.voucher) return COMPROBANTE.igual;
  if (isSame(voucher, sale.authorisation) || isSame(cupon.authorisation, sale.voucher))
    return COMPROBANTE.en_autorizacion;
  if (isSame(voucher, sale.lote) || isSame(cupon.lote, sale.voucher)) return COMPROBANTE.en_lote;
  if (isCut(voucher, sale.voucher) || isCut(sale.voucher, voucher)) return COMPROBANTE.recortado;
  const typo = typoOf(voucher, sale.voucher);
  if (typo === DIGIT) return COMPROBANTE.un_digito;
  if (typo === TRANSPOSED) return COMPROBANTE.traspuesto;
  return typo === LENGTH ? COMPROBANTE.largo : COMPROBANTE.otro;
}

/** `cerca`: within five per cent of the operation's amount, if no earlier level applies. */
export const IMPORTE_LEVELS = [
  'igual', 'centavo', 'por_100', 'dividido_100', 'una_cuota', 'neto', 'traspuesto', 'signo', 'cerca', 'otro',
] as const; // prettier-ignore
const IMPORTE = placesIn(IMPORTE_LEVELS);

/** An operation's amount and deductions (as in `OperacionTable`), in centavos, and its number of instalments. */
export interface Amounts {
  readonly amount: number;
  readonly fee: number;
  readonly deducted: number;
  readonly instalments: number;
}

/** In centavos: a till that divides, subtracts or rounds may be this far off. */
export const ROUNDING = 1;
export const NEAR = 0.05;

const instalmentOf = (amount: number, instalments: number): number => Math.round(amount / instalments);

const isNet = (cupon: number, { amount, fee, deducted }: Amounts): boolean => {
  if (fee === 0) return false;
  const paid = Math.abs(amount);
  const said = amount < 0 ? -cupon : cupon;
  return Math.abs(said - (paid - fee)) <= ROUNDING || Math.abs(said - (paid - deducted)) <= ROUNDING;
};

export function compareImporte(cupon: number, sale: Amounts): Level {
  if (Number.isNaN(cupon)) return NOT_COMPARED;
  const { amount, instalments } = sale;
  const difference = Math.abs(cupon - amount);
  if (difference === 0) return IMPORTE.igual;
  if (difference === ROUNDING) return IMPORTE.centavo;
  if (cupon === -amount) return IMPORTE.signo;
  if (cupon === amount * 100) return IMPORTE.por_100;
  if (cupon * 100 === amount) return IMPORTE.dividido_100;
  if (cupon < 0 !== amount < 0) return IMPORTE.otro;
  if (instalments > 1 && Math.abs(cupon - instalmentOf(amount, instalments)) <= ROUNDING) return IMPORTE.una_cuota;
  if (isNet(cupon, sale)) return IMPORTE.neto;
  if (findTypoBetween(Math.abs(cupon), Math.abs(amount), 10) === TRANSPOSED) return IMPORTE.traspuesto;
  return difference <= Math.abs(amount) * NEAR ? IMPORTE.cerca : IMPORTE.otro;
}

export const DATE_LEVELS = [
  'igual', 'presentacion', 'dia_despues', 'dia_antes', 'hasta_tres', 'dia_y_mes', 'otro_anio', 'otra',
] as const; // prettier-ignore
const DATE = placesIn(DATE_LEVELS);

/** The day of a coupon and the days that it may stand for if it is wrong, computed once per day. */
export interface CuponDay {
  readonly day: number;
  readonly swapped: number;
  readonly otherYears: readonly number[];
}

/** Coupon and operation may be up to this many days apart without a typing mistake: sales after midnight, weekends. */
export const DAYS_AROUND = 3;
/** Years by which a date may be off: people write last year's number in January, or mistype a digit. */
const YEARS_OFF = [-10, -2, -1, 1, 2, 10] as const;

export function toCuponDay(day: number): CuponDay {
  if (day === NO_DAY) return { day, swapped: NO_DAY, otherYears: [] };
  return {
    day,
    swapped: swapDay(day),
    otherYears: YEARS_OFF.map((years) => sameDayOfYear(day, years)).filter((other) => other !== NO_DAY),
  };
}

export function compareDate(cupon: CuponDay, sale: number, presentation: number): Level {
  if (cupon.day === NO_DAY || sale === NO_DAY) return NOT_COMPARED;
  const difference = cupon.day - sale;
  if (difference === 0) return DATE.igual;
  if (cupon.day === presentation) return DATE.presentacion;
  if (difference === 1) return DATE.dia_despues;
  if (difference === -1) return DATE.dia_antes;
  if (Math.abs(difference) <= DAYS_AROUND) return DATE.hasta_tres;
  if (cupon.swapped === sale) return DATE.dia_y_mes;
  return cupon.otherYears.includes(sale) ? DATE.otro_anio : DATE.otra;
}

/** A lote belongs to a terminal. `lote_…`: only the lotes can be compared. `terminal_…`: only the terminals. `cambiados`: lote and terminal are swapped. */
export const TERMINAL_LEVELS = [
  'ambos', 'otro_lote', 'otra_terminal', 'ninguno', 'cambiados', 'lote_igual', 'lote_otro', 'terminal_igual', 'terminal_otra',
] as const; // prettier-ignore
const TERMINAL = placesIn(TERMINAL_LEVELS);

type TerminalAndLote = Pick<CuponCodes, 'terminal' | 'lote'>;

/** `loteIsVoucher`: the coupon has its voucher in the field of the lote, so its lote is unknown. */
export function compareTerminal(cupon: TerminalAndLote, sale: TerminalAndLote, loteIsVoucher: boolean): Level {
  const terminals = cupon.terminal !== MISSING && sale.terminal !== MISSING;
  const lotes = cupon.lote !== MISSING && sale.lote !== MISSING && !loteIsVoucher;
  const sameTerminal = cupon.terminal === sale.terminal;
  const sameLote = cupon.lote === sale.lote;
  if (terminals && lotes) {
    if (sameTerminal) return sameLote ? TERMINAL.ambos : TERMINAL.otro_lote;
    if (sameLote) return TERMINAL.otra_terminal;
    return cupon.terminal === sale.lote && cupon.lote === sale.terminal ? TERMINAL.cambiados : TERMINAL.ninguno;
  }
  if (terminals) return sameTerminal ? TERMINAL.terminal_igual : TERMINAL.terminal_otra;
  if (lotes) return sameLote ? TERMINAL.lote_igual : TERMINAL.lote_otro;
  return NOT_COMPARED;
}

/** An establishment belongs to one processor. `…_y_marca`, `…_otra_marca`: the brands agree or differ. `marca_…`: only the brands could be compared. */
export const COMERCIO_LEVELS = [
  'igual', 'otro', 'igual_y_marca', 'igual_otra_marca', 'otro_y_marca', 'otro_otra_marca', 'marca_igual', 'marca_otra',
] as const; // prettier-ignore
const COMERCIO = placesIn(COMERCIO_LEVELS);

/** `brandAgrees`: undefined if it is unknown which brands the coupon's texts mean. */
export function compareComercio(cupon: number, sale: number, brandAgrees: boolean | undefined): Level {
  if (cupon === MISSING || sale === MISSING) {
    if (brandAgrees === undefined) return NOT_COMPARED;
    return brandAgrees ? COMERCIO.marca_igual : COMERCIO.marca_otra;
  }
  const same = cupon === sale;
  if (brandAgrees === undefined) return same ? COMERCIO.igual : COMERCIO.otro;
  if (same) return brandAgrees ? COMERCIO.igual_y_marca : COMERCIO.igual_otra_marca;
  return brandAgrees ? COMERCIO.otro_y_marca : COMERCIO.otro_otra_marca;
}
