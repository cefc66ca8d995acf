import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { civilDateAt, toDayNumber } from '#domain/civil-date.ts';
import { METHODS, type ServiceMethod } from '#domain/views/index.ts';
import type { SyncDocument } from '#contract/documents.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { compareAll, FROM, readStoredRows, TO } from './compare.ts';
import { del, createWorld, type World } from './world.ts';
import { rowsThatComeAndGo } from './steps.ts';
import { makePlain } from './truth.ts';

const REQUEST = { desde: FROM, hasta: TO };
const BANK = { ...REQUEST, metodos: ['movimientos'] satisfies ServiceMethod[] };
const HOUR = 3_600_000;

const sumOf = ({ metodos }: SyncDocument, field: 'nuevos' | 'pedidos' | 'bajas' | 'cambiados'): number =>
  metodos.reduce((total, each) => total + each[field], 0);

/** From here on, writing a row of data makes the run fail. */
function forbidWrites(world: World): void {
  const db = new Database(world.ruta);
  const tables = METHODS.map((method) => method.replace('-', '_'));
  for (const table of tables) {
    for (const verb of ['INSERT', 'UPDATE', 'DELETE']) {
      db.exec(`CREATE TRIGGER ${table}_${verb} BEFORE ${verb} ON ${table} BEGIN SELECT RAISE(ABORT, 'written'); END`);
    }
  }
  db.close();
}

test('a second run writes no data row when nothing changed', async () => {
  await using world = await createWorld();
  await world.synchronise();
  world.clock.advance(2 * HOUR);
  // Writing an equal row would fail too: rows are compared before.
  forbidWrites(world);
  const second = await world.synchronise();
  expect(second.fallas).toEqual([]);
  expect(sumOf(second, 'nuevos') + sumOf(second, 'cambiados')).toBe(0);
});

/** A run that is stopped after twenty requests. */
async function cutShort(world: World): Promise<SyncDocument> {
  const controller = new AbortController();
  const running = world.synchronise({ ...REQUEST, signal: controller.signal });
  while (world.sandbox.listReceived().length < 20) await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Error('stop'));
  return running;
}

describe('a run that is cut', () => {
  test('says that it was, and the same run goes on where it stopped', async () => {
    await using world = await createWorld();
    expect((await cutShort(world)).codigo).toBe('CANCELADO');
    world.restart();
    world.clock.advance(60_000);
    const continued = await world.synchronise(REQUEST);
    expect(continued.fallas).toEqual([]);
    makePlain(world.sandbox);
    await compareAll(world);
    world.clock.advance(60_000);
    const whole = await world.synchronise(REQUEST);
    expect(sumOf(continued, 'pedidos')).toBeLessThan(sumOf(whole, 'pedidos'));
  });

  test('is read anew when it was long ago', async () => {
    await using world = await createWorld();
    await world.synchronise(REQUEST);
    world.sandbox.forgetReceived();
    await cutShort(world);
    world.clock.advance(3 * HOUR);
    const fresh = await world.synchronise(REQUEST);
    world.clock.advance(60_000);
    expect(sumOf(fresh, 'pedidos')).toBe(sumOf(await world.synchronise(REQUEST), 'pedidos'));
  });
});

