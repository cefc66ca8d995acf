import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { ReviewFile, ReviewTable } from '#contract/revision.ts';
import type { CuponField } from '#domain/cupon.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { missingOfCupon } from '#domain/cupones/cupon-kind.ts';
import type { UnreadableFile } from '#domain/finding.ts';
import { describeMissingColumns } from '#domain/texts/row-errors.ts';
import type { ImportDetail, ImportOutcome } from '#workbook/import/job.ts';
import type { Import, Tracking } from './read-files.ts';
import type { ReviewedFile, ReviewState, FileSheets, FileOptions } from './state.ts';

/** The name by which a person chooses a column: its header, or its letter if it has no header or shares it with another column. */
const nameForChoice = (columns: ImportDetail['columnas']): ReviewTable['columnas'] =>
  columns.map((column, index) => {
    const isAlone = columns.every(({ titulo }, place) => place === index || titulo !== column.titulo);
    return { ...column, clave: column.titulo !== '' && isAlone ? column.titulo : column.letra };
  });

const tableOf = (
  { encabezado, filas, plantilla, columnas, vista, dudas }: ImportDetail,
  { hoja, hojas }: Pick<ReviewTable, 'hoja' | 'hojas'>,
): ReviewTable => ({ hoja, hojas, encabezado, filas, plantilla, columnas: nameForChoice(columnas), vista, dudas });

const namesOf = (table: ReviewTable | null): ReviewedFile['nombres'] =>
  Object.fromEntries(
    (table?.columnas ?? []).flatMap(({ campo, titulo, letra }) =>
      campo === null ? [] : [[campo, titulo === '' ? letra : titulo]],
    ),
  );

/** The problem of a file, without the facts that its table shows too. */
export const problemOfFile = ({ codigo, mensaje, formato: format, pedida }: UnreadableFile) => ({
  codigo,
  mensaje,
  ...(format === undefined ? {} : { formato: format }),
  ...(pedida === undefined ? {} : { pedida }),
});

/** Why a sheet cannot be read: its file's problem, or a required field without a column, for which the wizard asks before it reads rows (docs/screens.md). */
function problemOf(columns: ImportOutcome, table: ReviewTable | null): ReviewFile['problema'] {
  const missing: readonly CuponField[] =
    table === null ? [] : missingOfCupon(table.columnas.flatMap(({ campo }) => campo ?? []));
  const lacking = missing.length === 0 ? {} : { faltan: missing };
  if (columns.tipo === 'ilegible') return { ...problemOfFile(columns.ilegible), ...lacking };
  if (missing.length === 0) return null;
  return { codigo: 'COLUMNAS_SIN_MAPEAR', mensaje: describeMissingColumns(missing), ...lacking };
}

interface SheetToRead extends Pick<ReviewedFile, 'ruta' | 'origen' | 'opciones'> {
  readonly path?: string;
  /** The sheets of the file, if they are known: reading a single sheet does not list them. */
  readonly hojas?: FileSheets | undefined;
  readonly copyTo?: string;
}

interface OpenedSheet {
  readonly archivo: ReviewedFile;
  readonly hojas: FileSheets;
  readonly ofTemplate: readonly string[];
}

/** Reads the sheet, the header and the columns of a file. A problem goes into `visto.problema`. */
export async function readColumns(
  importer: Import,
  { ruta, origen, opciones, path: source = ruta, hojas: known, copyTo }: SheetToRead,
  tracking: Tracking,
): Promise<OpenedSheet> {
  const columns = await importer.readColumns(source, { ...opciones, copyTo }, tracking);
  const { detalle } = columns;
  const sheet = columns.tipo === 'leido' ? columns.resumen.hoja : (opciones.hoja ?? detalle?.hojas[0] ?? null);
  const hojas = known ?? { todas: detalle?.hojas ?? [], conCupones: detalle?.conCupones ?? [] };
  const table = detalle === null ? null : tableOf(detalle, { hoja: sheet, hojas: hojas.todas });
  const archivo = {
    ruta,
    origen,
    // Keeps to the sheet that was found: after an answer about columns, another sheet might fit better.
    opciones: sheet === null ? opciones : { ...opciones, hoja: sheet },
    visto: {
      nombre: maskCertainCards(path.basename(ruta)),
      origen,
      problema: problemOf(columns, table),
      tabla: table,
      conCupones: hojas.conCupones,
      hojas: hojas.todas,
      avisos: [],
    },
    nombres: namesOf(table),
    huella: detalle?.huella ?? '',
  };
  return { archivo, hojas, ofTemplate: detalle?.templateSheets ?? [] };
}

/** Reads new files: the sheet with coupons, the other sheets' names, and the sheets that a file's template includes. `prepareCopy`: the path for a copy. */
export async function readFirst(
  importer: Import,
  paths: readonly string[],
  prepareCopy: (origin: number, name: string) => Promise<string>,
  tracking: Tracking,
): Promise<Pick<ReviewState, 'archivos' | 'hojas'>> {
  const files: ReviewedFile[] = [];
  const sheets: FileSheets[] = [];
  for (const [origen, ruta] of paths.entries()) {
    const copyTo = await prepareCopy(origen, maskCertainCards(path.basename(ruta)));
    const first = await readColumns(importer, { ruta, origen, opciones: {}, copyTo }, tracking);
    const { archivo, hojas, ofTemplate } = first;
    files.push(archivo);
    sheets.push(hojas);
    for (const { hoja } of hojas.conCupones) {
      if (hoja === archivo.opciones.hoja || !ofTemplate.includes(hoja)) continue;
      files.push((await readColumns(importer, { ruta, origen, opciones: { hoja }, hojas }, tracking)).archivo);
    }
  }
  return { archivos: files, hojas: sheets };
}

