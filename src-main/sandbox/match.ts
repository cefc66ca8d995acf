import { establecimientoOf, TARJETAS } from './catalogue.ts';
import type { SandboxData } from './data.ts';
import { valueAt } from './operaciones.ts';
import { canonicalize, formatShortDecimal, parseImporte } from './format.ts';
import { getIdentity } from './list-operaciones.ts';
import { parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER, CUPON_FIELDS, type CuponField } from '#domain/cupon.ts';
import { Refusal } from './parameters.ts';
import type { Switches } from './switches.ts';

/** Which operation a coupon matched, and how: `A` by voucher and card (or wallet reference), `B` by authorization and card. */
export interface Pairing {
  readonly operacion: number;
  readonly modo: 'A' | 'B';
}

/**
 * Matches coupons with operations of the same day, amount and card by voucher, else by authorization; wallet sales by reference. If several operations fit,
 * takes the one with most equal values of lote, terminal, establishment and authorization. Within a reconciliation each operation goes to the first coupon that
 * matches it. Numbers are compared without leading zeros.
 */
export function createMatcher(data: SandboxData) {
  /** The rows of each day by amount. A day is indexed when its first coupon comes. */
  const days = new Map<number, Map<number, number[]>>();
  const { ops } = data;

  const indexOfDay = (day: number): Map<number, number[]> => {
    let byImporte = days.get(day);
    if (byImporte === undefined) {
      const first = data.getDayStart(day);
      const rows = Array.from({ length: data.getDayStart(day + 1) - first }, (_, n) => first + n);
      byImporte = Map.groupBy(rows, (i) => valueAt(ops.importe, i));
      days.set(day, byImporte);
    }
    return byImporte;
  };
  const findCandidates = (day: number, importe: number): readonly number[] => {
    const rows = day < data.desde || day > data.hoy ? [] : (indexOfDay(day).get(importe) ?? []);
    if (ops.count === data.fixed) return rows;
    const live = [];
    for (let i = data.fixed; i < ops.count; i++) {
      if (valueAt(ops.day, i) === day && valueAt(ops.importe, i) === importe) live.push(i);
    }
    return [...rows, ...live];
  };

  /** How well an operation fits a coupon: 100, 50 or 20 by what identifies it, else 0; one point more for each optional field that agrees. */
  const scoreOf = (cupon: ReadCupon, i: number): { score: number; modo: 'A' | 'B' } => {
    const op = getIdentity(data, i);
    if (cupon.walletReferencia !== '') {
      return {
        score: op.referencia !== '' && canonicalize(op.referencia) === cupon.walletReferencia ? 100 : 0,
        modo: 'A',
      };
    }
    const isSameComprobante = canonicalize(op.comprobante) === cupon.comprobante;
    const isSameAutorizacion = cupon.autorizacion !== '' && canonicalize(op.autorizacion) === cupon.autorizacion;
    if (canonicalize(op.tarjetaNro) !== cupon.tarjetaNro || (!isSameComprobante && !isSameAutorizacion)) {
      return { score: 0, modo: 'A' };
    }
    const marca = TARJETAS[valueAt(ops.tarjeta, i)]?.marca;
    const scoreAgreement = (request: string, real: string): number =>
      request !== '' && request === canonicalize(real) ? 1 : 0;
    const extras =
      (isSameAutorizacion ? 1 : 0) +
      scoreAgreement(cupon.lote, op.lote) +
      scoreAgreement(cupon.terminal, op.terminal) +
      scoreAgreement(
        cupon.establecimiento,
        marca === undefined ? '' : establecimientoOf(valueAt(ops.comercio, i), marca),
      );
    return { score: (isSameComprobante ? 50 : 20) + extras, modo: isSameComprobante ? 'A' : 'B' };
  };

  return (cupones: readonly ReadCupon[]): readonly (Pairing | undefined)[] => {
    const used = new Set<number>();
    return cupones.map((cupon) => {
      let best: Pairing | undefined;
      let points = 0;
      // Try both signs: people write a wallet's refund with either.
      const importes =
        cupon.walletReferencia !== '' && cupon.importe !== 0 ? [cupon.importe, -cupon.importe] : [cupon.importe];
      for (const importe of importes) {
        for (const i of findCandidates(cupon.dia, importe)) {
          if (used.has(i)) continue;
          const own = scoreOf(cupon, i);
          if (own.score > points) {
            points = own.score;
            best = { operacion: i, modo: own.modo };
          }
        }
      }
      if (best !== undefined) used.add(best.operacion);
      return best;
    });
  };
}

