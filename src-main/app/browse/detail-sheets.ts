/** The parts of a detail as sheets of their own: sales and deductions of settlements, taxes one by one. */
import { isObject } from '#domain/json.ts';
import type { RowDocument } from '#contract/documents.ts';
import { dataFieldsOf } from '#domain/views/derived.ts';
import { VIEWS, type Vista } from '#domain/views/index.ts';
import type { Fields } from '#domain/views/view.ts';

export interface ExportedField {
  readonly nombre: string;
  readonly tipo: 'texto' | 'entero' | 'importe' | 'fecha' | 'fechaHora' | 'booleano';
}

export interface DetailSheet {
  readonly nombre: string;
  /** The list within the detail that is shown; empty when the detail itself is the list. */
  readonly parte: string;
  /** Fields of the record that a part belongs to. */
  readonly de: readonly ExportedField[];
  readonly campos: readonly ExportedField[];
}

/** Fields of a part of a detail, in the order of the description. */
const fieldsIn = (fields: Fields): readonly ExportedField[] =>
  dataFieldsOf({ fields }).flatMap(({ nombre, tipo }) => (tipo === 'json' ? [] : [{ nombre, tipo }]));

const textOf = (name: string): ExportedField => ({ nombre: name, tipo: 'texto' });
const DE: readonly ExportedField[] = [
  textOf('id'),
  textOf('numero'),
  { nombre: 'fecha', tipo: 'fecha' },
  textOf('marca'),
  textOf('comercio'),
];
const { ventas, descuentos } = VIEWS.liquidaciones.fields.detalle.lists;

const SHEETS: Partial<Readonly<Record<Vista, readonly DetailSheet[]>>> = {
  liquidaciones: [
    { nombre: 'Ventas', parte: 'ventas', de: DE, campos: fieldsIn(ventas) },
    { nombre: 'Descuentos', parte: 'descuentos', de: DE, campos: fieldsIn(descuentos) },
  ],
  impuestos: [
    {
      nombre: 'Detalle',
      parte: '',
      de: [...DE, textOf('provincia')],
      campos: fieldsIn(VIEWS.impuestos.fields.detalle.list),
    },
  ],
};

export const detailSheetsOf = (vista: Vista): readonly DetailSheet[] => SHEETS[vista] ?? [];

/** The parts of a row's detail, as documents. */
export function partsOf(row: RowDocument, part: string): readonly RowDocument[] {
  const detail = row['detalle'];
  const list = part === '' ? detail : isObject(detail) ? detail[part] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
