import { expect, test } from 'vitest';
import { createWorld, del } from './world.ts';

const MINUTE_MS = 60_000;

test('what is read while the clock of the PC is wrong is not called up to date until it was read with a right one', async () => {
  let ahead = 0;
  await using world = await createWorld({ ahead: () => ahead });
  const read = async () => {
    const doc = await world.synchronise({ desde: '2026-10-01', hasta: '2026-10-10', metodos: ['movimientos'] });
    return del(doc, 'movimientos').cobertura.estado;
  };
  ahead = 9 * MINUTE_MS;
  expect(await read()).toBe('al_dia');
  expect(world.avisos).toEqual([]);
  for (const minutes of [11, -11]) {
    ahead = minutes * MINUTE_MS;
    expect(await read()).toBe('desactualizada');
  }
  expect(world.avisos).toEqual([`reloj ${String(11 * MINUTE_MS)}`]);
  ahead = 0;
  expect(await read()).toBe('al_dia');
});
