/**
 * What the cache keeps of each view (`domain/views/`). The tables themselves are in `migrations/`, and a test holds the two together: an
 * `importe` is whole centavos, a `fechaHora` two columns (the date and the time that was reported; null: none, which is not midnight), a
 * `json` text.
 */
import { dataFieldsOf, type DataField } from '#domain/views/derived.ts';
import { mapViews } from '#domain/views/index.ts';
import type { ServiceMethod } from '#domain/vista.ts';

export type { DataField as Field };

export interface CacheTable {
  readonly metodo: ServiceMethod;
  readonly tabla: string;
  readonly campos: readonly DataField[];
  /** The date that `--desde/--hasta` mean; null where there is none. */
  readonly fecha: string | null;
  /** The dates by which it can be asked for. */
  readonly fechas: readonly string[];
  /** Fields that tell a record apart without its identifier (docs/gaps.md, `ids`); empty where it is never known again by another id. */
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
export const getTimeColumn = (nombre: string): string => `${nombre}_hora`;

/** The fields that are written: what the service sends but `id`, which is apart. A derived one is made by the table itself. */
export const writtenFields = ({ campos }: CacheTable): readonly DataField[] =>
  campos.filter(({ nombre, derivado }) => nombre !== 'id' && derivado !== true);

/** The SQL columns of the fields that are written, a `fechaHora` giving two. */
export const columnsOf = (tabla: CacheTable): readonly string[] =>
  writtenFields(tabla).flatMap(({ nombre, tipo }) =>
    tipo === 'fechaHora' ? [nombre, getTimeColumn(nombre)] : [nombre],
  );
