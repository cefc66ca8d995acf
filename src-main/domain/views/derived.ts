/** What the code that stores, filters, adds up, exports or shows rows derives from a view. */
import { FIELD_SHAPES, type FieldType, type Signed, type View, type ViewField } from './view.ts';

export interface DataField {
  readonly nombre: string;
  readonly tipo: FieldType;
  /** A rule of ours (`signed`) makes the field from other fields of the row. */
  readonly derivado?: true;
}

const typeOf = (field: ViewField): FieldType => (field.shape === 'json' ? 'json' : FIELD_SHAPES[field.shape].type);

export const dataFieldsOf = ({ fields, signed }: Pick<View, 'fields' | 'signed'>): readonly DataField[] =>
  Object.entries(fields).flatMap(([name, field]): readonly DataField[] => [
    { nombre: name, tipo: typeOf(field) },
    ...(name === signed?.field ? [{ nombre: signed.as.name, tipo: 'importe', derivado: true } as const] : []),
  ]);

/** Whether rows may lack a field. They may always lack a derived one. */
export function canBeMissing({ fields }: Pick<View, 'fields'>, name: string): boolean {
  const field = fields[name];
  return field === undefined || field.shape === 'json' || FIELD_SHAPES[field.shape].optional;
}

/** The sum of a field over the rows whose `only.field` has a value. */
export interface Summand {
  readonly name: string;
  readonly field: string;
  readonly only?: { readonly field: string; readonly value: string };
}

/** Each amount under its own name. For an amount without its sign: the net sum, and credits and debits apart. */
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
