import type Database from 'better-sqlite3';
import { parseIsoDate } from '#domain/civil-date.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import type { ReportCupon } from '#domain/report.ts';
import { guardLedger, readInPages } from '../sqlite/open.ts';
import type { Counts, LocatedCupon, SeqRange, CuponRow, FoundCupon, UploadRow } from './types.ts';
import type { SeenStatement, SeenInLedger } from './reading.ts';

interface ReportRow extends Pick<LocatedCupon, 'seq' | 'archivo' | 'hoja' | 'fila' | 'texto'> {
  readonly disposicion: Disposition;
  readonly modo: string | null;
  readonly nro_liquidacion: string | null;
  readonly fecha_liq: string | null;
}

export const openDispositions = (
  db: Database.Database,
  requireUpload: (upload: string) => Pick<UploadRow, 'archivos' | 'total'> & { readonly n: number },
) => ({
  /** Gives all coupons of an upload a disposition without reading its result: the disposition of their range (`SeqRange`), else `no_informado`. */
  disposeWithoutReading(upload: string, stretches: readonly SeqRange[]): void {
    const { n, total } = requireUpload(upload);
    setDispositions(db, { n, total, seen: null, stretches });
  },
  readCounts(upload: string): Counts {
    const total = { conciliado: 0, sin_conciliar: 0, existente: 0, rechazado: 0, no_informado: 0, no_enviado: 0 };
    const read = db.prepare<[number], { readonly disposicion: Disposition; readonly cupones: number }>(
      'SELECT disposicion, count(*) AS cupones FROM disposicion WHERE carga = ? GROUP BY disposicion',
    );
    for (const { disposicion, cupones } of read.all(requireUpload(upload).n)) total[disposicion] = cupones;
    return total;
  },
  /** Counts the different coupons of some uploads. Equal coupons count as often as in the upload that has most of them. */
  countDistinct(uploads: readonly string[]): number {
    const count = db
      .prepare<[string], number>(
        `SELECT coalesce(sum(n), 0) FROM (
           SELECT max(n) AS n FROM (
             SELECT huella, count(*) AS n FROM cupon
             WHERE carga IN (SELECT value FROM json_each(?)) GROUP BY huella, carga)
           GROUP BY huella)`,
      )
      .pluck();
    return count.get(JSON.stringify(uploads.map((upload) => requireUpload(upload).n))) ?? 0;
  },
  /** Yields an upload's coupons with one of these dispositions, in file order, without the marker, few at a time. `rows`: only of these row numbers. */
  *readCupones(
    upload: string,
    dispositions: readonly Disposition[],
    rows?: readonly number[],
  ): Iterable<ReportCupon & { readonly seq: number }> {
    const { n, archivos } = requireUpload(upload);
    const readAfter = (after: number) => readPage(db, { n, archivos, dispositions, rows }, after);
    for (const page of readInPages(PAGE_SIZE, readAfter, ({ seq }) => seq)) yield* page;
  },
  /** The texts of the coupons that a person or a rule of the template corrected, as sent but without the marker, by `seq`. */
  readCorrected: (upload: string): ReadonlyMap<number, string> =>
    new Map(
      db
        .prepare<[number], FrozenText>(
          'SELECT c.seq, c.texto FROM original o JOIN cupon c ON c.carga = o.carga AND c.seq = o.seq WHERE o.carga = ?',
        )
        .all(requireUpload(upload).n)
        .map(({ seq, texto }) => [seq, texto]),
    ),
  cupon: (upload: string, seq: number): CuponRow | undefined => readCuponRow(db, requireUpload(upload).n, seq),
});

/** How many coupons one statement writes. Their numbers are passed as one JSON text, because a statement per row takes three times as long. */
const CHUNK = 5_000;

interface DisposeInput {
  readonly n: number;
  readonly total: number;
  readonly seen: SeenInLedger | null;
  readonly stretches: readonly SeqRange[];
}

/** Gives every coupon exactly one disposition (I7) in one commit: the one that the result shows, else the one of its range, else `no_informado`. */
export function setDispositions(db: Database.Database, { n, total, seen, stretches }: DisposeInput): void {
  const { finales, indices } = finalsOf({ total, seen, stretches });
  const write = db.transaction(() => {
    db.exec(`CREATE TEMP TABLE IF NOT EXISTS final (n INTEGER PRIMARY KEY, disposicion TEXT NOT NULL, modo TEXT, nro TEXT, fecha TEXT);
             DELETE FROM temp.final`);
    const final = db.prepare('INSERT INTO temp.final (n, disposicion, modo, nro, fecha) VALUES (?, ?, ?, ?, ?)');
    finales.forEach(({ disposicion, modo, nro, fecha }, i) => final.run(i, disposicion, modo, nro, fecha));
    db.prepare('DELETE FROM disposicion WHERE carga = ?').run(n);
    const put = db.prepare(
      `INSERT INTO disposicion (carga, seq, disposicion, modo, nro_liquidacion, fecha_liq)
       SELECT ?, ? + i.key, f.disposicion, f.modo, f.nro, f.fecha FROM json_each(?) i JOIN temp.final f ON f.n = i.value`,
    );
    for (let from = 0; from < total; from += CHUNK) {
      put.run(n, from + 1, `[${indices.subarray(from, from + CHUNK).join()}]`);
    }
  });
  guardLedger(() => write.immediate());
}

