import type { CuponField } from '../cupon.ts';
import type { SaleOfRow } from '../finding.ts';
import { describeCardByCode } from '../texts/rows-in-spanish.ts';

type Values = Readonly<Partial<Record<CuponField, string>>>;

/** The sale of a row that is not sent. `leidos`: the values of its right cells as they were read. `valores`: the texts of its cells, cards masked. */
export function describeSale({
  valores,
  leidos: asRead,
}: {
  readonly valores: Values;
  readonly leidos: Values;
}): SaleOfRow {
  const saidIn = (field: CuponField): string | null => asRead[field] ?? valores[field] ?? null;
  const code = saidIn('tarjeta_id');
  const { importe = null } = asRead;
  return {
    fecha: saidIn('fecha_venta'),
    tarjeta: saidIn('tarjeta_desc') ?? (code === null ? null : describeCardByCode(code)),
    tarjeta_nro: saidIn('tarjeta_nro'),
    comprobante: saidIn('comprobante') ?? saidIn('wallet_referencia'),
    importe,
    ...(importe === null && valores.importe !== undefined ? { importeEscrito: valores.importe } : {}),
  };
}
