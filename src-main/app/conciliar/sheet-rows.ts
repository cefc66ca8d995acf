import { FIELDS_IN_ORDER, CUPON_FIELDS, type CuponField } from '#domain/cupon.ts';
import { requiredOf } from '#domain/cupones/fields.ts';
import { parseMoney } from '#domain/money.ts';
import { labelOf } from '#domain/texts/columns.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { fileAndRowOf, type ReviewedRow, type RevisionDb } from '#storage/review/index.ts';
import type { Cell } from '#workbook/write/workbook.ts';
import { asAmount, asCount, asText, filterBy, toSheet, writeBook } from '../sheets.ts';
import type { ReviewState } from './state.ts';
import { fieldsOf } from './view.ts';

/** The title of the column with the key, by which a corrected row is found again. */
export const KEY_TITLE = 'Clave de la fila (no la cambies)';
const keyOf = (revision: string, id: number): string => `${revision}.${String(id)}`;

/** The id of the row that a key names; undefined when the key is of another revision, or is none. */
export function idOfKey(revision: string, key: string): number | undefined {
  const [name, id = ''] = key.trim().split('.');
  return name === revision && /^\d{1,13}$/.test(id) ? Number(id) : undefined;
}

/** The title of a field in the workbook: always the same, whatever the files called it. */
export const titleOf = (field: CuponField): string => {
  const [, ...rest] = labelOf(field).split(' ');
  const text = rest.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

/** Columns that are there in any case, so that what a row lacks can be written into it. */
const ALWAYS: readonly CuponField[] = [...requiredOf('siempre'), ...requiredOf('tarjeta')];

/** A value as a number; undefined when it is no number in a sheet. */
function numberOf(field: CuponField, value: string): number | undefined {
  if (field === 'importe') return parseMoney(value, 'sin-miles');
  return field === 'cuotas' && /^\d+$/.test(value) && value.length <= CUPON_FIELDS.cuotas.largo
    ? Number(value)
    : undefined;
}

/** Whether two values look the same in a sheet, whose numbers have no leading zeros. */
export function isSameInSheet(field: CuponField, one: string, other: string): boolean {
  const number = numberOf(field, one);
  return one === other || (number !== undefined && number === numberOf(field, other));
}

/** A value as a person writes it, so that reading it again gives the same. A text that could not be read stays as it was. */
function asWritten(field: CuponField, { valores, problemas }: ReviewedRow): Cell {
  const value = valores[field];
  if (value === undefined) return null;
  if (problemas.some((one) => one.clase === 'error' && one.campo === field)) return value;
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (CUPON_FIELDS[field].tipo === 'fecha' && date !== null)
    return `${date[3] ?? ''}/${date[2] ?? ''}/${date[1] ?? ''}`;
  return numberOf(field, value) ?? value;
}

/** Whether rows need the name of their sheet; text files have no sheets. */
const hasSheets = ({ archivos }: ReviewState): boolean => archivos.some(({ opciones }) => opciones.hoja !== undefined);

const messagesOf = ({ problemas }: ReviewedRow): string =>
  problemas
    .filter(({ clase }) => clase === 'error')
    .map(({ mensaje }) => mensaje)
    .join(' ');

interface ErrorsToWrite {
  readonly db: RevisionDb;
  readonly state: ReviewState;
  readonly file: string;
  readonly createdAt: number;
  readonly signal: AbortSignal;
}

/** Writes the rows with errors, to be corrected in a spreadsheet and brought back. Throws `SALIDA_EXISTENTE`, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export async function writeErrors({ db, state, file, createdAt, signal }: ErrorsToWrite) {
  const used = new Set<CuponField>([...fieldsOf(state), ...ALWAYS]);
  const fileOf = ({ id }: ReviewedRow) => state.archivos[fileAndRowOf(id).archivo];
  const sheet = toSheet<ReviewedRow>({
    nombre: 'Errores',
    sello: [
      LABELS.rowsWithErrors.es,
      'Corregí las celdas, guardá y traé este archivo de nuevo: cada fila vuelve a su lugar.',
    ],
    vacia: 'No hay filas con error.',
    columns: [
      asText('Archivo', 24, (row) => fileOf(row)?.visto.nombre ?? ''),
      ...(hasSheets(state) ? [asText<ReviewedRow>('Hoja', 16, (row) => fileOf(row)?.opciones.hoja ?? null)] : []),
      asCount('Fila', 8, ({ id }) => fileAndRowOf(id).fila),
      // In a column of text a value stays as it is: a wrong "003" that became a number would come back right, and nobody would have corrected it.
      ...FIELDS_IN_ORDER.filter((field) => used.has(field)).map((field) =>
        (field === 'importe' ? asAmount : asText)<ReviewedRow>(titleOf(field), 18, (row) => asWritten(field, row)),
      ),
      asText(LABELS.whatIsWrong.es, 80, messagesOf),
      asText(KEY_TITLE, 34, ({ id }) => keyOf(state.revision, id)),
    ],
    rows: filterBy(db.listWithErrors(), ({ omitida }) => omitida === null),
  });
  let rows = 0;
  const exported = await writeBook(file, [sheet], {
    signal,
    now: createdAt,
    onProgress: (n) => (rows = n),
  });
  return { exportado: exported, filas: rows };
}
