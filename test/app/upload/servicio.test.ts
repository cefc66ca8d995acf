import { expect, test } from 'vitest';
import { cuponesDistintos, mundoReal } from './servicio-mundo.ts';

const { signal } = new AbortController();

test.for([
  ['one coupon', 1, 1],
  ['two coupons', 2, 2],
  // The first coupon opens and the last closes: those between go in batches of ten.
  ['exactly one batch', 12, 3],
  ['one more than a batch', 13, 4],
  ['several batches', 45, 7],
] as const)('%s: stored once each, and every one reported', async ([, cuantos, tandas]) => {
  const { uploads, borrador, guardados, cerrar } = await mundoReal(10);
  const resultado = await uploads.iniciar(borrador(cuponesDistintos(cuantos)), { marcador: 'auto' }, signal);
  expect(resultado).toMatchObject({
    estado: 'terminada',
    resumen: { estado: 'IMPORTADO', filas: cuantos, enviados: cuantos, tandas, noInformados: 0, sinProbar: [] },
  });
  expect(guardados()).toEqual([cuantos]);
  await cerrar();
});

test.for(['auto', 'ninguno'] as const)(
  'equal coupons many times over are each counted, marker %s',
  async (marcador) => {
    const { uploads, borrador, guardados, cerrar } = await mundoReal(7);
    const [igual = {}] = cuponesDistintos(1);
    const resultado = await uploads.iniciar(borrador(Array.from({ length: 30 }, () => igual)), { marcador }, signal);
    expect(resultado).toMatchObject({ estado: 'terminada', resumen: { filas: 30, enviados: 30, noInformados: 0 } });
    expect(guardados()).toEqual([30]);
    await cerrar();
  },
);

test('a service that wants numbers gets them in a new generation, and the upload ends', async () => {
  const { uploads, borrador, guardados, ledger, cerrar } = await mundoReal(10, ['numeros=numero']);
  const carga = borrador(cuponesDistintos(13));
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 13, enviados: 13, noInformados: 0 },
  });
  expect(guardados()).toEqual([13]);
  expect(ledger.aprendido('c').numeros).toBe('numero');
  await cerrar();
});

test('an answer that never comes is found out by reading, not by sending again', async () => {
  const { uploads, borrador, guardados, sandbox, cerrar } = await mundoReal(10);
  sandbox.inyectarFalla('subir:2:corte-despues');
  const resultado = await uploads.iniciar(borrador(cuponesDistintos(25)), { marcador: 'auto' }, signal);
  expect(resultado).toMatchObject({ estado: 'terminada', resumen: { filas: 25, noInformados: 0 } });
  expect(guardados()).toEqual([25]);
  await cerrar();
});

test.for([401, 403, 419, 400])(
  'a send that is refused with %i because the token ended renews it once',
  async (status) => {
    const { uploads, borrador, guardados, servicio, sandbox, cerrar } = await mundoReal(10, [
      `token_vencido=${String(status)}`,
    ]);
    const enviar = servicio.enviar.bind(servicio);
    let sends = 0;
    servicio.enviar = (...pedido) => {
      sends += 1;
      if (sends === 2) sandbox.vencerTokens();
      return enviar(...pedido);
    };
    const resultado = await uploads.iniciar(borrador(cuponesDistintos(25)), { marcador: 'auto' }, signal);
    expect(resultado).toMatchObject({ estado: 'terminada', resumen: { filas: 25, noInformados: 0 } });
    expect(guardados()).toEqual([25]);
    expect(sandbox.recibidos('POST /oauth/access_token')).toHaveLength(2);
    await cerrar();
  },
);

test('two uploads of an account asked for at once go one after the other', async () => {
  const { uploads, borrador, guardados, cerrar } = await mundoReal(10);
  const [una, otra] = [borrador(cuponesDistintos(15)), borrador(cuponesDistintos(4))];
  const dos = await Promise.all([una, otra].map((carga) => uploads.iniciar(carga, { marcador: 'auto' }, signal)));
  expect(dos.map((cada) => cada.estado)).toEqual(['terminada', 'terminada']);
  expect(guardados()).toEqual([15, 4]);
  await cerrar();
});
