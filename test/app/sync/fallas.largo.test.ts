import { describe, expect, test } from 'vitest';
import { coberturaEnPalabras } from '#app/browse/titulos.ts';
import { METODOS, type Metodo } from '#domain/vista.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { compararTodo, DESDE, guardadas, HASTA } from './comparar.ts';
import { del, unMundo } from './mundo.ts';
import { tokenQueTermina } from './pasos.ts';
import { llano } from './verdad.ts';

const CONSULTA = { retiradas: false, detalle: false, limite: 0, filtros: [] };
const PEDIDO = { desde: DESDE, hasta: HASTA };

describe('what fails', () => {
  test('does not stop the rest', async () => {
    await using mundo = await unMundo({ fallas: ['rechazos:*:500'] });
    const documento = await mundo.sincronizar(PEDIDO);
    expect(documento).toMatchObject({
      codigo: 'SERVICIO_FALLA',
      fallas: [{ metodo: 'rechazos', codigo: 'SERVICIO_FALLA' }],
    });
    expect(del(documento, 'rechazos').cobertura.estado).toBe('nunca');
    expect(del(documento, 'liquidaciones').cobertura.estado).toBe('al_dia');
    mundo.sandbox.reiniciarFallas();
    expect((await mundo.sincronizar(PEDIDO)).fallas).toEqual([]);
    llano(mundo.sandbox);
    await compararTodo(mundo);
  });

  // The shops are asked first, when nothing else has been answered yet.
  test.for(['rechazos', 'comercios'])(
    'because the access does not reach %s says so, and asks nobody to log in again',
    async (metodo) => {
      await using mundo = await unMundo({ fallas: [`${metodo}:*:403`] });
      const { fallas, ...documento } = await mundo.sincronizar(PEDIDO);
      expect(fallas).toMatchObject([{ metodo, codigo: 'TOKEN_RECHAZADO' }]);
      expect(fallas[0]?.mensaje).toMatch(/no deja leer esto/);
      expect(fallas[0]?.mensaje).not.toMatch(/volvé a entrar/i);
      expect(del({ fallas, ...documento }, 'liquidaciones').cobertura.estado).toBe('al_dia');
    },
  );

  test.for(['truncada', '500', '502'])('to log in ends it: nothing else can be read (%s)', async (clase) => {
    await using mundo = await unMundo({ fallas: [`token:*:${clase}`] });
    const documento = await mundo.sincronizar(PEDIDO);
    expect(mundo.sandbox.recibidos('POST /oauth/access_token').length).toBeLessThanOrEqual(3);
    expect(documento.codigo).toMatch(/RESPUESTA_INVALIDA|SERVICIO_FALLA/);
    expect(new Set(documento.fallas.map(({ metodo }) => metodo))).toEqual(new Set(METODOS));
    mundo.sandbox.reiniciarFallas();
    expect((await mundo.sincronizar(PEDIDO)).fallas).toEqual([]);
  });

  test('to log in again, once some was read, ends it too and keeps that', async () => {
    await using mundo = await unMundo();
    const { sandbox } = mundo;
    const corriendo = mundo.sincronizar(PEDIDO);
    while (sandbox.recibidos().length < 20) await new Promise((resolve) => setImmediate(resolve));
    sandbox.inyectarFalla('token:*:truncada');
    sandbox.vencerTokens();
    const documento = await corriendo;
    expect(documento.codigo).toBe('RESPUESTA_INVALIDA');
    // Those that were reading when it ended, each with its tries.
    expect(sandbox.recibidos('POST /oauth/access_token').length).toBeLessThanOrEqual(1 + 3 * 8);
    expect(del(documento, 'comercios').cobertura.estado).toBe('al_dia');
  });

  test('is kept with the view until it is read, and what was read before stays', async () => {
    await using mundo = await unMundo({ fallas: ['rechazos:*:403', 'movimientos:*:500'] });
    const metodos: Metodo[] = ['rechazos', 'movimientos'];
    await mundo.sincronizar({ ...PEDIDO, metodos });
    const cobertura = async (vista: Metodo) =>
      (await mundo.browse.consultar({ cuenta: undefined, vista, ...CONSULTA })).cobertura;
    expect(await cobertura('rechazos')).toMatchObject({
      estado: 'nunca',
      contratado: true,
      falla: { clase: 'sin_permiso', respuesta: 403 },
    });
    expect(await cobertura('movimientos')).toMatchObject({ falla: { clase: 'falla', respuesta: 500 } });
    expect(await cobertura('operaciones')).not.toHaveProperty('falla');
    mundo.sandbox.reiniciarFallas();
    const leido = await mundo.sincronizar({ ...PEDIDO, metodos });
    expect(leido.metodos.some(({ cobertura: { falla } }) => falla !== undefined)).toBe(false);
  });

  test('of one month leaves the others', async () => {
    await using mundo = await unMundo({ fallas: ['movimientos:3+:500'] });
    const documento = await mundo.sincronizar({ ...PEDIDO, metodos: ['movimientos'] });
    expect(documento.fallas.length).toBeGreaterThan(0);
    expect(del(documento, 'movimientos').nuevos).toBeGreaterThan(0);
    const { cobertura } = del(documento, 'movimientos');
    expect(cobertura.estado).toBe('parcial');
    // What the service said is told where the days are missed, and of nothing that was read.
    const [falla] = cobertura.fallas ?? [];
    expect(cobertura.fallas).toHaveLength(1);
    expect(falla).toMatchObject({ clase: 'falla', respuesta: 500, desde: DESDE });
    expect(cobertura).not.toHaveProperty('falla');
    const mirar = async (desde: string, hasta: string) =>
      (await mundo.browse.consultar({ cuenta: undefined, vista: 'movimientos', ...CONSULTA, desde: dia(desde), hasta: dia(hasta) })).cobertura; // prettier-ignore
    expect((await mirar(HASTA, HASTA)).fallas).toBeUndefined();
    const perdidos = await mirar(DESDE, falla?.hasta ?? '');
    expect(perdidos).toMatchObject({ sincronizado: null, falla: { respuesta: 500 }, fallas: [falla] });
    expect(coberturaEnPalabras(cobertura)).toMatch(
      / · faltan días · del .+ al .+ el servicio no lo pudo dar \(respondió 500 el /,
    );
    // Reading other days changes nothing of those; reading them ends it.
    mundo.sandbox.reiniciarFallas();
    const otros = await mundo.sincronizar({ desde: HASTA, hasta: HASTA, metodos: ['movimientos'] });
    expect(otros.fallas).toEqual([]);
    expect((await mirar(DESDE, HASTA)).fallas).toEqual([falla]);
    await mundo.sincronizar({ ...PEDIDO, metodos: ['movimientos'] });
    expect(await mirar(DESDE, HASTA)).toMatchObject({ estado: 'al_dia' });
    expect((await mirar(DESDE, HASTA)).fallas).toBeUndefined();
  });

  test('because one method never answers leaves the others', async () => {
    await using mundo = await unMundo({ fallas: ['calendario:*:corte-antes'] });
    const documento = await mundo.sincronizar(PEDIDO);
    expect(documento.fallas).toMatchObject([{ metodo: 'calendario', codigo: 'SIN_CONEXION' }]);
    expect(del(documento, 'operaciones').cobertura.estado).toBe('al_dia');
    expect(del(documento, 'calendario').cobertura.estado).toBe('nunca');
  });

  test('because nobody answers is told of every method, with what was kept', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar(PEDIDO);
    const antes = await guardadas(mundo, 'operaciones');
    await mundo.sandbox.close();
    const documento = await mundo.sincronizar(PEDIDO);
    expect(documento.codigo).toBe('SIN_CONEXION');
    expect(new Set(documento.fallas.map(({ metodo }) => metodo)).size).toBe(METODOS.length);
    expect(await guardadas(mundo, 'operaciones')).toEqual(antes);
    expect(del(documento, 'operaciones').cobertura.estado).toBe('al_dia');
  });

  test('a token that ends half way is renewed', async () => {
    await tokenQueTermina(6, '403');
  });
});
