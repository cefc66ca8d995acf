/** Reads the text of a filter's value. The core (`app/`) refuses a text that cannot be read; the screens open the list without that filter. */
import { parseIsoDate, parseDateTime } from '../civil-date.ts';
import { fold } from '../fold-text.ts';
import { parseMoney } from '../money.ts';
import { FIELD_SHAPES, type FieldType, type Signed, type View, type ViewField } from './view.ts';

// What follows from the definition of a view, for the code that stores, filters, adds up, exports or shows its rows.

export interface DataField {
  readonly nombre: string;
  readonly tipo: FieldType;
  /** The field is computed from other fields of the row (`signed`). */
  readonly derivado?: true;
}

const typeOf = (field: ViewField): FieldType => (field.shape === 'json' ? 'json' : FIELD_SHAPES[field.shape].type);

export const dataFieldsOf = ({ fields, signed }: Pick<View, 'fields' | 'signed'>): readonly DataField[] =>
  Object.entries(fields).flatMap(([name, field]): readonly DataField[] => [
    { nombre: name, tipo: typeOf(field) },
    ...(name === signed?.field ? [{ nombre: signed.as.name, tipo: 'importe', derivado: true } as const] : []),
  ]);

/** True if rows may lack a field. A derived field may always be missing. */
export function canBeMissing({ fields }: Pick<View, 'fields'>, name: string): boolean {
  const field = fields[name];
  return field === undefined || field.shape === 'json' || FIELD_SHAPES[field.shape].optional;
}

/** A sum of a field; with `only`, over the rows in which another field has a given value. */
export interface Summand {
  readonly name: string;
  readonly field: string;
  readonly only?: { readonly field: string; readonly value: string };
}

/** The sums of each amount. For an amount whose sign is in another field: the net sum, the credits and the debits. */
export const summandsIn = (fields: readonly DataField[], signed?: Signed): readonly Summand[] =>
  fields.flatMap(({ nombre, tipo }): readonly Summand[] => {
    if (tipo !== 'importe' || nombre === signed?.field) return [];
    if (nombre !== signed?.as.name) return [{ name: nombre, field: nombre }];
    const { by, plus, minus, sums } = signed;
    return [
      { name: nombre, field: nombre },
      { name: sums.plus.name, field: nombre, only: { field: by, value: plus } },
      { name: sums.minus.name, field: nombre, only: { field: by, value: minus } },
    ];
  });

export type FilterOperator = 'igual' | 'distinto' | 'contiene' | 'mayor' | 'menor' | 'vacio' | 'no_vacio';

/** Amounts in centavos, booleans as 1 and 0; null for no value. */
type FilterValue = string | number | null;
type Kind = Pick<DataField, 'tipo'>;

const BOOLEANS: Readonly<Record<string, number>> = { true: 1, false: 0, si: 1, sí: 1, no: 0 };
const asList = (value: FilterValue | undefined): readonly FilterValue[] | undefined =>
  value === undefined ? undefined : [value];

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

/** Undefined if operator, field and text do not fit together. With `igual` and `distinto`, an empty text and `null` mean rows without a value. */
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
