import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { systemClock } from '#platform/system-clock.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { test } from '../platform/temporary-folder.ts';
import { accountFolderOf } from './home.ts';
import { asRead, readAll } from './read-all.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

// Each folder was written by the program as it was at that commit (write.ts), and never changes.
describe.for(readdirSync(FIXTURES))('what the program wrote at %s', (version) => {
  const from = path.join(FIXTURES, version);

  test('is read as that program read it', async ({ folder }) => {
    cpSync(from, folder, { recursive: true });
    const expected: unknown = JSON.parse(readFileSync(path.join(from, 'expected.json'), 'utf8'));
    expect(await readAll(folder)).toMatchObject(asRead(expected) as object);
  });

  test('includes a draft that was left behind, which can be thrown away', async ({ folder }) => {
    cpSync(from, folder, { recursive: true });
    const { ledger } = await accountFolderOf(path.join(folder, 'home'));
    const db = new Database(ledger, { readonly: true });
    const [uploadId = ''] = db.prepare<[], string>('SELECT ulid FROM borrador').pluck().all();
    db.close();
    const ledgerDb = await openLedger(ledger, { clock: systemClock, random: Math.random });
    expect(ledgerDb.countCupones(uploadId)).toBe(1);
    ledgerDb.discardDraft(uploadId);
    expect(() => ledgerDb.countCupones(uploadId)).toThrow(
      expect.objectContaining({ code: 'CARGA_INEXISTENTE' }) as Error,
    );
    ledgerDb.close();
  });
});
