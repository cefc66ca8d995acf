import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { markText } from '#domain/upload/index.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { ledgerCreate } from '../../../src-main/storage/ledger/migrations/0001-ledger-create.ts';
import { createStillClock } from '../../domain/still-clock.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

const clock = createStillClock(Date.UTC(2026, 10, 3));
const TEXTS = ['2026-10-01', '2026-10-01', '2026-11-30'].map(
  (date, i) => `{"referencia":"r${String(i)}","fecha_venta":"${date}","importe":"1.00","auxiliar_5":"x"}`,
);
const MARKER = { campo: 'auxiliar_4', nonce: 'abc' } as const;

/** A ledger as the first step of the schema left it: two uploads, with and without marker, and a draft that was left behind. */
function makeBefore(): string {
  const folder = createTemporaryFolder();
  const path = join(folder, 'ledger.db');
  const db = new Database(path);
  db.exec(ledgerCreate.sql);
  db.pragma('user_version = 1');
  const upload = db.prepare(`INSERT INTO upload VALUES (?, ?, 'c', '["a.xlsx"]', 0, 0, 3, ?, ?, x'00')`);
  const cupon = db.prepare(`INSERT INTO cupon VALUES (?, ?, 0, 'H', ?, ?, ?)`);
  const digest = (text: string) => hash('sha256', text, 'buffer').subarray(0, 16);
  for (const [uploadId, marker] of [[1, MARKER] as const, [2, null] as const]) {
    upload.run(uploadId, `CARGA-${String(uploadId)}`, marker?.campo ?? null, marker?.nonce ?? null);
    TEXTS.forEach((text, i) => {
      const sent = marker === null ? text : markText(text, marker, i + 1);
      cupon.run(uploadId, i + 1, i + 2, sent, digest(text));
    });
  }
  db.exec(`INSERT INTO borrador VALUES (3, 'BORRADOR', 'c', '["b.xlsx"]', 0)`);
  db.exec(`INSERT INTO hallazgo VALUES (3, 1, 'error', 'b.xlsx', '{}'), (1, 1, 'error', 'a.xlsx', '{}')`);
  db.close();
  return path;
}

test('what an upload sends is the same, byte by byte', async () => {
  const ledger = await openLedger(makeBefore(), { clock, random: () => 0.5 });
  expect(ledger.readTexts('CARGA-1', 1, 3, [])).toEqual(TEXTS.map((text, i) => markText(text, MARKER, i + 1)));
  expect(ledger.readTexts('CARGA-2', 1, 3, [])).toEqual(TEXTS);
  ledger.close();
});

test('its coupons are still found as sent, one by one and as a whole', async () => {
  const ledger = await openLedger(makeBefore(), { clock, random: () => 0.5 });
  const find = ledger.openSent();
  expect(TEXTS.map((text) => find(text, 1))).toMatchObject([2, 3, 4].map((row) => ({ carga: 'CARGA-2', fila: row })));
  const other = ledger.createDraft({ cuenta: 'c', archivos: ['a.xlsx'] });
  ledger.addCupones(
    other,
    TEXTS.toReversed().map((text, i) => ({ archivo: 0, hoja: 'H', fila: i + 2, texto: text })),
  );
  expect(ledger.findEqualTo(other)).toEqual({ pendiente: 'CARGA-2', terminada: null });
  ledger.close();
});

test('a draft that was left behind goes, findings and all, and those of an upload stay', async () => {
  const path = makeBefore();
  (await openLedger(path, { clock, random: () => 0.5 })).close();
  const db = new Database(path, { readonly: true });
  expect(db.prepare('SELECT count(*) AS n FROM borrador').get()).toEqual({ n: 0 });
  expect(db.prepare('SELECT carga FROM hallazgo').all()).toEqual([{ carga: 1 }]);
  db.close();
});

test('the ledger is copied first', async () => {
  const path = makeBefore();
  (await openLedger(path, { clock, random: () => 0.5 })).close();
  const [copy = ''] = readdirSync(join(path, '..', 'copias'));
  const db = new Database(join(path, '..', 'copias', copy), { readonly: true });
  expect(db.pragma('user_version', { simple: true })).toBe(1);
  db.close();
});

test('the coupons of a day are found by the index of fingerprints', async () => {
  const path = makeBefore();
  (await openLedger(path, { clock, random: () => 0.5 })).close();
  const db = new Database(path, { readonly: true });
  const plan = db.prepare(`EXPLAIN QUERY PLAN SELECT fila FROM cupon WHERE huella = x'00'`).all();
  expect(JSON.stringify(plan)).toContain('INDEX cupon_huella');
  db.close();
});
