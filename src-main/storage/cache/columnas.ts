/**
 * What the cache keeps of each view. Its fields are the contract's (`contract/datos-campos.ts`): one list drives writing, reading, filtering
 * and export. The tables themselves are in `migrations/`, and a test holds the two together: an `importe` is whole centavos, a `fechaHora`
 * two columns (the date and the time that was reported; null: none, which is not midnight), a `json` text.
 */
import { CAMPOS_DE_VISTA, FECHA_DE_VISTA, type Campo } from '#contract/datos-campos.ts';
import type { Metodo } from '#domain/vista.ts';

export type { Campo };

export interface Tabla {
  readonly metodo: Metodo;
  readonly tabla: string;
  readonly campos: readonly Campo[];
  /** The date that `--desde/--hasta` mean; null where there is none. */
  readonly fecha: string | null;
  /** The dates by which it can be asked for. */
  readonly fechas: readonly string[];
  /** Fields that tell a record apart without its identifier (docs/gaps.md, `ids`); empty where it is never known again by another id. */
  readonly natural: readonly string[];
}

const tabla = (metodo: Metodo, { fechas, natural = [] }: Partial<Pick<Tabla, 'fechas' | 'natural'>> = {}): Tabla => {
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
export const TABLAS: Readonly<Record<Metodo, Tabla>> = {
  calendario: tabla('calendario'),
  comercios: tabla('comercios', { natural: ['nombre', 'cuit', 'direccion'] }),
  operaciones: tabla('operaciones', {
    fechas: ['fecha_venta', 'fecha_presentacion', 'fecha_pago'],
    natural: [
      'fecha_venta', 'marca', 'tarjeta', 'establecimiento', 'terminal', 'lote', 'comprobante', 'tarjeta_nro', 'importe',
      'autorizacion', 'referencia',
    ], // prettier-ignore
  }),
  movimientos: tabla('movimientos', {
    natural: [
      'fecha', 'banco', 'cuenta', 'categoria', 'informacion', 'debito_credito', 'importe', 'referencia', 'tipo',
    ], // prettier-ignore
  }),
  liquidaciones: tabla('liquidaciones', { natural: DE_LIQUIDACION }),
  'liquidaciones-totales': tabla('liquidaciones-totales'),
  impuestos: tabla('impuestos', { natural: DE_LIQUIDACION }),
  'impuestos-totales': tabla('impuestos-totales'),
  rechazos: tabla('rechazos', {
    natural: [
      'fecha', 'marca', 'establecimiento', 'motivo', 'importe', 'lote', 'comprobante', 'rechazo', 'autorizacion',
    ], // prettier-ignore
  }),
  'liquidaciones-conciliadas': tabla('liquidaciones-conciliadas', { natural: DE_LIQUIDACION }),
  conciliaciones: tabla('conciliaciones'),
};

/** The column of the time that goes with a `fechaHora`. */
export const horaDe = (nombre: string): string => `${nombre}_hora`;

/** The fields that are written: what the service sends but `id`, which is apart. A derived one is made by the table itself. */
export const writtenFields = ({ campos }: Tabla): readonly Campo[] =>
  campos.filter(({ nombre, derivado }) => nombre !== 'id' && derivado !== true);

/** The SQL columns of the fields that are written, a `fechaHora` giving two. */
export const columnasDe = (tabla: Tabla): readonly string[] =>
  writtenFields(tabla).flatMap(({ nombre, tipo }) => (tipo === 'fechaHora' ? [nombre, horaDe(nombre)] : [nombre]));
