import { CUPON_FIELDS } from '../cupones/fields.ts';
import { wordIn, type Language, type Words } from './language.ts';
import { VIEW_NAMES, VIEWS } from '../views/index.ts';
import { TERMS } from '../views/terms.ts';
import type { Fields, View } from '../views/view.ts';
import type { ShapeProblem } from '../row.ts';
import { formatCuit } from '../cierre/taxpayers.ts';

type Entry = readonly [name: string, words: Words];

const wordsIn = (fields: Fields): readonly Entry[] =>
  Object.entries(fields).flatMap(([name, field]): readonly Entry[] => {
    if ('list' in field) return wordsIn(field.list);
    if ('lists' in field) return Object.values(field.lists).flatMap(wordsIn);
    return field.words.length === 0 ? [] : [[name, field.words]];
  });

const wordsOf = ({ fields, signed }: View): readonly Entry[] => {
  const named = signed === undefined ? [] : [signed.as, signed.sums.plus, signed.sums.minus];
  return [...wordsIn(fields), ...named.map(({ name, words }): Entry => [name, words])];
};

/** The words of shared terms and of each view's fields. A field has the same words in every view. */
const FIELD_WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ...Object.entries(TERMS),
  ...VIEW_NAMES.flatMap((name) => wordsOf(VIEWS[name])),
]);

/** The words of fields that the program adds to rows, which are in neither coupons nor views. */
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