/** The different dispositions of an upload, and for each coupon (`seq` − 1) the index of its own. */
function finalsOf({ total, seen, stretches }: Omit<DisposeInput, 'n'>) {
  const finales: (Omit<SeenStatement, 'conciliado'> & { readonly disposicion: Disposition })[] = (
    seen?.statements ?? []
  ).map(({ conciliado, ...rest }) => ({ ...rest, disposicion: conciliado ? 'conciliado' : 'sin_conciliar' }));
  const muteIndexes = new Map<Disposition, number>();
  const getMuteIndex = (disposition: Disposition): number => {
    const index =
      muteIndexes.get(disposition) ??
      finales.push({ disposicion: disposition, modo: null, nro: null, fecha: null }) - 1;
    muteIndexes.set(disposition, index);
    return index;
  };
  const indices = new Uint32Array(total);
  for (let seq = 1; seq <= total; seq += 1) {
    const findStretch = (): SeqRange | undefined =>
      stretches.findLast(({ desde, hasta }) => desde <= seq && seq <= hasta);
    indices[seq - 1] = seen?.indexAt(seq) ?? getMuteIndex(findStretch()?.disposicion ?? 'no_informado');
  }
  return { finales, indices };
}

const PAGE_SIZE = 500;

interface CuponesQuery {
  readonly n: number;
  readonly archivos: readonly string[];
  readonly dispositions: readonly Disposition[];
  readonly rows: readonly number[] | undefined;
}

function readPage(db: Database.Database, { n, archivos, dispositions, rows: wanted }: CuponesQuery, after: number) {
  const rows = db
    .prepare<[object], ReportRow>(
      `SELECT c.seq, c.archivo, c.hoja, c.fila, c.texto, d.disposicion, d.modo, d.nro_liquidacion, d.fecha_liq
       FROM cupon c JOIN disposicion d ON d.carga = c.carga AND d.seq = c.seq
       WHERE c.carga = @n AND c.seq > @after AND d.disposicion IN (SELECT value FROM json_each(@dispositions))
         AND (@wanted IS NULL OR c.fila IN (SELECT value FROM json_each(@wanted)))
       ORDER BY c.seq LIMIT @limit`,
    )
    .all({
      n,
      after,
      dispositions: JSON.stringify(dispositions),
      wanted: wanted === undefined ? null : JSON.stringify(wanted),
      limit: PAGE_SIZE,
    });
  return rows.map(({ archivo, texto, nro_liquidacion, fecha_liq, ...row }) => ({
    ...row,
    archivo: archivos[archivo] ?? '',
    cupon: parseCanonicalText(texto),
    nroLiquidacion: nro_liquidacion,
    fechaLiq: parseIsoDate(fecha_liq ?? '') ?? null,
  }));
}

const FROZEN_CHUNK = 1_000;
type FrozenText = Pick<LocatedCupon, 'seq' | 'texto'>;

/** A coupon of an upload, not a draft. `ocurrencia`: its place among the upload's equal coupons. */
export function readCuponRow(db: Database.Database, n: number, seq: number): CuponRow | undefined {
  return db
    .prepare<[number, number], CuponRow>(
      'SELECT archivo, hoja, fila, texto, ocurrencia FROM cupon WHERE carga = ? AND seq = ?',
    )
    .get(n, seq);
}

export function* readFrozenTexts(db: Database.Database, n: number): Generator<FrozenText> {
  const read = db.prepare<[number, number, number], FrozenText>(
    'SELECT seq, texto FROM cupon WHERE carga = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  for (const chunk of readInPages(
    FROZEN_CHUNK,
    (after) => read.all(n, after, FROZEN_CHUNK),
    ({ seq }) => seq,
  ))
    yield* chunk;
}

/** How many coupons a search examines at a time, within a few milliseconds. */
const SEARCHED = 10_000;

const escapePattern = (part: string): string => part.replace(/[\\%_]/g, '\\$&');

interface CuponSearch {
  readonly db: Database.Database;
  /** The uploads to search, newest first, each with its number in the database. */
  readonly uploads: readonly (UploadRow & { readonly n: number })[];
  /** A coupon matches if its text contains all parts of one of these lists, ignoring case. */
  readonly parts: readonly (readonly string[])[];
}

/** Yields after each `SEARCHED` coupons of an upload, even without matches, so that the caller can stop or let others work. */
export function* searchCupones({ db, uploads, parts }: CuponSearch): Generator<readonly FoundCupon[]> {
  if (parts.length === 0) return;
  const describeChoice = (choice: readonly string[]): string =>
    `(${choice.map(() => "texto LIKE ? ESCAPE '\\'").join(' AND ')})`;
  const read = db.prepare<unknown[], Pick<CuponRow, 'archivo' | 'fila' | 'texto'>>(
    `SELECT archivo, fila, texto FROM cupon WHERE carga = ? AND seq > ? AND seq <= ? AND (${parts.map(describeChoice).join(' OR ')}) ORDER BY seq`,
  );
  const values = parts.flat().map((part) => `%${escapePattern(part)}%`);
  for (const { n, carga, total, archivos } of uploads) {
    for (let from = 0; from < total; from += SEARCHED) {
      const rows = read.all(n, from, from + SEARCHED, ...values);
      yield rows.map(({ archivo, fila, texto }) => ({ carga, archivo: archivos[archivo] ?? '', fila, texto }));
    }
  }
}
