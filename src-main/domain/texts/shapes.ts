import type { Shape, ShapeProblem } from '../row.ts';
import { getFieldLabel } from './field-labels.ts';
import type { Language, Said } from './language.ts';

/** The words of each form: for the command line and for whoever answers for the service (`console`), and for the screens. */
export const EXPECTED: Readonly<Record<Shape, Readonly<Record<Language | 'console', string>>>> = {
  booleano: { console: 'booleano', es: 'sí o no', en: 'yes or no' },
  booleano_escrito: {
    console: '«true» o «false» como texto',
    es: '«true» o «false», como texto',
    en: '“true” or “false”, as text',
  },
  booleano_o_nulo: { console: 'booleano o nulo', es: 'sí, no o nada', en: 'yes, no or nothing' },
  codigo: { console: 'código', es: 'un código', en: 'a code' },
  cuenta: { console: 'cuenta', es: 'una cantidad', en: 'a count' },
  cuenta_o_nada: { console: 'cuenta, o nada', es: 'una cantidad, o nada', en: 'a count, or nothing' },
  fecha_dmy: { console: 'fecha DD/MM/AAAA', es: 'una fecha DD/MM/AAAA', en: 'a date DD/MM/YYYY' },
  fecha_hora: { console: 'fecha con o sin hora', es: 'una fecha con o sin hora', en: 'a date with or without time' },
  fecha_hora_o_nada: {
    console: 'fecha con o sin hora, o nada',
    es: 'una fecha, con o sin hora, o nada',
    en: 'a date, with or without a time, or nothing',
  },
  fecha_iso: { console: 'fecha AAAA-MM-DD', es: 'una fecha AAAA-MM-DD', en: 'a date YYYY-MM-DD' },
  fecha_iso_o_nada: {
    console: 'fecha AAAA-MM-DD, o nada',
    es: 'una fecha AAAA-MM-DD, o nada',
    en: 'a date YYYY-MM-DD, or nothing',
  },
  identificador: { console: 'identificador', es: 'el número del registro', en: 'the number of the record' },
  importe_con_miles_o_nulo: {
    console: 'importe con separador de miles, o nulo',
    es: 'un importe con separador de miles, o nada',
    en: 'an amount with thousands separators, or nothing',
  },
  importe_sin_miles: {
    console: 'importe sin separador de miles',
    es: 'un importe sin separador de miles',
    en: 'an amount without thousands separators',
  },
  importe_sin_miles_o_nada: {
    console: 'importe sin separador de miles, o nada',
    es: 'un importe sin separador de miles, o nada',
    en: 'an amount without thousands separators, or nothing',
  },
  lista: { console: 'lista', es: 'una lista', en: 'a list' },
  objeto: { console: 'objeto', es: 'un registro con campos', en: 'a record with fields' },
  texto: { console: 'texto', es: 'un texto', en: 'text' },
  texto_o_numero: { console: 'texto o número', es: 'un texto o un número', en: 'text or a number' },
  vinculo: { console: 'vínculo', es: 'el número de otro registro', en: 'the number of another record' },
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
  console: (problems) =>
    problems.map(({ campo, forma }) => `${campo || 'fila'}: ${EXPECTED[forma].console}`).join('; '),
} as const satisfies Said<readonly ShapeProblem[]>;
