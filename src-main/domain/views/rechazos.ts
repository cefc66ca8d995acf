import { amount, dateTime, defineView, identifier, optionalDateTime, text, type RowOf } from './view.ts';

/** Chargebacks, rejections and refunds (API description, "Rejection / chargeback / refund"). The service gives their list under the name `operaciones`. */
export const rechazos = defineView({
  name: 'rechazos',
  title: ['Rechazos', 'Rejections'],
  fields: {
    id: identifier(),
    fecha: dateTime(),
    marca: text(),
    tarjeta: text(),
    establecimiento: text(),
    /** A value that the service has sent: `CONTRACARGO`. Others are kept unchanged. */
    motivo: text(),
    descripcion: text(),
    importe: amount(),
    comercio: text(),
    estado: text(),
    lote: text(),
    comprobante: text(),
    tarjeta_nro: text(),
    rechazo: text('Nro. de rechazo', 'Case no.'),
    autorizacion: text(),
    fecha_transferencia: optionalDateTime('Fecha transferencia', 'Transfer date'),
    fecha_presentacion: optionalDateTime(),
  },
  dates: ['fecha'],
  natural: ['fecha', 'marca', 'establecimiento', 'motivo', 'importe', 'lote', 'comprobante', 'rechazo', 'autorizacion'],
  indexes: ['comprobante', 'id'],
  searched: {
    fields: [
      'rechazo', 'comprobante', 'autorizacion', 'lote', 'tarjeta_nro', 'motivo', 'descripcion', 'estado',
      'establecimiento', 'tarjeta', 'marca', 'comercio',
    ], // prettier-ignore
    indexed: true,
  },
  worth: ['importe'],
  found: {
    rank: 3,
    fields: ['rechazo', 'comprobante', 'autorizacion'],
    amount: 'importe',
    beside: ['fecha', 'motivo', 'tarjeta', 'comercio'],
  },
  screen: {
    columns: [
      'fecha', 'motivo', 'descripcion', 'tarjeta', 'tarjeta_nro', 'comprobante', 'comercio', 'rechazo', 'estado',
      'importe',
    ], // prettier-ignore
    secondary: ['descripcion', 'rechazo', 'comercio', 'tarjeta_nro'],
    filters: ['motivo', 'estado', 'tarjeta', 'comercio', 'importe'],
    order: { field: 'fecha', descending: true },
  },
  source: {
    path: 'v1/rechazos',
    list: 'operaciones',
    pageSize: 25,
    largerPageSize: 100,
    dateIsStated: false,
    withTimes: [],
    byStore: 'comercio',
  },
});

export type Rechazo = RowOf<typeof rechazos>;
