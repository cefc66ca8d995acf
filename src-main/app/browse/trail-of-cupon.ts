/** Finds the operation behind a coupon of this PC: the service says only whether the coupon matched and in which settlement. */
import type { OtherAmount } from '#contract/conciliaciones.ts';
import type { KeyedRow } from '#contract/data.ts';
import type { SaleCupon, TrailBasis } from '#contract/trail.ts';
import type { CuponField } from '#domain/cupon.ts';
import { withoutZeros } from '#domain/fold-text.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import type { CacheReader, Filter, ReadRow } from '#storage/cache/index.ts';
import { writeField } from '#domain/row.ts';
import { NOTHING, type Finding } from './trail-links.ts';
import type { Results } from '#storage/results/open.ts';

/** What is known of a coupon. Dates are ISO; amounts are decimal text with a dot. */
export type SearchedCupon = Readonly<
  Partial<Record<CuponField | 'nro_liquidacion' | 'liquidaciones_id' | 'fecha_liq', string | null | undefined>>
>;

const toComparable = (text: string): string => withoutZeros(text.trim()).toLowerCase();
const rowTextOf = (row: ReadRow, field: string): string => {
  const value = row[field] ?? null;
  return value === null ? '' : toComparable(String(value));
};
const cuponTextOf = (cupon: SearchedCupon, field: keyof SearchedCupon): string => toComparable(cupon[field] ?? '');

const isSameIn = (cupon: SearchedCupon, row: ReadRow, field: CuponField): boolean =>
  cuponTextOf(cupon, field) !== '' && cuponTextOf(cupon, field) === rowTextOf(row, field);
/** True if coupon and operation may have the same card: their card numbers are equal, or one number is missing. */
const mayBeSameTarjeta = (cupon: SearchedCupon, row: ReadRow): boolean =>
  cuponTextOf(cupon, 'tarjeta_nro') === '' ||
  rowTextOf(row, 'tarjeta_nro') === '' ||
  isSameIn(cupon, row, 'tarjeta_nro');

/** When several operations match, these fields decide, in this order. */
const TIE_BREAKERS = ['nro_liquidacion', 'autorizacion', 'terminal', 'lote', 'establecimiento', 'cuotas'] as const;

function choose(cupon: SearchedCupon, candidates: readonly ReadRow[], por: TrailBasis): Finding {
  let rows = candidates;
  for (const field of TIE_BREAKERS) {
    if (rows.length <= 1) break;
    const request = cuponTextOf(cupon, field);
    const left = request === '' ? [] : rows.filter((row) => rowTextOf(row, field) === request);
    if (left.length > 0) rows = left;
  }
  return { filas: rows, por, ambiguo: rows.length > 1 };
}

const RULES: readonly (readonly [por: TrailBasis, matches: (cupon: SearchedCupon, row: ReadRow) => boolean])[] = [
  [
    'billetera',
    (cupon, row) => {
      const reference = cuponTextOf(cupon, 'wallet_referencia');
      return reference !== '' && reference === rowTextOf(row, 'referencia');
    },
  ],
  ['venta_y_comprobante', (cupon, row) => isSameIn(cupon, row, 'comprobante') && mayBeSameTarjeta(cupon, row)],
  ['venta_y_autorizacion', (cupon, row) => isSameIn(cupon, row, 'autorizacion') && isSameIn(cupon, row, 'tarjeta_nro')],
];

/** Tries the rules in order on operations with the coupon's day and amount. Returns the operations that pass the first fitting rule, narrowed by `choose`. */
function chooseAmongDay(cupon: SearchedCupon, ofDay: readonly ReadRow[]): Finding | undefined {
  for (const [por, matches] of RULES) {
    const rows = ofDay.filter((row) => matches(cupon, row));
    if (rows.length > 0) return choose(cupon, rows, por);
  }
  return undefined;
}