/** A coupon as it was sent: its filled fields, as text. */
export type RawCupon = Readonly<Partial<Record<CuponField, string>>>;

/** The values of a coupon for matching: day number, centavos, and numbers without leading zeros. */
export type ReadCupon = NonNullable<ReturnType<typeof parseReceived>>;

/** The known fields of an element of `datos`. Throws a 400 for anything but an object, for a field of another type, and for a text that `numeros` forbids. */
export function takeCupon(datum: unknown, switches: Switches): RawCupon {
  if (typeof datum !== 'object' || datum === null || Array.isArray(datum)) throw new Refusal(400, 'Cupón inválido');
  const cupon: Partial<Record<CuponField, string>> = {};
  for (const field of FIELDS_IN_ORDER) {
    const value: unknown = Reflect.get(datum, field);
    if (value === undefined || value === null || value === '') continue;
    if (typeof value === 'number') cupon[field] = String(value);
    else if (typeof value !== 'string') throw new Refusal(400, `Valor inválido en ${field}`);
    else if (switches.numeros === 'numero' && CUPON_FIELDS[field].tipo === 'numero') {
      throw new Refusal(400, `${field} tiene que ser un número`);
    } else cupon[field] = value;
  }
  return cupon;
}

/** Reads a coupon for matching. Undefined if it breaks a rule of the table "Coupon (uploaded)": the sandbox counts it as an error. */
export function parseReceived(raw: RawCupon) {
  const date = parseIsoDate(raw.fecha_venta?.trim().slice(0, 10) ?? '');
  const importe = parseImporte(raw.importe ?? '');
  if (date === undefined || importe === undefined || exceedsLength(raw)) return undefined;
  const hasWallet = raw.wallet_referencia !== undefined || raw.wallet_tipo_operacion !== undefined;
  const whole = hasWallet
    ? raw.wallet_referencia !== undefined && raw.wallet_tipo_operacion !== undefined
    : raw.comprobante !== undefined && raw.tarjeta_nro !== undefined;
  if (!whole || !isNumeric(raw.comprobante) || !isNumeric(raw.tarjeta_nro)) return undefined;
  const canonicalTextOf = (field: CuponField): string => canonicalize(raw[field] ?? '');
  return {
    dia: toDayNumber(date),
    importe,
    comprobante: canonicalTextOf('comprobante'),
    tarjetaNro: canonicalTextOf('tarjeta_nro'),
    lote: canonicalTextOf('lote'),
    terminal: canonicalTextOf('terminal'),
    establecimiento: canonicalTextOf('establecimiento'),
    autorizacion: canonicalTextOf('autorizacion'),
    walletReferencia: canonicalTextOf('wallet_referencia'),
  };
}

const isNumeric = (text: string | undefined): boolean => text === undefined || /^\d+(?:\.\d+)?$/.test(text.trim());

function exceedsLength(raw: RawCupon): boolean {
  for (const field of FIELDS_IN_ORDER) {
    const { largo } = CUPON_FIELDS[field];
    const value = raw[field];
    if (largo !== null && value !== undefined && value.length > largo && [...value].length > largo) return true;
  }
  return false;
}

/** Two coupons with the same key count as the same one. By the switch `existentes`, the key holds every field or only those that identify a sale. */
export function getExistingKey(raw: RawCupon, reading: ReadCupon, switches: Switches): string {
  if (switches.existentes === 'exacto') {
    let key = '';
    for (const field of FIELDS_IN_ORDER) key += `${raw[field]?.trim() ?? ''}\u0000`;
    return key;
  }
  return [reading.dia, reading.importe, reading.comprobante, reading.tarjetaNro, reading.walletReferencia].join('|');
}

export function echoOf(field: CuponField, raw: RawCupon, switches: Switches): string | number | null {
  const value = raw[field];
  if (value === undefined) return field === 'bco_emisor' ? null : '';
  if (switches.numeros === 'numero' && CUPON_FIELDS[field].tipo === 'numero' && isNumeric(value)) return Number(value);
  if (switches.eco === 'igual') return value;
  const { tipo } = CUPON_FIELDS[field];
  if (tipo === 'fecha') return value.trim();
  if (tipo !== 'importe') return tipo === 'texto' ? value.trim().toUpperCase() : canonicalize(value);
  const centavos = parseImporte(value);
  if (centavos === undefined) return value.trim();
  return centavos % 10 === 0 ? formatShortDecimal(centavos).replace(/(\.\d)0$/, '$1') : formatShortDecimal(centavos);
}
