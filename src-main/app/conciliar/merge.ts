import { AppError } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { CUPON_FIELDS, FIELDS_IN_ORDER, parseCanonicalText, type CuponField } from '#domain/cupon.ts';
import type { RowToValidate } from '#domain/cupones/validate-rows.ts';
import type { RevisionDb } from '#storage/review/index.ts';
import type { Import, Tracking } from './read-files.ts';
import { readColumns } from './files.ts';
import type { Edit } from './fix.ts';
import type { ReviewedFile, ReviewState } from './state.ts';
import { KEY_TITLE, idOfKey, isSameInSheet, titleOf } from './sheet-rows.ts';

type Values = Readonly<Partial<Record<CuponField, string>>>;

/** True when the columns are those of a workbook of errors that this revision wrote. */
export function isErrorsFile({ visto: seen }: ReviewedFile, { revision }: ReviewState): boolean {
  const key = seen.tabla?.columnas.find(({ titulo }) => titulo === KEY_TITLE);
  return key?.muestras.some((sample) => idOfKey(revision, sample) !== undefined) ?? false;
}

/** A text field that the file does not use carries the key through the import, which does not know keys. */
const CARRIERS = [
  'auxiliar_5',
  'auxiliar_4',
  'auxiliar_3',
  'auxiliar_2',
  'auxiliar_1',
  'referencia_extra',
  'referencia',
] as const;

/** Turns the rows of a corrected workbook of errors into edits of the original rows. Rows whose key is not of this revision are counted. */
export async function readCorrected(
  importer: Import,
  { db, state, path }: { readonly db: RevisionDb; readonly state: ReviewState; readonly path: string },
  tracking: Tracking,
): Promise<{ readonly edits: readonly Edit[]; readonly ajenas: number }> {
  const { visto: seen } = (await readColumns(importer, { path, origin: 0, options: {} }, tracking)).archivo;
  const titles = new Set(seen.tabla?.columnas.map(({ titulo }) => titulo) ?? []);
  if (!titles.has(KEY_TITLE))
    throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: seen.problema?.mensaje ?? REFUSALS.notTheErrorsFile });
  const present = FIELDS_IN_ORDER.filter((field) => titles.has(titleOf(field)));
  const carrier = CARRIERS.find((field) => !present.includes(field));
  if (carrier === undefined) throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: REFUSALS.notTheErrorsFile });

  const edits: Edit[] = [];
  let foreign = 0;
  const take = (values: Values, readable: Values): void => {
    const id = idOfKey(state.revision, values[carrier] ?? '');
    const row = id === undefined ? undefined : db.readRow(id);
    if (row === undefined) foreign += 1;
    else {
      const celdas = changedFrom(row.valores, { present, valores: values, leidos: readable });
      edits.push({ fila: row, celdas, modo: 'mano' });
    }
  };
  const map = Object.fromEntries(
    FIELDS_IN_ORDER.map((field) => [
      field,
      field === carrier ? KEY_TITLE : present.includes(field) ? titleOf(field) : '',
    ]),
  );
  const dates = FIELDS_IN_ORDER.filter((field) => CUPON_FIELDS[field].tipo === 'fecha');
  const { archivos } = await importer.importFiles(
    [path],
    {
      mapear: map,
      withRejected: true,
      ordenFechas: Object.fromEntries(dates.map((field) => [field, 'dia' as const])),
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
  const [reading] = archivos;
  if (reading !== undefined && 'codigo' in reading)
    throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: reading.mensaje });
  return { edits: edits.filter(({ celdas }) => Object.keys(celdas).length > 0), ajenas: foreign };
}

/** The cells whose text changed. */
const changedFrom = (
  before: Values,
  { present, valores, leidos: readable }: { present: readonly CuponField[]; valores: Values; leidos: Values },
): RowToValidate =>
  Object.fromEntries(
    present
      .filter((field) => !isSameInSheet(field, before[field] ?? '', valores[field] ?? ''))
      .map((field) => [field, { texto: valores[field] ?? '', leido: readable[field] !== undefined }]),
  );
