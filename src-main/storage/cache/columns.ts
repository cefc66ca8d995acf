/**
 * What the cache keeps of each view. Its fields are the contract's (`contract/data-fields.ts`): one list drives writing, reading, filtering
 * and export. The tables themselves are in `migrations/`, and a test holds the two together: an `importe` is whole centavos, a `fechaHora`
 * two columns (the date and the time that was reported; null: none, which is not midnight), a `json` text.
 */
import { CAMPOS_DE_VISTA, FECHA_DE_VISTA, type DataField } from '#contract/data-fields.ts';
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

const tableOf = (
  metodo: ServiceMethod,
  { fechas, natural = [] }: Partial<Pick<CacheTable, 'fechas' | 'natural'>> = {},
): CacheTable => {
  const fecha = FECHA_DE_VISTA[metodo];
  return {
    metodo,
    tabla: metodo.replace('-', '_'),
    campos: CAMPOS_DE_VISTA[metodo],
    fecha,
    fechas: fechas ?? (fecha === null ? [] : [fecha]),
    natural,
  };
};

const DE_LIQUIDACION = ['marca', 'tarjeta', 'comercio', 'establecimiento', 'tipo', 'numero', 'fecha'] as const;

/** By view. `liquidaciones-totales` and `impuestos-totales` are one row per month (and card). */
export const TABLES: Readonly<Record<ServiceMethod, CacheTable>> = {
  calendario: tableOf('calendario'),
  comercios: tableOf('comercios', { natural: ['nombre', 'cuit', 'direccion'] }),
  operaciones: tableOf('operaciones', {
    fechas: ['fecha_venta', 'fecha_presentacion', 'fecha_pago'],
    natural: [
      'fecha_venta', 'marca', 'tarjeta', 'establecimiento', 'terminal', 'lote', 'comprobante', 'tarjeta_nro', 'importe',
      'autorizacion', 'referencia',
    ], // prettier-ignore
  }),
  movimientos: tableOf('movimientos', {
    natural: [
      'fecha', 'banco', 'cuenta', 'categoria', 'informacion', 'debito_credito', 'importe', 'referencia', 'tipo',
    ], // prettier-ignore
  }),
  liquidaciones: tableOf('liquidaciones', { natural: DE_LIQUIDACION }),
  'liquidaciones-totales': tableOf('liquidaciones-totales'),
  impuestos: tableOf('impuestos', { natural: DE_LIQUIDACION }),
  'impuestos-totales': tableOf('impuestos-totales'),
  rechazos: tableOf('rechazos', {
    natural: [
      'fecha', 'marca', 'establecimiento', 'motivo', 'importe', 'lote', 'comprobante', 'rechazo', 'autorizacion',
    ], // prettier-ignore
  }),
  'liquidaciones-conciliadas': tableOf('liquidaciones-conciliadas', { natural: DE_LIQUIDACION }),
  conciliaciones: tableOf('conciliaciones'),
};

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
