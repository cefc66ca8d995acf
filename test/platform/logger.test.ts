import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fc, forAll } from '../for-all.ts';
import { expect } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { pickPermittedEvent, pickPermittedFacts, createLogger } from '#platform/logger.ts';
import { systemClock } from '#platform/system-clock.ts';
import { everyFile, test } from './temporary-folder.ts';

const at = Date.UTC(2026, 10, 21, 10, 32);
const clock = { ...systemClock, now: () => at };
const lines = (folder: string): unknown[] =>
  readFileSync(path.join(folder, 'conciliador.log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

test('nothing is created before the first line', ({ folder }) => {
  const logs = path.join(folder, 'registro');
  const logger = createLogger({ folder: logs, clock });
  expect(existsSync(logs)).toBe(false);
  logger.info('inicio', {});
  expect(statSync(path.join(logs, 'conciliador.log')).mode & 0o777).toBe(0o600);
  expect(statSync(logs).mode & 0o777).toBe(0o700);
});

test('a line is on disk when the call returns', ({ folder }) => {
  const logger = createLogger({ folder, clock });
  logger.info('pedido', { metodo: 'v1/operaciones', estado: 200, ms: 12.4, cuenta: '0123456789abcdef' });
  expect(lines(folder)).toEqual([
    {
      nivel: 'info',
      hora: '2026-11-21T10:32:00.000Z',
      pid: process.pid,
      evento: 'pedido',
      metodo: 'v1/operaciones',
      estado: 200,
      ms: 12,
      cuenta: '0123456789abcdef',
    },
  ]);
});

test('an error leaves its codes and its place, never its message', ({ folder }) => {
  const logger = createLogger({ folder, clock });
  const cause = Object.assign(new Error('clave s3creta de ana@example.com'), { code: 'ECONNRESET' });
  logger.error('falla', new AppError('SIN_CONEXION', { cause, detail: { token: 's3creta' } }));
  expect(lines(folder)).toMatchObject([{ nivel: 'error', codigo: 'SIN_CONEXION', causas: ['ECONNRESET'] }]);
  expect(readFileSync(path.join(folder, 'conciliador.log'), 'utf8')).not.toMatch(/s3creta|ana@/);
});

test('the log is bounded in size and in files, the newest lines last', ({ folder }) => {
  const logger = createLogger({ folder, clock, maxBytes: 1000, keep: 3 });
  for (let tanda = 1; tanda <= 100; tanda += 1) logger.info('tanda', { tanda });
  expect(readdirSync(folder).sort()).toEqual(['conciliador.1.log', 'conciliador.2.log', 'conciliador.log']);
  for (const { text } of everyFile(folder)) expect(text.length).toBeLessThanOrEqual(1000);
  expect(lines(folder).at(-1)).toMatchObject({ tanda: 100 });
});

test('two writers of one log lose no line to a rotation of the other', ({ folder }) => {
  const options = { folder, clock, maxBytes: 1000, keep: 50 };
  const [one, other] = [createLogger(options), createLogger(options)];
  for (let tanda = 0; tanda < 60; tanda += 2) {
    one.info('tanda', { tanda });
    other.info('tanda', { tanda: tanda + 1 });
  }
  const seen = everyFile(folder).flatMap(({ text }) =>
    [...text.matchAll(/"tanda":(\d+)/g)].map((match) => Number(match[1])),
  );
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, n) => n));
});

test('a log that cannot be written stops nobody', ({ folder }) => {
  writeFileSync(path.join(folder, 'registro'), 'a file where the folder should be');
  const logger = createLogger({ folder: path.join(folder, 'registro'), clock });
  expect(() => {
    logger.info('inicio', {});
  }).not.toThrow();
});

const NAMES = [
  'metodo',
  'modo',
  'fase',
  'codigo',
  'cuenta',
  'carga',
  'estado',
  'ms',
  'bytes',
  'filas',
  'completo',
  'token',
  'msg',
];
const pan = fc.stringMatching(/^[1-9]\d{12,18}$/);
const secret = fc.oneof(fc.stringMatching(/^[A-Za-z0-9+/]{12,40}[0-9+/=][A-Z][a-z]$/), fc.constant('pan-y-facturas'));

test('no card number enters, under any name or in any shape', () => {
  const value = fc.oneof(
    pan,
    pan.map(Number),
    pan.map((digits) => `tarjeta ${digits}.`),
    pan.map((digits) => ({ tarjeta_nro: digits })),
  );
  forAll(fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), pan), value), pan, (facts, event) => {
    const text = JSON.stringify([pickPermittedEvent(event), pickPermittedFacts(facts)]);
    expect(text).not.toMatch(/\d{12,}/);
  });
});

test('no secret enters, under any name', () => {
  forAll(fc.constantFrom(...NAMES, 'apiSecret', 'clave'), secret, (name, value) => {
    const text = JSON.stringify([
      pickPermittedEvent(value),
      pickPermittedFacts({ [name]: value }),
      pickPermittedFacts({ [value]: 1 }),
    ]);
    expect(text).not.toContain(value);
  });
});
