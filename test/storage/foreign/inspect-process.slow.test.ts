import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { askAside, forkAside } from '#platform/aside.ts';
import { systemClock } from '#platform/system-clock.ts';
import { INSPECT_PROGRAM } from '#storage/foreign/index.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { test } from '../../platform/temporary-folder.ts';
import { writeEndless } from './endless.ts';

const ask = (path: string, limitMs: number, signal = new AbortController().signal): Promise<unknown> =>
  askAside(forkAside, { program: INSPECT_PROGRAM, args: [path, 'ledger.db', String(limitMs)] }, { signal, limitMs });

describe('looking into a database in a process of its own', () => {
  test('says what it is', async ({ folder }) => {
    const file = path.join(folder, 'ledger.db');
    (await openLedger(file, { clock: systemClock, random: () => 0.5 })).close();
    expect(await ask(file, 60_000)).toBe('ours');
  });

  test('ends at its limit, although SQLite would never', async ({ folder }) => {
    const file = path.join(folder, 'ledger.db');
    writeEndless(file);
    expect(await ask(file, 2_000)).toBeUndefined();
  });

  test('ends when it is no longer wanted', async ({ folder }) => {
    const file = path.join(folder, 'ledger.db');
    writeEndless(file);
    const control = new AbortController();
    const asked = ask(file, 600_000, control.signal);
    control.abort(new Error('not wanted'));
    await expect(asked).rejects.toThrow('not wanted');
    await expect(ask(file, 600_000, control.signal)).rejects.toThrow('not wanted');
  });

  test('ends by itself when whoever asked is gone', async ({ folder }) => {
    const file = path.join(folder, 'ledger.db');
    writeEndless(file);
    const child = spawn(process.execPath, [fileURLToPath(INSPECT_PROGRAM), file, 'ledger.db', '1000'], {
      stdio: 'ignore',
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });

  test('takes nothing but a file and the name of a database', async ({ folder }) => {
    const odd = { program: INSPECT_PROGRAM, args: ['ledger.db', path.join(folder, 'x'), '1000'] };
    expect(await askAside(forkAside, odd, { signal: new AbortController().signal, limitMs: 20_000 })).toBeUndefined();
  });
});
