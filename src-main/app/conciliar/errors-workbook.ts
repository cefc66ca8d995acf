/** The workbook with the rows that have errors. A person corrects them in a spreadsheet program and imports it again. */
import { AppError } from '#contract/errors.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { CUPON_FIELDS, FIELDS_IN_ORDER, parseCanonicalText, type CuponField } from '#domain/cupon.ts';
import { readDateText, resolveDate } from '#domain/cupones/date-text.ts';
import { requiredOf } from '#domain/cupones/fields.ts';
import type { RowToValidate } from '#domain/cupones/validate-rows.ts';
import { parseMoney } from '#domain/money.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { fileAndRowOf, type ReviewedRow, type RevisionDb } from '#storage/review/index.ts';
import type { Cell } from '#workbook/write/workbook.ts';
import { asAmount, asCount, asText, filterBy, toSheet, writeBook } from '../sheets.ts';
import { readColumns } from './columns.ts';
import type { Edit } from './fix.ts';
import { wrongFieldsOf } from './load.ts';
import type { Import, Tracking } from './read-files.ts';
import { type InProgress, type ReviewedFile, type ReviewState, fieldsOf } from './state.ts';

const KEY_TITLE = 'Clave de la fila (no la cambies)';

/** The row id in a key; undefined for a key of another revision or any other text. */
function idOfKey(revision: string, key: string): number | undefined {
  const [name, id = ''] = key.trim().split('.');
  return name === revision && /^\d{1,13}$/.test(id) ? Number(id) : undefined;
}

/** The title of a field in this workbook: the name that the screens show, whatever the title in the file. */
const titleOf = (field: CuponField): string => CUPON_FIELDS[field].title[0];

/** The workbook always has columns for these fields, so that a person can add missing values. */
const ALWAYS: readonly CuponField[] = [...requiredOf('siempre'), ...requiredOf('tarjeta')];

/** The fields that the errors of a row ask for, and which its file may not have: a row without a kind may be a wallet's sale. */
const askedBy = ({ problemas }: ReviewedRow): readonly CuponField[] =>
  problemas.some(({ codigo }) => codigo === 'TIPO_DE_CUPON_INDEFINIDO')
    ? requiredOf('billetera')
    : [...wrongFieldsOf(problemas)];

/** A value as a number for the sheet; undefined if the field or the text is not numeric. */
function numberOf(field: CuponField, value: string): number | undefined {
  if (field === 'importe') return parseMoney(value, 'sin-miles');
  return field === 'cuotas' && /^\d+$/.test(value) && value.length <= CUPON_FIELDS.cuotas.largo
    ? Number(value)
    : undefined;
}

/** Whether a value read from the sheet equals the earlier value: a sheet drops leading zeros of numbers, and its dates are read with the day first. */
function isSameInSheet(field: CuponField, before: string, now: string): boolean {
  const number = numberOf(field, before);
  if (number !== undefined && number === numberOf(field, now)) return true;
  return before === now || resolveDate(readDateText(before), 'dia') === now;
}

/** A value as a person would write it, so that reading it gives the same value again. A text that was not understood stays as it is. */
function asWritten(field: CuponField, { valores, problemas }: ReviewedRow): Cell {
  const value = valores[field];
  if (value === undefined) return null;
  if (problemas.some((one) => one.clase === 'error' && one.campo === field)) return value;
  if (CUPON_FIELDS[field].tipo === 'fecha') return formatDayMonthYear(value);
  return numberOf(field, value) ?? value;
}

/** Whether the workbook needs a column for the sheet's name; text files have no sheets. */
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

/** Writes the rows with errors for correction in a spreadsheet. Throws `SALIDA_EXISTENTE`, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export async function writeErrors({ db, state, file, createdAt, signal }: ErrorsToWrite) {
  const used = new Set<CuponField>([...fieldsOf(state), ...ALWAYS]);
  for (const row of db.listWithErrors()) for (const field of askedBy(row)) used.add(field);
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
      // All columns except the amount are text: as a number, a wrong "003" would lose its zeros and look corrected when read again.
      ...FIELDS_IN_ORDER.filter((field) => used.has(field)).map((field) =>
        (field === 'importe' ? asAmount : asText)<ReviewedRow>(titleOf(field), 18, (row) => asWritten(field, row)),
      ),
      asText(LABELS.whatIsWrong.es, 80, messagesOf),
      asText(KEY_TITLE, 34, ({ id }) => `${state.revision}.${String(id)}`),
    ],
    rows: filterBy(db.listWithErrors(), ({ omitida }) => omitida === null),
  });
  let rows = 0;
  const exportado = await writeBook(file, [sheet], { signal, now: createdAt, onProgress: (n) => (rows = n) });
  return { exportado, filas: rows };
}

type Values = Readonly<Partial<Record<CuponField, string>>>;

/** Whether a file is a workbook of errors of this revision, judged by its key column. */
export function isErrorsFile({ visto: seen }: ReviewedFile, { revision }: ReviewState): boolean {
  const key = seen.tabla?.columnas.find(({ titulo }) => titulo === KEY_TITLE);
  return key?.muestras.some((sample) => idOfKey(revision, sample) !== undefined) ?? false;
}

