import { defineView, optionalAmount, optionalCount } from './view.ts';
import { LIQUIDACION_FIELDS, LIQUIDACION_NATURAL } from './liquidaciones.ts';

/** Reconciled settlements lack two fields in the API description; empty columns would look like missing data. */
const { acreditada: _, fecha_recupero_adelanto: _recovered, ...fields } = LIQUIDACION_FIELDS;

/** Settlements with operations (API description, "Reconciled settlement"). The description states no largest page. */
export const liquidacionesConciliadas = defineView({
  name: 'liquidaciones-conciliadas',
  title: ['Liquidaciones conciliadas', 'Reconciled settlements'],
  fields: {
    ...fields,
    /** How many operations the settlement has; null if the service does not say. */
    operaciones: optionalCount('Operaciones', 'Operations'),
    cashback: optionalAmount('Cashback', 'Cashback'),
  },
  dates: ['fecha'],
  natural: LIQUIDACION_NATURAL,
  indexes: [],
  searched: {
    fields: ['numero', 'establecimiento', 'tarjeta', 'marca', 'comercio', 'banco', 'provincia'],
    indexed: false,
  },
  worth: ['total_acreditado'],
  found: null,
  screen: {
    columns: [
      'fecha', 'numero', 'tarjeta', 'comercio', 'establecimiento', 'banco', 'total_facturado', 'total_descontado',
      'total_acreditado', 'operaciones', 'cashback',
    ], // prettier-ignore
    secondary: ['banco', 'establecimiento', 'cashback', 'comercio', 'total_descontado', 'operaciones'],
    filters: ['tarjeta', 'marca', 'comercio', 'banco', 'numero', 'total_acreditado'],
    order: { field: 'fecha', descending: true },
  },
  source: {
    path: 'v1/liquidaciones/conciliadas',
    list: 'liquidaciones',
    pageSize: 10,
    largerPageSize: 100,
    dateIsStated: false,
    withTimes: [],
    byStore: null,
  },
});
