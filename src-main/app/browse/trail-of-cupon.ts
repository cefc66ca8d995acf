/** The operation behind a coupon of ours. The service says whether the coupon matched and with which settlement, never with which operation. */
import type { TrailBasis } from '#contract/data.ts';
import type { CuponField } from '#domain/cupon.ts';
import { parseMoney } from '#domain/money.ts';
import type { ReadRow, Filter } from '#storage/cache/index.ts';

/** The known fields of the coupon; dates are ISO, amounts decimal text with a dot. */
export type SearchedCupon = Readonly<
  Partial<Record<CuponField | 'nro_liquidacion' | 'liquidaciones_id' | 'fecha_liq', string | null | undefined>>
>;

interface Candidates {
  readonly filas: readonly ReadRow[];
  readonly por: TrailBasis | null;
  readonly campos: readonly string[];
  readonly ambiguo: boolean;
}

const NONE: Candidates = { filas: [], por: null, campos: [], ambiguo: false };

const withoutZeros = (texto: string): string =>
  texto
    .trim()
    .replace(/^0+(?=.)/, '')
    .toLowerCase();
const rowText = (fila: ReadRow, campo: string): string => {
  const valor = fila[campo] ?? null;
  return valor === null ? '' : withoutZeros(String(valor));
};
const deCupon = (cupon: SearchedCupon, campo: keyof SearchedCupon): string => withoutZeros(cupon[campo] ?? '');

const coincide = (cupon: SearchedCupon, fila: ReadRow, campo: CuponField): boolean =>
  deCupon(cupon, campo) !== '' && deCupon(cupon, campo) === rowText(fila, campo);
/** At least one of the two values is empty, or both are the same. */
const doesNotContradict = (cupon: SearchedCupon, fila: ReadRow, campo: CuponField): boolean =>
  deCupon(cupon, campo) === '' || rowText(fila, campo) === '' || coincide(cupon, fila, campo);

/** Fields that may tell apart several operations that fit, in this order. */
const TIE_BREAKERS = ['nro_liquidacion', 'autorizacion', 'terminal', 'lote', 'establecimiento', 'cuotas'] as const;

function choose(
  cupon: SearchedCupon,
  candidates: readonly ReadRow[],
  base: Pick<Candidates, 'por' | 'campos'>,
): Candidates {
  let filas = candidates;
  const campos = [...base.campos];
  for (const campo of TIE_BREAKERS) {
    if (filas.length <= 1) break;
    const request = deCupon(cupon, campo);
    const left = request === '' ? [] : filas.filter((fila) => rowText(fila, campo) === request);
    if (left.length === 0 || left.length === filas.length) continue;
    filas = left;
    campos.push(campo);
  }
  return { filas, por: base.por, campos, ambiguo: filas.length > 1 };
}

interface Rules {
  readonly campos: readonly string[];
  readonly por: TrailBasis;
  readonly matches: (fila: ReadRow) => boolean;
}

const rulesFor = (cupon: SearchedCupon): readonly Rules[] => [
  {
    campos: ['wallet_referencia', 'referencia'],
    por: 'billetera',
    matches: (fila) =>
      deCupon(cupon, 'wallet_referencia') !== '' && deCupon(cupon, 'wallet_referencia') === rowText(fila, 'referencia'),
  },
  {
    campos: ['comprobante', 'tarjeta_nro'],
    por: 'venta_y_comprobante',
    matches: (fila) => coincide(cupon, fila, 'comprobante') && doesNotContradict(cupon, fila, 'tarjeta_nro'),
  },
  {
    campos: ['autorizacion', 'tarjeta_nro'],
    por: 'venta_y_autorizacion',
    matches: (fila) => coincide(cupon, fila, 'autorizacion') && coincide(cupon, fila, 'tarjeta_nro'),
  },
];

/** The operations of its day and amount that the first fitting rule allows. */
function amongSameDay(cupon: SearchedCupon, ofDay: readonly ReadRow[]): Candidates | undefined {
  for (const { campos, por, matches } of rulesFor(cupon)) {
    const filas = ofDay.filter(matches);
    if (filas.length > 0) return choose(cupon, filas, { por, campos: ['fecha_venta', 'importe', ...campos] });
  }
  return undefined;
}

/**
 * Pairs coupons with the sales of one settlement by the rules of the trail: each sale gets one coupon at most, and equal coupons are shared out
 * among equal sales. Keyed by the identifier of the operation.
 */
export function pairUp<C extends { readonly cupon: SearchedCupon }>(
  ventas: readonly ReadRow[],
  cupones: readonly C[],
): ReadonlyMap<string, C> {
  const placeOf = (fecha: unknown, importe: unknown): string => `${String(fecha).slice(0, 10)} ${String(importe)}`;
  const byPlace = Map.groupBy(ventas, (venta) => placeOf(venta['fecha_venta'], venta['importe']));
  const ofSale = new Map<string, C>();
  for (const item of cupones) {
    const importe = parseMoney(item.cupon.importe ?? '', 'sin-miles');
    const free = (byPlace.get(placeOf(item.cupon.fecha_venta, importe)) ?? []).filter(
      (venta) => !ofSale.has(String(venta['id'])),
    );
    const [venta] = amongSameDay(item.cupon, free)?.filas ?? [];
    if (venta !== undefined) ofSale.set(String(venta['id']), item);
  }
  return ofSale;
}

/**
 * Operations that may be the coupon: of the same day and amount by wallet reference, by voucher and card, or else by authorisation and card; if
 * there are none, by voucher and amount of any day. When several cannot be told apart, all of them are given.
 */
export async function operacionesDeCupon(
  cupon: SearchedCupon,
  { search }: { readonly search: (filtros: readonly Filter[]) => Promise<readonly ReadRow[]> },
): Promise<Candidates> {
  const importe = parseMoney(cupon.importe ?? '', 'sin-miles');
  if (importe === undefined) return NONE;
  const deImporte: Filter = { campo: 'importe', valores: [importe] };
  const { fecha_venta: fecha } = cupon;
  if (fecha !== undefined && fecha !== null) {
    const ofDay = await search([{ campo: 'fecha_venta', valores: [fecha.slice(0, 10)] }, deImporte]);
    const found = amongSameDay(cupon, ofDay);
    if (found !== undefined) return found;
  }
  const comprobante = (cupon.comprobante ?? '').trim();
  if (comprobante === '') return NONE;
  // Both ways of writing a number are searched: with leading zeros and without them.
  const shapes = [
    ...new Set([
      comprobante,
      withoutZeros(comprobante),
      ...[6, 8, 10, 12].map((largo) => withoutZeros(comprobante).padStart(largo, '0')),
    ]),
  ];
  const ofAnotherDay = (await search([{ campo: 'comprobante', valores: shapes }, deImporte])).filter((fila) =>
    doesNotContradict(cupon, fila, 'tarjeta_nro'),
  );
  const elegida = choose(cupon, ofAnotherDay, {
    por: 'comprobante_fecha_otra',
    campos: ['comprobante', 'importe'],
  });
  return { ...elegida, ambiguo: elegida.filas.length > 0 };
}
