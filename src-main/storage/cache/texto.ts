/** Looking for text in SQL as people mean it: without case nor accents (`domain/plegar.ts`). */
import type { Database } from 'better-sqlite3';
import { contienePlegado } from '#domain/plegar.ts';

/** Letters that an accented one also stands for: in a pattern, any character. */
const CON_ACENTO = new Set('aeiouncy');

/** A `LIKE` pattern (with `\` to escape) that lets through everything that has the folded text in it, and little else. */
function patronDe(parte: string): string {
  const piezas = Array.from(parte, (caracter) => {
    if (CON_ACENTO.has(caracter) || caracter > '~') return '_';
    return '%_\\'.includes(caracter) ? `\\${caracter}` : caracter;
  });
  return `%${piezas.join('')}%`;
}

/** The pattern alone decides: it has no character that stands for any. */
const esExacto = (parte: string): boolean => !Array.from(parte).some((c) => CON_ACENTO.has(c) || c > '~');

const FUNCION = 'contiene_plegado';

/** `ESCAPE` makes each comparison dearer: only where something is escaped. */
const como = (columna: string, patron: string): string =>
  patron.includes('\\') ? `${columna} LIKE ? ESCAPE '\\'` : `${columna} LIKE ?`;

interface Condicion {
  readonly texto: string;
  readonly valores: string[];
}

/** That a column has the text as it is, but for the case of plain letters. */
export function condicionLiteral(columna: string, parte: string): Condicion {
  // Without letters there is no case to mind: a plain search takes three quarters of what a pattern does.
  if (/^[!-@[-`{-~]+$/.test(parte)) return { texto: `instr(${columna}, ?) > 0`, valores: [parte] };
  const patron = `%${parte.replace(/[%_\\]/g, '\\$&')}%`;
  return { texto: como(columna, patron), valores: [patron] };
}

/**
 * The condition that a column has a folded text in it, with what it binds. The loose pattern is asked first; of what it lets through, the
 * text as it is, which is how nearly all of them are written; and only of the rest the function, which costs more.
 */
export function condicionDeTexto(columna: string, parte: string): Condicion {
  const literal = condicionLiteral(columna, parte);
  if (esExacto(parte)) return literal;
  const suelto = patronDe(parte);
  return {
    texto: `(${como(columna, suelto)} AND (${literal.texto} OR ${FUNCION}(${columna}, ?)))`,
    valores: [suelto, ...literal.valores, parte],
  };
}

/** Every connection that asks needs it. */
export function registrarTexto(db: Database): void {
  db.function(FUNCION, { deterministic: true }, (texto, parte) =>
    typeof texto === 'string' && typeof parte === 'string' && contienePlegado(texto, parte) ? 1 : 0,
  );
}
