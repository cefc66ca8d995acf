import type { Shape, ShapeProblem } from '../row.ts';
import { getFieldLabel } from './field-labels.ts';
import type { Language } from './language.ts';

/** The words of each form. */
export const EXPECTED: Readonly<Record<Shape, Readonly<Record<Language, string>>>> = {
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
};

/** A field as people call it, with those that it is inside of; empty for the row itself. */
const labelOf = (field: string, language: Language): string =>
  (field === '' ? 'fila' : field)
    .split('.')
    .map((part) => getFieldLabel(part, language))
    .join(' ');

/** Why a row of the service was set aside. */
export const PROBLEMS = {
  es: (problems) =>
    problems.map(({ campo, forma }) => `${labelOf(campo, 'es')}: se esperaba ${EXPECTED[forma].es}`).join('; '),
  en: (problems) =>
    problems.map(({ campo, forma }) => `${labelOf(campo, 'en')}: ${EXPECTED[forma].en} was expected`).join('; '),
  /** For the command line and for whoever answers for the service: with the fields' own names. */
  console: (problems) => problems.map(({ campo, forma }) => `${campo || 'fila'}: ${EXPECTED[forma].es}`).join('; '),
} as const satisfies Readonly<Record<Language | 'console', (problems: readonly ShapeProblem[]) => string>>;
