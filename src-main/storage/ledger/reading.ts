import { createHash, hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { ResultCupon } from '#domain/conciliacion.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import { getComparableKey, readMarker } from '#domain/upload/body.ts';
import type { Marker } from '#domain/upload/types.ts';
import { readFrozenTexts, setDispositions } from './dispositions.ts';
import type { SeqRange } from './types.ts';

const TABLES = `
CREATE TEMP TABLE IF NOT EXISTS suelto (
  clave BLOB, conciliado INTEGER NOT NULL, modo TEXT, nro TEXT, fecha TEXT
);
CREATE INDEX IF NOT EXISTS temp.suelto_clave ON suelto (clave);
DELETE FROM temp.suelto;
`;
type LooseRow = Omit<SeenStatement, 'conciliado'> & { readonly rowid: number; readonly conciliado: number };

export const digestKey = (key: string): Uint8Array => hash('sha256', key, 'buffer').subarray(0, 16);

export interface UploadToSearch {
  readonly db: Database;
  readonly n: number;
  readonly total: number;
  readonly marcador: Marker | null;
}

interface ReadCupon extends UploadToSearch {
  readonly rejected: readonly number[];
}

export type OpenReading = ReturnType<typeof openReading>;

/**
 * Compares a result with the sent coupons, as multisets in temporary tables: by the marker if a row has one, else by canonical fields, counting equal coupons
 * (docs/upload.md, 6; docs/gaps.md, "the result lists"). A row with another upload's marker never matches. After a restart of the program the comparison begins
 * again.
 */
export function openReading({ db, n, total, marcador, rejected }: ReadCupon) {
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
    /** Begins a pass over the pages of the result; coupons that earlier passes showed stay shown. */
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
    /** Ends the pass. `loose`: rows without a marker that match no coupon of the upload; `sobran` includes them. */
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
    setDispositions: (stretches: readonly SeqRange[]): void => setDispositions(db, { n, total, seen, stretches }),
  };
}

interface Distribution extends Omit<UploadToSearch, 'total'> {
  readonly pase: number;
  readonly leftOut: ReadonlySet<number>;
  readonly seen: SeenInLedger;
}

/** Assigns each row without a marker to a coupon with the same content that this pass has not shown yet. Returns how many rows are left over. */
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

export interface SeenStatement {
  readonly conciliado: boolean;
  readonly modo: string | null;
  readonly nro: string | null;
  readonly fecha: string | null;
}

const keyOf = ({ conciliado, modo, nro, fecha }: SeenStatement): string =>
  `${conciliado ? '1' : '0'}\n${modo ?? '\0'}\n${nro ?? '\0'}\n${fecha ?? '\0'}`;

const statementOf = ({ conciliado, modo, nroLiquidacion, fechaLiq }: ResultCupon): SeenStatement => ({
  conciliado,
  modo,
  nro: nroLiquidacion,
  fecha: fechaLiq,
});

/** The coupons that the result showed, twelve bytes each, with its last statement about each. Equal statements are kept once: a settlement has hundreds. */
export class SeenInLedger {
  readonly #total: number;
  /** For each coupon, the last pass that showed it; 0 for none. */
  readonly #pase: Uint32Array;
  /** For each coupon, how often that pass showed it. */
  readonly #times: Uint32Array;
  readonly #index: Uint32Array;
  readonly #statements: SeenStatement[] = [];
  readonly #indices = new Map<string, number>();

  /** Coupons are numbered from 1 to `total`. */
  constructor(total: number) {
    this.#total = total;
    this.#pase = new Uint32Array(total + 1);
    this.#times = new Uint32Array(total + 1);
    this.#index = new Uint32Array(total + 1);
  }

  show(seq: number, pase: number, said: SeenStatement): void {
    this.#times[seq] = this.isInPass(seq, pase) ? (this.#times[seq] ?? 0) + 1 : 1;
    this.#pase[seq] = pase;
    this.#index[seq] = this.#indexOf(said);
  }

  isInPass(seq: number, pase: number): boolean {
    return this.#pase[seq] === pase;
  }

  get statements(): readonly SeenStatement[] {
    return this.#statements;
  }

  /** The index in `statements` of what was said about a coupon; undefined if it was never shown. */
  indexAt(seq: number): number | undefined {
    return this.#pase[seq] === 0 ? undefined : this.#index[seq];
  }

  *readMissing(): Generator<number> {
    for (let seq = 1; seq <= this.#total; seq += 1) if (this.#pase[seq] === 0) yield seq;
  }

  /** The numbers of the coupons that a pass showed more than once, ascending, with how often. */
  *listRepeated(pase: number): Generator<readonly [seq: number, veces: number]> {
    for (let seq = 1; seq <= this.#total; seq += 1) {
      const times = this.#times[seq] ?? 0;
      if (times > 1 && this.isInPass(seq, pase)) yield [seq, times];
    }
  }

  #indexOf(said: SeenStatement): number {
    const text = keyOf(said);
    const index = this.#indices.get(text) ?? this.#statements.push(said) - 1;
    this.#indices.set(text, index);
    return index;
  }
}
