import { defineView, makeLists, optionalAmount, text, dmyDate, identifier, optionalBoolean } from './view.ts';

/** The fields of a settlement (API description, "Settlement"); reconciled settlements have most of them. */
export const LIQUIDACION_FIELDS = {
  id: identifier(),
  marca: text(),
  tarjeta: text(),
  comercio: text(),
  provincia: text(),
  banco: text(),
  establecimiento: text(),
  tipo: text(),
  numero: text(),
  fecha: dmyDate(),
  // Text: the API description does not state its form.
  fecha_recupero_adelanto: text('Fecha recupero adelanto', 'Advance recovery date'),
  facturado_debito: optionalAmount('Facturado débito', 'Billed, debit'),
  facturado_credito: optionalAmount('Facturado crédito', 'Billed, credit'),
  facturado_credito_cuotas: optionalAmount('Facturado crédito cuotas', 'Billed, credit in instalments'),
  facturado_descontado: optionalAmount('Devoluciones', 'Refunds'),
  facturado_otro: optionalAmount('Otros facturados', 'Billed, other'),
  total_facturado: optionalAmount(),
  descontado_arancel: optionalAmount('Descontado arancel', 'Deducted, fee'),
  descontado_promocion: optionalAmount('Descontado promoción', 'Deducted, promotion'),
  descontado_impuesto: optionalAmount('Descontado impuesto', 'Deducted, taxes'),
  descontado_cuota: optionalAmount('Descontado cuota', 'Deducted, instalments'),
  descontado_adelanto: optionalAmount('Descontado adelanto', 'Deducted, advance'),
  descontado_otro: optionalAmount('Otros descuentos', 'Other deductions'),
  total_descontado: optionalAmount(),
  total_acreditado: optionalAmount(),
  /** null if the account has no bank feed, which is different from false. */
  acreditada: optionalBoolean(),
};

/** The fields that identify a settlement or its tax record, apart from its id. */
export const LIQUIDACION_NATURAL = [
  'marca',
  'tarjeta',
  'comercio',
  'establecimiento',
  'tipo',
  'numero',
  'fecha',
] as const;

/** Settlements of the processors (API description, "Settlement"). The API description does not say by which date they are filtered. */
export const liquidaciones = defineView({
  name: 'liquidaciones',
  title: ['Liquidaciones', 'Settlements'],
  fields: {
    ...LIQUIDACION_FIELDS,
    /** null if the service did not send the detail, which is different from an empty detail. */
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
