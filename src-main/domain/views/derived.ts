/** Data that is derived from a view, for the code that stores, filters, adds up, exports or shows its rows. */
import { FIELD_SHAPES, type FieldType, type Signed, type View, type ViewField } from './view.ts';

export interface DataField {
  readonly nombre: string;
  readonly tipo: FieldType;
  /** True for a field that the service does not send: a rule of ours (`signed`) makes it from other fields of the row. */
  readonly derivado?: true;
}

const typeOf = (field: ViewField): FieldType => (field.shape === 'json' ? 'json' : FIELD_SHAPES[field.shape].type);

/** The fields of a view in the order of the description. The derived field comes after the amount that it is made from. */
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

/** One sum of a view: of a field, over the rows whose `only.field` has a value. */
export interface Summand {
  readonly name: string;
  readonly field: string;
  readonly only?: { readonly field: string; readonly value: string };
}

/** The sums of a view: each amount under its own name. For an amount without its sign: the net sum, and credits and debits apart. */
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
