import { expect, test } from 'vitest';
import { distinctCupones, createRealWorld } from './service-world.ts';

const { signal } = new AbortController();

test.for([
  ['one coupon', 1, 1],
  ['two coupons', 2, 2],
  // The first coupon opens and the last closes: those between go in batches of ten.
  ['exactly one batch', 12, 3],
  ['one more than a batch', 13, 4],
  ['several batches', 45, 7],
] as const)('%s: stored once each, and every one reported', async ([, howMany, tandas]) => {
  await using world = await createRealWorld(10);
  const { uploads, draft, stored } = world;
  const result = await uploads.start(draft(distinctCupones(howMany)), { marcador: 'auto' }, signal);
  expect(result).toMatchObject({
    estado: 'terminada',
    resumen: { estado: 'IMPORTADO', filas: howMany, enviados: howMany, tandas, noInformados: 0, sinProbar: [] },
  });
  expect(stored()).toEqual([howMany]);
});

test.for(['auto', 'ninguno'] as const)('equal coupons many times over are each counted, marker %s', async (marker) => {
  await using world = await createRealWorld(7);
  const { uploads, draft, stored } = world;
  const [equal = {}] = distinctCupones(1);
  const result = await uploads.start(draft(Array.from({ length: 30 }, () => equal)), { marcador: marker }, signal);
  expect(result).toMatchObject({ estado: 'terminada', resumen: { filas: 30, enviados: 30, noInformados: 0 } });
  expect(stored()).toEqual([30]);
});

test('a service that wants numbers gets them in a new generation, and that is learnt', async () => {
  await using world = await createRealWorld(10, ['numeros=numero']);
  const { uploads, draft, ledger } = world;
  expect(await uploads.start(draft(distinctCupones(13)), { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
  });
  expect(ledger.readLearned('c').numeros).toBe('numero');
});

test.for([401, 403, 400])('a send that is refused with %i because the token ended renews it once', async (status) => {
  await using world = await createRealWorld(10, [`token_vencido=${String(status)}`]);
  const { uploads, draft, stored, service, sandbox } = world;
  const send = service.send.bind(service);
  let sends = 0;
  service.send = (...request) => {
    sends += 1;
    if (sends === 2) sandbox.expireTokens();
    return send(...request);
  };
  const result = await uploads.start(draft(distinctCupones(25)), { marcador: 'auto' }, signal);
  expect(result).toMatchObject({ estado: 'terminada', resumen: { filas: 25, noInformados: 0 } });
  expect(stored()).toEqual([25]);
  expect(sandbox.listReceived('POST /oauth/access_token')).toHaveLength(2);
});
