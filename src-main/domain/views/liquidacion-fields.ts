import { dmyDate, identifier, optionalAmount, optionalBoolean, text } from './view.ts';

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
  facturado_descontado: optionalAmount('Facturado descontado', 'Billed, refunds'),
  facturado_otro: optionalAmount('Facturado otro', 'Billed, other'),
  total_facturado: optionalAmount(),
  descontado_arancel: optionalAmount('Descontado arancel', 'Deducted, fee'),
  descontado_promocion: optionalAmount('Descontado promoción', 'Deducted, promotion'),
  descontado_impuesto: optionalAmount('Descontado impuesto', 'Deducted, taxes'),
  descontado_cuota: optionalAmount('Descontado cuota', 'Deducted, instalments'),
  descontado_adelanto: optionalAmount('Descontado adelanto', 'Deducted, advance'),
  descontado_otro: optionalAmount('Descontado otro', 'Deducted, other'),
  total_descontado: optionalAmount(),
  total_acreditado: optionalAmount(),
  /** null: the account has no bank-account feed. A third state, never "no". */
  acreditada: optionalBoolean(),
};

/** The fields that identify a settlement, or its tax record, without its identifier. */
export const LIQUIDACION_NATURAL = [
  'marca',
  'tarjeta',
  'comercio',
  'establecimiento',
  'tipo',
  'numero',
  'fecha',
] as const;
