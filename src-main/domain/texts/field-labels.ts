/** What people call each field of the local data, by language. */
import type { Words } from '../views/view.ts';
import { FIELD_WORDS } from '../views/words.ts';
import type { Language } from './language.ts';

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
export function getFieldLabel(name: string, language: Language = 'es'): string {
  const [es, where] = FIELD_WORDS.get(name) ?? OWN_WORDS[name] ?? [];
  const own = language === 'es' ? es : where;
  if (own !== undefined) return own;
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
