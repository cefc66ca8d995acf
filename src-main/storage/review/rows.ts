import type { Database } from 'better-sqlite3';
import {
  FIELDS_IN_ORDER,
  asWritten,
  importeOf,
  parseCanonicalText,
  toCanonicalText,
  writeAmountAsWritten,
  type CuponField,
} from '#domain/cupon.ts';
import { foldMarks } from '#domain/fold-text.ts';
import type { RecognisedCupon } from '#domain/finding.ts';
import type { ReviewProblem } from '#domain/review.ts';
import { readSent, writeSent } from './equal-cupones.ts';
import { OMISSIONS, type Corrections, type StoredRow, type ReviewedRow, type Omission } from './schema.ts';

export interface RowRecord {
  readonly id: number;
  readonly valores: string | null;
  readonly texto: string | null;
  readonly omitida: number;
  readonly ignorada: number;
  readonly correcciones: string | null;
  readonly ocurrencia: number;
  readonly enviado: string | null;
  readonly enviado_en: string | null;
  readonly duplica_a: number | null;
}
interface Content {
  readonly texto: string | null;
  readonly valores: string | null;
  readonly original: string | null;
}

/** Parses a stored problem without checking it: a review has only the JSON of its own version. */
export function parseProblem(written: string): ReviewProblem {
  const problem: ReviewProblem = JSON.parse(written);
  return problem;
}
export function parseCorrections(written: string): Corrections {
  const corrections: Corrections = JSON.parse(written);
  return corrections;
}
function parseValues(written: string | null): StoredRow['valores'] {
  const values: StoredRow['valores'] = JSON.parse(written ?? '{}');
  return values;
}

export const readOmission = (code: number): Omission | null => OMISSIONS[code - 1] ?? null;
export const getOmissionCode = (omission: Omission | null): number =>
  omission === null ? 0 : OMISSIONS.indexOf(omission) + 1;

/** The value of a field in a canonical text, found without parsing the text; '' if the field is absent. */
function fieldOf(text: string, field: CuponField): string {
  const key = `"${field}":"`;
  const at = text.indexOf(key);
  if (at < 0) return '';
  const from = at + key.length;
  return text.slice(from, text.indexOf('"', from));
}

const SUMMED = [
  'fecha_venta', 'tarjeta_desc', 'terminal', 'lote', 'importe', 'wallet_referencia', 'wallet_tipo_operacion',
] as const satisfies readonly CuponField[]; // prettier-ignore

/** The values of the fields that sums and comparisons of rows need. Parses the text only if it has escaped characters. */
function summedOf(text: string): readonly string[] {
  if (!text.includes('\\')) return SUMMED.map((field) => fieldOf(text, field));
  const cupon = parseCanonicalText(text);
  return SUMMED.map((field) => cupon[field] ?? '');
}

/** The canonical text in which searches look. In a row with errors it is made of the cells as read; null for a line that is no coupon. */
export const findTextOf = ({
  texto,
  valores,
  ignorada,
}: Pick<StoredRow, 'texto' | 'valores' | 'ignorada'>): string | null =>
  texto ?? (ignorada ? null : toCanonicalText(valores));

interface EqualRows {
  readonly identidad: number | null;
  readonly ocurrencia: number;
  readonly anterior: RecognisedCupon | null;
}

interface Deps {
  readonly search: SearchIndex;
  readonly getIdentity: (text: string) => number;
}

