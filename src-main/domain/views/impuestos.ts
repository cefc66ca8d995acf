import { defineView, dmyDate, identifier, list, optionalAmount, text } from './view.ts';
import { LIQUIDACION_NATURAL } from './liquidaciones.ts';

/** The taxes of each settlement (API description, "Tax record"). The service gives their list under the name `liquidaciones`. */
export const impuestos = defineView({
  name: 'impuestos',
  title: ['Impuestos', 'Taxes'],
  fields: {
    id: identifier(),
    marca: text(),
    tarjeta: text(),
    comercio: text(),
    provincia: text(),
    establecimiento: text(),
    tipo: text(),
    numero: text(),
    fecha: dmyDate(),
    impuesto_iva_105: optionalAmount('IVA 10,5 %', 'VAT 10.5%'),
    impuesto_iva_21: optionalAmount('IVA 21 %', 'VAT 21%'),
    imp_iva: optionalAmount(),
    impuesto_otros: optionalAmount('Otros impuestos', 'Other taxes'),
    total_impuestos: optionalAmount('Total impuestos', 'Total taxes'),
    retencion_iva: optionalAmount('Retención IVA', 'Withholding, VAT'),
    retencion_iibb: optionalAmount('Retención IIBB', 'Withholding, turnover tax'),
    retencion_ganancias: optionalAmount('Retención Ganancias', 'Withholding, income tax'),
    retencion_otros: optionalAmount('Retención otros', 'Withholding, other'),
    total_retenciones: optionalAmount('Total retenciones', 'Total withholdings'),
    percepcion_iva: optionalAmount('Percepción IVA', 'Perception, VAT'),
    percepcion_iibb: optionalAmount('Percepción IIBB', 'Perception, turnover tax'),
    percepcion_ganancias: optionalAmount('Percepción Ganancias', 'Perception, income tax'),
    percepcion_otros: optionalAmount('Percepción otros', 'Perception, other'),
    total_percepciones: optionalAmount('Total percepciones', 'Total perceptions'),
    /** null if the service did not send the list, which is different from an empty list. */
    detalle: list({
      /** Values that the service has sent: `IMPUESTO`, `PERCEPCION`, `RETENCIÓN` (NFC). Others are kept unchanged. */
      tipo: text(),
      motivo: text(),
      descripcion: text(),
      porcentaje: text(),
      importe: optionalAmount(),
    }),
  },
  dates: ['fecha'],
  natural: LIQUIDACION_NATURAL,
  indexes: ['numero', 'id'],
  searched: { fields: ['numero', 'establecimiento', 'tarjeta', 'marca', 'comercio', 'provincia'], indexed: false },
  worth: ['total_impuestos', 'total_retenciones', 'total_percepciones'],
  found: null,
  screen: {
    columns: [
      'fecha', 'numero', 'tarjeta', 'comercio', 'provincia', 'imp_iva', 'retencion_iva', 'retencion_iibb',
      'retencion_ganancias', 'total_impuestos', 'total_retenciones', 'total_percepciones',
    ], // prettier-ignore
    secondary: ['comercio', 'imp_iva', 'retencion_ganancias', 'retencion_iva', 'retencion_iibb'],
    filters: ['tarjeta', 'marca', 'comercio', 'provincia', 'numero'],
    order: { field: 'fecha', descending: true },
  },
  source: {
    path: 'v1/impuestos',
    list: 'liquidaciones',
    pageSize: 50,
    dateIsStated: false,
    withTimes: [],
    always: { detalle: 'true' },
    byStore: 'comercio',
  },
});
