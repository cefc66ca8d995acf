import type { CivilDate } from '#domain/civil-date.ts';
import type { Disposicion } from '#domain/conciliacion.ts';
import type { InformeFuente } from '#domain/informe.ts';
import { AppError } from '#contract/errors.ts';
import type { Celda, Columna, HojaTabla } from '#workbook/write/libro.ts';
import { getWidth } from '#workbook/write/measure.ts';
import type { FilaAviso, FilaError, InFile } from '#domain/hallazgo.ts';
import type { TillBridge } from '#domain/till-bridge.ts';
import { cuponColumnas } from './columns.ts';
import { leftOutColumns, leftOutRows, saleColumns, sheetColumn, type ColumnOf } from './left-out.ts';
import { HOJAS } from './disposiciones.ts';
import type { Tally } from './tally.ts';

/** `dd/mm/aaaa`. */
const dmy = (fecha: CivilDate): string => `${fecha.slice(8, 10)}/${fecha.slice(5, 7)}/${fecha.slice(0, 4)}`;

/** The sales that the coupons cover, in words. */
export function periodo({ primeraVenta, ultimaVenta }: Tally): string {
  if (primeraVenta === null || ultimaVenta === null) return 'Sin fechas de venta';
  return `${dmy(primeraVenta)} – ${dmy(ultimaVenta)}`;
}

/** `2026-11-21 10:32:05` as `21/11/2026 10:32`. */
export const leidoEl = (leido: string): string =>
  `${leido.slice(8, 10)}/${leido.slice(5, 7)}/${leido.slice(0, 4)} ${leido.slice(11, 16)}`;

/** What stands above every table: what it is, of which account, of which sales, and when it was read. */
export function sello(titulo: string, fuente: InformeFuente, cuentas: Tally): readonly string[] {
  const id = fuente.conciliacion === null ? 'sin conciliación' : `conciliación ${fuente.conciliacion.id}`;
  return [
    titulo,
    `${fuente.cuenta} · ${id} · ${fuente.archivos.join(', ')}`,
    `Ventas ${periodo(cuentas)} · Leído el ${leidoEl(fuente.leido)}`,
  ];
}

/** The rows as they come; refuses to end with other than the counted ones, so that no total disagrees with its rows. */
function* counted<T>(filas: Iterable<T>, esperadas: number): Generator<T> {
  let vistas = 0;
  for (const fila of filas) {
    vistas += 1;
    yield fila;
  }
  if (vistas !== esperadas) throw new AppError('LECTURA_INESTABLE', { detail: { esperadas, vistas } });
}

export function* rowsOf<T>(
  filas: Iterable<T>,
  columnas: readonly { celda(fila: T): Celda }[],
): Generator<readonly Celda[]> {
  for (const fila of filas) yield columnas.map((columna) => columna.celda(fila));
}

/** Functions do not cross to the worker. */
export const formOf = ({ titulo, tipo, ancho, total }: Columna): Columna => ({
  titulo,
  tipo,
  ancho,
  ...(total === undefined ? {} : { total }),
});

/** Wide enough for its amounts. */
const widened = (columna: Columna, ancho: number): Columna =>
  columna.tipo === 'importe' ? { ...columna, ancho: Math.max(columna.ancho, ancho) } : columna;

/** The sheet of a disposition. */
export function hojaDeCupones(disposicion: Disposicion, fuente: InformeFuente, cuentas: Tally): HojaTabla {
  const { hoja, significado } = HOJAS[disposicion];
  const columnas = cuponColumnas(disposicion, cuentas, {
    hoy: fuente.hoy,
    conMotivo: disposicion === 'sin_conciliar' && fuente.explicaciones !== undefined,
  });
  const filas = counted(fuente.cupones([disposicion]), cuentas.total[disposicion].cupones);
  return {
    forma: 'tabla',
    nombre: hoja,
    sello: sello(`${hoja}: ${significado}`, fuente, cuentas),
    // Known before the rows are written: the total is the longest figure of its column.
    columnas: columnas
      .map(formOf)
      .map((columna) => widened(columna, getWidth(cuentas.total[disposicion].importe, 'importe'))),
    vacia:
      fuente.conciliacion === null && disposicion !== 'no_enviado'
        ? 'Sin datos: no se leyó ningún resultado.'
        : 'Ningún cupón.',
    filas: rowsOf(filas, columnas),
  };
}

