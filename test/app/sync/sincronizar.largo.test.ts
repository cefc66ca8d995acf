import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { civilDateAt, toDayNumber } from '#domain/civil-date.ts';
import { METODOS, type Metodo } from '#domain/vista.ts';
import type { SincronizacionDocumento } from '#contract/documents.ts';
import { dia } from '../../storage/cache/apoyo.ts';
import { compararTodo, DESDE, guardadas, HASTA } from './comparar.ts';
import { del, unMundo, type Mundo } from './mundo.ts';
import { filasQueVanYVienen } from './pasos.ts';
import { llano } from './verdad.ts';

const PEDIDO = { desde: DESDE, hasta: HASTA };
const BANCO = { ...PEDIDO, metodos: ['movimientos'] satisfies Metodo[] };
const HORA = 3_600_000;

const suma = ({ metodos }: SincronizacionDocumento, campo: 'nuevos' | 'pedidos' | 'bajas' | 'cambiados'): number =>
  metodos.reduce((total, cada) => total + cada[campo], 0);

/** From here on a data row that is written makes the run fail. */
function prohibirEscrituras(mundo: Mundo): void {
  const db = new Database(mundo.ruta);
  const tablas = METODOS.map((metodo) => metodo.replace('-', '_'));
  for (const tabla of tablas) {
    for (const verbo of ['INSERT', 'UPDATE', 'DELETE']) {
      db.exec(`CREATE TRIGGER ${tabla}_${verbo} BEFORE ${verbo} ON ${tabla} BEGIN SELECT RAISE(ABORT, 'written'); END`);
    }
  }
  db.close();
}

describe('a second run', () => {
  test('writes no data row when nothing changed', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar();
    mundo.clock.advance(2 * HORA);
    // An insert that finds its row would count: rows are compared before.
    prohibirEscrituras(mundo);
    const segunda = await mundo.sincronizar();
    expect(segunda.fallas).toEqual([]);
    expect(suma(segunda, 'nuevos') + suma(segunda, 'cambiados')).toBe(0);
  });

  test('is always read from the service', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar({ ...PEDIDO, metodos: ['operaciones'] });
    mundo.sandbox.olvidarRecibidos();
    await mundo.sincronizar({ ...PEDIDO, metodos: ['operaciones'] });
    expect(mundo.sandbox.recibidos('operaciones').length).toBeGreaterThanOrEqual(3);
  });
});

describe('a run that is cut', () => {
  test('says that it was, and the same run goes on where it stopped', async () => {
    await using mundo = await unMundo();
    const controller = new AbortController();
    const corriendo = mundo.sincronizar({ ...PEDIDO, signal: controller.signal });
    while (mundo.sandbox.recibidos().length < 20) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('stop'));
    const cortada = await corriendo;
    expect(cortada.codigo).toBe('CANCELADO');
    mundo.reiniciar();
    mundo.clock.advance(60_000);
    const seguida = await mundo.sincronizar(PEDIDO);
    expect(seguida.fallas).toEqual([]);
    llano(mundo.sandbox);
    await compararTodo(mundo);
    mundo.clock.advance(60_000);
    const entera = await mundo.sincronizar(PEDIDO);
    expect(suma(seguida, 'pedidos')).toBeLessThan(suma(entera, 'pedidos'));
  });

  test('is read anew when it was long ago', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar(PEDIDO);
    mundo.sandbox.olvidarRecibidos();
    const controller = new AbortController();
    const corriendo = mundo.sincronizar({ ...PEDIDO, signal: controller.signal });
    while (mundo.sandbox.recibidos().length < 20) await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('stop'));
    await corriendo;
    mundo.clock.advance(3 * HORA);
    const nueva = await mundo.sincronizar(PEDIDO);
    mundo.clock.advance(60_000);
    expect(suma(nueva, 'pedidos')).toBe(suma(await mundo.sincronizar(PEDIDO), 'pedidos'));
  });
});

