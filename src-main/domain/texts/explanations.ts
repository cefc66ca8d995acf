import { formatDayMonthYear } from '../civil-date.ts';
import type { Cupon, CuponField } from '../cupon.ts';
import type { FieldDifference } from '../matching/explain/differences.ts';
import type { Motivo, MotivoCode } from '../matching/explain/reasons.ts';
import { toCentavos, formatPesos, parseMoney, type Money } from '../money.ts';
import { chooseIn, formatNumber, type Choose, type Words } from './language.ts';

/** Another coupon's row in a file of a reconciliation. */
export interface PlaceSaid {
  readonly archivo: string | null;
  /** Its sheet, if the row is in another sheet of the same file. */
  readonly hoja?: string | null | undefined;
  readonly fila: number | null;
  readonly conciliacion: string | null;
}

export interface SaidReason<M extends Motivo = Motivo> {
  readonly motivo: M;
  readonly cupon: Cupon;
  readonly diferencias: readonly FieldDifference[];
  /** The other coupon that the reason is about, such as a repeated coupon or the holder of the operation; the first of `otros`. */
  readonly otro: PlaceSaid | null;
  /** The other coupons of a divided sale. */
  readonly otros: readonly PlaceSaid[];
  readonly before: boolean;
  /** True if the service matched the same sale in an earlier upload. */
  readonly sentAgain?: boolean;
}

export type Said = readonly [texto: string, hacer: string];

export type ReasonOf<C extends MotivoCode, M = Motivo> = M extends { codigo: infer K }
  ? C extends K
    ? M & { readonly codigo: C }
    : never
  : never;
export const dropSign = (amount: Money): string => formatPesos(toCentavos(Math.abs(amount)));

/** A value for a sentence: amounts in pesos, days as `dd/mm/aaaa`; undefined for no value. */
export function showValue(field: CuponField, value: string | null | undefined): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (field === 'importe') {
    const amount = parseMoney(value, 'sin-miles');
    return amount === undefined ? value : formatPesos(amount);
  }
  return field.startsWith('fecha_') ? formatDayMonthYear(value) : value;
}

/** The two values of a differing field; both undefined if `diferencias` lacks the field, as when the candidate is gone. */
export const differenceIn = (
  { diferencias }: Pick<SaidReason, 'diferencias'>,
  field: CuponField,
): { readonly cupon: string | undefined; readonly operacion: string | undefined } => {
  const found = diferencias.find((one) => one.campo === field);
  return { cupon: showValue(field, found?.cupon), operacion: showValue(field, found?.operacion) };
};

/** The brands of coupon and first candidate, if they differ. A coupon may state its brand as a number. */
export function brandIn({
  diferencias,
  cupon,
}: Pick<SaidReason, 'diferencias' | 'cupon'>): { readonly cupon: string; readonly operacion: string } | undefined {
  const found = diferencias.find(({ campo }) => campo === 'tarjeta_desc');
  const own = found?.cupon ?? cupon.tarjeta_id ?? null;
  return own === null || found === undefined || found.operacion === null
    ? undefined
    : { cupon: own, operacion: found.operacion };
}

/** Names the difference in a field: `level`, except for two texts of equal length at level `recortado`, which do not lack digits but have other digits. */
export function describeDifference(reason: Pick<SaidReason, 'diferencias'>, field: CuponField, level: string): string {
  if (level !== 'recortado') return level;
  const { cupon = '', operacion = '' } = differenceIn(reason, field);
  if (cupon.length !== operacion.length) return level;
  return [...cupon].filter((digit, i) => digit !== operacion[i]).length === 1 ? 'un_digito' : 'ultimas';
}

export const isAllThatDiffers = ({ diferencias }: Pick<SaidReason, 'diferencias'>, fields: readonly CuponField[]) =>
  diferencias.every(({ campo }) => fields.includes(campo));

export const WHY_APART: Words = ['¿propina, IVA, recargo?', 'a tip, a tax, a surcharge?'];

const MOST_PERCENT = 50;

/** How much more or less one of two amounts is than the other, in whole per cent; undefined if in none. `fits`: whether operation through coupon is this ratio. */
export function sayPercent(fits: (ratio: number) => boolean, say: Choose): string | undefined {
  const find = (ratioOf: (percent: number) => number): string | undefined => {
    for (let percent = 1; percent <= MOST_PERCENT; percent++) if (fits(ratioOf(percent))) return `${String(percent)} %`;
    return undefined;
  };
  const more = find((percent) => 100 / (100 + percent));
  if (more !== undefined) return say(`${more} más que la tarjeta`, `${more} more than the card`);
  const moreOnCard = find((percent) => (100 + percent) / 100);
  if (moreOnCard !== undefined) return say(`${moreOnCard} de más en la tarjeta`, `${moreOnCard} more on the card`);
  const less = find((percent) => 100 / (100 - percent));
  if (less !== undefined) return say(`${less} menos que la tarjeta`, `${less} less than the card`);
  const lessOnCard = find((percent) => (100 - percent) / 100);
  return lessOnCard && say(`${lessOnCard} de menos en la tarjeta`, `${lessOnCard} less on the card`);
}

export const describePruned = (cupones: number, say: Choose = chooseIn()): string =>
  say(
    `En ${formatNumber(cupones)} ${cupones === 1 ? 'cupón' : 'cupones'} se dejaron de lado las operaciones menos probables (menos de 1 en 1.000 frente a la primera): son demasiados los que compiten por las mismas.`,
    `For ${formatNumber(cupones)} ${cupones === 1 ? 'coupon' : 'coupons'} the least likely transactions were left out (less than 1 in 1.000 against the first): too many compete for the same ones.`,
  );
