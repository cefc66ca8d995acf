import type { Database } from 'better-sqlite3';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import type { CuponAnterior } from '#domain/finding.ts';
import { parseMoney } from '#domain/money.ts';
import type { ReviewProblem } from '#domain/review.ts';
import { z } from 'zod';
import { cuponDe } from '../ledger/cupon-text.ts';
import { readSent, writeSent } from './equal-coupons.ts';
import { parseCorrections, parseProblem, parseValues } from './kept.ts';
import type { SearchIndex } from './search-index.ts';
import { OMISSIONS, type StoredRow, type ReadRow, type Omission } from './types.ts';

const registro = z.object({
  id: z.number(),
  valores: z.string().nullable(),
  texto: z.string().nullable(),
  omitida: z.number(),
  ignorada: z.number(),
  correcciones: z.string().nullable(),
  ocurrencia: z.number(),
  enviado: z.string().nullable(),
  enviado_en: z.string().nullable(),
  duplica_a: z.number().nullable(),
});
const detalle = z.object({ detalle: z.string() });

export const readOmission = (codigo: number): Omission | null => OMISSIONS[codigo - 1] ?? null;
export const getOmissionCode = (omission: Omission | null): number =>
  omission === null ? 0 : OMISSIONS.indexOf(omission) + 1;

/** A field of a canonical text, unparsed; '' when it is absent. */
function fieldOf(texto: string, campo: CuponField): string {
  const key = `"${campo}":"`;
  const at = texto.indexOf(key);
  if (at < 0) return '';
  const from = at + key.length;
  return texto.slice(from, texto.indexOf('"', from));
}

const SUMMED = ['fecha_venta', 'tarjeta_desc', 'terminal', 'lote', 'importe'] as const satisfies readonly CuponField[];

/** The fields that sums are made of. Only a text with escaped characters is parsed. */
function summedOf(texto: string): readonly string[] {
  if (!texto.includes('\\')) return SUMMED.map((campo) => fieldOf(texto, campo));
  const cupon = cuponDe(texto);
  return SUMMED.map((campo) => cupon[campo] ?? '');
}

/** What equal coupons say about a row. */
interface EqualRows {
  readonly identidad: number | null;
  readonly ocurrencia: number;
  readonly anterior: CuponAnterior | null;
}

interface Deps {
  readonly search: SearchIndex;
  readonly getIdentity: (texto: string) => number;
}

/** Reads and writes single rows with their problems. Values that queries over many rows need are in columns of their own. */
export function openRows(db: Database, { search, getIdentity }: Deps) {
  const put = db.prepare(`INSERT OR REPLACE INTO fila
    (id, identidad, ocurrencia, omitida, ignorada, editada, errores, avisos, enviado, enviado_en, duplica_a, fecha, tarjeta, terminal, lote, centavos)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?)`);
  const putContent = db.prepare(
    'INSERT OR REPLACE INTO contenido (id, texto, valores, correcciones) VALUES (?, ?, ?, ?)',
  );
  const leer = db.prepare(
    `SELECT f.id AS id, valores, texto, omitida, ignorada, correcciones, ocurrencia, enviado, enviado_en, duplica_a
     FROM fila f JOIN contenido c ON c.id = f.id WHERE f.id = ?`,
  );
  const problemas = db.prepare('SELECT detalle FROM problema WHERE fila = ? ORDER BY n');
  const remove = db.prepare('DELETE FROM problema WHERE fila = ?');
  const note = db.prepare('INSERT INTO problema (fila, n, clase, codigo, campo, detalle) VALUES (?, ?, ?, ?, ?, ?)');
  const identidad = db.prepare<[number], number | null>('SELECT identidad FROM fila WHERE id = ?').pluck();

  const readProblems = (id: number): readonly ReviewProblem[] =>
    problemas.all(id).map((row) => parseProblem(detalle.parse(row).detalle));

  const writeRow = (fila: StoredRow, { identidad, ocurrencia, anterior }: EqualRows): void => {
    const { id, valores, texto, omitida, ignorada, correcciones } = fila;
    let errores = 0;
    for (const { clase } of fila.problemas) if (clase === 'error') errores++;
    const [fecha, tarjeta, terminal, lote, importe = ''] = texto === null ? [] : summedOf(texto);
    put.run(
      id,
      identidad,
      ocurrencia,
      getOmissionCode(omitida),
      Number(ignorada),
      Number(correcciones !== null),
      errores,
      fila.problemas.length - errores,
      ...writeSent(anterior),
      fecha ?? '',
      tarjeta ?? '',
      terminal ?? '',
      lote ?? '',
      texto === null ? null : (parseMoney(importe, 'sin-miles') ?? 0),
    );
    putContent.run(
      id,
      texto,
      texto === null ? JSON.stringify(valores) : null,
      correcciones === null ? null : JSON.stringify(correcciones),
    );
    for (const [n, one] of fila.problemas.entries()) {
      note.run(id, n, one.clase, one.codigo, one.campo, JSON.stringify(one));
    }
  };

  return {
    /** Adds a new row. */
    add: writeRow,
    /** Replaces a row; its equals are settled afterwards. */
    replace: (fila: StoredRow): void => {
      remove.run(fila.id);
      const { texto } = fila;
      writeRow(fila, {
        identidad: texto === null ? null : getIdentity(texto),
        ocurrencia: texto === null ? 1 : 0,
        anterior: null,
      });
      search.forget(fila.id);
    },
    identidad: (id: number): number | null => identidad.get(id) ?? null,
    leer: (id: number): ReadRow | undefined => {
      const found = leer.get(id);
      if (found === undefined) return undefined;
      const row = registro.parse(found);
      const { texto } = row;
      return {
        id: row.id,
        valores: texto === null ? parseValues(row.valores ?? '{}') : inOrder(cuponDe(texto)),
        texto,
        problemas: readProblems(row.id),
        omitida: readOmission(row.omitida),
        ignorada: row.ignorada === 1,
        correcciones: row.correcciones === null ? null : parseCorrections(row.correcciones),
        duplicaA: row.duplica_a,
        ocurrencia: row.ocurrencia,
        anterior: readSent(row.enviado, row.enviado_en),
      };
    },
  };
}

/** The fields of a coupon that we know, in order. */
const inOrder = (cupon: Readonly<Record<string, string>>): StoredRow['valores'] =>
  Object.fromEntries(FIELDS_IN_ORDER.flatMap((campo) => (cupon[campo] === undefined ? [] : [[campo, cupon[campo]]])));

export type Rows = ReturnType<typeof openRows>;
