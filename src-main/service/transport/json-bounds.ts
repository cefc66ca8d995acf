/** What an answer may be made of. Beyond it, reading it would hold everything else for minutes: `RESPUESTA_ENORME`, and it is not asked for again. */
import { AppError } from '#contract/errors.ts';

/** The longest page, before and after decompression. One of 1,000 operations is under 1 MiB. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** What has no pages comes whole: fifty thousand shops. */
export const MAX_WHOLE_BYTES = 32 * 1024 * 1024;
/** Of a login. */
export const MAX_TOKEN_BYTES = 1024 * 1024;
export const MAX_DEPTH = 32;
const MAX_NODES = 2_000_000;
/** Names of one object: a row has thirty, and where a list is written as an object, as many as its rows. */
export const MAX_KEYS = 10_000;
/** A page has at most this many times the rows that were asked for: some services do not read how many. */
const MAX_ROWS_TIMES = 6;
export const MAX_COMERCIOS = 50_000;
/** With fewer bytes there are fewer values than the limit, and its depth is looked at once it is read. */
const SMALL_BYTES = 1024 * 1024;

export const tooLarge = (motivo: 'bytes' | 'profundidad' | 'valores' | 'nombres' | 'filas', limite: number): AppError =>
  new AppError('RESPUESTA_ENORME', { detail: { motivo, limite } });

/** Throws for more rows than a page of `asked` may have; given before any of them is looked at. */
export function boundRows(rows: number, asked: number): void {
  const limit = asked * MAX_ROWS_TIMES;
  if (rows > limit) throw tooLarge('filas', limit);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where a string that begins before `at` ends. */
function endOfString(body: Buffer, at: number): number {
  let end = at;
  while (end < body.length && body[end] !== QUOTE) end += body[end] === BACKSLASH ? 2 : 1;
  return end;
}

/** Throws for JSON that is too deep, or of too many values, before it is parsed. Counts by the bytes: whether it is JSON at all is not its business. */
export function boundJson(body: Buffer): void {
  if (body.length <= SMALL_BYTES) return;
  let depth = 0;
  let nodes = 1;
  /** Members of what is open at each depth; of lists nothing is counted. */
  const members = new Float64Array(MAX_DEPTH + 1);
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i];
    if (byte === QUOTE) i = endOfString(body, i + 1);
    else if (byte === COMMA) {
      nodes += 1;
      const count = (members[depth] ?? 0) + 1;
      members[depth] = count;
      if (count > MAX_KEYS) throw tooLarge('nombres', MAX_KEYS);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1;
      nodes += 1;
      if (depth > MAX_DEPTH) throw tooLarge('profundidad', MAX_DEPTH);
      members[depth] = byte === OPEN_LIST ? Number.NEGATIVE_INFINITY : 0;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    if (nodes > MAX_NODES) throw tooLarge('valores', MAX_NODES);
  }
}
