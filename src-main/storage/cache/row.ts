/** Translates rows of the domain into rows of a table: the values to bind, and the natural key. */
import type { DateTime } from '#domain/civil-date.ts';
import { dataFieldsOf, type DataField } from '#domain/views/filter-values.ts';
import { mapViews, type Vista } from '#domain/views/index.ts';
import { OWN_DATE, OWN_DATES, OWN_FIELDS, OWN_SEARCHED } from '#domain/views/own-cupones.ts';
import type { ReadRows } from './types.ts';

// The stored form of each view (`domain/views/`), of which `schema.ts` makes a table. An `importe` is stored as whole centavos, a
// `fechaHora` as two columns (the date, and the time or null; null means not reported, not midnight), a `json` as text.

export interface CacheTable {
  readonly metodo: Vista;
  readonly tabla: string;
  readonly campos: readonly DataField[];
  /** The date that `--desde` and `--hasta` filter by; null if the view has none. */
  readonly fecha: string | null;
  /** The dates by which the service can filter. */
  readonly fechas: readonly string[];
  /** The fields by which a record is recognised if its id changed (docs/gaps.md, `ids`); empty if that is impossible. */
  readonly natural: readonly string[];
  /** The fields that have an index. `searched`: the fields in which typed text is searched. */
  readonly indexes: readonly string[];
  readonly searched: readonly string[];
}

/** The table of each view. `liquidaciones-totales` has one row per month and card, `impuestos-totales` one per month. */
export const TABLES: Readonly<Record<Vista, CacheTable>> = {
  ...mapViews((view) => ({
    metodo: view.name,
    tabla: view.name.replaceAll('-', '_'),
    campos: dataFieldsOf(view),
    fecha: view.dates[0] ?? null,
    fechas: view.dates,
    natural: view.natural,
    indexes: view.indexes,
    searched: view.searched.fields,
  })),
  cupones: {
    metodo: 'cupones',
    tabla: 'cupones',
    campos: OWN_FIELDS,
    fecha: OWN_DATE,
    fechas: OWN_DATES,
    natural: [],
    indexes: ['carga'],
    searched: OWN_SEARCHED,
  },
};

export const getTimeColumn = (name: string): string => `${name}_hora`;

/** The fields to write: all that the service sends except `id`, which has a column of its own. SQLite computes derived fields. */
export const listWrittenFields = ({ campos }: CacheTable): readonly DataField[] =>
  campos.filter(({ nombre, derivado }) => nombre !== 'id' && derivado !== true);

export const columnsOfField = ({ nombre, tipo }: DataField): readonly string[] =>
  tipo === 'fechaHora' ? [nombre, getTimeColumn(nombre)] : [nombre];

export const columnsOf = (table: CacheTable): readonly string[] => listWrittenFields(table).flatMap(columnsOfField);

export type Value = string | number | null;

export type ServiceRow = Readonly<Record<string, unknown>>;

/** Rows for the writing thread: ids, and one array with `getWidth` values per row (`columnsOf`, then `extra`), which is faster to pass than objects. */
export interface FlatRows {
  readonly ids: readonly string[];
  readonly valores: readonly Value[];
}

const isDateTime = (value: unknown): value is DateTime =>
  typeof value === 'object' && value !== null && 'fecha' in value && 'hora' in value;

/** Appends a value that is not null to `values`; returns false if the value does not have the type of the field. */
const PUSH: Readonly<Record<DataField['tipo'], (values: Value[], value: unknown) => boolean>> = {
  texto: pushText,
  fecha: pushText,
  importe: pushInteger,
  entero: pushInteger,
  booleano: (values, value) => typeof value === 'boolean' && values.push(value ? 1 : 0) > 0,
  fechaHora: (values, value) => isDateTime(value) && values.push(value.fecha, value.hora) > 0,
  json: (values, value) => values.push(JSON.stringify(value)) > 0,
};
function pushText(values: Value[], value: unknown): boolean {
  return typeof value === 'string' && values.push(value) > 0;
}
function pushInteger(values: Value[], value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && values.push(value) > 0;
}

export const getWidth = (table: CacheTable): number => columnsOf(table).length + 1;

export function createEncoder(table: CacheTable): (rows: ReadRows['filas']) => FlatRows {
  const fields = listWrittenFields(table).map((field) => ({
    ...field,
    push: PUSH[field.tipo],
    isDated: field.tipo === 'fechaHora',
  }));
  return (rows) => {
    const valores: Value[] = [];
    for (const { fila } of rows) {
      for (const { nombre, tipo, push, isDated } of fields) {
        const value = fila[nombre];
        if (value === null) {
          valores.push(null);
          if (isDated) valores.push(null);
        } else if (!push(valores, value)) throw new Error(`${nombre} is not a ${tipo}`);
      }
      const { extra = null } = fila;
      valores.push(extra === null ? null : JSON.stringify(extra));
    }
    return { ids: rows.map(({ id }) => id), valores };
  };
}

export function createNaturalKey(table: CacheTable): (values: readonly Value[]) => string {
  const fields = listWrittenFields(table).flatMap((field) => columnsOfField(field).map(() => field.nombre));
  const places = [...fields.keys()].filter((place) => table.natural.includes(fields[place] ?? ''));
  return (values) => JSON.stringify(places.map((which) => values[which]));
}
