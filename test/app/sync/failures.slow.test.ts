import { describe, expect, test } from 'vitest';
import { describeCoverage } from '#app/browse/titles.ts';
import { METHODS, type ServiceMethod } from '#domain/views/index.ts';
import { context } from '../context.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { compareAll, FROM, readStoredRows, TO } from './compare.ts';
import { del, createWorld } from './world.ts';
import { makePlain } from './truth.ts';
import { killAndCompare } from './kill.ts';

const QUERY = { retiradas: false, detalle: false, limite: 0, filtros: [] };
const REQUEST = { desde: FROM, hasta: TO };

describe('what fails', () => {
  test('does not stop the rest', async () => {
    await using world = await createWorld({ rasgos: ['falla=rechazos:*:500'] });
    const doc = await world.synchronise(REQUEST);
    expect(doc).toMatchObject({
      codigo: 'SERVICIO_FALLA',
      fallas: [{ metodo: 'rechazos', codigo: 'SERVICIO_FALLA' }],
    });
    expect(del(doc, 'rechazos').cobertura.estado).toBe('nunca');
    expect(del(doc, 'liquidaciones').cobertura.estado).toBe('al_dia');
    world.sandbox.resetFailures();
    expect((await world.synchronise(REQUEST)).fallas).toEqual([]);
    makePlain(world.sandbox);
    await compareAll(world);
  });

  // Merchants are asked for first, before any other answer.
  test.for(['rechazos', 'comercios'])(
    'because the access does not reach %s says so, and asks nobody to log in again',
    async (method) => {
      await using world = await createWorld({ rasgos: [`falla=${method}:*:403`] });
      const { fallas, ...doc } = await world.synchronise(REQUEST);
      expect(fallas).toMatchObject([{ metodo: method, codigo: 'TOKEN_RECHAZADO' }]);
      expect(fallas[0]?.mensaje).toMatch(/no deja leer esto/);
      expect(fallas[0]?.mensaje).not.toMatch(/volvé a entrar/i);
      expect(del({ fallas, ...doc }, 'liquidaciones').cobertura.estado).toBe('al_dia');
    },
  );

  test.for(['truncada', '500', '502'])('to log in ends it: nothing else can be read (%s)', async (kind) => {
    await using world = await createWorld({ rasgos: [`falla=token:*:${kind}`] });
    const doc = await world.synchronise(REQUEST);
    expect(world.sandbox.listReceived('POST /oauth/access_token').length).toBeLessThanOrEqual(3);
    expect(doc.codigo).toMatch(/RESPUESTA_INVALIDA|SERVICIO_FALLA/);
    expect(new Set(doc.fallas.map(({ metodo }) => metodo))).toEqual(new Set(METHODS));
    world.sandbox.resetFailures();
    expect((await world.synchronise(REQUEST)).fallas).toEqual([]);
  });

  test('to log in again, once some was read, ends it too and keeps that', async () => {
    await using world = await createWorld();
    const { sandbox } = world;
    const running = world.synchronise(REQUEST);
    while (sandbox.listReceived().length < 20) await new Promise((resolve) => setImmediate(resolve));
    sandbox.injectFailure('token:*:truncada');
    sandbox.expireTokens();
    const doc = await running;
    expect(doc.codigo).toBe('RESPUESTA_INVALIDA');
    // At most the requests that were running when the run ended, with their retries.
    expect(sandbox.listReceived('POST /oauth/access_token').length).toBeLessThanOrEqual(1 + 3 * 8);
    expect(del(doc, 'comercios').cobertura.estado).toBe('al_dia');
  });

  test('is kept with the view until it is read, and what was read before stays', async () => {
    await using world = await createWorld({ rasgos: ['falla=rechazos:*:403', 'falla=movimientos:*:500'] });
    const methods: ServiceMethod[] = ['rechazos', 'movimientos'];
    await world.synchronise({ ...REQUEST, metodos: methods });
    const coverageOf = async (vista: ServiceMethod) =>
      (await world.browse.consultar({ cuenta: undefined, vista, ...QUERY }, context)).cobertura;
    expect(await coverageOf('rechazos')).toMatchObject({
      estado: 'nunca',
      contratado: true,
      falla: { clase: 'sin_permiso', respuesta: 403 },
    });
    expect(await coverageOf('movimientos')).toMatchObject({ falla: { clase: 'falla', respuesta: 500 } });
    expect(await coverageOf('operaciones')).not.toHaveProperty('falla');
    world.sandbox.resetFailures();
    const reading = await world.synchronise({ ...REQUEST, metodos: methods });
    expect(reading.metodos.some(({ cobertura: { falla } }) => falla !== undefined)).toBe(false);
  });

  test('of one month leaves the others', async () => {
    await using world = await createWorld({ rasgos: ['falla=movimientos:3+:500'] });
    const doc = await world.synchronise({ ...REQUEST, metodos: ['movimientos'] });
    expect(doc.fallas.length).toBeGreaterThan(0);
    expect(del(doc, 'movimientos').nuevos).toBeGreaterThan(0);
    const { cobertura } = del(doc, 'movimientos');
    expect(cobertura.estado).toBe('parcial');
    // The service's error is reported for the missing days only.
    const [failure] = cobertura.fallas ?? [];
    expect(cobertura.fallas).toHaveLength(1);
    expect(failure).toMatchObject({ clase: 'falla', respuesta: 500, desde: FROM });
    expect(cobertura).not.toHaveProperty('falla');
    const inspect = async (from: string, to: string) =>
      (await world.browse.consultar({ cuenta: undefined, vista: 'movimientos', ...QUERY, desde: civilDay(from), hasta: civilDay(to) }, context)).cobertura; // prettier-ignore
    expect((await inspect(TO, TO)).fallas).toBeUndefined();
    const lost = await inspect(FROM, failure?.hasta ?? '');
    expect(lost).toMatchObject({ sincronizado: null, falla: { respuesta: 500 }, fallas: [failure] });
    expect(describeCoverage(cobertura)).toMatch(
      / · faltan días · del .+ al .+ el servicio no lo pudo dar \(respondió 500 el /,
    );
    // Reading other days leaves the failure; reading the failed days ends it.
    world.sandbox.resetFailures();
    const others = await world.synchronise({ desde: TO, hasta: TO, metodos: ['movimientos'] });
    expect(others.fallas).toEqual([]);
    expect((await inspect(FROM, TO)).fallas).toEqual([failure]);
    await world.synchronise({ ...REQUEST, metodos: ['movimientos'] });
    expect(await inspect(FROM, TO)).toMatchObject({ estado: 'al_dia' });
    expect((await inspect(FROM, TO)).fallas).toBeUndefined();
  });

  test('because nobody answers is told of every method, with what was kept', async () => {
    await using world = await createWorld();
    await world.synchronise(REQUEST);
    const before = await readStoredRows(world, 'operaciones');
    await world.sandbox.close();
    const doc = await world.synchronise(REQUEST);
    expect(doc.codigo).toBe('SIN_CONEXION');
    expect(new Set(doc.fallas.map(({ metodo }) => metodo)).size).toBe(METHODS.length);
    expect(await readStoredRows(world, 'operaciones')).toEqual(before);
    expect(del(doc, 'operaciones').cobertura.estado).toBe('al_dia');
  });
});

test('a synchronisation that is killed early, half way and near its end goes on, and everything is there', async () => {
  await killAndCompare([2, 9, 18]);
});