/** The title of a field, "Fecha de venta"; for an unknown field of the service, its name with spaces. */
export function getFieldLabel(name: string, language: Language = 'es'): string {
  const words = WORDS.get(name);
  if (words !== undefined) return wordIn(words, language);
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const EXPECTED = {
  booleano: { es: 'sí o no', en: 'yes or no' },
  booleano_escrito: { es: '«true» o «false», como texto', en: '“true” or “false”, as text' },
  booleano_o_nulo: { es: 'sí, no o nada', en: 'yes, no or nothing' },
  codigo: { es: 'un código', en: 'a code' },
  cuenta: { es: 'una cantidad', en: 'a count' },
  cuenta_o_nada: { es: 'una cantidad, o nada', en: 'a count, or nothing' },
  fecha_dmy: { es: 'una fecha DD/MM/AAAA', en: 'a date DD/MM/YYYY' },
  fecha_hora: { es: 'una fecha con o sin hora', en: 'a date with or without time' },
  fecha_hora_o_nada: { es: 'una fecha, con o sin hora, o nada', en: 'a date, with or without a time, or nothing' },
  fecha_iso: { es: 'una fecha AAAA-MM-DD', en: 'a date YYYY-MM-DD' },
  fecha_iso_o_nada: { es: 'una fecha AAAA-MM-DD, o nada', en: 'a date YYYY-MM-DD, or nothing' },
  identificador: { es: 'el número del registro', en: 'the number of the record' },
  importe_con_miles_o_nulo: {
    es: 'un importe con separador de miles, o nada',
    en: 'an amount with thousands separators, or nothing',
  },
  importe_sin_miles: { es: 'un importe sin separador de miles', en: 'an amount without thousands separators' },
  importe_sin_miles_o_nada: {
    es: 'un importe sin separador de miles, o nada',
    en: 'an amount without thousands separators, or nothing',
  },
  lista: { es: 'una lista', en: 'a list' },
  objeto: { es: 'un registro con campos', en: 'a record with fields' },
  texto: { es: 'un texto', en: 'text' },
  texto_o_numero: { es: 'un texto o un número', en: 'text or a number' },
  vinculo: { es: 'el número de otro registro', en: 'the number of another record' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** The name of a field with the fields around it, from a path such as `a.b`; an empty `field` is the row itself. */
const labelOf = (field: string, language: Language): string =>
  (field === '' ? 'fila' : field)
    .split('.')
    .map((part) => getFieldLabel(part, language))
    .join(' ');

export const PROBLEMS = {
  es: (problems) =>
    problems.map(({ campo, forma }) => `${labelOf(campo, 'es')}: se esperaba ${EXPECTED[forma].es}`).join('; '),
  en: (problems) =>
    problems.map(({ campo, forma }) => `${labelOf(campo, 'en')}: ${EXPECTED[forma].en} was expected`).join('; '),
  /** For the command line and for the service's support: uses the API's field names. */
  console: (problems) => problems.map(({ campo, forma }) => `${campo || 'fila'}: ${EXPECTED[forma].es}`).join('; '),
} as const satisfies Readonly<Record<Language | 'console', (problems: readonly ShapeProblem[]) => string>>;

/** Titles shorter than the usual label, for columns of lists. */
const TITLES: Readonly<Record<string, Words>> = {
  fecha_venta: ['Venta', 'Sale'],
  tarjeta_nro: ['Últ. 4', 'Last 4'],
  nro_liquidacion: ['Liquidación', 'Settlement'],
  fecha_pago: ['Pago', 'Payment'],
  costo_fin: ['Costo financ.', 'Financing'],
  total_facturado: ['Facturado', 'Billed'],
  total_descontado: ['Descontado', 'Deducted'],
  total_acreditado: ['Neto', 'Net'],
  debito_credito: ['Sentido', 'Direction'],
  acreditada: ['Estado', 'Status'],
};

export const getListTitle = (field: string, language: Language = 'es'): string => {
  const words = TITLES[field];
  return words === undefined ? getFieldLabel(field, language) : wordIn(words, language);
};

const SUBTRACTED = /^(arancel|costo_fin|descontado_.*|des_.*|total_descontado)$/;
/** True for deductions, which screens subtract: they have the other sign there, and one given back is positive (docs/visual-language.md §4). */
export const isDeduction = (field: string): boolean => SUBTRACTED.test(field);

/** The decimal text of an amount as its column shows it. */
export const signInList = (field: string, amount: string): string =>
  !isDeduction(field) || !/[1-9]/.test(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`;

/** Tax numbers. The service gives them without hyphens. */
const TAX_NUMBERS: readonly string[] = ['cuit', 'cuit_cuenta'];
export const isCuit = (field: string): boolean => TAX_NUMBERS.includes(field);

const CREDITED: readonly Words[] = [
  ['Acreditada', 'Credited'],
  ['Pendiente', 'Pending'],
  ['Sin datos', 'No data'],
];
const MATCHED: readonly Words[] = [
  ['Conciliado', 'Matched'],
  ['Sin conciliar', 'Unmatched'],
];
const SIDES: Readonly<Record<string, Words>> = { D: ['Débito', 'Debit'], C: ['Crédito', 'Credit'] };

/** Kinds and states of rechazos, by the service's words. */
const OF_RECHAZOS: ReadonlyMap<unknown, Words> = new Map<unknown, Words>([
  ['DEVOLUCION', ['Devolución', 'Refund']],
  ['CONTRACARGO', ['Contracargo', 'Chargeback']],
  ['RECHAZO', ['Rechazo', 'Rejection']],
  ['PENDIENTE', ['Pendiente', 'Pending']],
  ['ACEPTADO', ['Aceptado', 'Accepted']],
  ['RECHAZADO', ['Rechazado', 'Rejected']],
]);

const findWords = (field: string, value: unknown): Words | undefined => {
  // An unknown value is not shown as "no" (docs/gaps.md, `acreditada`).
  if (field === 'acreditada') return CREDITED[value === true ? 0 : value === false ? 1 : 2];
  if (typeof value === 'boolean') return MATCHED[value ? 0 : 1];
  if (field === 'en_duda' && value !== null) return ['En duda', 'In doubt'];
  if (field === 'motivo' || field === 'estado') return OF_RECHAZOS.get(value);
  return field === 'debito_credito' && typeof value === 'string' ? SIDES[value] : undefined;
};

export function describeInList(field: string, value: unknown, language: Language = 'es'): string | undefined {
  if (isCuit(field) && typeof value === 'string') return formatCuit(value);
  const words = findWords(field, value);
  return words === undefined ? undefined : wordIn(words, language);
}