/** Pairs coupons with the sales of a settlement, by the sale's id. A sale gets at most one coupon; equal coupons are spread over equal sales. */
export function pairUp<C extends { readonly operacion: SearchedCupon }>(
  sales: readonly ReadRow[],
  cupones: readonly C[],
): ReadonlyMap<string, C> {
  const placeOf = (date: unknown, importe: unknown): string => `${String(date).slice(0, 10)} ${String(importe)}`;
  const byPlace = Map.groupBy(sales, (sale) => placeOf(sale['fecha_venta'], sale['importe']));
  const ofSale = new Map<string, C>();
  for (const item of cupones) {
    const { operacion: cupon } = item;
    const importe = parseMoney(cupon.importe ?? '', 'sin-miles');
    const free = (byPlace.get(placeOf(cupon.fecha_venta, importe)) ?? []).filter(
      (sale) => !ofSale.has(String(sale['id'])),
    );
    const [sale] = chooseAmongDay(cupon, free)?.filas ?? [];
    if (sale !== undefined) ofSale.set(String(sale['id']), item);
  }
  return ofSale;
}

/**
 * Operations that may be the coupon's sale: of its day and amount, by wallet reference, or by card and voucher or authorisation; else with another amount, in
 * the settlement that the service named; else with its voucher and amount on another day.
 */
export async function findOperacionesOfCupon(
  cupon: SearchedCupon,
  search: (filters: readonly Filter[]) => Promise<readonly ReadRow[]>,
): Promise<Finding> {
  const importe = parseMoney(cupon.importe ?? '', 'sin-miles');
  if (importe === undefined) return NOTHING;
  const deImporte: Filter = { campo: 'importe', valores: [importe] };
  const { fecha_venta: date } = cupon;
  if (date !== undefined && date !== null) {
    const ofDay = await search([{ campo: 'fecha_venta', valores: [date.slice(0, 10)] }, deImporte]);
    const found = chooseAmongDay(cupon, ofDay);
    if (found !== undefined) return found;
  }
  const comprobante = (cupon.comprobante ?? '').trim();
  const reference = (cupon.wallet_referencia ?? '').trim();
  // Search the number without zeros in front, and with zeros up to 6, 8, 10 and 12 digits.
  const shapes = [
    ...new Set([
      comprobante,
      withoutZeros(comprobante),
      ...[6, 8, 10, 12].map((length) => withoutZeros(comprobante).padStart(length, '0')),
    ]),
  ];
  const { liquidaciones_id: settlement } = cupon;
  if (settlement !== undefined && settlement !== null) {
    const number =
      reference === '' ? { campo: 'comprobante', valores: shapes } : { campo: 'referencia', valores: [reference] };
    const sales = await search([{ campo: 'liquidaciones_id', valores: [settlement] }, number]);
    const sale = findOtherAmount(cupon, sales);
    if (sale !== undefined) return { filas: [sale], por: 'importe_otro', ambiguo: false };
  }
  if (comprobante === '') return NOTHING;
  const ofAnotherDay = (await search([{ campo: 'comprobante', valores: shapes }, deImporte])).filter((row) =>
    mayBeSameTarjeta(cupon, row),
  );
  const chosen = choose(cupon, ofAnotherDay, 'comprobante_fecha_otra');
  return { ...chosen, ambiguo: chosen.filas.length > 0 };
}

/** The sale that alone among `sales` has the coupon's voucher and card, or wallet reference; undefined if its amount is the coupon's. */
function findOtherAmount(cupon: SearchedCupon, sales: readonly ReadRow[]): ReadRow | undefined {
  const reference = cuponTextOf(cupon, 'wallet_referencia');
  const [only, ...others] = sales.filter((row) =>
    reference === ''
      ? isSameIn(cupon, row, 'comprobante') && isSameIn(cupon, row, 'tarjeta_nro')
      : rowTextOf(row, 'referencia') === reference,
  );
  const isOther = only !== undefined && only['importe'] !== parseMoney(cupon.importe ?? '', 'sin-miles');
  return isOther && others.length === 0 ? only : undefined;
}

