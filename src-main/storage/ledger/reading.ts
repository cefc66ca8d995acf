import { createHash, hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { ResultCupon } from '#domain/conciliacion.ts';
import type { Cupon } from '#domain/cupon.ts';
import { getApproximateKey, getComparableKey, readMarker, type Marker } from '#domain/upload/index.ts';
import { z } from 'zod';
import { cuponDe } from './cupon-text.ts';
import type { OpenReading, Stretch } from './types.ts';
import { statementOf, SeenCupones } from './seen.ts';

const TABLES = `
CREATE TEMP TABLE IF NOT EXISTS suelto (
  clave BLOB, conciliado INTEGER NOT NULL, modo TEXT, nro TEXT, fecha TEXT
);
CREATE INDEX IF NOT EXISTS temp.suelto_clave ON suelto (clave);
CREATE TEMP TABLE IF NOT EXISTS parecido (clave BLOB, suelto INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS temp.parecido_clave ON parecido (clave);
DELETE FROM temp.suelto;
DELETE FROM temp.parecido;
`;
const CHUNK = 1_000;
const countRow = z.object({ n: z.number() });
const textRow = z.object({ seq: z.number(), texto: z.string() });
const looseRow = z.object({
  rowid: z.number(),
  conciliado: z.number(),
  modo: z.string().nullable(),
  nro: z.string().nullable(),
  fecha: z.string().nullable(),
});

/** A comparison key as 16 bytes. */
export const digestKey = (clave: string): Uint8Array => hash('sha256', clave, 'buffer').subarray(0, 16);

interface ReadCupon {
  readonly db: Database;
  readonly n: number;
  readonly total: number;
  readonly marcador: Marker | null;
  readonly rejected: readonly number[];
  readonly setDispositions: (seen: SeenCupones, stretches: readonly Stretch[]) => void;
}

/**
 * Compares a result with what was sent, as multisets, on disk: by marker where the row carries ours, else by canonical fields, counting equal ones
 * (docs/upload.md, 6; docs/gaps.md, "the result lists"). A row with somebody else's marker is never taken for ours.
 */
export function openReading({ db, n, total, marcador, rejected, setDispositions }: ReadCupon): OpenReading {
  db.exec(TABLES);
  const seen = new SeenCupones(total);
  const insertLoose = db.prepare('INSERT INTO suelto (clave, conciliado, modo, nro, fecha) VALUES (?, ?, ?, ?, ?)');
  const insertSimilar = db.prepare('INSERT INTO parecido (clave, suelto) VALUES (?, ?)');
  const leftOut = new Set(rejected);
  let pase = 0;
  let filas = 0;
  let ajenas = 0;

  const recordLoose = (fila: ResultCupon): void => {
    const { conciliado, modo, nro, fecha } = statementOf(fila);
    const huella = digestKey(getComparableKey(fila.cupon, marcador?.campo ?? null));
    const { lastInsertRowid } = insertLoose.run(huella, conciliado ? 1 : 0, modo, nro, fecha);
    const approximate = getApproximateKey(fila.cupon, marcador?.campo ?? null);
    if (approximate !== null) insertSimilar.run(digestKey(approximate), lastInsertRowid);
  };
  const recordLooseRows = db.transaction((loose: readonly ResultCupon[]) => {
    for (const fila of loose) recordLoose(fila);
  });
  return {
    begin() {
      pase += 1;
      filas = 0;
      ajenas = 0;
      db.exec('DELETE FROM suelto; DELETE FROM parecido;');
    },
    add(cupones) {
      filas += cupones.length;
      const loose: ResultCupon[] = [];
      for (const fila of cupones) {
        const marca = marcador === null ? 'vacia' : readMarker(fila.cupon, marcador);
        if (marca === 'vacia') loose.push(fila);
        else if (marca === 'otra' || marca > total || leftOut.has(marca)) ajenas += 1;
        else seen.show(marca, pase, statementOf(fila));
      }
      if (loose.length > 0) recordLooseRows(loose);
    },
    finish() {
      const loose = db.transaction(() => divide({ db, n, marcador, pase, leftOut, seen }))();
      const faltan = [...seen.readMissing()].filter((seq) => !leftOut.has(seq));
      // There are as many rows as coupons of ours that were seen, and none of anybody else. So the pages came in another order each time: some rows
      // came twice, and none is really there twice.
      const isOverlapping = pase > 1 && loose + ajenas === 0 && filas === total - leftOut.size - faltan.length;
      const doubles = isOverlapping ? [] : [...seen.listRepeated(pase)];
      const extra = doubles.reduce((sum, [, times]) => sum + times - 1, loose + ajenas);
      const huella = createHash('sha256').update(`${String(loose)},${String(ajenas)}`);
      for (const seq of faltan) huella.update(`-${String(seq)}`);
      for (const [seq] of doubles) huella.update(`+${String(seq)}`);
      return { filas, faltan: faltan.length, sobran: extra, huella: huella.digest('hex').slice(0, 32) };
    },
    setDispositions: (stretches) => {
      setDispositions(seen, stretches);
    },
  };
}

interface Distribution {
  readonly db: Database;
  readonly n: number;
  readonly marcador: Marker | null;
  readonly pase: number;
  readonly leftOut: ReadonlySet<number>;
  readonly seen: SeenCupones;
}

const WHAT_IT_SAYS = 'SELECT s.rowid AS rowid, s.conciliado, s.modo, s.nro, s.fecha FROM suelto s';

/**
 * Gives each row without a marker to a coupon with the same content that this pass has not seen. Remaining rows go to coupons that are equal except
 * for letters lost on the way. Returns how many rows are left over.
 */
function divide(distribution: Distribution): number {
  const { db, marcador } = distribution;
  const sin = marcador?.campo ?? null;
  const countLeft = (tabla: 'suelto' | 'parecido'): number =>
    countRow.parse(db.prepare(`SELECT count(*) AS n FROM ${tabla}`).get()).n;
  if (countLeft('suelto') === 0) return 0;
  distributeBy(distribution, `${WHAT_IT_SAYS} WHERE s.clave = ? LIMIT 1`, (cupon) => getComparableKey(cupon, sin));
  if (countLeft('suelto') > 0 && countLeft('parecido') > 0) {
    const search = `${WHAT_IT_SAYS} JOIN parecido p ON p.suelto = s.rowid WHERE p.clave = ? LIMIT 1`;
    distributeBy(distribution, search, (cupon) => getApproximateKey(cupon, sin));
  }
  return countLeft('suelto');
}

function distributeBy(
  { db, n, pase, leftOut, seen }: Distribution,
  query: string,
  keyOf: (cupon: Cupon) => string | null,
): void {
  const leer = db.prepare('SELECT seq, texto FROM cupon WHERE carga = ? AND seq > ? ORDER BY seq LIMIT ?');
  const search = db.prepare(query);
  const takeOut = db.prepare('DELETE FROM suelto WHERE rowid = ?');
  for (let seq = 0; ;) {
    const chunk = leer.all(n, seq, CHUNK).map((each) => textRow.parse(each));
    for (const each of chunk) {
      seq = each.seq;
      if (leftOut.has(seq) || seen.isInPass(seq, pase)) continue;
      const clave = keyOf(cuponDe(each.texto));
      const match = clave === null ? undefined : search.get(digestKey(clave));
      if (match === undefined) continue;
      const { rowid, conciliado, modo, nro, fecha } = looseRow.parse(match);
      seen.show(seq, pase, { conciliado: conciliado === 1, modo, nro, fecha });
      takeOut.run(rowid);
    }
    if (chunk.length < CHUNK) return;
  }
}
