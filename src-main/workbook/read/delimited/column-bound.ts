import { createTooBigProblem } from '../file-problem.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Counts the fields of each record as its text arrives, by the parser's rules (a quote opens only at the start of a field; a quote that closes,
 * closes). Throws `ARCHIVO_DEMASIADO_GRANDE` at the first record of more than `limit` fields. The parser only gives whole records, and one record may
 * be megabytes of separators.
 */
export function createColumnBound(separator: string, limit: number): (piece: string) => void {
  const between = separator.charCodeAt(0);
  let fields = 1;
  let isQuoted = false;
  let atStart = true;
  /** The previous character closed a quoted text: if another quote follows, the text goes on. */
  let justClosed = false;
  return (piece) => {
    for (let i = 0; i < piece.length; i += 1) {
      const code = piece.charCodeAt(i);
      if (isQuoted) {
        if (code !== QUOTE) continue;
        isQuoted = false;
        justClosed = true;
        continue;
      }
      if (code === QUOTE && (atStart || justClosed)) isQuoted = true;
      atStart = false;
      justClosed = false;
      if (code === between) {
        fields += 1;
        atStart = true;
        if (fields > limit) throw createTooBigProblem('columns');
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        fields = 1;
        atStart = true;
      }
    }
  };
}
