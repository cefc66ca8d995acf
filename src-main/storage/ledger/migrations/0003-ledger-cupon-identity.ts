import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Migration } from '../../sqlite/open.ts';
import { computeDigest } from '../digest.ts';
import { Multiset } from '../multiset.ts';

/** Drops the triggers that protect frozen rows while `work` runs. The texts of the rows do not change, only what is computed from them. */
function withoutTriggers(db: Database, names: readonly string[], work: () => void): void {
  const read = db
    .prepare<[string], string>(`SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?`)
    .pluck();
  const kept = names.map((name) => read.get(name) ?? '');
  for (const name of names) db.exec(`DROP TRIGGER ${name}`);
  work();
  for (const sql of kept) db.exec(sql);
}

function withFunctions(db: Database): void {
  const text = z.string();
  const bytes = z.instanceof(Uint8Array);
  db.function('huella_de', { deterministic: true }, (value: unknown) => computeDigest(text.parse(value)));
  db.aggregate('igualdad_de', {
    start: () => new Multiset(Multiset.empty()),
    step: (sum: Multiset, fingerprint: unknown) => {
      sum.add(Buffer.from(bytes.parse(fingerprint)));
    },
    result: (sum: Multiset) => Buffer.from(sum.bytes()),
  });
}

/**
 * A coupon is recognised whatever its zeros and capitals: `huella` is now of its identity (domain/cupones/identity.ts) and no longer of its exact
 * text. So is `upload.igualdad`, their multiset. `ocurrencia` tells the equal sales of one file apart. Frozen coupons keep their texts. The index has
 * all that is asked of an equal coupon, so that its text is not read.
 */
export const ledgerCuponIdentity: Migration = {
  version: 3,
  sql: `
ALTER TABLE cupon ADD COLUMN ocurrencia INTEGER NOT NULL DEFAULT 1;
DROP INDEX cupon_huella;
CREATE INDEX cupon_huella ON cupon (huella, carga, ocurrencia, fila, archivo, hoja);
`,
  fill: (db) => {
    withFunctions(db);
    withoutTriggers(db, ['upload_no_update', 'cupon_no_update'], () => {
      db.exec(`
UPDATE cupon SET huella = huella_de(texto);
UPDATE cupon SET ocurrencia = o.n
  FROM (SELECT carga, seq, row_number() OVER (PARTITION BY carga, huella ORDER BY seq) AS n FROM cupon) o
  WHERE o.n > 1 AND o.carga = cupon.carga AND o.seq = cupon.seq;
UPDATE upload SET igualdad = (SELECT igualdad_de(huella) FROM cupon WHERE cupon.carga = upload.carga);
UPDATE borrador SET igualdad = (SELECT igualdad_de(huella) FROM cupon WHERE cupon.carga = borrador.carga);
`);
    });
  },
};