describe('what changes on the service', () => {
  test('rows that go and come while lists are read end as the service has them', async () => {
    await filasQueVanYVienen(9);
  });

  test('a bank service that is no longer contracted deletes nothing', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar(BANCO);
    const antes = await guardadas(mundo, 'movimientos');
    mundo.sandbox.cambiarRasgo('interbanking', 'no');
    for (let i = 0; i < 3; i++) {
      mundo.clock.advance(2 * HORA);
      expect(del(await mundo.sincronizar(BANCO), 'movimientos')).toMatchObject({
        bajas: 0,
        cobertura: { contratado: false },
      });
    }
    expect(antes.length).toBeGreaterThan(0);
    expect(await guardadas(mundo, 'movimientos')).toEqual(antes);
  });

  test.each([
    ['reales', 'historicos'],
    ['historicos', 'reales'],
  ])('identifiers that go from %s to %s give no row twice', async (antes, despues) => {
    await using mundo = await unMundo({ rasgos: [`ids=${antes}`] });
    await mundo.sincronizar(PEDIDO);
    mundo.sandbox.cambiarRasgo('ids', despues);
    mundo.clock.advance(2 * HORA);
    const documento = await mundo.sincronizar(PEDIDO);
    expect(documento.fallas).toEqual([]);
    expect({ nuevos: suma(documento, 'nuevos'), bajas: suma(documento, 'bajas') }).toEqual({ nuevos: 0, bajas: 0 });
    llano(mundo.sandbox);
    await compararTodo(mundo);
  });

  test('a row that stops coming is withdrawn at the second reading, an hour later', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar(BANCO);
    const movimientos = mundo.sandbox.datos.movimientos as unknown as { id: number; fecha: number }[];
    const hasta = toDayNumber(dia(HASTA));
    const [quitado] = movimientos.splice(
      movimientos.findLastIndex(({ fecha }) => fecha < hasta),
      1,
    );
    const suFila = async () => {
      const filtros = [{ campo: 'id', valor: String(quitado?.id) }];
      const pedido = { cuenta: undefined, vista: 'movimientos', limite: 0, retiradas: true, filtros } as const;
      return (await mundo.browse.consultar({ ...pedido, filtros: [...filtros] })).filas;
    };
    const cuando = expect.stringMatching(/^2026-/) as string;
    expect(await suFila()).toEqual([expect.objectContaining({ retirada: null, en_duda: null })]);
    mundo.clock.advance(60_000);
    expect(del(await mundo.sincronizar(BANCO), 'movimientos')).toMatchObject({
      bajas: 0,
      enDuda: 1,
      cobertura: { estado: 'al_dia', enDuda: 1 },
    });
    expect(await suFila()).toEqual([expect.objectContaining({ retirada: null, en_duda: cuando })]);
    mundo.clock.advance(HORA);
    expect(del(await mundo.sincronizar(BANCO), 'movimientos')).toMatchObject({
      bajas: 1,
      enDuda: 0,
      cobertura: { enDuda: 0 },
    });
    expect(await suFila()).toEqual([expect.objectContaining({ retirada: cuando, en_duda: null })]);
  });

  test('many rows that vanish at once are held and told', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar(BANCO);
    const antes = await guardadas(mundo, 'movimientos');
    (mundo.sandbox.datos.movimientos as unknown[]).splice(0);
    for (let i = 0; i < 2; i++) {
      mundo.clock.advance(2 * HORA);
      const { fallas, ...documento } = await mundo.sincronizar(BANCO);
      const { cobertura, enDuda } = del({ fallas, ...documento }, 'movimientos');
      expect([cobertura.estado, enDuda]).toEqual(['inestable', 0]);
      expect(fallas.map(({ metodo, codigo }) => ({ metodo, codigo }))).toContainEqual({
        metodo: 'movimientos',
        codigo: 'FILAS_DESAPARECIDAS',
      });
    }
    expect(await guardadas(mundo, 'movimientos')).toEqual(antes);
  });

  test('a row that cannot be understood is kept apart, and is not taken for missing', async () => {
    await using mundo = await unMundo();
    const hasta = toDayNumber(dia(HASTA));
    const roto = mundo.sandbox.datos.movimientos.findLast(({ fecha }) => fecha < hasta) as { importe: number };
    roto.importe = 0.5;
    const documento = await mundo.sincronizar({ ...PEDIDO, metodos: ['movimientos'] });
    expect(del(documento, 'movimientos')).toMatchObject({
      cuarentena: 1,
      cobertura: { estado: 'parcial', soloApartadas: true, apartadas: 1 },
    });
  });

  test('days of which nothing can be understood are not up to date', async () => {
    await using mundo = await unMundo();
    for (const movimiento of mundo.sandbox.datos.movimientos) (movimiento as { importe: number }).importe = 0.5;
    const documento = await mundo.sincronizar(BANCO);
    const { nuevos, cobertura } = del(documento, 'movimientos');
    expect({ nuevos, estado: cobertura.estado }).toEqual({ nuevos: 0, estado: 'parcial' });
  });

  test('what is still to be credited is asked for whenever today is', async () => {
    await using mundo = await unMundo();
    const campos = async (hasta: string): Promise<boolean> => {
      mundo.sandbox.olvidarRecibidos();
      await mundo.sincronizar({ desde: HASTA, hasta, metodos: ['operaciones'] });
      return mundo.sandbox.recibidos('operaciones').some(({ cuerpo, url }) => `${cuerpo}${url}`.includes('fecha_pago'));
    };
    expect(await campos(HASTA)).toBe(false);
    expect(await campos(civilDateAt(mundo.clock.now()))).toBe(true);
  });
});

