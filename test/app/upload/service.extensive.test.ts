import { expect, test } from 'vitest';
import { distinctCupones, createRealWorld } from './service-world.ts';

test('fifty thousand coupons are stored once each, and every one reported', { timeout: 300_000 }, async () => {
  await using world = await createRealWorld(500);
  const { uploads, draft, stored } = world;
  const { signal } = new AbortController();
  const result = await uploads.start(draft(distinctCupones(50_000)), { marcador: 'auto' }, signal);
  expect(result).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 50_000, enviados: 50_000, noInformados: 0 },
  });
  expect(stored()).toEqual([50_000]);
});
