import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { MethodParsed } from '#contract/inputs.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { ServiceMethod } from '#domain/views/index.ts';
import { context } from '../context.ts';
import { octoberRows, anOperacion } from '../../storage/cache/support.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { readAll, someData } from './support.ts';

type QueryInput = MethodParsed<'datos.pagina'>;
const PERIOD = { desde: '2026-09-01', hasta: '2026-10-15' };
const METHODS: ServiceMethod[] = ['comercios', 'operaciones', 'movimientos', 'liquidaciones', 'impuestos', 'rechazos'];

/** The service is closed: every answer comes from the cache. */
const opened = await someData({ operaciones: 4000 });
afterAll(() => opened[Symbol.asyncDispose]());
await opened.world.synchronise({ ...PERIOD, metodos: METHODS });
await opened.world.sandbox.close();

const askPage = (changes: Partial<QueryInput> & Pick<QueryInput, 'vista'>) =>
  opened.data.pagina({ cuenta: undefined, desdeFila: 0, filas: 1000, ...changes });
const valuesOf = (campo: string, more = {}) =>
  opened.data.valores({ cuenta: undefined, vista: 'operaciones', campo, ...more });
const find = (texto: string) => opened.data.buscar({ cuenta: undefined, texto });
describe('a page', () => {
  test('past the end is empty, with nothing after it', async () => {
    const { filas, hayMas } = await askPage({ vista: 'operaciones', desdeFila: 90_000, filas: 5 });
    expect({ filas, hayMas }).toEqual({ filas: [], hayMas: false });
  });

  test('of a view that was never read says so', async () => {
    const { filas, total, cobertura } = await askPage({ vista: 'calendario' });
    expect({ filas, total, estado: cobertura.estado }).toEqual({ filas: [], total: 0, estado: 'nunca' });
  });

  test('changes its version when rows change, and only then', async () => {
    const { version: one } = await askPage({ vista: 'comercios' });
    await opened.caches.use(opened.cuenta, (cache) => Promise.resolve(cache.learn('algo', String(opened.clock.now()))));
    expect((await askPage({ vista: 'comercios' })).version).toBe(one);
    const theDay = { fecha_venta: { fecha: '2026-10-16', hora: null } };
    const octoberRead = { desde: civilDay('2026-10-16'), hasta: civilDay('2026-10-16'), leido: opened.clock.now() };
    await opened.caches.use(opened.cuenta, (cache) =>
      Promise.resolve(cache.write(octoberRows([anOperacion('77777', theDay)], octoberRead))),
    );
    expect((await askPage({ vista: 'comercios' })).version).not.toBe(one);
  });

  test('that nobody waits for any more is given up', async () => {
    const left = AbortSignal.abort();
    await expect(
      opened.data.pagina(
        { cuenta: undefined, vista: 'operaciones', desdeFila: 0, filas: 10 },
        { ...context, signal: left },
      ),
    ).rejects.toMatchObject({ code: 'CANCELADO' });
  });
});

describe('values for a filter', () => {
  test('come with how many rows have each, the most frequent first', async () => {
    const rows = await readAll(opened, { vista: 'operaciones' });
    const { valores } = await valuesOf('marca');
    const times = Map.groupBy(rows, (row) => row['marca']);
    expect(new Map(valores.map(({ valor, filas: n }) => [valor, n]))).toEqual(
      new Map([...times].map(([marca, theirs]) => [marca, theirs.length])),
    );
    expect(valores.map((v) => v.filas)).toEqual(valores.map((v) => v.filas).toSorted((a, b) => b - a));
  });

  test('leave aside the filter on that same field', async () => {
    const filters = [{ campo: 'marca', valor: 'CORDALIA' }];
    const { valores } = await valuesOf('marca', { filtros: filters });
    expect(valores.length).toBeGreaterThan(1);
  });

  test('say when there are more', async () => {
    const { valores, hayMas } = await valuesOf('comprobante', {});
    expect({ cuantos: valores.length, hayMas }).toEqual({ cuantos: 200, hayMas: true });
  });
});

describe('a detail', () => {
  test('is the row of its name with what it is made of', async () => {
    const [one] = (await askPage({ vista: 'liquidaciones', filas: 1 })).filas;
    const { fila } = await opened.data.detalle({ cuenta: undefined, vista: 'liquidaciones', clave: one?.clave ?? '' });
    expect(fila).toMatchObject({
      ...one,
      retirada: null,
      detalle: { ventas: expect.any(Array), descuentos: expect.any(Array) },
    });
  });

  test('of nobody is nothing', async () => {
    const { fila } = await opened.data.detalle({ cuenta: undefined, vista: 'impuestos', clave: 'no-esta' });
    expect(fila).toBeNull();
  });
});

