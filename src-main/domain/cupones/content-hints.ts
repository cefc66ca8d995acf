import { CUPON_FIELDS, type CuponFieldType, type CuponField } from '../cupon.ts';
import { toPlainHeader } from './header-key.ts';
import type { MappedColumn } from './validation.ts';
import type { ColumnProfile } from './profile-column.ts';

const MOST = 0.9;
const FEW = 0.2;

type Share = (profile: ColumnProfile) => number;

/** How many values of a column fit a field. `SHARES_BY_TYPE` serves the other fields. */
const SHARES: Readonly<Partial<Record<CuponField, Share>>> = {
  // Digits of any length: a value of five digits is a mistake to report, not a sign of another field.
  tarjeta_nro: (p) => p.digits + p.tarjetas,
  bin: (p) => p.lengths[6] ?? 0,
  comprobante: (p) => p.digits,
  // Longer numbers are accounts or amounts: no sale has a hundred instalments.
  cuotas: (p) => (p.lengths[1] ?? 0) + (p.lengths[2] ?? 0),
  tarjeta_desc: (p) => p.valores - p.digits - p.tarjetas - p.conCentavos,
  wallet_tipo_operacion: (p) => p.walletTypes,
};
const SHARES_BY_TYPE: Readonly<Record<CuponFieldType, Share>> = {
  fecha: (p) => p.fechas,
  importe: (p) => p.importes,
  numero: (p) => p.digits,
  decimal: (p) => p.digits,
  // Anything can be a text, so a text neither confirms the field nor contradicts it.
  texto: (p) => p.valores / 2,
};

/** Whether a column's values look like a field's. */
export function fitOf(field: CuponField, profile: ColumnProfile): 'coincide' | 'contradice' | 'sin_datos' {
  if (profile.valores === 0) return 'sin_datos';
  const fit = (SHARES[field] ?? SHARES_BY_TYPE[CUPON_FIELDS[field].tipo])(profile) / profile.valores;
  if (fit >= MOST) return 'coincide';
  return fit <= FEW ? 'contradice' : 'sin_datos';
}

/** With fewer values a guess could be a coincidence, except for dates, money and whole card numbers. */
const MIN_VALUES = 8;
/** Headers that say nothing. Only under these may six digits be the authorisation, or eight the voucher. */
const NEUTRAL = /^(?:(?:col|columna|column|campo|field|dato|cod|codigo|code|nro|numero|id|[a-z]|\d+)(?: |$))*$/;

interface Guess {
  readonly campo: CuponField;
  readonly fits: (profile: ColumnProfile, header: string) => boolean;
}

const isVaried = (p: ColumnProfile): boolean => p.distinct.size >= Math.min(p.valores, 200) * 0.3;
const isNeutral = (header: string): boolean => NEUTRAL.test(toPlainHeader(header));
const NOT_A_CARD =
  /vend|suc|caj|emple|legajo|ano|year|turno|hora|lote|term|estab|comercio|cliente|cuota|mesa|iva|desc|comision|neto|propina/;
const NOT_THE_SALE =
  /iva|desc|comis|net[ao]|\bnet\b|propina|\btip\b|arancel|fee\b|retenc|percep|iibb|impuesto|\btax|cuota|saldo|balance|cost|recargo|interes|tasa|cotiz|subtotal|liquid|acredit|cobrar|usd|u s\b|dolar|eur|unit|limite|bonific|vuelto|efectivo|cant|porc|kilo|litro|\bdebe\b|haber|debit|credit/;
const NOT_THE_DATE =
  /venc|vto|nac|cumple|pago|pay|acred|credit|cobr|deposit|pres|cierre|liq|alta|baja|carga|factur|contab|valor|anul|devol|libera|release|settle|post|proces|modific|actualiz|entrega|desde|hasta|vigen/;

/** In order: the first that fits a column takes it. */
const GUESSES: readonly Guess[] = [
  {
    campo: 'fecha_venta',
    fits: (p, header) => p.fechas >= p.valores * MOST && !NOT_THE_DATE.test(toPlainHeader(header)),
  },
  {
    campo: 'importe',
    fits: (p, header) =>
      p.importes >= p.valores * MOST && p.conCentavos >= p.valores * 0.3 && !NOT_THE_SALE.test(toPlainHeader(header)),
  },
  {
    campo: 'tarjeta_nro',
    fits: (p, header) =>
      p.tarjetas >= p.valores * MOST ||
      (p.valores >= MIN_VALUES &&
        (p.lengths[4] ?? 0) >= p.valores * MOST &&
        isVaried(p) &&
        !NOT_A_CARD.test(toPlainHeader(header))),
  },
  {
    campo: 'comprobante',
    fits: (p, header) =>
      p.valores >= MIN_VALUES &&
      isNeutral(header) &&
      (p.lengths[8] ?? 0) >= p.valores * MOST &&
      p.distinct.size >= Math.min(p.valores, 200) * MOST,
  },
  {
    campo: 'autorizacion',
    fits: (p, header) =>
      p.valores >= MIN_VALUES && (p.lengths[6] ?? 0) >= p.valores * MOST && isVaried(p) && isNeutral(header),
  },
];

interface GuessInput {
  readonly headers: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly columnas: readonly MappedColumn[];
  readonly leftOut: ReadonlySet<CuponField>;
  readonly apart: ReadonlySet<number>;
}

/** Adds columns recognised by their values, for fields that no header named. */
export function guessByContent({ headers, profiles, columnas, leftOut, apart }: GuessInput): readonly MappedColumn[] {
  const found: MappedColumn[] = [...columnas];
  for (const { campo, fits } of GUESSES) {
    if (leftOut.has(campo) || found.some((one) => one.campo === campo)) continue;
    const column = profiles.findIndex(
      (profile, index) =>
        profile.valores > 0 &&
        !apart.has(index) &&
        !found.some((one) => one.columna === index) &&
        fits(profile, headers[index] ?? ''),
    );
    if (column >= 0) found.push({ campo, columna: column, motivo: 'contenido' });
  }
  return found;
}
