import { parseIsoDate } from '#domain/civil-date.ts';
import { DISPOSITIONS, type Disposition } from '#domain/conciliacion.ts';
import { FIELDS_IN_ORDER, importeOf, type Cupon, type CuponField } from '#domain/cupon.ts';
import type { SaleOfRow } from '#domain/finding.ts';
import type { ReportSource } from './source.ts';
import { compareNames } from '#domain/texts/language.ts';
import { describeCardByCode } from '#domain/texts/row-notices.ts';
import { getWidth } from '#workbook/write/layout.ts';
import { toAmountCell } from '#workbook/write/cell-value.ts';

export interface Sum {
  cupones: number;
  importe: bigint;
}

export type ByDisposition = Readonly<Record<Disposition, Sum>>;

const createTally = (): ByDisposition => ({
  conciliado: { cupones: 0, importe: 0n },
  sin_conciliar: { cupones: 0, importe: 0n },
  no_informado: { cupones: 0, importe: 0n },
  existente: { cupones: 0, importe: 0n },
  rechazado: { cupones: 0, importe: 0n },
  no_enviado: { cupones: 0, importe: 0n },
});

/** The key for a missing value, which no value equals. It sorts last. */
const NO_VALUE = '(sin dato)';

const key = {
  tarjeta: (cupon: Cupon): string =>
    cupon.tarjeta_desc ?? (cupon.tarjeta_id === undefined ? NO_VALUE : describeCardByCode(cupon.tarjeta_id)),
  establecimiento: (cupon: Cupon): string => cupon.establecimiento ?? NO_VALUE,
  dia: (cupon: Cupon): string => cupon.fecha_venta ?? NO_VALUE,
};

function addUp(by: Map<string, ByDisposition>, key: string, disposition: Disposition, importe: bigint): void {
  const sum = by.get(key) ?? createTally();
  by.set(key, sum);
  add(sum[disposition], importe);
}

function add(sum: Sum, importe: bigint): void {
  sum.cupones += 1;
  sum.importe += importe;
}

const sortTallies = (by: Map<string, ByDisposition>): Map<string, ByDisposition> =>
  new Map([...by].sort(([a], [b]) => Number(a === NO_VALUE) - Number(b === NO_VALUE) || compareNames(a, b)));

/** Reads every coupon once and adds it up by disposition, card, establishment and day of sale. Keeps only the sums in memory. */
export function tally(source: ReportSource) {
  const total = createTally();
  const byTarjeta = new Map<string, ByDisposition>();
  const byEstablecimiento = new Map<string, ByDisposition>();
  const byDay = new Map<string, ByDisposition>();
  const fields = new Set<CuponField>();
  let withSheets = false;
  for (const { cupon, disposicion, hoja = null } of source.cupones(DISPOSITIONS)) {
    withSheets ||= hoja !== null;
    const importe = BigInt(importeOf(cupon));
    add(total[disposicion], importe);
    addUp(byTarjeta, key.tarjeta(cupon), disposicion, importe);
    addUp(byEstablecimiento, key.establecimiento(cupon), disposicion, importe);
    addUp(byDay, key.dia(cupon), disposicion, importe);
    for (const field of FIELDS_IN_ORDER) if (cupon[field] !== undefined) fields.add(field);
  }
  // Leaves out sales dated after the report, because a wrong date would widen the period.
  const days = [...byDay.keys()]
    .flatMap((day) => parseIsoDate(day) ?? [])
    .filter((day) => day <= source.hoy)
    .sort();
  return {
    total,
    porTarjeta: sortTallies(byTarjeta),
    porEstablecimiento: sortTallies(byEstablecimiento),
    porDia: sortTallies(byDay),
    withSheets,
    campos: fields,
    primeraVenta: days[0] ?? null,
    lastSale: days.at(-1) ?? null,
  };
}
export type Tally = ReturnType<typeof tally>;

/** Counts findings without keeping them, and finds the widest of their amounts. */
export function measure(rows: Iterable<{ readonly venta?: SaleOfRow }>) {
  let [howMany, width] = [0, 0];
  for (const { venta } of rows) {
    howMany += 1;
    width = Math.max(width, getWidth(toAmountCell(venta?.importe), 'importe'));
  }
  return { filas: howMany, ancho: width };
}

export function count(rows: Iterable<unknown>): number {
  let howMany = 0;
  for (const _ of rows) howMany += 1;
  return howMany;
}
