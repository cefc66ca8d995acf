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
  const { uploads, borrador: draft, waitSaved: stored, close: closeAll } = await createRealWorld(10);
  const result = await uploads.start(draft(distinctCupones(howMany)), { marcador: 'auto' }, signal);
  expect(result).toMatchObject({
    estado: 'terminada',
    resumen: { estado: 'IMPORTADO', filas: howMany, enviados: howMany, tandas, noInformados: 0, sinProbar: [] },
  });
  expect(stored()).toEqual([howMany]);
  await closeAll();
});

test.for(['auto', 'ninguno'] as const)('equal coupons many times over are each counted, marker %s', async (marker) => {
  const { uploads, borrador: draft, waitSaved: stored, close: closeAll } = await createRealWorld(7);
  const [equal = {}] = distinctCupones(1);
  const result = await uploads.start(draft(Array.from({ length: 30 }, () => equal)), { marcador: marker }, signal);
  expect(result).toMatchObject({ estado: 'terminada', resumen: { filas: 30, enviados: 30, noInformados: 0 } });
  expect(stored()).toEqual([30]);
  await closeAll();
});

test('a service that wants numbers gets them in a new generation, and the upload ends', async () => {
  const {
    uploads,
    borrador: draft,
    waitSaved: stored,
    ledger,
    close: closeAll,
  } = await createRealWorld(10, ['numeros=numero']);
  const upload = draft(distinctCupones(13));
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 13, enviados: 13, noInformados: 0 },
  });
  expect(stored()).toEqual([13]);
  expect(ledger.readLearned('c').numeros).toBe('numero');
  await closeAll();
});

test('an answer that never comes is found out by reading, not by sending again', async () => {
  const { uploads, borrador: draft, waitSaved: stored, sandbox, close: closeAll } = await createRealWorld(10);
  sandbox.injectFailure('subir:2:corte-despues');
  const result = await uploads.start(draft(distinctCupones(25)), { marcador: 'auto' }, signal);
  expect(result).toMatchObject({ estado: 'terminada', resumen: { filas: 25, noInformados: 0 } });
  expect(stored()).toEqual([25]);
  await closeAll();
});

test.for([401, 403, 400])('a send that is refused with %i because the token ended renews it once', async (status) => {
  const {
    uploads,
    borrador: draft,
    waitSaved: stored,
    servicio: service,
    sandbox,
    close: closeAll,
  } = await createRealWorld(10, [`token_vencido=${String(status)}`]);
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
  await closeAll();
});

test('two uploads of an account asked for at once go one after the other', async () => {
  const { uploads, borrador: draft, waitSaved: stored, close: closeAll } = await createRealWorld(10);
  const [one, other] = [draft(distinctCupones(15)), draft(distinctCupones(4))];
  const two = await Promise.all([one, other].map((upload) => uploads.start(upload, { marcador: 'auto' }, signal)));
  expect(two.map((each) => each.estado)).toEqual(['terminada', 'terminada']);
  expect(stored()).toEqual([15, 4]);
  await closeAll();
});
