import { fc, forAll } from '../../for-all.ts';
import { expect, test, describe } from 'vitest';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { addToMultiset, computeDigest, createMultiset } from '#storage/ledger/digest.ts';
import { DECISION_FORMS } from '#domain/decisions/events.ts';
import { decodeDecision, encodeDecision, decodeEvent } from '../../../src-main/storage/ledger/event-codec.ts';
import { toCentavos } from '#domain/money.ts';
import type { DecisionEvent } from '#domain/decisions/events.ts';
import { judgeFile } from '#storage/backup/judge.ts';
import { openLedger, readContent } from '#storage/ledger/index.ts';
import { createStillClock } from '../../domain/still-clock.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { MIGRATIONS } from '../../../src-main/storage/ledger/schema.ts';

const sumOf = (texts: readonly string[]): string => {
  const all = createMultiset();
  for (const text of texts) addToMultiset(all, computeDigest(text));
  return Buffer.from(all).toString('hex');
};
const text = fc.string().map((referencia) => JSON.stringify({ referencia, fecha_venta: '2026-10-01' }));

test('the order of the coupons does not matter', () => {
  forAll(fc.array(text), (texts) => {
    expect(sumOf([...texts].reverse())).toBe(sumOf(texts));
    expect(sumOf([...texts].sort())).toBe(sumOf(texts));
  });
});

test('one more of an equal coupon is another multiset', () => {
  forAll(fc.array(text, { minLength: 1 }), (texts) => {
    expect(sumOf([...texts, texts[0] ?? ''])).not.toBe(sumOf(texts));
  });
});

test('a draft filled in two goes is the same as in one', () => {
  forAll(fc.array(text), fc.nat(), (texts, cut) => {
    const first = createMultiset();
    const at = cut % (texts.length + 1);
    for (const each of texts.slice(0, at)) addToMultiset(first, computeDigest(each));
    const second = Buffer.from(first);
    for (const each of texts.slice(at)) addToMultiset(second, computeDigest(each));
    expect(second.toString('hex')).toBe(sumOf(texts));
  });
});

test('coupons of the same day have neighbouring fingerprints', () => {
  const digestOf = (date: string, n: number) =>
    computeDigest(JSON.stringify({ referencia: String(n), fecha_venta: date }));
  expect(digestOf('2026-10-01', 1).subarray(0, 3)).toEqual(digestOf('2026-10-01', 2).subarray(0, 3));
  expect(Buffer.compare(digestOf('2026-10-01', 1), digestOf('2026-10-02', 1))).toBe(-1);
  expect(computeDigest('{"importe":"1.00"}')).toHaveLength(16);
});

/** Stored decisions, one of every kind, with fields that everyday decisions leave empty. */
const WRITTEN = z
  .array(z.string())
  .parse(JSON.parse(readFileSync(new URL('decisions-1.json', import.meta.url), 'utf8')));

test('a decision of every kind is read as it was written, and written again the same', () => {
  const read = WRITTEN.map((detail) => decodeDecision(detail));
  expect(new Set(read.map(({ kind }) => kind))).toEqual(new Set(Object.keys(DECISION_FORMS)));
  expect(read.map((decision) => JSON.parse(encodeDecision(decision)))).toEqual(
    WRITTEN.map((detail) => JSON.parse(detail)),
  );
});

test.for([
  ['of another kind', '{"kind":"presentida","v":1}', 'CARGA_MAS_NUEVA'],
  ['of a later form', '{"kind":"deshecha","de":1,"v":2}', 'CARGA_MAS_NUEVA'],
  ['without a member of its form', '{"kind":"deshecha","v":1}', 'LIBRO_DANADO'],
  ['with a member that its form does not have', '{"kind":"deshecha","de":1,"por":"x","v":1}', 'LIBRO_DANADO'],
])('a decision %s is refused', ([, detail = '', code]) => {
  expect(() => decodeDecision(detail)).toThrow(expect.objectContaining({ code }) as Error);
});

