/**
 * What the cache keeps of each view (`domain/views/`). The tables are made in `schema.ts`, and a test compares the two. An `importe` is whole
 * centavos, a `fechaHora` two columns (the date and the reported time; null: no time was reported, which is not midnight), a `json` text.
 */
import { dataFieldsOf, type DataField } from '#domain/views/derived.ts';
import { mapViews, type ServiceMethod } from '#domain/views/index.ts';

export type { DataField as Field };

export interface CacheTable {
  readonly metodo: ServiceMethod;
  readonly tabla: string;
  readonly campos: readonly DataField[];
  /** The date that `--desde/--hasta` refer to; null without one. */
  readonly fecha: string | null;
  /** The dates by which the service can be asked. */
  readonly fechas: readonly string[];
  /** Fields that identify a record without its identifier (docs/gaps.md, `ids`); empty where a record cannot be recognised under another id. */
  readonly natural: readonly string[];
}

/** By view. `liquidaciones-totales` and `impuestos-totales` are one row per month (and card). */
export const TABLES: Readonly<Record<ServiceMethod, CacheTable>> = mapViews((view) => ({
  metodo: view.name,
  tabla: view.name.replaceAll('-', '_'),
  campos: dataFieldsOf(view),
  fecha: view.dates[0] ?? null,
  fechas: view.dates,
  natural: view.natural,
}));

/** The column of the time that goes with a `fechaHora`. */
export const getTimeColumn = (name: string): string => `${name}_hora`;

/** The fields that are written: all that the service sends except `id`, which is stored apart. SQLite computes the derived ones. */
export const listWrittenFields = ({ campos }: CacheTable): readonly DataField[] =>
  campos.filter(({ nombre, derivado }) => nombre !== 'id' && derivado !== true);

/** The columns of a field: a `fechaHora` has two. */
export const columnsOfField = ({ nombre, tipo }: DataField): readonly string[] =>
  tipo === 'fechaHora' ? [nombre, getTimeColumn(nombre)] : [nombre];

/** The columns of the fields that are written. */
export const columnsOf = (table: CacheTable): readonly string[] => listWrittenFields(table).flatMap(columnsOfField);