describe('a refresh', () => {
  test('asks for nothing while nothing is due', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar({ metodos: ['operaciones'] });
    mundo.sandbox.olvidarRecibidos();
    expect(await mundo.refrescar()).toEqual({ sincronizacion: null, aparecidos: [] });
    expect(mundo.sandbox.recibidos()).toEqual([]);
  });

  test('of an account that was never read makes no file', async () => {
    await using mundo = await unMundo();
    expect(await mundo.refrescar()).toEqual({ sincronizacion: null, aparecidos: [] });
    expect(existsSync(mundo.ruta)).toBe(false);
  });

  test('the day after reads what was read, and what is to be credited', async () => {
    await using mundo = await unMundo();
    await mundo.sincronizar({ metodos: ['operaciones'] });
    mundo.clock.advance(24 * HORA);
    mundo.sandbox.olvidarRecibidos();
    const { sincronizacion } = await mundo.refrescar();
    expect(sincronizacion?.fallas).toEqual([]);
    expect(sincronizacion?.metodos.map(({ metodo, cobertura }) => [metodo, cobertura.estado])).toEqual([
      ['operaciones', 'al_dia'],
    ]);
    const campos = mundo.sandbox.recibidos('operaciones').map(({ cuerpo, url }) => `${cuerpo}${url}`);
    expect(campos.some((texto) => texto.includes('fecha_pago'))).toBe(true);
    expect(await mundo.refrescar()).toEqual({ sincronizacion: null, aparecidos: [] });
  });
});

describe('pages that are known', () => {
  test('are asked for once each, and one row that changed is seen', async () => {
    await using mundo = await unMundo({ operaciones: 20_000 });
    const pedido = { ...PEDIDO, metodos: ['operaciones'] satisfies Metodo[] };
    await mundo.sincronizar(pedido);
    const segunda = del(await mundo.sincronizar(pedido), 'operaciones');
    expect(segunda.cambiados + segunda.nuevos).toBe(0);
    expect(segunda.pedidos).toBeLessThanOrEqual(Math.ceil(segunda.iguales / 1000) * 1.5 + 3);
    const { ops } = mundo.sandbox.datos;
    const cual = ops.dia.findLastIndex((cada) => cada > 0 && cada < toDayNumber(dia(HASTA)));
    (ops.importe as unknown as number[])[cual] = 123_456;
    const tercera = del(await mundo.sincronizar(pedido), 'operaciones');
    expect(tercera).toMatchObject({ nuevos: 0, cambiados: 1, iguales: segunda.iguales - 1, bajas: 0 });
  });
});