describe('events', () => {
  test.for([
    ['of another kind', '{"kind":"teletransportada","v":1}'],
    ['of a kind that every object has', '{"kind":"constructor","v":1}'],
    ['of a later form', '{"kind":"terminada","v":2,"porque":"sí"}'],
  ])('%s are of a newer program', ([, detail = '']) => {
    expect(() => decodeEvent(detail)).toThrow(expect.objectContaining({ code: 'CARGA_MAS_NUEVA' }) as Error);
  });

  test.for([
    ['that are no text of ours', '{"kind":"termin'],
    ['without a version', '{"kind":"terminada"}'],
    ['without a field of their form', '{"kind":"decidida","v":1}'],
    ['with a field that their form does not have', '{"kind":"terminada","porque":"sí","v":1}'],
    ['with a date that is none', '{"kind":"base","ids":[],"desde":"2026-13-45","v":1}'],
    ['with a word that is not of the list', '{"kind":"reinicio","motivo":"aburrimiento","v":1}'],
  ])('%s are damage', ([, detail = '']) => {
    expect(() => decodeEvent(detail)).toThrow(expect.objectContaining({ code: 'LIBRO_DANADO' }) as Error);
  });
});

const NOW = Date.UTC(2026, 10, 3);
const clock = createStillClock(NOW);
const openTestLedger = (path: string) => openLedger(path, { clock, random: () => 0.5 });
const cupon = {
  carga: 'CARGA-1',
  seq: 1,
  conciliacion: '7',
  archivo: 'a.xlsx',
  fila: 2,
  vez: 1,
  cupon: { importe: '10.00', comprobante: '1' },
};
const note = (text: string): DecisionEvent => ({ kind: 'nota', cupon, texto: text });

async function createEnded(): Promise<string> {
  const file = join(createTemporaryFolder(), 'ledger.db');
  (await openTestLedger(file)).close();
  const db = new Database(file);
  db.exec(`INSERT INTO upload VALUES (1, 'CARGA-1', 'c', '["a.xlsx"]', 0, 0, 1, NULL, NULL, x'00');
    INSERT INTO event VALUES (1, 1, 5, 'terminada', '{"kind":"terminada","v":1}')`);
  db.close();
  return file;
}

test('decisions are read back as they were taken, in their order', async () => {
  const file = await createEnded();
  const ledger = await openTestLedger(file);
  expect(ledger.readDecisions()).toEqual([]);
  expect(ledger.decide('ana', [note('uno'), { kind: 'deshecha', de: 1 }])).toEqual([1, 2]);
  ledger.close();
  const again = await openTestLedger(file);
  expect(again.readDecisions()).toEqual([
    { n: 1, at: NOW, quien: 'ana', decision: note('uno') },
    { n: 2, at: NOW, quien: 'ana', decision: { kind: 'deshecha', de: 1 } },
  ]);
  again.close();
});

test('decisions are taken all or none', async () => {
  const ledger = await openTestLedger(await createEnded());
  const unreadable: DecisionEvent = { kind: 'ajuste', cupon, importe: 1.5 as never, motivo: 'x' };
  expect(() => ledger.decide('ana', [note('uno'), unreadable])).toThrow('would not be read back');
  expect(ledger.readDecisions()).toEqual([]);
  expect(ledger.decide('ana', [{ kind: 'ajuste', cupon, importe: toCentavos(150), motivo: 'x' }])).toEqual([1]);
  ledger.close();
});

test('a copy that lacks a decision is not the same as the ledger', async () => {
  const file = await createEnded();
  const ledger = await openTestLedger(file);
  const without = readContent(file);
  ledger.decide('ana', [note('uno')]);
  ledger.close();
  expect(readContent(file)).toEqual({ ...without, eventos: (without?.eventos ?? 0) + 1 });
});

