import type { Database } from 'better-sqlite3';
import { FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { foldMarks } from '#domain/fold-text.ts';
import { compareNames } from '#domain/texts/language.ts';
import type { ReviewCounts, ReviewTotals, SentIn } from '#domain/review.ts';
import { importeOf, SUMS, toCuponSum, writeImporteSql, type ImporteRow, type SumRow } from '../results/queries.ts';
import { readUpload } from './equal-cupones.ts';
import { getOmissionCode, parseProblem, readOmission, type SearchIndex } from './rows.ts';
import { ROWS_PER_FILE } from './schema.ts';

export type Filter = 'todas' | 'error' | 'aviso';

/** Asks for the rows that have the same problem in a field. `valor`: the text of the cell. `excluding`: the id of the row to leave out. */
export interface EqualsRequest {
  readonly codigo: string;
  readonly campo: string;
  readonly valor: string;
  readonly excluding: number;
}

/** The ids of the rows of a file: from `from` to before `to`. */
interface OfFile {
  readonly from: number;
  readonly to: number;
}

/** A row to send that a notice of its file is about. `valor`: its amount or its wallet reference. `noticed`: 1 if the row also has a notice of its own. */
export interface NamedRow {
  readonly id: number;
  readonly codigo: 'IMPORTES_NEGATIVOS' | 'REFERENCIA_REPETIDA';
  readonly valor: string;
  readonly noticed: number;
}

/** A group of rows with the same first problem; null for the rows without problems. */
export interface StoredRowGroup {
  readonly problema: {
    readonly clase: 'error' | 'aviso';
    readonly codigo: string;
    readonly campo: string | null;
  } | null;
  readonly filas: readonly number[];
}

const WITH_ERROR = 'ignorada = 0 AND omitida = 0 AND errores > 0';
/** Leaves out lines that are no coupons and rows that are left out, because a person need not look at them. */
const WITH_NOTICE = 'ignorada = 0 AND omitida = 0 AND (avisos > 0 OR duplica_a IS NOT NULL OR enviado IS NOT NULL)';
const CONDITION: Readonly<Record<Filter, string>> = { todas: '1', error: WITH_ERROR, aviso: WITH_NOTICE };

type KeySum = SumRow & { readonly clave: string };
interface RowToSum {
  readonly id: number;
  /** `YYYY-MM-DD`. Empty in a row with errors; its day and amount are then only in its cells. */
  readonly fecha: string;
  readonly centavos: number | null;
  readonly omitida: number;
  readonly errores: number;
}
/** SQL: leaves out rows whose cells are shifted, which a person corrects one by one. */
const NOT_MOVED = `NOT EXISTS (SELECT 1 FROM problema m WHERE m.codigo = 'CELDAS_DE_MAS' AND m.campo IS NULL AND m.fila = p.fila)`;
const EQUAL_ROWS = `FROM problema p JOIN fila f ON f.id = p.fila
  WHERE p.codigo = @codigo AND p.campo IS @campo AND f.omitida = 0 AND p.fila <> @excluding AND ${NOT_MOVED}`;
const SAME_TEXT = `json_extract(p.detalle, '$.valor') IS @valor`;
/** SQL: whether a row, or the name of its file, has a word. */
const IN_ROW_OR_FILE = `(instr(b.texto, ?) > 0 OR f.id / ${String(ROWS_PER_FILE)} IN (SELECT value FROM json_each(?)))`;
const listFilesNamed = (word: string, names: readonly string[]): string =>
  JSON.stringify(names.flatMap((name, file) => (foldMarks(name).includes(word) ? [file] : [])));

/** SQL: whether a row has an equal problem. `arreglo`: with a known fix (refunds need the same text too). `valor`: with the same text (no refunds). */
const SON = {
  arreglo: `json_type(p.detalle, '$.arreglo') = 'text' AND (p.codigo <> 'PARECE_DEVOLUCION' OR ${SAME_TEXT})`,
  valor: `p.codigo <> 'PARECE_DEVOLUCION' AND ${SAME_TEXT}`,
};
const ENVIABLE = 'centavos IS NOT NULL AND omitida = 0';
const WAS_SENT = `enviado >= '["enviado' AND enviado < '["enviado~'`;
const FROM_SENDABLE = `FROM fila WHERE ${ENVIABLE}`;

export function openQueries(db: Database, search: SearchIndex) {
  const count = db.prepare<[], Omit<ReviewCounts, 'importe'> & ImporteRow>(`SELECT count(*) AS filas,
    coalesce(sum(ignorada = 0 AND omitida = 0 AND errores = 0), 0) AS listas, coalesce(sum(${WITH_ERROR}), 0) AS conError,
    coalesce(sum(${WITH_NOTICE}), 0) AS conAviso, coalesce(sum(ignorada = 0 AND omitida > 0), 0) AS omitidas,
    coalesce(sum(ignorada), 0) AS ignoradas,
    (SELECT count(DISTINCT fila) FROM problema WHERE codigo = 'FILA_DE_TOTALES') AS lineasDeTotal,
    ${writeImporteSql(` FILTER (WHERE ${ENVIABLE})`)}
    FROM fila`);
  const groupSql = (key: string, condition = ''): (() => readonly KeySum[]) => {
    const statement = db.prepare<[], KeySum>(
      `SELECT ${key} AS clave, ${SUMS} ${FROM_SENDABLE} ${condition} GROUP BY 1 ORDER BY 1 LIMIT 10000`,
    );
    return () => statement.all();
  };
  const byDay = groupSql('fecha');
  const byTarjeta = groupSql('tarjeta');
  const byClosing = groupSql("fecha || ' · ' || terminal || ' · ' || lote", "AND lote <> ''");
  const sumOfAll = db.prepare<[], SumRow>(`SELECT ${SUMS} ${FROM_SENDABLE}`);
  const same = {
    arreglo: db
      .prepare<[EqualsRequest], number>(`SELECT DISTINCT p.fila ${EQUAL_ROWS} AND ${SON.arreglo} ORDER BY p.fila`)
      .pluck(),
    valor: db
      .prepare<[EqualsRequest], number>(`SELECT DISTINCT p.fila ${EQUAL_ROWS} AND ${SON.valor} ORDER BY p.fila`)
      .pluck(),
  };
  const equalCounts = db.prepare<[EqualsRequest], Record<'conArreglo' | 'conValor', number>>(
    `SELECT count(DISTINCT p.fila) FILTER (WHERE ${SON.arreglo}) AS conArreglo,
       count(DISTINCT p.fila) FILTER (WHERE ${SON.valor}) AS conValor ${EQUAL_ROWS}`,
  );
  const sent = db.prepare<[number], SumRow & Pick<SentIn, 'omitidos' | 'conError'> & { readonly enviado: string }>(
    `SELECT enviado, sum(omitida > 0) AS omitidos, sum(omitida = 0 AND centavos IS NULL) AS conError, ${SUMS} FROM fila
     WHERE ${WAS_SENT} AND omitida IN (0, ?) GROUP BY enviado ORDER BY cupones DESC, enviado DESC`,
  );
  const sentIds = db.prepare<[], number>(`SELECT id FROM fila WHERE ${WAS_SENT} AND omitida = 0 ORDER BY id`).pluck();
  const flagged = db.prepare<[], string>('SELECT DISTINCT campo FROM problema WHERE campo IS NOT NULL').pluck();
  const lacking = db
    .prepare<[OfFile & { readonly campo: string; readonly kindless: number }], number>(
      `SELECT count(DISTINCT p.fila) FROM problema p JOIN fila f ON f.id = p.fila
       WHERE ((p.codigo = 'OBLIGATORIO' AND p.campo = @campo) OR (@kindless AND p.codigo = 'TIPO_DE_CUPON_INDEFINIDO'))
         AND f.omitida = 0 AND p.fila >= @from AND p.fila < @to`,
    )
    .pluck();
  const named = db.prepare<[], NamedRow>(
    `WITH negativa AS (
       SELECT f.id AS id, f.id / ${String(ROWS_PER_FILE)} AS archivo, texto ->> 'importe' AS valor, ${WITH_NOTICE} AS noticed,
         (editada OR f.id / ${String(ROWS_PER_FILE)} IN (SELECT archivo FROM con_negativos))
         AND upper(coalesce(texto ->> 'wallet_tipo_operacion', 'SETTLEMENT')) = 'SETTLEMENT'
         AND NOT EXISTS (SELECT 1 FROM problema p WHERE p.fila = f.id AND p.codigo = 'VENTA_ANULADA') AS odd
       FROM fila f JOIN contenido c ON c.id = f.id WHERE centavos < 0 AND omitida = 0 AND correcciones ->> '$.importe' IS NULL)
     SELECT id, 'IMPORTES_NEGATIVOS' AS codigo, valor, noticed FROM negativa
     WHERE archivo IN (SELECT archivo FROM negativa WHERE odd)
     UNION ALL
     SELECT f.id, 'REFERENCIA_REPETIDA', texto ->> 'wallet_referencia', ${WITH_NOTICE}
     FROM fila f JOIN contenido c ON c.id = f.id WHERE centavos IS NOT NULL AND omitida = 0 AND billetera IN
       (SELECT billetera FROM fila WHERE billetera IS NOT NULL AND centavos IS NOT NULL AND omitida = 0
        GROUP BY billetera HAVING min(centavos) <> max(centavos) AND min(centavos) <> -max(centavos))
     ORDER BY id`,
  );
  const rows = db.prepare<[number, number], RowToSum>(
    'SELECT id, fecha, centavos, omitida, errores FROM fila WHERE ignorada = 0 AND id > ? ORDER BY id LIMIT ?',
  );
  const lines = db.prepare<[], { readonly id: number; readonly detalle: string }>(
    'SELECT f.id AS id, p.detalle AS detalle FROM fila f JOIN problema p ON p.fila = f.id WHERE f.ignorada = 1 ORDER BY f.id, p.n',
  );
  const leftOut = db.prepare<[], number>('SELECT id FROM fila WHERE ignorada = 0 AND omitida > 0 ORDER BY id').pluck();
  return {
    /** The rows after an id that are coupons, sent or not, in order and without their cells. */
    tillRows: (after: number, limit: number) =>
      rows
        .all(after, limit)
        .map(({ errores, omitida, ...rest }) => ({ ...rest, omitida: readOmission(omitida), conError: errores > 0 })),
    /** The lines that are no coupons, with each of their findings, in order. */
    tillLines: () => lines.all().map(({ id, detalle }) => ({ id, problema: parseProblem(detalle) })),
    leftOut: () => leftOut.all(),
    /** How many rows of a file, without those left out, lack a field. `kindless`: 1 to count also rows that belong to no kind of coupon. */
    countLacking: (request: Parameters<typeof lacking.get>[0]): number => lacking.get(request) ?? 0,
    /**
     * The rows that notices of files are about, ascending. Negative amounts: all rows of a file whose negative amount no person typed, if one of these is a
     * sale (no void, no other wallet type) that a person corrected or whose file is in `con_negativos`. Repeated references: the rows of a wallet reference
     * and type that occurs with different amounts, except a sale and its void.
     */
    listNamed: (): readonly NamedRow[] => named.all(),
    listFieldsWithProblem: (): readonly string[] => flagged.all(),
    /** The ids of rows that pass a filter and have all words of a text, each in the row or in the name of its file. `names`: the names of the files. */
    ids: (filter: Filter, text: string, names: readonly string[]): readonly number[] => {
      const words = foldMarks(text)
        .split(/\s+/)
        .filter((word) => word !== '');
      const where = [CONDITION[filter], ...words.map(() => IN_ROW_OR_FILE)].join(' AND ');
      const from = words.length === 0 ? 'fila f' : 'fila f JOIN busqueda b ON b.id = f.id';
      if (words.length > 0) search.complete();
      return db
        .prepare<string[], number>(`SELECT f.id FROM ${from} WHERE ${where} ORDER BY f.id`)
        .pluck()
        .all(...words.flatMap((word) => [word, listFilesNamed(word, names)]));
    },
    countRows: (): ReviewCounts => {
      const counted = count.get();
      if (counted === undefined) throw new Error('A count without a row');
      const { high, low, ...counts } = counted;
      return { ...counts, importe: importeOf({ high, low }) };
    },
    findEqual: (request: EqualsRequest, by: keyof typeof SON): readonly number[] => same[by].all(request),
    /** Counts both kinds of rows (`SON`) without reading them. */
    countEqual: (request: EqualsRequest) => equalCounts.get(request) ?? { conArreglo: 0, conValor: 0 },
    /** How many coupons were sent before, by upload and file, most first. Leaves out coupons that were omitted for another reason. */
    readSent: (): readonly SentIn[] =>
      sent.all(getOmissionCode('enviado')).map(({ enviado, omitidos, conError, ...sum }) => ({
        ...readUpload(enviado),
        omitidos,
        conError,
        ...toCuponSum(sum),
      })),
    /** The ids of coupons that earlier uploads sent and that will be sent again, ascending. */
    listSentIds: (): readonly number[] => sentIds.all(),
    readTotals: (): ReviewTotals => {
      const list = (groups: readonly KeySum[]) => groups.map((one) => ({ clave: one.clave, ...toCuponSum(one) }));
      return {
        ...toCuponSum(sumOfAll.get()),
        porDia: list(byDay()),
        porTarjeta: list(byTarjeta()).toSorted((a, b) => compareNames(a.clave ?? '', b.clave ?? '')),
        porCierre: list(byClosing()),
      };
    },
  };
}

type Problem = readonly [fila: number, clase: 'error' | 'aviso', codigo: string, campo: string | null];
type Equal = readonly [id: number, how: 'duplica' | 'enviado' | 'corrige' | 'parece'];
const CODE_OF = {
  duplica: 'POSIBLE_DUPLICADO',
  enviado: 'YA_ENVIADO',
  corrige: 'CORRIGE_ENVIADO',
  parece: 'PARECE_ENVIADO',
} as const;

/** For each notice about a file, the field of the rows that has the problem. */
const NAMED_FIELD = { IMPORTES_NEGATIVOS: 'importe', REFERENCIA_REPETIDA: 'wallet_referencia' } as const;

/** Sorts problems of a kind: problems of a whole row first, then by field in wire order. */
const placeOf = ({ problema }: StoredRowGroup): number =>
  problema === null ? Infinity : FIELDS_IN_ORDER.findIndex((field) => field === problema.campo);

const weightOf = ({ problema }: StoredRowGroup): number => (problema === null ? 2 : problema.clase === 'aviso' ? 1 : 0);

/**
 * Groups rows by their first problem: errors before notices, problems of a cell before those of equal rows, then in the row's own order. The groups are sorted
 * by kind, field and code, not by size, so that they stay in place while rows are corrected.
 */
export function openByProblem(
  db: Database,
): (ids: readonly number[], named: readonly NamedRow[]) => readonly StoredRowGroup[] {
  const problems = db
    .prepare<[], Problem>("SELECT fila, clase, codigo, campo FROM problema ORDER BY fila, clase = 'error' DESC, n")
    .raw();
  const equals = db
    .prepare<[], Equal>(
      `SELECT id, CASE WHEN duplica_a IS NOT NULL THEN 'duplica' ELSE enviado ->> 0 END FROM fila
       WHERE duplica_a IS NOT NULL OR enviado IS NOT NULL`,
    )
    .raw();
  return (ids, named) => {
    const kinds = new Map<string, { problema: StoredRowGroup['problema']; filas: number[] }>();
    const kindOf = (problem: StoredRowGroup['problema']) => {
      const key = problem === null ? '' : `${problem.clase} ${problem.codigo} ${problem.campo ?? ''}`;
      const known = kinds.get(key) ?? { problema: problem, filas: [] };
      kinds.set(key, known);
      return known;
    };
    const first = new Map<number, ReturnType<typeof kindOf>>();
    for (const [item, kind, code, field] of problems.iterate()) {
      if (!first.has(item)) first.set(item, kindOf({ clase: kind, codigo: code, campo: field }));
    }
    for (const [item, here] of equals.iterate()) {
      if (!first.has(item)) first.set(item, kindOf({ clase: 'aviso', codigo: CODE_OF[here], campo: null }));
    }
    for (const { id, codigo } of named) {
      if (!first.has(id)) first.set(id, kindOf({ clase: 'aviso', codigo, campo: NAMED_FIELD[codigo] }));
    }
    const none = kindOf(null);
    for (const id of ids) (first.get(id) ?? none).filas.push(id);
    return [...kinds.values()]
      .filter(({ filas }) => filas.length > 0)
      .sort(
        (a, b) =>
          weightOf(a) - weightOf(b) ||
          placeOf(a) - placeOf(b) ||
          (a.problema?.codigo ?? '').localeCompare(b.problema?.codigo ?? ''),
      );
  };
}
