import type { CuponCampo } from '../cupon.ts';
import type { SaleOfRow } from '../hallazgo.ts';

type Values = Readonly<Partial<Record<CuponCampo, string>>>;

/** What a row that is not sent says of its sale. `leidos`: what its right cells were read as; `valores`: what its cells say, cards masked. */
export function describeSale({ valores, leidos }: { readonly valores: Values; readonly leidos: Values }): SaleOfRow {
  const said = (campo: CuponCampo): string | null => leidos[campo] ?? valores[campo] ?? null;
  const code = said('tarjeta_id');
  const { importe = null } = leidos;
  return {
    fecha: said('fecha_venta'),
    tarjeta: said('tarjeta_desc') ?? (code === null ? null : `Código ${code}`),
    tarjeta_nro: said('tarjeta_nro'),
    comprobante: said('comprobante') ?? said('wallet_referencia'),
    importe,
    ...(importe === null && valores.importe !== undefined ? { importeEscrito: valores.importe } : {}),
  };
}
