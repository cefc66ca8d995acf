import { beforeEach, expect } from 'vitest';
import { createLedgers, type Ledgers } from '#app/open/index.ts';
import { createQuietLedgers } from './quiet-ledgers.ts';
import type { Account } from '#app/accounts/account.ts';
import type { Clock } from '#domain/clock.ts';
import { getDataFolder, type DataFolder } from '#platform/data-folder.ts';
import { backupsBeside, namesBeside } from '../../storage/ledger/beside.ts';
import { createTemporaryFolder, test } from '../../platform/temporary-folder.ts';
import { addSent } from '../../storage/ledger/drafts.ts';
import { createCaches } from '#app/open/caches.ts';
import { systemClock } from '#platform/system-clock.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';

const HOUR = 3_600_000;
const ID = '0123456789abcdef';
const account: Account = {
  id: ID,
  nombre: 'Una',
  tipo: 'api',
  apiKey: 'k',
  url: 'https://servicio.example',
  isFromEnvironment: false,
};
let root = '';
let data: DataFolder;
let now = 0;
/** Ends the running sleep of the clock; the test calls this an hour later. */
let wakeUp: (() => void) | undefined;
let slept = 0;
const clock: Clock = {
  now: () => now,
  monotonic: () => now,
  sleep: (_ms, signal) => {
    slept += 1;
    return new Promise((resolve, reject) => {
      wakeUp = resolve;
      signal?.addEventListener('abort', () => {
        slept -= 1;
        reject(signal.reason as Error);
      });
    });
  },
  timeout: () => new AbortController().signal,
};
const notices: string[] = [];
const createLedgersAgain = (): Ledgers =>
  createLedgers({
    data,
    clock,
    random: () => 0.5,
    onNotice: (text) => void notices.push(text),
    backupsFor: ({ id }) => backupsBeside(data.accountFolder(id).ledger, clock),
  });
const countCopies = (): number => namesBeside(data.accountFolder(ID).ledger).length;

async function anHourPasses(): Promise<void> {
  now += HOUR;
  const before = slept;
  wakeUp?.();
  await expect.poll(() => slept).toBe(before + 1);
}

beforeEach(() => {
  root = createTemporaryFolder();
  data = getDataFolder(root);
  now = Date.UTC(2026, 10, 3);
  slept = 0;
});

test('a ledger that is open while nobody does anything is backed up once a day', async () => {
  const ledgers = createLedgersAgain();
  const ledger = await ledgers.open(account);
  addSent(ledger, [{ importe: '1.00' }], { cuenta: ID });
  await anHourPasses();
  expect(countCopies()).toBe(1);
  for (let time = 2; time <= 24; time += 1) await anHourPasses();
  expect(countCopies()).toBe(1);
  await anHourPasses();
  expect(countCopies()).toBe(2);
  expect(notices).toEqual([]);
  ledgers.close();
});

test('closing ends the rounds, and a ledger opened again has its own', async () => {
  const ledgers = createLedgersAgain();
  await ledgers.open(account);
  expect(slept).toBe(1);
  ledgers.close();
  expect(slept).toBe(0);
  await ledgers.open(account);
  expect(slept).toBe(1);
  ledgers.close();
});

test('two calls at once share one ledger', async () => {
  const ledgers = createQuietLedgers({ data, clock });
  try {
    const [one, other] = await Promise.all([ledgers.open(account), ledgers.open(account)]);
    expect(other).toBe(one);
  } finally {
    ledgers.close();
  }
});

test('a cache that only keeps results is one that was never read', async ({ folder }) => {
  const caches = createCaches({ data: getDataFolder(folder), clock: systemClock, onNotice: () => undefined });
  expect(await caches.existingResults(account)).toBeUndefined();
  const reading = (await caches.results(account)).begin('7');
  reading.finish({ encabezado: aConciliacion({}), carga: null, archivos: [] }, 1000);
  expect(caches.read(account, (cache) => cache)).toBeUndefined();
  expect(await caches.withReader(account, (reader) => Promise.resolve(reader))).toBeUndefined();
  expect((await caches.existingResults(account))?.show('7')?.leido).toBe(1000);
  await caches.close();
});
