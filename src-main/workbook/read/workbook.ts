import { createReadStream, constants } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import type { Sheet } from '#domain/sheet.ts';
import { FileProblem, type Limits, createTooBigProblem } from './file-problem.ts';
import { AppError } from '#contract/errors.ts';
import type { ForeignFormat } from '#domain/texts/failures.ts';
import { getSystemCode } from '#platform/disk-error.ts';

/** The sheets in the workbook's order, including hidden sheets; only one sheet if one was requested. */
export type Sheets = readonly Sheet[];

export interface Reading {
  readonly signal: AbortSignal;
  readonly hoja: string | undefined;
  readonly limits: Limits;
}

/** Folds a sheet's name for comparing. Masks card numbers, because the caller has seen the name masked. */
const fold = (name: string): string => maskCertainCards(name).normalize('NFC').trim().toLocaleLowerCase('es');

/** Returns all sheets, or the one named `hoja` (by its exact name, else ignoring case). Throws `HOJA_INEXISTENTE`, whose message names the existing sheets. */
export function chooseSheets<T extends { readonly name: string }>(
  sheets: readonly T[],
  oneSheet: string | undefined,
): readonly T[] {
  if (oneSheet === undefined) return sheets;
  const chosen =
    sheets.find((sheet) => sheet.name === oneSheet) ?? sheets.find((sheet) => fold(sheet.name) === fold(oneSheet));
  if (chosen !== undefined) return [chosen];
  throw new FileProblem('HOJA_INEXISTENTE', {
    mensaje: CONSOLE.sheetMissing(
      maskCertainCards(oneSheet),
      sheets.map(({ name }) => maskCertainCards(name)),
    ),
  });
}

// The bytes of a workbook: the path of a file, or a buffer for a file that came inside a `.zip`.

export type Source = string | Buffer;

/** The stream of a file ends with an error when `signal` is aborted. */
export const streamOf = (source: Source, signal: AbortSignal): AsyncIterable<Uint8Array> =>
  typeof source === 'string' ? createReadStream(source, { signal }) : toPieces(source);

async function* toPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const size = 64 * 1024;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function headOf(source: Source, length: number): Promise<Buffer> {
  if (typeof source !== 'string') return source.subarray(0, length);
  const file = await open(source);
  try {
    const head = Buffer.alloc(length);
    const { bytesRead } = await file.read(head, 0, length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export const sizeOf = async (source: Source): Promise<number> =>
  typeof source === 'string' ? (await stat(source)).size : source.length;

export const bytesOf = async (source: Source, signal: AbortSignal): Promise<Buffer> =>
  typeof source === 'string' ? readFile(source, { signal }) : source;

/** The file beside an open workbook: `~$ventas.xlsx` of Excel, `.~lock.ventas.ods#` of LibreOffice; `_~lock…` if this program renamed it. */
const LOCK_FILE = /^(?:~\$|[._]~lock\.)/;

/** Whether a file is a lock file of a spreadsheet program. `name`: its name without the folder. */
export const isLockFile = (name: string): boolean => LOCK_FILE.test(name);

/** The kind of a file by its first bytes; the extension may be wrong (docs/coupons.md, "Finding the table"). */
export type Container = 'zip' | 'ole' | 'markup' | 'text' | 'copia';

const HEAD_BYTES = 4096;
const ZIP = ['504b0304', '504b0506', '504b0708'];
const OLE = 'd0cf11e0a1b11ae1';
const GZIP = '1f8b';
/** The first bytes of files of other programs, as Latin-1. */
const FOREIGN: readonly (readonly [RegExp, ForeignFormat])[] = [
  [
    /^(?:\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|II\*\0|MM\0\*|RIFF[^]{4}WEBP|[^]{4}ftyp(?:heic|heix|mif1|avif)|BM[^]{4}\0\0\0\0)/,
    'imagen',
  ],
  [/^(?:Rar!\x1a\x07|7z\xbc\xaf\x27\x1c)/, 'comprimido'],
  [/^(?:%!PS|\{\\rtf)/i, 'documento'],
];
/** A PDF may begin with other bytes, so look for its mark in the first kilobyte, as PDF readers do. */
const PDF = /%PDF-\d/;

/** Detects the kind of a file. Throws a `FileProblem` if it is missing, empty, too big or of no known kind. */
export async function sniff(source: Source, limits: Limits): Promise<Container> {
  const head = typeof source === 'string' ? await readHead(source, limits) : source.subarray(0, HEAD_BYTES);
  if (typeof source === 'string' && isLockFile(basename(source)))
    throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'bloqueo' });
  const hex = head.subarray(0, 8).toString('hex');
  if (ZIP.some((magic) => hex.startsWith(magic))) return 'zip';
  if (hex === OLE) return 'ole';
  if (hex.startsWith(GZIP)) return 'copia';
  const foreign = FOREIGN.find(([begins]) => begins.test(head.toString('latin1')));
  if (foreign !== undefined) throw new FileProblem('FORMATO_DESCONOCIDO', { formato: foreign[1] });
  if (detectUtf16Order(head) !== undefined) return head.toString('utf16le', 2, 4) === '<' ? 'markup' : 'text';
  if (PDF.test(head.toString('latin1', 0, 1024))) throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'pdf' });
  const text = head.toString('latin1').replace(/^ï»¿/, '').trimStart();
  if (text.startsWith('<')) return 'markup';
  if (text === '') throw new FileProblem('FORMATO_DESCONOCIDO', { formato: 'vacio' });
  if (hasControls(head)) throw new FileProblem('FORMATO_DESCONOCIDO');
  return 'text';
}

async function readHead(path: string, limits: Limits): Promise<Buffer> {
  // O_NONBLOCK: otherwise opening a named pipe would wait for a program that writes to it.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((cause: unknown) => {
    throw openFailure(cause);
  });
  try {
    const stat = await file.stat();
    if (stat.isDirectory()) throw createFolderProblem();
    if (!stat.isFile()) throw new FileProblem('FORMATO_DESCONOCIDO');
    if (stat.size > limits.fileBytes) throw createTooBigProblem('file');
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function openFailure(cause: unknown): Error {
  const code = getSystemCode(cause);
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') {
    return new FileProblem('ARCHIVO_INEXISTENTE', { cause });
  }
  // Some systems refuse to open a folder; on other systems `readHead` refuses it.
  return code === 'EISDIR' ? createFolderProblem() : new AppError('ARCHIVO_ILEGIBLE', { cause });
}

const createFolderProblem = (): FileProblem => new FileProblem('FORMATO_DESCONOCIDO', { formato: 'carpeta' });

/** The byte order of UTF-16, from its mark or from the zeros, which are every other byte of Western text. Undefined for other text. */
export function detectUtf16Order(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros: [number, number] = [0, 0];
  for (let i = 0; i < head.length; i += 1) if (head[i] === 0) zeros[i % 2 === 0 ? 0 : 1] += 1;
  const half = head.length / 2;
  if (head.length < 4) return undefined;
  if (zeros[1] > half * 0.7 && zeros[0] < half * 0.1) return 'utf-16le';
  return zeros[0] > half * 0.7 && zeros[1] < half * 0.1 ? 'utf-16be' : undefined;
}

/** Whether there are control characters that no text has. Tab, vertical tab, line ends, form feed and the DOS end of file are allowed. */
const hasControls = (head: Uint8Array): boolean =>
  head.some(
    (byte) => byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 11 && byte !== 12 && byte !== 13 && byte !== 26,
  );
