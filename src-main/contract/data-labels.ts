/** What people call each field of the local data, by language. Plain data for the renderer, like `data-fields.ts`. */
import type { Words } from '#domain/views/view.ts';
import { FIELD_WORDS } from '#domain/views/words.ts';

/** Fields that no view of the service has: those of our coupons, and those that we add to any row. */
const OWN_WORDS: Readonly<Record<string, Words>> = {
  archivo: ['Archivo', 'File'],
  auxiliar_1: ['Auxiliar 1', 'Auxiliary 1'],
  auxiliar_2: ['Auxiliar 2', 'Auxiliary 2'],
  auxiliar_3: ['Auxiliar 3', 'Auxiliary 3'],
  auxiliar_4: ['Auxiliar 4', 'Auxiliary 4'],
  auxiliar_5: ['Auxiliar 5', 'Auxiliary 5'],
  bco_emisor: ['Banco emisor', 'Issuing bank'],
  carga: ['Carga', 'Upload'],
  extra: ['Otros datos', 'Other data'],
  en_duda: ['En duda', 'In doubt'],
  fecha_liq: ['Fecha liquidación', 'Settlement date'],
  fecha_pres: ['Fecha presentación', 'Presentation date'],
  fila: ['Fila', 'Row'],
  referencia_extra: ['Referencia extra', 'Extra reference'],
  retirada: ['Retirada', 'Withdrawn'],
  tarjeta_desc: ['Tarjeta', 'Card'],
  tarjeta_id: ['Tarjeta ID', 'Card ID'],
  wallet_referencia: ['Referencia de la billetera', 'Wallet reference'],
  wallet_tipo_operacion: ['Tipo de operación de la billetera', 'Wallet operation type'],
};

/** A field as people call it. One that has no words (the service's own extras) is shown by its name. */
export function getFieldLabel(nombre: string, language: 'es' | 'en' = 'es'): string {
  const [es, en] = FIELD_WORDS.get(nombre) ?? OWN_WORDS[nombre] ?? [];
  const own = language === 'es' ? es : en;
  if (own !== undefined) return own;
  const texto = nombre.replaceAll('_', ' ');
  return texto.charAt(0).toUpperCase() + texto.slice(1);
}
