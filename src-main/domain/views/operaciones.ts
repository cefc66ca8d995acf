import {
  amount,
  dateTime,
  defineView,
  identifier,
  link,
  optionalAmount,
  optionalBoolean,
  optionalIsoDate,
  text,
  type RowOf,
} from './view.ts';

/** Sale coupons as the processors report them (API description, "Operation"). Codes and rates stay text. */
export const operaciones = defineView({
  name: 'operaciones',
  title: ['Operaciones', 'Transactions'],
  fields: {
    id: identifier(),
    fecha_venta: dateTime(),
    fecha_presentacion: optionalIsoDate(),
    tarjeta: text(),
    marca: text(),
    establecimiento: text(),
    terminal: text(),
    lote: text(),
    comprobante: text(),
    tarjeta_nro: text(),
    cuotas: text(),
    importe: amount(),
    comercio: text(),
    fecha_pago: optionalIsoDate(),
    autorizacion: text(),
    nro_liquidacion: link(),
    liquidaciones_id: link(),
    bin: text(),
    plan: text('Plan', 'Plan'),
    arancel: optionalAmount('Arancel', 'Fee'),
    tna: text('TNA', 'Annual rate'),
    costo_fin: optionalAmount('Costo fin.', 'Financing cost'),
    billetera: text('Billetera', 'Wallet'),
    referencia: text(),
    /** null if the account has no bank feed, which is different from false. */
    acreditada: optionalBoolean(),
  },
  dates: ['fecha_venta', 'fecha_presentacion', 'fecha_pago'],
  natural: [
    'fecha_venta', 'marca', 'tarjeta', 'establecimiento', 'terminal', 'lote', 'comprobante', 'tarjeta_nro', 'importe',
    'autorizacion', 'referencia',
  ], // prettier-ignore
  indexes: ['comprobante', 'liquidaciones_id', 'fecha_pago', 'id'],
  searched: {
    fields: [
      'comprobante', 'autorizacion', 'referencia', 'nro_liquidacion', 'lote', 'terminal', 'tarjeta_nro',
      'establecimiento', 'billetera', 'tarjeta', 'comercio', 'marca',
    ], // prettier-ignore
    indexed: true,
  },
  worth: ['importe'],
  found: {
    rank: 2,
    fields: ['comprobante', 'autorizacion', 'referencia'],
    amount: 'importe',
    beside: ['fecha_venta', 'tarjeta', 'tarjeta_nro', 'comercio'],
  },
  screen: {
    columns: [
      'fecha_venta', 'tarjeta', 'tarjeta_nro', 'comprobante', 'terminal', 'lote', 'cuotas', 'importe', 'arancel',
      'costo_fin', 'nro_liquidacion', 'fecha_pago', 'acreditada',
    ], // prettier-ignore
    secondary: ['fecha_pago', 'costo_fin', 'cuotas', 'terminal', 'lote', 'arancel', 'nro_liquidacion', 'tarjeta_nro'],
    filters: ['tarjeta', 'comercio', 'marca', 'importe', 'cuotas', 'lote', 'terminal', 'nro_liquidacion', 'acreditada'],
    order: { field: 'fecha_venta', descending: true },
  },
  source: {
    path: 'v1/operaciones',
    list: 'operaciones',
    pageSize: 1000,
    dateIsStated: true,
    withTimes: ['fecha_venta'],
    dateParam: 'campo_fecha',
    byStore: 'comercio',
  },
});

export type Operacion = RowOf<typeof operaciones>;
export type DateField = (typeof operaciones)['dates'][number];