describe('what is typed', () => {
  test('finds records by what names them, the exact one first', async () => {
    const [, one] = (await askPage({ vista: 'liquidaciones' })).filas;
    const number = String(one?.['numero']);
    const { hallados } = await find(number.replace(/^0+/, ''));
    expect(hallados[0]).toMatchObject({ vista: 'liquidaciones', clave: one?.clave, campo: 'numero' });
    expect(hallados[0]?.valor).toBe(number);
  });

  test('a store is found by its tax number, with its dashes or without them, and is named', async () => {
    const [item] = (await askPage({ vista: 'comercios' })).filas;
    const cuit = String(item?.['cuit']);
    for (const text of [cuit, cuit.replace(/^(..)(.{8})(.)$/, '$1-$2-$3')]) {
      const { hallados } = await find(text);
      const its = hallados.find(({ vista, clave }) => vista === 'comercios' && clave === String(item?.['id']));
      expect(its).toMatchObject({ campo: 'cuit', valor: cuit });
      expect(its?.subtitulo.startsWith(`${String(item?.['nombre'])} · `)).toBe(true);
    }
  });

  test('finds records by their pesos, as people write them, whatever the centavos', async () => {
    const rows = await readAll(opened, { vista: 'operaciones' });
    const one = rows.find(({ importe }) => /^\d{4,5}\.(?!00)\d\d$/.test(String(importe)));
    const [pesos = ''] = String(one?.['importe']).split('.');
    const same = rows.filter(({ importe }) => String(importe).split('.')[0] === pesos);
    expect(same.length).toBeLessThan(9); // the most that a search gives of one view
    const grouped = pesos.replace(/\B(?=(\d{3})+$)/g, '.');
    for (const text of [pesos, grouped, `$ ${grouped}`, `$${pesos}`]) {
      const { hallados } = await find(text);
      const its = hallados.find(({ vista, clave }) => vista === 'operaciones' && clave === one?.clave);
      expect([text, its?.importe]).toEqual([text, one?.['importe']]);
      expect(its?.subtitulo).toContain(String(one?.['comprobante']));
    }
  });

  test('finds a settlement by what was credited', async () => {
    const [one] = (await askPage({ vista: 'liquidaciones' })).filas;
    const text = `$ ${String(one?.['total_acreditado']).replace('.', ',')}`;
    const { hallados } = await find(text);
    expect(hallados).toContainEqual(expect.objectContaining({ vista: 'liquidaciones', clave: one?.clave }));
  });

  test('finds an operation by its authorisation', async () => {
    const [one] = (await askPage({ vista: 'operaciones', desdeFila: 20, filas: 1 })).filas;
    const { hallados } = await find(String(one?.['autorizacion']));
    expect(hallados.map(({ clave }) => clave)).toContain(one?.clave);
  });
});

describe('freshness', () => {
  test('is that of each view and of all', async () => {
    const { vistas, datosAl } = await opened.data.estado({ cuenta: undefined });
    const states = new Map(vistas.map(({ vista, cobertura }) => [vista, cobertura.estado]));
    expect(states.get('operaciones')).toBe('al_dia');
    expect(states.get('calendario')).toBe('nunca');
    expect(datosAl?.slice(0, 10)).toBe(civilDateAt(opened.clock.now()));
  });

  test('quarantine shows what did not parse, as it came', async () => {
    await opened.caches.use(opened.cuenta, (cache) =>
      Promise.resolve(
        cache.setAside({
          metodo: 'rechazos',
          crudo: '{"importe":"mucho"}',
          problemas: [{ campo: 'importe', forma: 'importe_sin_miles' }],
          cuando: opened.clock.now(),
          ventana: { desde: civilDay('2026-09-01'), hasta: civilDay('2026-09-30') },
        }),
      ),
    );
    expect(await opened.data.cuarentena({ cuenta: undefined, vista: 'rechazos' })).toMatchObject({
      total: 1,
      filas: [
        {
          crudo: '{"importe":"mucho"}',
          problemas: [{ campo: 'importe', forma: 'importe_sin_miles' }],
        },
      ],
    });
  });
});

test('a cache that is damaged is set aside by whoever meets the damage, and the question is answered with what there is', async () => {
  await using other = await someData({ operaciones: 2000 });
  await other.world.synchronise({ ...PERIOD, metodos: ['operaciones'] });
  const request = () => other.data.pagina({ cuenta: undefined, vista: 'operaciones', desdeFila: 0, filas: 10 });
  expect((await request()).filas).toHaveLength(10);
  await other.caches.close();
  other.world.restart();
  const bytes = readFileSync(other.world.ruta);
  // Keeps the first pages, with the names of the tables, and overwrites the rest.
  writeFileSync(other.world.ruta, bytes.fill(0xff, 4096 * 40));
  const { filas, cobertura } = await request();
  expect({ filas, estado: cobertura.estado }).toEqual({ filas: [], estado: 'nunca' });
  expect(readdirSync(path.dirname(other.world.ruta)).some((name) => name.includes('danada'))).toBe(true);
});
