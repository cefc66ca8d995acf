import type { CuponField } from '../cupon.ts';
import type { SaleOfRow } from '../finding.ts';

type Values = Readonly<Partial<Record<CuponField, string>>>;

/** The sale of a row that is not sent. `leidos`: the values of its right cells as they were read. `valores`: the texts of its cells, cards masked. */
export function describeSale({
  valores,
  leidos: readCount,
}: {
  readonly valores: Values;
  readonly leidos: Values;
}): SaleOfRow {
  const said = (campo: CuponField): string | null => readCount[campo] ?? valores[campo] ?? null;
  const code = said('tarjeta_id');
  const { importe = null } = readCount;
  return {
    fecha: said('fecha_venta'),
    tarjeta: said('tarjeta_desc') ?? (code === null ? null : `Código ${code}`),
    tarjeta_nro: said('tarjeta_nro'),
    comprobante: said('comprobante') ?? said('wallet_referencia'),
    importe,
    ...(importe === null && valores.importe !== undefined ? { importeEscrito: valores.importe } : {}),
  };
}
