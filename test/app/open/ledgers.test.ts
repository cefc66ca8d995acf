import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLedgers, type Ledgers } from '#app/open/ledgers.ts';
import type { Account } from '#app/accounts/account.ts';
import type { Clock } from '#domain/clock.ts';
import { dataFolder, type DataFolder } from '#platform/data-folder.ts';

const HOUR = 3_600_000;
const ID = '0123456789abcdef';
const cuenta: Account = {
  id: ID,
  nombre: 'Una',
  tipo: 'api',
  apiKey: 'k',
  url: 'https://servicio.example',
  isFromEnvironment: false,
};
let raiz = '';
let data: DataFolder;
let ahora = 0;
/** Who sleeps: woken by the test, an hour later. */
let wakeUp: (() => void) | undefined;
let slept = 0;
const clock: Clock = {
  now: () => ahora,
  monotonic: () => ahora,
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
const avisos: string[] = [];
const createLedgersAgain = (): Ledgers =>
  createLedgers({ data, clock, random: () => 0.5, onNotice: (texto) => void avisos.push(texto) });
const countCopies = (): number => readdirSync(join(data.cuenta(ID).carpeta, 'copias')).length;

async function anHourPasses(): Promise<void> {
  ahora += HOUR;
  const antes = slept;
  wakeUp?.();
  await expect.poll(() => slept).toBe(antes + 1);
}

beforeEach(() => {
  raiz = mkdtempSync(join(tmpdir(), 'libros-'));
  data = dataFolder(raiz);
  ahora = Date.UTC(2026, 10, 3);
  slept = 0;
});
afterEach(() => {
  rmSync(raiz, { recursive: true, force: true });
});

test('a ledger that is open while nobody does anything is copied once a day', async () => {
  const primero = createLedgersAgain();
  await primero.open(cuenta);
  primero.close();
  const ledgers = createLedgersAgain();
  await ledgers.open(cuenta); // made at an earlier opening, it is copied at this one
  expect(countCopies()).toBe(1);
  for (let hora = 1; hora <= 24; hora += 1) await anHourPasses();
  expect(countCopies()).toBe(1);
  await anHourPasses();
  expect(countCopies()).toBe(2);
  expect(avisos).toEqual([]);
  ledgers.close();
});

test('closing ends the rounds, and a ledger opened again has its own', async () => {
  const ledgers = createLedgersAgain();
  await ledgers.open(cuenta);
  expect(slept).toBe(1);
  ledgers.close();
  expect(slept).toBe(0);
  await ledgers.open(cuenta);
  expect(slept).toBe(1);
  ledgers.close();
});
