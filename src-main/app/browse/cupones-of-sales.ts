/** Our coupons that matched the sales of a settlement, as kept results say. */
import { writeField } from '#domain/row.ts';
import type { SaleCupon, KeyedRow } from '#contract/data.ts';
import type { ReadRow, CacheReader } from '#storage/cache/index.ts';
import type { Results } from '#storage/results/open.ts';
import { pairUp } from './trail-of-cupon.ts';

/** At most so many sales of a settlement are looked at. */
const MAX_SALES = 5000;

type StoredCupon = ReturnType<Results['listOfLiquidacion']>[number];

/** A row of the trail, with the fields that its address needs. */
const toCuponRow = ({ conciliacion, archivo, operacion }: StoredCupon): KeyedRow => {
  const { fila, conciliado: _matched, modo: _mode, ...data } = operacion;
  return { ...data, clave: JSON.stringify([conciliacion, archivo, fila]), conciliacion, archivo, fila };
};

const pairsOf = (results: Results, liquidacion: ReadRow, sales: readonly ReadRow[]) => {
  const cupones = results
    .listOfLiquidacion({ id: writeField(liquidacion, 'id'), numero: writeField(liquidacion, 'numero') })
    .map((stored) => ({ stored, cupon: stored.operacion }));
  return pairUp(sales, cupones);
};

/** Our coupon that was matched with an operation of a settlement; undefined when no kept result has it. */
export function findCuponOfOperacion(
  results: Results | undefined,
  liquidacion: ReadRow,
  operacion: ReadRow,
): KeyedRow | undefined {
  if (results === undefined) return undefined;
  const pairing = pairsOf(results, liquidacion, [operacion]).get(writeField(operacion, 'id'));
  return pairing === undefined ? undefined : toCuponRow(pairing.stored);
}

/** Our coupons of the sales of a settlement, with the key of each sale. */
export async function listCuponesOfLiquidacion(
  { lector: reader, results }: { readonly lector: CacheReader | undefined; readonly results: Results | undefined },
  key: string,
  signal: AbortSignal,
): Promise<readonly SaleCupon[]> {
  if (reader === undefined || results === undefined) return [];
  const [liquidacion] = await reader.byId('liquidaciones', [key], signal);
  if (liquidacion === undefined) return [];
  const filters = [{ campo: 'liquidaciones_id', valores: [writeField(liquidacion, 'id')] }];
  const { filas } = await reader.listLinked('operaciones', { filtros: filters, limite: MAX_SALES }, signal);
  return Array.from(pairsOf(results, liquidacion, filas), ([sale, { stored }]) => {
    const { conciliacion, archivo, operacion } = stored;
    const { comprobante, wallet_referencia: referencia, fila } = operacion;
    return { venta: sale, conciliacion, archivo, fila, comprobante: comprobante ?? referencia ?? null };
  });
}
