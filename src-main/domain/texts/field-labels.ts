/** What people call each field of the local data, by language. */
import { CUPON_FIELDS } from '../cupones/fields.ts';
import { FIELD_WORDS } from '../views/words.ts';
import { wordIn, type Language, type Words } from './language.ts';

/** Fields that neither a coupon nor a view of the service has: those that we add to a row. */
const OWN_WORDS: Readonly<Record<string, Words>> = {
  archivo: ['Archivo', 'File'],
  carga: ['Carga', 'Upload'],
  extra: ['Otros datos', 'Other data'],
  en_duda: ['En duda', 'In doubt'],
  fecha_liq: ['Fecha de liquidación', 'Settlement date'],
  fila: ['Fila', 'Row'],
  retirada: ['Retirada', 'Withdrawn'],
};

const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...Object.entries(OWN_WORDS),
  ...FIELD_WORDS,
  ...Object.entries(CUPON_FIELDS).map(([name, { title }]): [string, Words] => [name, title]),
]);

/** The title of a field: "Fecha de venta". One that has no words (the service's own extras) is shown by its name. */
export function getFieldLabel(name: string, language: Language = 'es'): string {
  const words = WORDS.get(name);
  if (words !== undefined) return wordIn(words, language);
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