describe('what changes on the service', () => {
  test('rows that go and come while lists are read end as the service has them', async () => {
    await rowsThatComeAndGo(9);
  });

  test('a bank service that is no longer contracted deletes nothing', async () => {
    await using world = await createWorld();
    await world.synchronise(BANK);
    const before = await readStoredRows(world, 'movimientos');
    world.sandbox.changeSwitch('interbanking', 'no');
    for (let i = 0; i < 3; i++) {
      world.clock.advance(2 * HOUR);
      expect(del(await world.synchronise(BANK), 'movimientos')).toMatchObject({
        bajas: 0,
        cobertura: { contratado: false },
      });
    }
    expect(before.length).toBeGreaterThan(0);
    expect(await readStoredRows(world, 'movimientos')).toEqual(before);
  });

  test.each([
    ['reales', 'historicos'],
    ['historicos', 'reales'],
  ])('identifiers that go from %s to %s give no row twice', async (before, after) => {
    await using world = await createWorld({ rasgos: [`ids=${before}`] });
    await world.synchronise(REQUEST);
    world.sandbox.changeSwitch('ids', after);
    world.clock.advance(2 * HOUR);
    const doc = await world.synchronise(REQUEST);
    expect(doc.fallas).toEqual([]);
    expect({ nuevos: sumOf(doc, 'nuevos'), bajas: sumOf(doc, 'bajas') }).toEqual({ nuevos: 0, bajas: 0 });
    makePlain(world.sandbox);
    await compareAll(world);
  });

  test('a row that stops coming is withdrawn at the second reading, an hour later', async () => {
    await using world = await createWorld();
    await world.synchronise(BANK);
    const movimientos = world.sandbox.data.movimientos as unknown as { id: number; fecha: number }[];
    const to = toDayNumber(civilDay(TO));
    movimientos.splice(
      movimientos.findLastIndex(({ fecha }) => fecha < to),
      1,
    );
    world.clock.advance(60_000);
    expect(del(await world.synchronise(BANK), 'movimientos')).toMatchObject({
      bajas: 0,
      enDuda: 1,
      cobertura: { estado: 'al_dia', enDuda: 1 },
    });
    world.clock.advance(HOUR);
    expect(del(await world.synchronise(BANK), 'movimientos')).toMatchObject({
      bajas: 1,
      enDuda: 0,
      cobertura: { enDuda: 0 },
    });
  });

  test('many rows that vanish at once are held and told', async () => {
    await using world = await createWorld();
    await world.synchronise(BANK);
    const before = await readStoredRows(world, 'movimientos');
    (world.sandbox.data.movimientos as unknown[]).splice(0);
    for (let i = 0; i < 2; i++) {
      world.clock.advance(2 * HOUR);
      const { fallas, ...doc } = await world.synchronise(BANK);
      const { cobertura, enDuda } = del({ fallas, ...doc }, 'movimientos');
      expect([cobertura.estado, enDuda]).toEqual(['inestable', before.length]);
      expect(fallas.map(({ metodo, codigo }) => ({ metodo, codigo }))).toContainEqual({
        metodo: 'movimientos',
        codigo: 'FILAS_DESAPARECIDAS',
      });
    }
    expect(await readStoredRows(world, 'movimientos')).toEqual(before);
  });

  test('a row that cannot be understood is kept apart, and is not taken for missing', async () => {
    await using world = await createWorld();
    const to = toDayNumber(civilDay(TO));
    const broken = world.sandbox.data.movimientos.findLast(({ fecha }) => fecha < to) as { importe: number };
    broken.importe = 0.5;
    const doc = await world.synchronise({ ...REQUEST, metodos: ['movimientos'] });
    expect(del(doc, 'movimientos')).toMatchObject({
      cuarentena: 1,
      cobertura: { estado: 'parcial', soloApartadas: true, apartadas: 1 },
    });
  });

  test('what is still to be credited is asked for whenever today is', async () => {
    await using world = await createWorld();
    const wantsFields = async (to: string): Promise<boolean> => {
      world.sandbox.forgetReceived();
      await world.synchronise({ desde: TO, hasta: to, metodos: ['operaciones'] });
      return world.sandbox
        .listReceived('operaciones')
        .some(({ cuerpo, url }) => `${cuerpo}${url}`.includes('fecha_pago'));
    };
    expect(await wantsFields(TO)).toBe(false);
    expect(await wantsFields(civilDateAt(world.clock.now()))).toBe(true);
  });
});

describe('a refresh', () => {
  test('asks for nothing while nothing is due', async () => {
    await using world = await createWorld();
    await world.synchronise({ metodos: ['operaciones'] });
    world.sandbox.forgetReceived();
    expect(await world.refresh()).toEqual({ sincronizacion: null, aparecidos: [] });
    expect(world.sandbox.listReceived()).toEqual([]);
  });

  test('of an account that was never read makes no file', async () => {
    await using world = await createWorld();
    expect(await world.refresh()).toEqual({ sincronizacion: null, aparecidos: [] });
    expect(existsSync(world.ruta)).toBe(false);
  });

  test('the day after reads what was read, and what is to be credited', async () => {
    await using world = await createWorld();
    await world.synchronise({ metodos: ['operaciones'] });
    world.clock.advance(24 * HOUR);
    world.sandbox.forgetReceived();
    const { sincronizacion } = await world.refresh();
    expect(sincronizacion?.fallas).toEqual([]);
    expect(sincronizacion?.metodos.map(({ metodo, cobertura }) => [metodo, cobertura.estado])).toEqual([
      ['operaciones', 'al_dia'],
    ]);
    const fields = world.sandbox.listReceived('operaciones').map(({ cuerpo, url }) => `${cuerpo}${url}`);
    expect(fields.some((text) => text.includes('fecha_pago'))).toBe(true);
    expect(await world.refresh()).toEqual({ sincronizacion: null, aparecidos: [] });
  });
});

test('pages that are known are asked for once each, and one row that changed is seen', async () => {
  await using world = await createWorld({ operaciones: 20_000 });
  const request = { ...REQUEST, metodos: ['operaciones'] satisfies ServiceMethod[] };
  await world.synchronise(request);
  const second = del(await world.synchronise(request), 'operaciones');
  expect(second.cambiados + second.nuevos).toBe(0);
  expect(second.pedidos).toBeLessThanOrEqual(Math.ceil(second.iguales / 1000) * 1.5 + 3);
  const { ops } = world.sandbox.data;
  const which = ops.day.findLastIndex((each) => each > 0 && each < toDayNumber(civilDay(TO)));
  (ops.importe as unknown as number[])[which] = 123_456;
  const third = del(await world.synchronise(request), 'operaciones');
  expect(third).toMatchObject({ nuevos: 0, cambiados: 1, iguales: second.iguales - 1, bajas: 0 });
});