test('a decision of a later version refuses the ledger, and nothing is touched', async () => {
  const file = await createEnded();
  const ledger = await openTestLedger(file);
  ledger.close();
  const db = new Database(file);
  db.exec(`INSERT INTO decision (at, quien, kind, detail) VALUES (1, 'ana', 'nota', '{"kind":"nota","v":2}')`);
  db.close();
  await expect(openTestLedger(file)).rejects.toMatchObject({ code: 'CARGA_MAS_NUEVA' });
  expect(judgeFile(file)).toEqual({ es: 'mas_nueva' });
});

function created(): Database.Database {
  const db = new Database(':memory:');
  for (const { sql } of MIGRATIONS) db.exec(sql);
  db.exec(`
    INSERT INTO cupon VALUES (1, 1, 0, 'H', 2, '{"importe":"1.00"}', x'02', 1, 11, 12, NULL);
    INSERT INTO original VALUES (1, 1, '{}', 11, NULL, NULL);
    INSERT INTO upload VALUES (1, 'CARGA', 'c', '["a.xlsx"]', 0, 0, 1, NULL, NULL, x'01');
    INSERT INTO decision VALUES (1, 0, 'ana', 'nota', '{}');
    INSERT INTO batch VALUES (1, 1, 1, 1, 1, 'h');
    INSERT INTO event VALUES (1, 1, 0, 'congelada', '{}');
    INSERT INTO disposicion VALUES (1, 1, 'sin_conciliar', NULL, NULL, NULL);`);
  return db;
}

test.for([
  ['upload', 'carga'],
  ['cupon', 'ocurrencia'],
  ['original', 'texto'],
  ['batch', 'carga'],
  ['event', 'carga'],
  ['decision', 'quien'],
])('what is in %s is neither changed nor deleted', ([table = '', column = '']) => {
  const db = created();
  expect(() => db.exec(`UPDATE ${table} SET ${column} = 2`)).toThrow(`${table} is append-only`);
  expect(() => db.exec(`DELETE FROM ${table}`)).toThrow(/append-only/);
  db.close();
});

test('a coupon has one disposition, of those that there are, and the next reading may give it another', () => {
  const db = created();
  expect(() => db.exec(`INSERT INTO disposicion VALUES (1, 1, 'conciliado', NULL, NULL, NULL)`)).toThrow(/UNIQUE/);
  expect(() => db.exec(`UPDATE disposicion SET disposicion = 'perdido'`)).toThrow(/CHECK/);
  db.exec(`UPDATE disposicion SET disposicion = 'conciliado'`);
  db.close();
});

test('the number of a draft that was thrown away is not given again', () => {
  const db = created();
  const add = db.prepare(
    `INSERT INTO borrador (ulid, cuenta, archivos, creado, cupones, igualdad, auxiliares) VALUES (?, 'c', '[]', 0, 0, x'', '[]')`,
  );
  const first = add.run('A').lastInsertRowid;
  db.exec('DELETE FROM borrador');
  expect(Number(add.run('B').lastInsertRowid)).toBe(Number(first) + 1);
  db.close();
});

test.for([
  [`SELECT ulid FROM upload WHERE igualdad = x'01'`, 'USING INDEX upload_igualdad'],
  [`SELECT seq FROM cupon WHERE clave_dia = 11`, 'INDEX cupon_dia'],
  [
    `SELECT max(ocurrencia) FROM cupon INDEXED BY cupon_dia WHERE clave_dia = 11 AND carga = 1 AND huella = x'00'`,
    'INDEX cupon_dia (clave_dia=? AND carga=? AND huella=?)',
  ],
  [`SELECT seq FROM cupon WHERE clave_numero = 12`, 'INDEX cupon_numero'],
  [`SELECT seq FROM original WHERE clave_dia = 11`, 'INDEX original_dia'],
])('%s goes by its index', ([sql = '', index = '']) => {
  const db = created();
  expect(JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())).toContain(index);
  db.close();
});
