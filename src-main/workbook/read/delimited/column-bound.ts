import { tooBig } from '../file-problem.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Counts the fields of each record as its text comes, by the parser's rules (a quote opens only where a field begins; one that closes, closes), and
 * throws `ARCHIVO_DEMASIADO_GRANDE` at the first record of more than `limit`: the parser gives records whole, and one may be megabytes of separators.
 */
export function createColumnBound(separator: string, limit: number): (piece: string) => void {
  const between = separator.charCodeAt(0);
  let fields = 1;
  let isQuoted = false;
  let atStart = true;
  /** The character before closed a quoted text: another quote goes on with it. */
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
        if (fields > limit) throw tooBig('columns');
      } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
        fields = 1;
        atStart = true;
      }
    }
  };
}
