import { createHash, hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { ResultCupon } from '#domain/conciliacion.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import { getComparableKey } from '#domain/upload/key.ts';
import { readMarker } from '#domain/upload/body.ts';
import type { Marker } from '#domain/upload/types.ts';
import { readFrozenTexts } from './frozen-cupones.ts';
import type { SeqRange } from './types.ts';
import { statementOf, SeenInLedger, type SeenStatement } from './seen.ts';

const TABLES = `
CREATE TEMP TABLE IF NOT EXISTS suelto (
  clave BLOB, conciliado INTEGER NOT NULL, modo TEXT, nro TEXT, fecha TEXT
);
CREATE INDEX IF NOT EXISTS temp.suelto_clave ON suelto (clave);
DELETE FROM temp.suelto;
`;
type LooseRow = Omit<SeenStatement, 'conciliado'> & { readonly rowid: number; readonly conciliado: number };

/** A comparison key as 16 bytes. */
export const digestKey = (key: string): Uint8Array => hash('sha256', key, 'buffer').subarray(0, 16);

interface ReadCupon {
  readonly db: Database;
  readonly n: number;
  readonly total: number;
  readonly marcador: Marker | null;
  readonly rejected: readonly number[];
  readonly setDispositions: (seen: SeenInLedger, stretches: readonly SeqRange[]) => void;
}

export type OpenReading = ReturnType<typeof openReading>;

/**
 * Compares a result with what was sent, as multisets, on disk: by marker where the row carries ours, else by canonical fields, counting equal ones
 * (docs/upload.md, 6; docs/gaps.md, "the result lists"). A row with somebody else's marker is never taken for ours. Begins again after a restart.
 */
export function openReading({ db, n, total, marcador, rejected, setDispositions }: ReadCupon) {
  db.exec(TABLES);
  const seen = new SeenInLedger(total);
  const insertLoose = db.prepare('INSERT INTO suelto (clave, conciliado, modo, nro, fecha) VALUES (?, ?, ?, ?, ?)');
  const leftOut = new Set(rejected);
  let pase = 0;
  let rows = 0;
  let foreign = 0;

  const recordLoose = (row: ResultCupon): void => {
    const { conciliado, modo, nro, fecha } = statementOf(row);
    const fingerprint = digestKey(getComparableKey(row.cupon, marcador?.campo ?? null));
    insertLoose.run(fingerprint, conciliado ? 1 : 0, modo, nro, fecha);
  };
  const recordLooseRows = db.transaction((loose: readonly ResultCupon[]) => {
    for (const row of loose) recordLoose(row);
  });
  return {
    /** Begins a new pass over the pages; what earlier passes showed stays shown. */
    begin(): void {
      pase += 1;
      rows = 0;
      foreign = 0;
      db.exec('DELETE FROM suelto');
    },
    add(cupones: readonly ResultCupon[]): void {
      rows += cupones.length;
      const loose: ResultCupon[] = [];
      for (const row of cupones) {
        const marker = marcador === null ? 'vacia' : readMarker(row.cupon, marcador);
        if (marker === 'vacia') loose.push(row);
        else if (marker === 'otra' || marker > total || leftOut.has(marker)) foreign += 1;
        else seen.show(marker, pase, statementOf(row));
      }
      if (loose.length > 0) recordLooseRows(loose);
    },
    /** Ends the pass. `loose`: rows without a marker that are no coupon of ours; they are among `sobran`. */
    finish() {
      const loose = db.transaction(() => divide({ db, n, marcador, pase, leftOut, seen }))();
      const missing = [...seen.readMissing()].filter((seq) => !leftOut.has(seq));
      const doubles = [...seen.listRepeated(pase)];
      const extra = doubles.reduce((sum, [, times]) => sum + times - 1, loose + foreign);
      const fingerprint = createHash('sha256').update(`${String(loose)},${String(foreign)}`);
      for (const seq of missing) fingerprint.update(`-${String(seq)}`);
      for (const [seq] of doubles) fingerprint.update(`+${String(seq)}`);
      const huella = fingerprint.digest('hex').slice(0, 32);
      return { filas: rows, faltan: missing.length, sobran: extra, huella, loose };
    },
    /** Gives every coupon of the upload exactly one disposition, in one commit (I7). */
    setDispositions: (stretches: readonly SeqRange[]): void => {
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
  readonly seen: SeenInLedger;
}

/** Gives each row without a marker to a coupon with the same content that this pass has not seen. Returns how many rows are left over. */
function divide({ db, n, marcador, pase, leftOut, seen }: Distribution): number {
  const countLeft = (): number => db.prepare<[], number>('SELECT count(*) FROM suelto').pluck().get() ?? 0;
  if (countLeft() === 0) return 0;
  const search = db.prepare<[Uint8Array], LooseRow>(
    'SELECT rowid AS rowid, conciliado, modo, nro, fecha FROM suelto WHERE clave = ? LIMIT 1',
  );
  const takeOut = db.prepare('DELETE FROM suelto WHERE rowid = ?');
  for (const { seq, texto } of readFrozenTexts(db, n)) {
    if (leftOut.has(seq) || seen.isInPass(seq, pase)) continue;
    const match = search.get(digestKey(getComparableKey(parseCanonicalText(texto), marcador?.campo ?? null)));
    if (match === undefined) continue;
    const { rowid, conciliado, modo, nro, fecha } = match;
    seen.show(seq, pase, { conciliado: conciliado === 1, modo, nro, fecha });
    takeOut.run(rowid);
  }
  return countLeft();
}
