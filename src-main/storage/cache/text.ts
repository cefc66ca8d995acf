/** Searches text in SQL as people mean it: without case or accents (`domain/fold-text.ts`). */
import type { Database } from 'better-sqlite3';
import { containsFolded } from '#domain/fold-text.ts';

/** Letters that may stand for an accented one: in a pattern they become "any character". */
const ACCENTED = new Set('aeiouncy');

/** A `LIKE` pattern (with `\` to escape) that matches every text with the folded text in it, and little else. */
function patternOf(part: string): string {
  const pieces = Array.from(part, (character) => {
    if (ACCENTED.has(character) || character > '~') return '_';
    return '%_\\'.includes(character) ? `\\${character}` : character;
  });
  return `%${pieces.join('')}%`;
}

/** Whether the pattern alone decides: no character of it stands for another. */
const isExact = (part: string): boolean => !Array.from(part).some((c) => ACCENTED.has(c) || c > '~');

const FUNCTION_NAME = 'contiene_plegado';

/** `ESCAPE` makes each comparison slower, so it is only used where something is escaped. */
const buildLike = (column: string, pattern: string): string =>
  pattern.includes('\\') ? `${column} LIKE ? ESCAPE '\\'` : `${column} LIKE ?`;

interface Condition {
  readonly texto: string;
  readonly valores: string[];
}

/** The condition that a column has the text as it is, apart from the case of plain letters. */
export function buildLiteralCondition(column: string, part: string): Condition {
  // A text without letters has no case: a plain search takes three quarters of the time of a pattern.
  if (/^[!-@[-`{-~]+$/.test(part)) return { texto: `instr(${column}, ?) > 0`, valores: [part] };
  const pattern = `%${part.replace(/[%_\\]/g, '\\$&')}%`;
  return { texto: buildLike(column, pattern), valores: [pattern] };
}

/**
 * The condition that a column has a folded text in it, with its bound values. The loose pattern is checked first. Of the rows that pass, the literal
 * text is checked next, because nearly all are written like that; only the rest needs the function, which costs more.
 */
export function buildTextCondition(column: string, part: string): Condition {
  const literal = buildLiteralCondition(column, part);
  if (isExact(part)) return literal;
  const loosePattern = patternOf(part);
  return {
    texto: `(${buildLike(column, loosePattern)} AND (${literal.texto} OR ${FUNCTION_NAME}(${column}, ?)))`,
    valores: [loosePattern, ...literal.valores, part],
  };
}

/** Registers the function; every connection that searches text needs it. */
export function registerTextFunction(db: Database): void {
  db.function(FUNCTION_NAME, { deterministic: true }, (text, part) =>
    typeof text === 'string' && typeof part === 'string' && containsFolded(text, part) ? 1 : 0,
  );
}
