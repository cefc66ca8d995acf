import { defineView, makeLists, optionalAmount, text } from './view.ts';
import { LIQUIDACION_FIELDS, LIQUIDACION_NATURAL } from './liquidacion-fields.ts';

/** Settlements of the processors (API description, "Settlement"). The description does not state by which date they are filtered. */
export const liquidaciones = defineView({
  name: 'liquidaciones',
  title: ['Liquidaciones', 'Settlements'],
  fields: {
    ...LIQUIDACION_FIELDS,
    /** null when the detail did not come: absent is not empty. */
    detalle: makeLists({
      ventas: {
        descripcion: text(),
        terminal: text(),
        lote: text(),
        comprobante: text(),
        transacciones: text('Transacciones', 'Transactions'),
        tarjeta: text(),
        importe: optionalAmount(),
        motivo: text(),
      },
      descuentos: {
        descripcion: text(),
        porcentaje: text(),
        cuotas: text(),
        importe: optionalAmount(),
        tipo: text(),
        motivo: text(),
      },
    }),
  },
  dates: ['fecha'],
  natural: LIQUIDACION_NATURAL,
  indexes: ['numero', 'id'],
  searched: {
    fields: ['numero', 'establecimiento', 'tarjeta', 'marca', 'comercio', 'banco', 'provincia'],
    indexed: true,
  },
  worth: ['total_acreditado'],
  found: { rank: 1, fields: ['numero'], amount: 'total_acreditado', beside: ['fecha', 'tarjeta', 'comercio'] },
  screen: {
    columns: [
      'fecha', 'numero', 'tarjeta', 'comercio', 'establecimiento', 'banco', 'total_facturado', 'total_descontado',
      'total_acreditado', 'acreditada',
    ], // prettier-ignore
    secondary: ['banco', 'establecimiento', 'comercio', 'total_descontado'],
    filters: ['tarjeta', 'marca', 'comercio', 'banco', 'numero', 'total_acreditado', 'acreditada'],
    order: { field: 'fecha', descending: true },
  },
  source: {
    path: 'v1/liquidaciones',
    list: 'liquidaciones',
    pageSize: 50,
    dateIsStated: false,
    withTimes: [],
    always: { detalle: 'true' },
    byStore: 'comercio',
  },
});
