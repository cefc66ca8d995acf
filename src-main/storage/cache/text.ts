/** Searches text in SQL as people mean it: without case or accents (`domain/fold-text.ts`). */
import type { Database } from 'better-sqlite3';
import { containsFolded } from '#domain/fold-text.ts';

/** Letters that may stand for an accented one: in a pattern they become "any character". */
const ACCENTED = new Set('aeiouncy');

/** A `LIKE` pattern (with `\` to escape) that matches every text with the folded text in it, and little else. */
function patronDe(parte: string): string {
  const piezas = Array.from(parte, (character) => {
    if (ACCENTED.has(character) || character > '~') return '_';
    return '%_\\'.includes(character) ? `\\${character}` : character;
  });
  return `%${piezas.join('')}%`;
}

/** Whether the pattern alone decides: no character of it stands for another. */
const isExact = (parte: string): boolean => !Array.from(parte).some((c) => ACCENTED.has(c) || c > '~');

const FUNCTION_NAME = 'contiene_plegado';

/** `ESCAPE` makes each comparison slower, so it is only used where something is escaped. */
const como = (columna: string, patron: string): string =>
  patron.includes('\\') ? `${columna} LIKE ? ESCAPE '\\'` : `${columna} LIKE ?`;

interface Condition {
  readonly texto: string;
  readonly valores: string[];
}

/** The condition that a column has the text as it is, apart from the case of plain letters. */
export function buildLiteralCondition(columna: string, parte: string): Condition {
  // A text without letters has no case: a plain search takes three quarters of the time of a pattern.
  if (/^[!-@[-`{-~]+$/.test(parte)) return { texto: `instr(${columna}, ?) > 0`, valores: [parte] };
  const patron = `%${parte.replace(/[%_\\]/g, '\\$&')}%`;
  return { texto: como(columna, patron), valores: [patron] };
}

/**
 * The condition that a column has a folded text in it, with its bound values. The loose pattern is checked first. Of the rows that pass, the literal
 * text is checked next, because nearly all are written like that; only the rest needs the function, which costs more.
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

/** Registers the function; every connection that searches text needs it. */
export function registerTextFunction(db: Database): void {
  db.function(FUNCTION_NAME, { deterministic: true }, (texto, parte) =>
    typeof texto === 'string' && typeof parte === 'string' && containsFolded(texto, parte) ? 1 : 0,
  );
}