/** The import has no field for the row's key, so the last of these text fields that the file does not use carries the key. */
const isCarrier = (field: CuponField): boolean => /^(?:auxiliar|referencia)/.test(field);

const refuseFile = (problem?: string): AppError =>
  new AppError('ARCHIVO_ILEGIBLE', {
    detail: { motivo: 'no_es_de_errores' },
    mensaje: problem ?? REFUSALS.notTheErrorsFile,
  });

/** Reads a corrected workbook of errors as edits of the original rows. Skips rows whose key belongs to another revision. */
export async function readCorrected(
  importer: Import,
  { db, estado: state, path }: Pick<InProgress, 'db' | 'estado'> & { readonly path: string },
  tracking: Tracking,
): Promise<readonly Edit[]> {
  const { visto: seen } = (await readColumns(importer, { ruta: path, origen: 0, opciones: {} }, tracking)).archivo;
  const columns = seen.tabla?.columnas ?? [];
  if (!columns.some(({ titulo }) => titulo === KEY_TITLE)) throw refuseFile(seen.problema?.mensaje);
  // A column that a person added has the title of a field in this workbook, or another header that the import recognises.
  const titled = new Map(FIELDS_IN_ORDER.map((field) => [titleOf(field), field]));
  const places = new Map<CuponField, string>();
  for (const { titulo, campo, motivo, clave } of columns) {
    const field = titled.get(titulo) ?? (motivo === 'nombre' ? campo : null);
    if (field !== null && (titled.has(titulo) || !places.has(field))) places.set(field, clave);
  }
  const present = FIELDS_IN_ORDER.filter((field) => places.has(field));
  const carrier = FIELDS_IN_ORDER.findLast((field) => isCarrier(field) && !present.includes(field));
  if (carrier === undefined) throw refuseFile();

  const edits: Edit[] = [];
  const take = (values: Values, readable: Values): void => {
    const id = idOfKey(state.revision, values[carrier] ?? '');
    const row = id === undefined ? undefined : db.readRow(id);
    if (row === undefined) return;
    edits.push({
      fila: row,
      celdas: changedFrom(row.valores, { present, valores: values, leidos: readable }),
      modo: 'mano',
    });
  };
  const map = Object.fromEntries(
    FIELDS_IN_ORDER.map((field) => [field, field === carrier ? KEY_TITLE : (places.get(field) ?? '')]),
  );
  const dates = FIELDS_IN_ORDER.filter((field) => CUPON_FIELDS[field].tipo === 'fecha');
  const [reading] = await importer.importFiles(
    [path],
    {
      mapear: map,
      withRejected: true,
      dateOrders: Object.fromEntries(dates.map((field) => [field, 'dia' as const])),
      sink: ({ texts, rechazadas }) => {
        for (const text of texts) {
          const cupon = parseCanonicalText(text);
          take(cupon, cupon);
        }
        for (const { valores, leidos: readable } of rechazadas) take({ ...valores, ...readable }, readable);
      },
    },
    tracking,
  );
  if (reading?.tipo === 'ilegible') throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: reading.ilegible.mensaje });
  return edits.filter(({ celdas }) => Object.keys(celdas).length > 0);
}

const changedFrom = (
  before: Values,
  { present, valores, leidos: readable }: { present: readonly CuponField[]; valores: Values; leidos: Values },
): RowToValidate =>
  Object.fromEntries(
    present
      .filter((field) => !isSameInSheet(field, before[field] ?? '', valores[field] ?? ''))
      .map((field) => [field, { texto: valores[field] ?? '', leido: readable[field] !== undefined }]),
  );
