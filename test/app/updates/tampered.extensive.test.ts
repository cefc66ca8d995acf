import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseTampered } from './mutations.ts';

beforeAll(() => {
  process.env['APPIMAGE'] = '/programa/Conciliador.AppImage';
});
afterAll(() => {
  delete process.env['APPIMAGE'];
});

test('of 10,000 feeds that somebody without the key spoiled, nothing is installed', async () => {
  const { refused, untouched } = await refuseTampered(10_000);
  expect(refused + untouched).toBe(10_000);
  expect(refused).toBeGreaterThan(8_000);
});
