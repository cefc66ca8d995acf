import { code, count, defineView, identifier, optionalIsoDate } from './view.ts';

/** The account's reconciliations in the cache (API description, "Reconciliation"). No `source`: `service/conciliaciones/` requests reconciliations. */
export const conciliaciones = defineView({
  name: 'conciliaciones',
  title: ['Conciliaciones', 'Reconciliations'],
  fields: {
    id: identifier(),
    fecha: optionalIsoDate(),
    origen_desde: optionalIsoDate('Origen desde', 'Coupons from'),
    origen_hasta: optionalIsoDate('Origen hasta', 'Coupons until'),
    total: count('Total', 'Total'),
    nuevos: count('Nuevos', 'New'),
    existentes: count('Existentes', 'Existing'),
    error: count('Error', 'Errors'),
    conciliados: count('Conciliados', 'Matched'),
    sin_conciliar: count('Sin conciliar', 'Unmatched'),
    estado: code(),
  },
  dates: ['fecha'],
  natural: [],
  indexes: [],
  searched: { fields: ['id', 'estado'], indexed: false },
  worth: [],
  found: { rank: 5, fields: ['id'], amount: null, beside: ['fecha', 'estado'] },
  screen: null,
  source: null,
});
