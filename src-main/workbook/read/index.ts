import { AppError } from '#contract/errors.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { type FileError, FileProblem, DEFAULT_LIMITS, type Limits } from './file-problem.ts';
import type { LibraryReading } from './sheetjs.ts';
import { sniff, type Source, type Sheets } from './workbook.ts';
import type { ZipParts } from './zip.ts';

export type { FileError } from './file-problem.ts';

export interface ReadOptions {
  readonly signal: AbortSignal;
  readonly hoja?: string | undefined;
  readonly limits?: Limits | undefined;
  /** Called before SheetJS reads a file of an old format, for which another time limit holds (`OLD_FORMAT_TIMEOUT_MS`). */
  readonly onOldFormat?: (() => void) | undefined;
}

/** Reads a workbook of any format and extension. Problems of the file are an error of the `Result`; throws only `CANCELADO` and `ARCHIVO_ILEGIBLE`. */
export async function readWorkbook(path: string, options: ReadOptions): Promise<Result<Sheets, FileError>> {
  const { signal, hoja, limits = DEFAULT_LIMITS, onOldFormat: onLibrary = () => undefined } = options;
  try {
    signal.throwIfAborted();
    return ok(await readAny(path, { signal, hoja, limits, onLibrary }));
  } catch (error) {
    if (error instanceof FileProblem)
      return err({ codigo: error.codigo, mensaje: error.message, formato: error.formato });
    if (signal.aborted) throw new AppError('CANCELADO', { cause: error });
    throw error;
  }
}

/** Loads only the reader of the file's format: loading them all takes longer than reading most files. */
async function readAny(source: Source, reading: LibraryReading): Promise<Sheets> {
  switch (await sniff(source, reading.limits)) {
    case 'zip':
      return readZip(source, reading);
    case 'ole':
      return (await import('./sheetjs.ts')).readOle(source, reading);
    case 'markup':
      return (await import('./sheetjs.ts')).readMarkup(source, reading);
    case 'text':
      return (await import('./delimited/index.ts')).readDelimited(source, reading);
    case 'copia':
      // The program makes copies only as files, so a copy inside a `.zip` is refused.
      if (typeof source !== 'string') throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'comprimido' });
      return (await import('./copy.ts')).readCopy(source, reading);
  }
}

async function readZip(source: Source, reading: LibraryReading): Promise<Sheets> {
  const { openZip } = await import('./zip.ts');
  const zip = await openZip(source, reading.limits, reading.signal);
  try {
    return await readContainer(zip, source, reading);
  } finally {
    zip.close();
  }
}

const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

async function readContainer(zip: ZipParts, source: Source, reading: LibraryReading): Promise<Sheets> {
  const { limits } = reading;
  const { findWorkbookPart, readXlsx } = await import('./xlsx/index.ts');
  const part = await findWorkbookPart(zip, limits);
  if (part !== undefined) {
    const types = (await zip.bytes('[Content_Types].xml')).toString('latin1');
    if (part.endsWith('.bin')) return (await import('./sheetjs.ts')).readXlsb(source, { ...reading, zip });
    if (!/spreadsheetml|ms-excel/.test(types)) throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'documento' });
    return readXlsx(zip, part, reading);
  }
  if (zip.has('xl/workbook.xml')) throw new FileProblem('ARCHIVO_DANADO');
  if (!zip.has('content.xml')) return readInside(zip, source, reading);
  const manifest = zip.has('META-INF/manifest.xml') ? (await zip.bytes('META-INF/manifest.xml')).toString('utf8') : '';
  if (manifest.includes('encryption-data')) throw new FileProblem('ARCHIVO_PROTEGIDO');
  const type = zip.has('mimetype') ? (await zip.bytes('mimetype')).toString('latin1') : manifest;
  if (!type.includes(ODS)) throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'documento' });
  return (await import('./ods/index.ts')).readOds(zip, reading);
}

const SPREADSHEET = /\.(?:xlsx|xlsm|xlsb|xls|ods|csv|tsv)$/i;
/** A text file in a `.zip` counts as the spreadsheet only if there is no other: beside a spreadsheet, a text file is a note. */
const TEXT = /\.txt$/i;
/** Files that operating systems add to a `.zip`. */
const OF_THE_SYSTEM = /(?:^|[\\/])(?:__MACOSX[\\/]|\.)/;

/** Reads the spreadsheet inside a `.zip` in memory. Throws if the `.zip` has no spreadsheet or several, or lies in another `.zip`. */
async function readInside(zip: ZipParts, source: Source, reading: LibraryReading): Promise<Sheets> {
  const names = zip.names();
  if (names.some((name) => /(?:^|\/)Index(?:\.zip|\/Document\.iwa)$/.test(name)))
    throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'numbers' });
  const brought = names.filter((name) => !OF_THE_SYSTEM.test(name));
  const sheets = brought.filter((name) => SPREADSHEET.test(name));
  const [only, ...others] = sheets.length > 0 ? sheets : brought.filter((name) => TEXT.test(name));
  if (zip.has('[Content_Types].xml')) throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'documento' });
  if (only === undefined || others.length > 0 || typeof source !== 'string')
    throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'comprimido' });
  return readAny(await zip.bytes(only), reading);
}