/** Reads and writes single rows with their problems. Values that queries over many rows need have columns of their own. */
export function openRows(db: Database, { search, getIdentity }: Deps) {
  const put = db.prepare(`INSERT OR REPLACE INTO fila
    (id, identidad, ocurrencia, omitida, ignorada, editada, errores, avisos, enviado, enviado_en, duplica_a, fecha, tarjeta, terminal, lote, billetera, centavos)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)`);
  const putContent = db.prepare(
    'INSERT OR REPLACE INTO contenido (id, texto, valores, correcciones, original) VALUES (?, ?, ?, ?, ?)',
  );
  const read = db.prepare<[number], RowRecord>(
    `SELECT f.id AS id, valores, texto, omitida, ignorada, correcciones, ocurrencia, enviado, enviado_en, duplica_a
     FROM fila f JOIN contenido c ON c.id = f.id WHERE f.id = ?`,
  );
  const problems = db.prepare<[number], string>('SELECT detalle FROM problema WHERE fila = ? ORDER BY n').pluck();
  const remove = db.prepare('DELETE FROM problema WHERE fila = ?');
  const note = db.prepare('INSERT INTO problema (fila, n, clase, codigo, campo, detalle) VALUES (?, ?, ?, ?, ?, ?)');
  const identity = db.prepare<[number], number | null>('SELECT identidad FROM fila WHERE id = ?').pluck();

  const content = db.prepare<[number], Content>('SELECT texto, valores, original FROM contenido WHERE id = ?');
  const toText = ({ texto, valores }: Content): string => texto ?? toCanonicalText(parseValues(valores));
  const findOriginal = (id: number): string | null => {
    const row = content.get(id);
    return row === undefined ? null : (row.original ?? toText(row));
  };

  const writeRow = (
    row: StoredRow,
    { identidad, ocurrencia, anterior }: EqualRows,
    original: string | null = null,
  ): void => {
    const { id, valores, texto, omitida, ignorada, correcciones } = row;
    let errors = 0;
    for (const { clase } of row.problemas) if (clase === 'error') errors++;
    const [date, tarjeta, terminal, lote, importe = '', reference = '', type = ''] =
      texto === null ? [] : summedOf(texto);
    put.run(
      id,
      identidad,
      ocurrencia,
      getOmissionCode(omitida),
      Number(ignorada),
      Number(correcciones !== null),
      errors,
      row.problemas.length - errors,
      ...writeSent(anterior),
      date ?? '',
      tarjeta ?? '',
      terminal ?? '',
      lote ?? '',
      reference === '' ? null : `${reference} ${type.toUpperCase()}`,
      texto === null ? null : importeOf({ importe }),
    );
    putContent.run(
      id,
      texto,
      texto === null ? JSON.stringify(valores) : null,
      correcciones === null ? null : JSON.stringify(correcciones),
      original,
    );
    for (const [n, one] of row.problemas.entries()) {
      note.run(id, n, one.clase, one.codigo, one.campo, JSON.stringify(one));
    }
  };

  return {
    add: writeRow,
    /** Replaces a row. The caller must then update the rows with equal coupons. */
    replace: (row: StoredRow): void => {
      const original = row.correcciones === null ? null : findOriginal(row.id);
      remove.run(row.id);
      const text = findTextOf(row);
      const equal = {
        identidad: text === null ? null : getIdentity(text),
        ocurrencia: text === null ? 1 : 0,
        anterior: null,
      };
      writeRow(row, equal, original);
      search.forget(row.id);
    },
    findText: (id: number): string => {
      const row = content.get(id);
      return row === undefined ? '' : toText(row);
    },
    identidad: (id: number): number | null => identity.get(id) ?? null,
    read: (id: number): ReviewedRow | undefined => {
      const row = read.get(id);
      if (row === undefined) return undefined;
      const { texto } = row;
      return {
        id: row.id,
        valores: texto === null ? parseValues(row.valores) : sortFields(parseCanonicalText(texto)),
        texto,
        problemas: problems.all(id).map(parseProblem),
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

const sortFields = (cupon: Readonly<Record<string, string>>): StoredRow['valores'] =>
  Object.fromEntries(FIELDS_IN_ORDER.flatMap((field) => (cupon[field] === undefined ? [] : [[field, cupon[field]]])));

export type ReviewRows = ReturnType<typeof openRows>;

/** The texts in which searches look. The first search makes them: most reviews end without a search, and making them takes as long as storing the rows. */
export function openSearchIndex(db: Database) {
  db.function('buscable', { deterministic: true }, (text: string | null, wrong: string | null) =>
    text === null ? toSearchable(parseValues(wrong)) : toSearchableCupon(text),
  );
  const add = db.prepare(
    `INSERT INTO busqueda (id, texto) SELECT c.id, buscable(c.texto, c.valores) FROM contenido c
     WHERE NOT EXISTS (SELECT 1 FROM busqueda b WHERE b.id = c.id) ORDER BY c.id`,
  );
  const drop = db.prepare('DELETE FROM busqueda WHERE id = ?');
  return {
    complete: () => add.run(),
    forget: (id: number) => drop.run(id),
  };
}
export type SearchIndex = ReturnType<typeof openSearchIndex>;

/** The text between two values. It keeps a search from finding a text that spans both. */
const GAP = ' \n';

function toSearchable(values: Readonly<Partial<Record<CuponField, string>>>): string {
  const parts = FIELDS_IN_ORDER.flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [asWritten(field, value)];
  });
  return foldMarks(parts.join(GAP));
}

/** The beginning of a value in a canonical text. Quotes inside values are escaped, so no value matches. */
const KEYS = /(?:\{|",)"[a-z_1-5]+":"/g;
const AMOUNT = /"importe":"([^"]*)"/;
const DATES = /\n(\d{4})-(\d\d)-(\d\d)(?= \n|$)/g;

/** Like `toSearchable`, but from the canonical text and without parsing it, which is too slow for half a million rows. */
function toSearchableCupon(text: string): string {
  const importe = AMOUNT.exec(text)?.[1] ?? '';
  const values = text.slice(0, -2).replace(KEYS, GAP).replace(DATES, '\n$3/$2/$1');
  return foldMarks(`${values}${GAP}${writeAmountAsWritten(importe)}`);
}
