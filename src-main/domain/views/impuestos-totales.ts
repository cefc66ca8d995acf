import { defineView, groupedAmount, isoDate, markOurs, type RowOf } from './view.ts';

/** Tax totals over a month (API description, "Tax totals"). */
export const impuestosTotales = defineView({
  name: 'impuestos-totales',
  title: ['Totales de impuestos', 'Tax totals'],
  fields: {
    desde: markOurs(isoDate()),
    hasta: markOurs(isoDate()),
    imp_iva_105: groupedAmount('IVA 10,5 %', 'VAT 10.5%'),
    imp_iva_21: groupedAmount('IVA 21 %', 'VAT 21%'),
    imp_iva: groupedAmount(),
    imp_otros: groupedAmount('Otros impuestos', 'Other taxes'),
    tot_impuestos: groupedAmount('Total impuestos', 'Total taxes'),
    ret_iva: groupedAmount('Retención IVA', 'Withholding, VAT'),
    ret_iibb: groupedAmount('Retención IIBB', 'Withholding, turnover tax'),
    ret_ganancias: groupedAmount('Retención Ganancias', 'Withholding, income tax'),
    ret_otros: groupedAmount('Retención otros', 'Withholding, other'),
    tot_retenciones: groupedAmount('Total retenciones', 'Total withholdings'),
    per_iva: groupedAmount('Percepción IVA', 'Perception, VAT'),
    per_iibb: groupedAmount('Percepción IIBB', 'Perception, turnover tax'),
    per_ganancias: groupedAmount('Percepción Ganancias', 'Perception, income tax'),
    per_otros: groupedAmount('Percepción otros', 'Perception, other'),
    tot_percepciones: groupedAmount('Total percepciones', 'Total perceptions'),
  },
  dates: ['desde'],
  natural: [],
  indexes: [],
  searched: { fields: [], indexed: false },
  worth: ['tot_impuestos', 'tot_retenciones', 'tot_percepciones'],
  found: null,
  screen: {
    columns: [
      'desde', 'hasta', 'imp_iva', 'imp_otros', 'tot_impuestos', 'ret_iva', 'ret_iibb', 'ret_ganancias',
      'tot_retenciones', 'tot_percepciones',
    ], // prettier-ignore
    secondary: ['imp_otros', 'ret_iva', 'ret_iibb', 'ret_ganancias', 'imp_iva'],
    filters: [],
    order: { field: 'desde', descending: true },
  },
  source: null,
});

export type ImpuestosTotals = RowOf<typeof impuestosTotales>;