type Hallazgo = InFile<FilaError | FilaAviso>;

/** An error also says what sale it is of: rows that were not sent have to be found at the till. */
const hallazgoColumnas = (clase: 'Errores' | 'Avisos', withSheets: boolean): readonly ColumnOf<Hallazgo>[] => [
  {
    titulo: 'Archivo',
    ancho: 26,
    tipo: 'texto',
    total: { cuenta: clase === 'Errores' ? 'errores' : 'avisos' },
    celda: ({ archivo }) => archivo,
  },
  ...sheetColumn<Hallazgo>(withSheets),
  { titulo: 'Fila', ancho: 8, tipo: 'entero', celda: ({ fila }) => fila },
  ...(clase === 'Errores' ? saleColumns<Hallazgo>(({ venta }) => venta) : []),
  { titulo: 'Columna', ancho: 20, tipo: 'texto', celda: ({ columna }) => columna ?? null },
  { titulo: 'Campo', ancho: 20, tipo: 'texto', celda: ({ campo }) => campo ?? null },
  { titulo: 'Valor', ancho: 24, tipo: 'texto', celda: ({ valor }) => valor ?? null },
  { titulo: 'Mensaje', ancho: 80, tipo: 'texto', celda: ({ mensaje }) => mensaje },
  { titulo: 'Se arregla con', ancho: 18, tipo: 'texto', celda: ({ arreglo }) => arreglo ?? null },
  { titulo: 'Código', ancho: 26, tipo: 'texto', celda: ({ codigo }) => codigo },
];

interface FindingsContext {
  readonly fuente: InformeFuente;
  readonly cuentas: Tally;
  /** The width that the amounts of their sales need. */
  readonly ancho: number;
  /** Some file of the upload has sheets. */
  readonly withSheets: boolean;
}

/** *Errores* or *Avisos*: one row each, as they were found. */
export function hojaDeHallazgos(
  clase: 'Errores' | 'Avisos',
  filas: Iterable<Hallazgo>,
  { fuente, cuentas, withSheets, ancho }: FindingsContext,
): HojaTabla {
  const errores = clase === 'Errores';
  const columnas = hallazgoColumnas(clase, withSheets);
  const titulo = errores ? 'Errores: filas que no se enviaron.' : 'Avisos: no impiden el envío; conviene mirarlos.';
  return {
    forma: 'tabla',
    nombre: clase,
    sello: sello(titulo, fuente, cuentas),
    columnas: columnas.map(formOf).map((columna) => widened(columna, ancho)),
    vacia: errores ? 'Ningún error.' : 'Ningún aviso.',
    filas: rowsOf(filas, columnas),
  };
}

/** *Omitidos*: the rows of the files that were not sent, each once. Its sums are those of the bridge. */
export function hojaDeOmitidos(
  filas: number,
  bridge: TillBridge,
  { fuente, cuentas, withSheets, ancho }: FindingsContext,
): HojaTabla {
  const columnas = leftOutColumns(withSheets);
  const { error, enviada, omitida } = bridge.leftOut;
  const total = getWidth(error.amount + enviada.amount + omitida.amount, 'importe');
  return {
    forma: 'tabla',
    nombre: 'Omitidos',
    sello: sello('Omitidos: filas del archivo que no se enviaron, una vez cada una.', fuente, cuentas),
    columnas: columnas.map(formOf).map((columna) => widened(columna, Math.max(ancho, total))),
    vacia: 'Ninguna fila.',
    filas: rowsOf(counted(leftOutRows(fuente), filas), columnas),
  };
}
