import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { toCentavos } from '#domain/money.ts';
import type { DecisionEvent } from '#domain/decisions/events.ts';
import { judgeFile } from '#storage/backup/judge.ts';
import { openLedger, readContent } from '#storage/ledger/index.ts';
import { createStillClock } from '../../domain/still-clock.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';

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

/** A ledger with an upload that ended. */
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
