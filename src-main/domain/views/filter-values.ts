/** Reads the text of a condition. The core refuses an unreadable condition; the screens open the list without it. */
import { parseIsoDate, parseDateTime } from '../civil-date.ts';
import { fold } from '../fold-text.ts';
import { parseMoney } from '../money.ts';
import type { DataField } from './derived.ts';

/** `mayor` and `menor` of a text compare the texts that are numbers. */
export type FilterOperator = 'igual' | 'distinto' | 'contiene' | 'mayor' | 'menor' | 'vacio' | 'no_vacio';

/** Amounts in centavos, booleans as 1 and 0; null for no value. */
type FilterValue = string | number | null;
type Kind = Pick<DataField, 'tipo'>;

const BOOLEANS: Readonly<Record<string, number>> = { true: 1, false: 0, si: 1, sí: 1, no: 0 };
const asList = (value: FilterValue | undefined): readonly FilterValue[] | undefined =>
  value === undefined ? undefined : [value];

/** The values that a text stands for; undefined when the text is not of the field's kind. */
function valuesOf({ tipo }: Kind, text: string): readonly FilterValue[] | undefined {
  switch (tipo) {
    case 'texto':
      return [text.normalize('NFC')];
    case 'importe':
      return asList(parseMoney(text, 'sin-miles'));
    case 'entero':
      return /^-?\d{1,15}$/.test(text) ? [Number(text)] : undefined;
    case 'fecha':
      return asList(parseIsoDate(text));
    case 'fechaHora':
      return parseDateTime(text) === undefined ? undefined : [text];
    case 'booleano':
      return asList(BOOLEANS[text.toLowerCase()]);
    case 'json':
      return undefined;
  }
}

/** Undefined when the field cannot be compared so with that text. With `igual`, empty and `null` mean the rows without a value. */
export function readFilterValues(
  field: Kind,
  operator: FilterOperator,
  text: string,
): readonly FilterValue[] | undefined {
  const { tipo } = field;
  const isNothing = text === '' || text === 'null';
  if (tipo === 'json') return undefined;
  switch (operator) {
    case 'vacio':
    case 'no_vacio':
      return [];
    case 'contiene':
      return tipo === 'texto' ? [fold(text)] : undefined;
    case 'mayor':
    case 'menor':
      if (tipo === 'texto') return /^\d{1,15}(\.\d{1,15})?$/.test(text) ? [Number(text)] : undefined;
      return tipo === 'booleano' || isNothing ? undefined : valuesOf(field, text);
    case 'igual':
    case 'distinto':
      if (isNothing) return tipo === 'texto' ? [null, ''] : [null];
      return valuesOf(field, text);
  }
}
