import type { Database } from 'better-sqlite3';
import type { Instant } from '#domain/clock.ts';
import { z } from 'zod';
import { dayOf, computeDigest } from './digest.ts';

/** A coupon that was sent before, and where it stood. */
export interface SentCupon {
  readonly carga: string;
  /** The file's name as it was given then, with or without its folder. */
  readonly archivo: string;
  /** Null where all rows of the upload were of one sheet: the row is enough. */
  readonly hoja: string | null;
  readonly fila: number;
  /** When its upload was frozen, ms. */
  readonly at: Instant;
}

/**
 * Finds the last upload that sent an equal coupon; null when none did. `text` is canonical; `occurrence` tells equal sales apart: the second of two
 * does not count as sent because the first one was (docs/coupons.md, "Duplicates").
 */
export type FindSentCupon = (text: string, occurrence: number) => SentCupon | null;

const found = z.tuple([z.number(), z.number(), z.number(), z.string().nullable(), z.number()]);
const uploadRow = z.object({ ulid: z.string(), archivos: z.string(), congelado: z.number(), abandonada: z.number() });

interface Upload {
  readonly carga: string;
  readonly archivos: readonly string[];
  readonly at: Instant;
  /** The upload was given up: only coupons with a disposition of their own were sent. */
  readonly abandonada: boolean;
  /** Some of its coupons were left out or refused: each coupon has to be checked. */
  readonly conNoEnviados: boolean;
  readonly variasHojas: boolean;
}

/**
 * Opens the question "was it sent before?" over the uploads of a ledger. Drafts do not count, nor do coupons that an upload left out or the service
 * refused, nor those of an upload for which `isGone` is true (its reconciliation was deleted). Each upload is read once.
 */
export function openSentCupones(db: Database, isGone: (upload: string) => boolean): FindSentCupon {
  // Without ORDER BY: with it SQLite takes three times as long to find the single row that there mostly is.
  const equal = db
    .prepare<[Uint8Array, number]>(
      'SELECT carga, seq, archivo, hoja, fila FROM cupon WHERE huella = ? AND ocurrencia = ?',
    )
    .raw();
  const upload = db.prepare(
    `SELECT ulid, archivos, congelado, EXISTS (SELECT 1 FROM event e WHERE e.carga = u.carga
       AND (e.kind = 'abandonada' OR (e.kind = 'decidida' AND e.detail LIKE '%"abandonar"%'))) AS abandonada
     FROM upload u WHERE u.carga = ?`,
  );
  const otherSheet = db.prepare(
    `SELECT 1 FROM cupon c WHERE c.carga = @carga
       AND c.hoja IS NOT (SELECT hoja FROM cupon WHERE carga = @carga AND seq = 1) LIMIT 1`,
  );
  const anyLeft = db.prepare(
    `SELECT 1 FROM disposicion WHERE carga = ? AND disposicion IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  const end = db
    .prepare<[number, number], string>('SELECT disposicion FROM disposicion WHERE carga = ? AND seq = ?')
    .pluck();
  const days = daysOf(db);
  const known = new Map<number, Upload | null>();

  const readUpload = (n: number): Upload | null => {
    const row = upload.get(n);
    if (row === undefined) return null;
    const { ulid, archivos, congelado, abandonada } = uploadRow.parse(row);
    if (isGone(ulid)) return null;
    return {
      carga: ulid,
      archivos: z.array(z.string()).parse(JSON.parse(archivos)),
      at: congelado,
      abandonada: abandonada === 1,
      conNoEnviados: anyLeft.get(n, JSON.stringify([...NOT_SENT])) !== undefined,
      variasHojas: otherSheet.get({ carga: n }) !== undefined,
    };
  };
  const uploadOf = (n: number): Upload | null => {
    const before = known.get(n);
    if (before !== undefined) return before;
    const read = readUpload(n);
    known.set(n, read);
    return read;
  };

  return (text, occurrence) => {
    // Most files have days that no other file had: their coupons are not even looked up.
    if (!days.has(dayOf(text))) return null;
    const rows = equal.all(computeDigest(text), occurrence).map((row) => found.parse(row));
    if (rows.length > 1) rows.sort(([a], [b]) => b - a);
    for (const [upload, seq, file, sheet, row] of rows) {
      const sent = uploadOf(upload);
      if (sent === null) continue;
      if (sent.abandonada || sent.conNoEnviados) {
        const disposition = end.get(upload, seq);
        if (disposition === undefined ? sent.abandonada : NOT_SENT.has(disposition)) continue;
      }
      const name = sent.archivos[file] ?? '';
      return { carga: sent.carga, archivo: name, hoja: sent.variasHojas ? sheet : null, fila: row, at: sent.at };
    }
    return null;
  };
}

/** The days of the coupons of a ledger: the first bytes of the fingerprints. Each query jumps to the next day, however many coupons there are. */
function daysOf(db: Database): ReadonlySet<number> {
  const next = db.prepare<[Uint8Array], Uint8Array | null>('SELECT min(huella) FROM cupon WHERE huella > ?').pluck();
  const days = new Set<number>();
  for (let after = Buffer.alloc(0); ;) {
    const first = next.get(after);
    if (first === null || first === undefined) return days;
    const day = Buffer.from(first).subarray(0, 3);
    days.add(day.readUIntBE(0, 3));
    after = Buffer.concat([day, Buffer.alloc(16, 0xff)]);
  }
}

const NOT_SENT: ReadonlySet<string> = new Set(['no_enviado', 'rechazado']);