const SETTLEMENTS = 100;

/** The matched coupons of a result whose operation has another amount, with that amount. */
export async function listOtherAmounts(
  cupones: Iterable<{ readonly n: number; readonly operacion: SearchedCupon }>,
  readSales: (settlements: readonly string[]) => Promise<readonly ReadRow[]>,
): Promise<readonly OtherAmount[]> {
  const found: OtherAmount[] = [];
  const bySettlement = Map.groupBy(cupones, ({ operacion }) => operacion.liquidaciones_id ?? '');
  const settlements = [...bySettlement.keys()].filter((id) => id !== '');
  for (let from = 0; from < settlements.length; from += SETTLEMENTS) {
    const ids = settlements.slice(from, from + SETTLEMENTS);
    // Groups the sales by number too, because a settlement may have thousands of sales.
    const sales = new Map<string, ReadRow[]>();
    for (const row of await readSales(ids)) {
      for (const number of new Set([rowTextOf(row, 'comprobante'), rowTextOf(row, 'referencia')])) {
        const key = `${writeField(row, 'liquidaciones_id')} ${number}`;
        sales.set(key, [...(sales.get(key) ?? []), row]);
      }
    }
    for (const { n, operacion } of ids.flatMap((id) => bySettlement.get(id) ?? [])) {
      const number = cuponTextOf(operacion, 'wallet_referencia') || cuponTextOf(operacion, 'comprobante');
      const sale = findOtherAmount(operacion, sales.get(`${operacion.liquidaciones_id ?? ''} ${number}`) ?? []);
      if (sale !== undefined) found.push({ n, importe: formatPlain(BigInt(writeField(sale, 'importe'))) });
    }
  }
  return found;
}

const MAX_SALES = 5000;

type StoredCupon = ReturnType<Results['listOfLiquidacion']>[number];

const toCuponRow = ({ conciliacion, archivo, operacion }: StoredCupon): KeyedRow => {
  const { fila, conciliado: _matched, modo: _mode, ...data } = operacion;
  return { ...data, clave: JSON.stringify([conciliacion, archivo, fila]), conciliacion, archivo, fila };
};

const pairsOf = (results: Results, liquidacion: ReadRow, sales: readonly ReadRow[]) =>
  pairUp(
    sales,
    results.listOfLiquidacion({ id: writeField(liquidacion, 'id'), numero: writeField(liquidacion, 'numero') }),
  );

/** The coupon of this PC that matched an operation of a settlement; undefined if no stored result has it. */
export function findCuponOfOperacion(
  results: Results | undefined,
  liquidacion: ReadRow,
  operacion: ReadRow,
): KeyedRow | undefined {
  if (results === undefined) return undefined;
  const pairing = pairsOf(results, liquidacion, [operacion]).get(writeField(operacion, 'id'));
  return pairing && toCuponRow(pairing);
}

export async function listCuponesOfLiquidacion(
  { lector: reader, results }: { readonly lector: CacheReader | undefined; readonly results: Results | undefined },
  key: string,
  signal: AbortSignal,
): Promise<readonly SaleCupon[]> {
  if (reader === undefined || results === undefined) return [];
  const [liquidacion] = await reader.ask(signal).byId('liquidaciones', [key]);
  if (liquidacion === undefined) return [];
  const filters = [{ campo: 'liquidaciones_id', valores: [writeField(liquidacion, 'id')] }];
  const { filas } = await reader.ask(signal).listLinked('operaciones', { filtros: filters, limite: MAX_SALES });
  return Array.from(pairsOf(results, liquidacion, filas), ([sale, { conciliacion, archivo, operacion }]) => {
    const { comprobante, wallet_referencia: referencia, fila } = operacion;
    return { venta: sale, conciliacion, archivo, fila, comprobante: comprobante ?? referencia ?? null };
  });
}