/** Leaves out or takes back a file with its sheets. Throws `SIN_CUPONES` for the last file of the review, `REVISION_INEXISTENTE` for an unknown file. */
export function leaveFileOut(
  { archivos, fuera = [] }: ReviewState,
  origin: number,
  out: boolean,
): Pick<ReviewState, 'archivos' | 'fuera'> {
  const [from, to] = out ? [archivos, fuera] : [fuera, archivos];
  const rest = from.filter(({ origen }) => origen !== origin);
  if (rest.length === from.length) throw new AppError('REVISION_INEXISTENTE');
  if (out && rest.length === 0) throw new AppError('SIN_CUPONES');
  const joined = [...to, ...from.filter(({ origen }) => origen === origin)].toSorted((a, b) => a.origen - b.origen);
  return out ? { archivos: rest, fuera: joined } : { archivos: joined, fuera: rest };
}

interface AnsweredColumns {
  readonly state: ReviewState;
  readonly current: ReviewedFile;
  readonly locate: (file: ReviewedFile) => string;
  readonly change: Pick<MethodParsed<'revision.columnas'>, 'hoja' | 'hojas' | 'encabezado' | 'mapear' | 'respuestas'>;
}

const titlesOf = ({ visto: seen }: ReviewedFile): string =>
  JSON.stringify((seen.tabla?.columnas ?? []).map(({ letra, titulo }) => [letra, titulo]));

/** Whether two sheets have the same headers in the same places, so that an answer about one sheet holds for the other sheet. */
const areAlike = (a: ReviewedFile, b: ReviewedFile): boolean => a.visto.tabla !== null && titlesOf(a) === titlesOf(b);

/** Applies a person's answers about a sheet. Answers about columns also apply to sheets with the same headers; the choice of a sheet or header row does not. */
export async function changeColumns(
  importer: Import,
  { state, current, locate, change }: AnsweredColumns,
  tracking: Tracking,
): Promise<readonly ReviewedFile[]> {
  const read = async (file: ReviewedFile, opciones: FileOptions): Promise<ReviewedFile> => {
    const { ruta, origen } = file;
    const sheet = { ruta, origen, opciones, path: locate(file), hojas: state.hojas[origen] };
    return (await readColumns(importer, sheet, tracking)).archivo;
  };
  const { hoja, hojas, encabezado, mapear, respuestas } = change;
  if (hojas !== undefined) return includeSheets({ state, current, hojas }, (options) => read(current, options));
  // With another sheet or header, the answers about columns no longer apply.
  if (hoja !== undefined || encabezado !== undefined) {
    const options = { hoja: hoja ?? current.opciones.hoja, ...(encabezado === undefined ? {} : { encabezado }) };
    const reviewed = await read(current, options);
    return state.archivos.map((one) => (one === current ? reviewed : one));
  }
  const files: ReviewedFile[] = [];
  for (const one of state.archivos) {
    const options = {
      ...one.opciones,
      mapear: { ...one.opciones.mapear, ...mapear },
      respuestas: { ...one.opciones.respuestas, ...respuestas },
    };
    files.push(one === current || areAlike(one, current) ? await read(one, options) : one);
  }
  return files;
}

type ReadSheet = (options: FileOptions) => Promise<ReviewedFile>;

/** All files of the review; the chosen sheets, in workbook order, replace the sheets of the current file. Does not read sheets of the review again. */
async function includeSheets(
  { state, current, hojas }: Pick<AnsweredColumns, 'state' | 'current'> & { readonly hojas: readonly string[] },
  read: ReadSheet,
): Promise<readonly ReviewedFile[]> {
  const { origen } = current;
  const places = state.hojas[origen]?.todas ?? [];
  const theirs: ReviewedFile[] = [];
  for (const sheet of [...new Set(hojas)].sort((a, b) => places.indexOf(a) - places.indexOf(b))) {
    const before = state.archivos.find((one) => one.origen === origen && one.opciones.hoja === sheet);
    theirs.push(before ?? (await readAlike(current, sheet, read)));
  }
  const first = state.archivos.findIndex((one) => one.origen === origen);
  return state.archivos.flatMap((one, place) => (place === first ? theirs : one.origen === origen ? [] : [one]));
}

/** Reads a sheet. If it has the same columns as the sheet that the person saw, the same answers apply. */
async function readAlike(current: ReviewedFile, hoja: string, read: ReadSheet): Promise<ReviewedFile> {
  const alone = await read({ hoja });
  const { mapear, respuestas } = current.opciones;
  const isAnswered = mapear !== undefined || respuestas !== undefined;
  return isAnswered && areAlike(alone, current) ? read({ hoja, mapear, respuestas }) : alone;
}
