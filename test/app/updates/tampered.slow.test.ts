import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseTampered } from './mutations.ts';

beforeAll(() => {
  process.env['APPIMAGE'] = '/programa/Conciliador.AppImage';
});
afterAll(() => {
  delete process.env['APPIMAGE'];
});

test('of 200 feeds that somebody without the key spoiled, nothing is installed', async () => {
  const { refused, untouched } = await refuseTampered(200);
  expect(refused + untouched).toBe(200);
  expect(refused).toBeGreaterThan(130);
});
