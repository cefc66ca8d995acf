import { defineView, groupedAmount, isoDate, markOurs, text, type RowOf } from './view.ts';

/** Settlement totals of one card over a month (API description, "Settlement totals"). */
export const liquidacionesTotales = defineView({
  name: 'liquidaciones-totales',
  title: ['Totales de liquidaciones', 'Settlement totals'],
  fields: {
    desde: markOurs(isoDate()),
    hasta: markOurs(isoDate()),
    tarjeta: text(),
    fac_debito: groupedAmount('Facturado débito', 'Billed, debit'),
    fac_credito: groupedAmount('Facturado crédito', 'Billed, credit'),
    fac_credito_cuotas: groupedAmount('Facturado crédito cuotas', 'Billed, credit in instalments'),
    fac_descontado: groupedAmount('Devoluciones', 'Refunds'),
    fac_otro: groupedAmount('Otros facturados', 'Billed, other'),
    total_facturado: groupedAmount(),
    des_arancel: groupedAmount('Descontado arancel', 'Deducted, fee'),
    des_promocion: groupedAmount('Descontado promoción', 'Deducted, promotion'),
    des_impuesto: groupedAmount('Descontado impuesto', 'Deducted, taxes'),
    des_cuota: groupedAmount('Descontado cuota', 'Deducted, instalments'),
    des_adelanto: groupedAmount('Descontado adelanto', 'Deducted, advance'),
    des_otro: groupedAmount('Otros descuentos', 'Other deductions'),
    total_descontado: groupedAmount(),
    total_acreditado: groupedAmount(),
  },
  dates: ['desde'],
  natural: [],
  indexes: [],
  searched: { fields: ['tarjeta'], indexed: false },
  worth: ['total_acreditado'],
  found: null,
  screen: {
    columns: [
      'desde', 'hasta', 'tarjeta', 'fac_debito', 'fac_credito', 'fac_credito_cuotas', 'total_facturado',
      'des_arancel', 'des_impuesto', 'total_descontado', 'total_acreditado',
    ], // prettier-ignore
    secondary: ['fac_debito', 'fac_credito', 'fac_credito_cuotas', 'des_arancel', 'des_impuesto'],
    filters: ['tarjeta'],
    order: { field: 'desde', descending: true },
  },
  source: null,
});

export type LiquidacionTotals = RowOf<typeof liquidacionesTotales>;
