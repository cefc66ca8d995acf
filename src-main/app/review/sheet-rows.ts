import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { FIELDS_IN_ORDER, CUPON_CAMPOS, type CuponField } from '#domain/cupon.ts';
import { labelOf } from '#domain/cupones/fields.ts';
import { parseMoney } from '#domain/money.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import { fileAndRowOf, type ReadRow, type RevisionDb } from '#storage/review/index.ts';
import type { Cell, Column, ColumnType, TableSheet } from '#workbook/write/workbook.ts';
import { writeWorkbook } from '#workbook/write/write-workbook.ts';
import type { ReviewState } from './state.ts';
import { camposDe } from './view.ts';

/** The title of the column with the key, by which a corrected row is found again. */
export const KEY_TITLE = 'Clave de la fila (no la cambies)';
const keyOf = (revision: string, id: number): string => `${revision}.${String(id)}`;

/** The id of the row that a key names; undefined when the key is of another revision, or is none. */
export function idOfKey(revision: string, clave: string): number | undefined {
  const [nombre, id = ''] = clave.trim().split('.');
  return nombre === revision && /^\d{1,13}$/.test(id) ? Number(id) : undefined;
}

/** The title of a field in the workbook: always the same, whatever the files called it. */
export const titleOf = (campo: CuponField): string => {
  const [, ...rest] = labelOf(campo).split(' ');
  const text = rest.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

const ALWAYS: readonly CuponField[] = ['fecha_venta', 'importe', 'comprobante', 'tarjeta_nro'];

/** Fields that are counted or added up are numbers in the sheet; names are text, with leading zeros. */
const kindOf = (campo: CuponField): ColumnType =>
  campo === 'importe' ? 'importe' : campo === 'cuotas' ? 'entero' : 'texto';

/** A value as a number; undefined when it is no number in a sheet. */
function numberOf(campo: CuponField, valor: string): number | undefined {
  if (campo === 'importe') return parseMoney(valor, 'sin-miles');
  return campo === 'cuotas' && /^\d{1,2}$/.test(valor) ? Number(valor) : undefined;
}

/** Whether two values look the same in a sheet, whose numbers have no leading zeros. */
export function isSameInSheet(campo: CuponField, one: string, other: string): boolean {
  const number = numberOf(campo, one);
  return one === other || (number !== undefined && number === numberOf(campo, other));
}

/** A value as a person writes it, so that reading it again gives the same. A text that could not be read stays as it was. */
function asWritten(campo: CuponField, { valores, problemas }: ReadRow): Cell {
  const valor = valores[campo];
  if (valor === undefined) return null;
  if (problemas.some((one) => one.clase === 'error' && one.campo === campo)) return valor;
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(valor);
  if (CUPON_CAMPOS[campo].tipo === 'fecha' && date !== null)
    return `${date[3] ?? ''}/${date[2] ?? ''}/${date[1] ?? ''}`;
  return numberOf(campo, valor) ?? valor;
}

/** Whether rows need the name of their sheet; text files have no sheets. */
const hasSheets = ({ archivos }: ReviewState): boolean => archivos.some(({ opciones }) => opciones.hoja !== undefined);

function columnsOf(campos: readonly CuponField[], withSheet: boolean): readonly Column[] {
  const textColumn = (titulo: string, ancho: number): Column => ({ titulo, tipo: 'texto', ancho });
  return [
    textColumn('Archivo', 24),
    ...(withSheet ? [textColumn('Hoja', 16)] : []),
    { titulo: 'Fila', tipo: 'entero', ancho: 8 },
    ...campos.map((campo) => ({ titulo: titleOf(campo), tipo: kindOf(campo), ancho: 18 })),
    textColumn('Qué pasa y cómo se arregla', 80),
    textColumn(KEY_TITLE, 34),
  ];
}

function* rowsOf(db: RevisionDb, estado: ReviewState, campos: readonly CuponField[]): Generator<readonly Cell[]> {
  const withSheet = hasSheets(estado);
  for (const fila of db.listWithErrors()) {
    if (fila.omitida !== null) continue;
    const place = fileAndRowOf(fila.id);
    yield [
      estado.archivos[place.archivo]?.visto.nombre ?? '',
      ...(withSheet ? [estado.archivos[place.archivo]?.opciones.hoja ?? null] : []),
      place.fila,
      ...campos.map((campo) => asWritten(campo, fila)),
      messagesOf(fila),
      keyOf(estado.revision, fila.id),
    ];
  }
}

const messagesOf = ({ problemas }: ReadRow): string =>
  problemas
    .filter(({ clase }) => clase === 'error')
    .map(({ mensaje }) => mensaje)
    .join(' ');

interface Params {
  readonly db: RevisionDb;
  readonly estado: ReviewState;
  readonly archivo: string;
  readonly creado: number;
  readonly signal: AbortSignal;
}

/** Writes the rows with errors, to be corrected in a spreadsheet and brought back. Throws `SALIDA_EXISTENTE`, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export async function writeErrors({ db, estado, archivo, creado, signal }: Params) {
  const used = new Set<CuponField>([...camposDe(estado), ...ALWAYS]);
  const campos = FIELDS_IN_ORDER.filter((campo) => used.has(campo));
  let filas = 0;
  const hoja: TableSheet = {
    forma: 'tabla',
    nombre: 'Errores',
    sello: ['Filas con error', 'Corregí las celdas, guardá y traé este archivo de nuevo: cada fila vuelve a su lugar.'],
    columnas: columnsOf(campos, hasSheets(estado)),
    vacia: 'No hay filas con error.',
    filas: rowsOf(db, estado, campos),
  };
  try {
    const exportado = await writeWorkbook(path.resolve(archivo), [hoja], {
      signal,
      creado,
      ifExists: 'rechazar',
      onProgress: (n) => {
        filas = n;
      },
    });
    return { exportado, filas };
  } catch (error) {
    if (error instanceof AppError || systemCode(error) === undefined) throw error;
    throw diskError(error);
  }
}
