import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openLedger } from '#storage/ledger/index.ts';
import { ledgerCreate } from '../../../src-main/storage/ledger/migrations/0001-ledger-create.ts';
import { ledgerCuponOnce } from '../../../src-main/storage/ledger/migrations/0002-ledger-cupon-once.ts';
import { createStillClock } from '../../domain/still-clock.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

const clock = createStillClock(Date.UTC(2026, 10, 3));
const cupon = (comprobante: string, day = '2026-10-01') =>
  `{"fecha_venta":"${day}","comprobante":"${comprobante}","tarjeta_nro":"0459","importe":"1.00","auxiliar_5":"Ñandú"}`;
const TEXTS = [cupon('00001'), cupon('00001'), cupon('00002', '2026-11-30')];

/** A ledger as its second step left it: an upload with two equal sales, and a draft that was left behind. */
function makeBefore(): string {
  const folder = createTemporaryFolder();
  const path = join(folder, 'ledger.db');
  const db = new Database(path);
  db.exec(ledgerCreate.sql);
  db.exec(ledgerCuponOnce.sql);
  db.pragma('user_version = 2');
  const insert = db.prepare(
    `INSERT INTO cupon (carga, seq, archivo, hoja, fila, texto, huella) VALUES (?, ?, 0, 'H', ?, ?, x'00')`,
  );
  for (const upload of [1, 2]) TEXTS.forEach((text, i) => insert.run(upload, i + 1, i + 2, text));
  db.exec(`INSERT INTO upload VALUES (1, 'CARGA-1', 'c', '["a.xlsx"]', 0, 0, 3, NULL, NULL, x'00');
    INSERT INTO borrador (carga, ulid, cuenta, archivos, creado, cupones) VALUES (2, 'BORRADOR', 'c', '["b.xlsx"]', 0, 3);
    INSERT INTO hallazgo VALUES (2, 1, 'error', 'b.xlsx', '{}'), (1, 1, 'error', 'a.xlsx', '{}')`);
  db.close();
  return path;
}
const openTestLedger = (path: string) => openLedger(path, { clock, random: () => 0.5 });

test('coupons sent before are found whatever their zeros and capitals, each of two equal ones once', async () => {
  const ledger = await openTestLedger(makeBefore());
  const find = ledger.openSent();
  const [withoutZeros, withPlus] = [cupon('1'), cupon('000000002', '2026-11-30').replace('Ñandú', 'ÑANDÚ')];
  expect([1, 2, 3].map((turn) => find(withoutZeros, turn)?.fila)).toEqual([2, 3, undefined]);
  expect(find(withPlus, 1)).toMatchObject({ carga: 'CARGA-1', archivo: 'a.xlsx', hoja: null, fila: 4 });
  expect(find(cupon('3'), 1)).toBeNull();
  ledger.close();
});

test('the same file with other zeros, in another order, equals its upload', async () => {
  const ledger = await openTestLedger(makeBefore());
  const other = ledger.createDraft({ cuenta: 'c', archivos: ['a.csv'] });
  const rows = [cupon('2', '2026-11-30'), cupon('01'), cupon('1')];
  ledger.addCupones(
    other,
    rows.map((text, i) => ({ archivo: 0, hoja: null, fila: i + 2, texto: text })),
  );
  expect(ledger.findEqualTo(other)).toEqual({ pendiente: 'CARGA-1', terminada: null });
  ledger.close();
});

test('what was frozen is the same, byte by byte, and stays as it is', async () => {
  const path = makeBefore();
  const ledger = await openTestLedger(path);
  expect(ledger.readTexts('CARGA-1', 1, 3, [])).toEqual(TEXTS);
  ledger.close();
  const db = new Database(path);
  expect(() => db.exec('UPDATE cupon SET ocurrencia = 9')).toThrow(/append-only/);
  expect(() => db.exec('UPDATE upload SET total = 9')).toThrow(/append-only/);
  db.close();
});

test('a draft that was left behind can still be thrown away, and the ledger is copied first', async () => {
  const path = makeBefore();
  const ledger = await openTestLedger(path);
  expect(ledger.findEqualTo('BORRADOR')).toEqual({ pendiente: 'CARGA-1', terminada: null });
  ledger.discardDraft('BORRADOR');
  ledger.close();
  const [copy = ''] = readdirSync(join(path, '..', 'copias'));
  const de = new Database(join(path, '..', 'copias', copy), { readonly: true });
  expect(de.pragma('user_version', { simple: true })).toBe(2);
  de.close();
});

test('an equal coupon is asked of the index alone', async () => {
  const path = makeBefore();
  (await openTestLedger(path)).close();
  const db = new Database(path, { readonly: true });
  const plan = db
    .prepare(
      `EXPLAIN QUERY PLAN SELECT carga, seq, archivo, hoja, fila FROM cupon WHERE huella = x'00' AND ocurrencia = 1 ORDER BY carga DESC`,
    )
    .all();
  expect(JSON.stringify(plan)).toContain('USING COVERING INDEX cupon_huella');
  db.close();
});
