/** What follows from a view, as whoever stores, filters, adds up, exports or shows its rows asks for it. */
import { FIELD_SHAPES, type FieldType, type Signed, type View, type ViewField } from './view.ts';

export interface DataField {
  readonly nombre: string;
  readonly tipo: FieldType;
  /** Made from other fields of the row by a rule of ours (`signed`): the service does not send it. */
  readonly derivado?: true;
}

const typeOf = (field: ViewField): FieldType => (field.shape === 'json' ? 'json' : FIELD_SHAPES[field.shape].type);

/** The fields of a view in the order of the description; the derived one after the amount that it is made from. */
export const dataFieldsOf = ({ fields, signed }: Pick<View, 'fields' | 'signed'>): readonly DataField[] =>
  Object.entries(fields).flatMap(([nombre, field]): readonly DataField[] => [
    { nombre, tipo: typeOf(field) },
    ...(nombre === signed?.field ? [{ nombre: signed.as.name, tipo: 'importe', derivado: true } as const] : []),
  ]);

/** Whether rows may come without a field; a derived one they may. */
export function canBeMissing({ fields }: Pick<View, 'fields'>, name: string): boolean {
  const field = fields[name];
  return field === undefined || field.shape === 'json' || FIELD_SHAPES[field.shape].optional;
}

/** One sum of a view: of a field, over the rows whose `only.field` has a value. */
export interface Summand {
  readonly name: string;
  readonly field: string;
  readonly only?: { readonly field: string; readonly value: string };
}

/** What is added up: each amount under its own name; of one without its sign, what it nets to, with credits and debits beside. */
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
