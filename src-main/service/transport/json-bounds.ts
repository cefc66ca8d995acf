/** Limits of an answer. Parsing a larger one would block the program for minutes, so it fails with `RESPUESTA_ENORME`; callers may only request fewer rows. */
import { AppError } from '#contract/errors.ts';

/** The largest page in bytes after decompression. A page of 1,000 operations is under 1 MiB. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** The largest answer of `comercios`, a method without pages, in bytes; fifty thousand shops fit. */
export const MAX_WHOLE_BYTES = 32 * 1024 * 1024;
export const MAX_TOKEN_BYTES = 1024 * 1024;
export const MAX_DEPTH = 32;
const MAX_NODES = 2_000_000;
/** The most names in one object; a row has about thirty. */
export const MAX_KEYS = 10_000;
/** A page may have this many times the requested rows, because some services ignore the page size. */
const MAX_ROWS_TIMES = 6;
export const MAX_COMERCIOS = 50_000;
/** A body up to this size cannot exceed `MAX_NODES`, so `boundJson` skips it; `coverCards` checks its depth and names. */
const SMALL_BYTES = 1024 * 1024;

export const createTooLargeError = (
  motivo: 'bytes' | 'profundidad' | 'valores' | 'nombres' | 'filas',
  limit: number,
): AppError => new AppError('RESPUESTA_ENORME', { detail: { motivo, limite: limit } });

/** Throws for more rows than a page of `asked` rows may have, before parsing any. */
export function boundRows(rows: number, asked: number): void {
  const limit = asked * MAX_ROWS_TIMES;
  if (rows > limit) throw createTooLargeError('filas', limit);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function endOfString(body: Buffer, at: number): number {
  let end = at;
  while (end < body.length && body[end] !== QUOTE) end += body[end] === BACKSLASH ? 2 : 1;
  return end;
}

/** Throws for JSON that is too deep or has too many values or names, before it is parsed. Counts commas and brackets outside strings; checks nothing else. */
export function boundJson(body: Buffer): void {
  if (body.length <= SMALL_BYTES) return;
  let depth = 0;
  let nodes = 1;
  /** How many members the open object at each depth has so far; elements of lists do not count. */
  const members = new Float64Array(MAX_DEPTH + 1);
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i];
    if (byte === QUOTE) i = endOfString(body, i + 1);
    else if (byte === COMMA) {
      nodes += 1;
      const count = (members[depth] ?? 0) + 1;
      members[depth] = count;
      if (count > MAX_KEYS) throw createTooLargeError('nombres', MAX_KEYS);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      nodes += 1;
      if (depth > MAX_DEPTH) throw createTooLargeError('profundidad', MAX_DEPTH);
      members[depth] = byte === OPEN_LIST ? Number.NEGATIVE_INFINITY : 0;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (nodes > MAX_NODES) throw createTooLargeError('valores', MAX_NODES);
  }
}
