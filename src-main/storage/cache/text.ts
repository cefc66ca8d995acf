/** Looking for text in SQL as people mean it: without case nor accents (`domain/fold-text.ts`). */
import type { Database } from 'better-sqlite3';
import { containsFolded } from '#domain/fold-text.ts';

/** Letters that an accented one also stands for: in a pattern, any character. */
const ACCENTED = new Set('aeiouncy');

/** A `LIKE` pattern (with `\` to escape) that lets through everything that has the folded text in it, and little else. */
function patronDe(parte: string): string {
  const piezas = Array.from(parte, (character) => {
    if (ACCENTED.has(character) || character > '~') return '_';
    return '%_\\'.includes(character) ? `\\${character}` : character;
  });
  return `%${piezas.join('')}%`;
}

/** The pattern alone decides: it has no character that stands for any. */
const isExact = (parte: string): boolean => !Array.from(parte).some((c) => ACCENTED.has(c) || c > '~');

const FUNCTION_NAME = 'contiene_plegado';

/** `ESCAPE` makes each comparison dearer: only where something is escaped. */
const como = (columna: string, patron: string): string =>
  patron.includes('\\') ? `${columna} LIKE ? ESCAPE '\\'` : `${columna} LIKE ?`;

interface Condition {
  readonly texto: string;
  readonly valores: string[];
}

/** That a column has the text as it is, but for the case of plain letters. */
export function buildLiteralCondition(columna: string, parte: string): Condition {
  // Without letters there is no case to mind: a plain search takes three quarters of what a pattern does.
  if (/^[!-@[-`{-~]+$/.test(parte)) return { texto: `instr(${columna}, ?) > 0`, valores: [parte] };
  const patron = `%${parte.replace(/[%_\\]/g, '\\$&')}%`;
  return { texto: como(columna, patron), valores: [patron] };
}

/**
 * The condition that a column has a folded text in it, with what it binds. The loose pattern is asked first; of what it lets through, the
 * text as it is, which is how nearly all of them are written; and only of the rest the function, which costs more.
 */
export function buildTextCondition(columna: string, parte: string): Condition {
  const literal = buildLiteralCondition(columna, parte);
  if (isExact(parte)) return literal;
  const loosePattern = patronDe(parte);
  return {
    texto: `(${como(columna, loosePattern)} AND (${literal.texto} OR ${FUNCTION_NAME}(${columna}, ?)))`,
    valores: [loosePattern, ...literal.valores, parte],
  };
}

/** Every connection that asks needs it. */
export function registerTextFunction(db: Database): void {
  db.function(FUNCTION_NAME, { deterministic: true }, (texto, parte) =>
    typeof texto === 'string' && typeof parte === 'string' && containsFolded(texto, parte) ? 1 : 0,
  );
}
