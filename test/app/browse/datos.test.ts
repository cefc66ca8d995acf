import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import type { MethodParsed } from '#contract/inputs.ts';
import type { FilaConClave } from '#contract/datos.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Metodo } from '#domain/vista.ts';
import { dia, octubre, unaOperacion } from '../../storage/cache/apoyo.ts';
import { nunca, unosDatos, type DatosDePrueba } from './apoyo.ts';

type Pedido = MethodParsed<'datos.pagina'>;
const PERIODO = { desde: '2026-09-01', hasta: '2026-10-15' };
const METODOS: Metodo[] = ['comercios', 'operaciones', 'movimientos', 'liquidaciones', 'impuestos', 'rechazos'];

let prueba: DatosDePrueba;
/** Everything is asked with the service gone. */
beforeAll(async () => {
  prueba = await unosDatos({ operaciones: 4000 });
  await prueba.mundo.sincronizar({ ...PERIODO, metodos: METODOS });
  await prueba.mundo.sandbox.close();
});
afterAll(async () => {
  await prueba[Symbol.asyncDispose]();
});

const pagina = (cambios: Partial<Pedido> & Pick<Pedido, 'vista'>) =>
  prueba.datos.pagina({ cuenta: undefined, desdeFila: 0, filas: 1000, ...cambios }, nunca);
async function todas(cambios: Partial<Pedido> & Pick<Pedido, 'vista'>): Promise<readonly FilaConClave[]> {
  const filas: FilaConClave[] = [];
  for (;;) {
    const { filas: mas, hayMas } = await pagina({ ...cambios, desdeFila: filas.length });
    filas.push(...mas);
    if (!hayMas) return filas;
  }
}

describe('a page', () => {
  test('is that of its place, at any depth', async () => {
    const enOrden = await todas({ vista: 'operaciones' });
    const { filas } = await pagina({ vista: 'operaciones', desdeFila: enOrden.length - 7, filas: 5 });
    expect(filas).toEqual(enOrden.slice(-7, -2));
  });

  test('past the end is empty, with nothing after it', async () => {
    const { filas, hayMas } = await pagina({ vista: 'operaciones', desdeFila: 90_000, filas: 5 });
    expect({ filas, hayMas }).toEqual({ filas: [], hayMas: false });
  });

  test('of a view that was never read says so', async () => {
    const { filas, total, cobertura } = await pagina({ vista: 'calendario' });
    expect({ filas, total, estado: cobertura.estado }).toEqual({ filas: [], total: 0, estado: 'nunca' });
  });

  test('changes its version when rows change, and only then', async () => {
    const { version: una } = await pagina({ vista: 'comercios' });
    await prueba.caches.usar(prueba.cuenta, (cache) =>
      Promise.resolve(cache.aprender('algo', String(prueba.clock.now()))),
    );
    expect((await pagina({ vista: 'comercios' })).version).toBe(una);
    const elDia = { fecha_venta: { fecha: '2026-10-16', hora: null } };
    const siguiente = { desde: dia('2026-10-16'), hasta: dia('2026-10-16'), leido: prueba.clock.now() };
    await prueba.caches.usar(prueba.cuenta, (cache) =>
      Promise.resolve(cache.escribir(octubre([unaOperacion('77777', elDia)], siguiente))),
    );
    expect((await pagina({ vista: 'comercios' })).version).not.toBe(una);
  });

  test('that nobody waits for any more is given up', async () => {
    const dejado = AbortSignal.abort();
    await expect(
      prueba.datos.pagina({ cuenta: undefined, vista: 'operaciones', desdeFila: 0, filas: 10 }, dejado),
    ).rejects.toMatchObject({ code: 'CANCELADO' });
  });
});

describe('totals', () => {
  test('are the sums of the rows of the filter', async () => {
    const filtros = [{ campo: 'cuotas', op: 'distinto' as const, valor: '1' }];
    const filas = await todas({ vista: 'operaciones', filtros });
    const { total, totales } = await prueba.datos.totales({ cuenta: undefined, vista: 'operaciones', filtros }, nunca);
    const centavos = filas.reduce((suma, fila) => suma + BigInt(String(fila['importe']).replace('.', '')), 0n);
    expect(total).toBe(filas.length);
    expect(totales['importe']?.replace('.', '')).toBe(String(centavos));
    expect(Object.keys(totales)).toEqual(['importe', 'arancel', 'costo_fin']);
  });
});

describe('values for a filter', () => {
  test('come with how many rows have each, the most frequent first', async () => {
    const filas = await todas({ vista: 'operaciones' });
    const { valores } = await prueba.datos.valores({ cuenta: undefined, vista: 'operaciones', campo: 'marca' }, nunca);
    const veces = Map.groupBy(filas, (fila) => fila['marca']);
    expect(new Map(valores.map(({ valor, filas: n }) => [valor, n]))).toEqual(
      new Map([...veces].map(([marca, suyas]) => [marca, suyas.length])),
    );
    expect(valores.map((v) => v.filas)).toEqual(valores.map((v) => v.filas).toSorted((a, b) => b - a));
  });

  test('leave aside the filter on that same field', async () => {
    const filtros = [{ campo: 'marca', valor: 'CORDALIA' }];
    const { valores } = await prueba.datos.valores(
      { cuenta: undefined, vista: 'operaciones', campo: 'marca', filtros },
      nunca,
    );
    expect(valores.length).toBeGreaterThan(1);
  });

  test('say when there are more', async () => {
    const { valores, hayMas } = await prueba.datos.valores(
      { cuenta: undefined, vista: 'operaciones', campo: 'comprobante', limite: 3 },
      nunca,
    );
    expect({ cuantos: valores.length, hayMas }).toEqual({ cuantos: 3, hayMas: true });
  });
});

describe('a detail', () => {
  test('is the row of its name with what it is made of', async () => {
    const [una] = (await pagina({ vista: 'liquidaciones', filas: 1 })).filas;
    const { fila } = await prueba.datos.detalle(
      { cuenta: undefined, vista: 'liquidaciones', clave: una?.clave ?? '' },
      nunca,
    );
    expect(fila).toMatchObject({
      ...una,
      retirada: null,
      detalle: { ventas: expect.any(Array), descuentos: expect.any(Array) },
    });
  });

  test('of nobody is nothing', async () => {
    const { fila } = await prueba.datos.detalle({ cuenta: undefined, vista: 'impuestos', clave: 'no-esta' }, nunca);
    expect(fila).toBeNull();
  });
});

describe('what is typed', () => {
  test('is found without minding case nor accents', async () => {
    const filas = await todas({ vista: 'operaciones', texto: 'nueva CORDOBA' });
    expect(new Set(filas.map((fila) => fila['comercio']))).toEqual(new Set(['La Espiga Nueva Córdoba']));
  });

  test('as an amount is looked for among the amounts', async () => {
    const [una] = (await pagina({ vista: 'operaciones', filas: 1 })).filas;
    const importe = String(una?.['importe']);
    const filas = await todas({ vista: 'operaciones', texto: importe.replace('.', ',') });
    expect(filas).toContainEqual(una);
  });

  test('gives the same rows with the index and without it', async () => {
    const sin = await todas({ vista: 'operaciones', texto: '001' });
    await prueba.caches.lector(prueba.cuenta, async (lector) => lector?.indexar(nunca));
    expect(await todas({ vista: 'operaciones', texto: '001' })).toEqual(sin);
    expect(sin.length).toBeGreaterThan(0);
  });

  test('finds records by what names them, the exact one first', async () => {
    const [, una] = (await pagina({ vista: 'liquidaciones' })).filas;
    const numero = String(una?.['numero']);
    const { hallados } = await prueba.datos.buscar({ cuenta: undefined, texto: numero.replace(/^0+/, '') }, nunca);
    expect(hallados[0]).toMatchObject({ vista: 'liquidaciones', clave: una?.clave, campo: 'numero' });
    expect(hallados[0]?.valor).toBe(numero);
  });

  test('a store is found by its tax number, with its dashes or without them, and is named', async () => {
    const [uno] = (await pagina({ vista: 'comercios' })).filas;
    const cuit = String(uno?.['cuit']);
    for (const texto of [cuit, cuit.replace(/^(..)(.{8})(.)$/, '$1-$2-$3')]) {
      const { hallados } = await prueba.datos.buscar({ cuenta: undefined, texto }, nunca);
      const suyo = hallados.find(({ vista, clave }) => vista === 'comercios' && clave === String(uno?.['id']));
      expect(suyo).toMatchObject({ campo: 'cuit', valor: cuit });
      expect(suyo?.subtitulo.startsWith(`${String(uno?.['nombre'])} · `)).toBe(true);
    }
  });

  test('finds records by their pesos, as people write them, whatever the centavos', async () => {
    const filas = await todas({ vista: 'operaciones' });
    const una = filas.find(({ importe }) => /^\d{4,5}\.(?!00)\d\d$/.test(String(importe)));
    const [pesos = ''] = String(una?.['importe']).split('.');
    const iguales = filas.filter(({ importe }) => String(importe).split('.')[0] === pesos);
    expect(iguales.length).toBeLessThan(9); // as many as are given of one view
    const conPuntos = pesos.replace(/\B(?=(\d{3})+$)/g, '.');
    for (const texto of [pesos, conPuntos, `$ ${conPuntos}`, `$${pesos}`]) {
      const { hallados } = await prueba.datos.buscar({ cuenta: undefined, texto }, nunca);
      const suyo = hallados.find(({ vista, clave }) => vista === 'operaciones' && clave === una?.clave);
      expect([texto, suyo?.importe]).toEqual([texto, una?.['importe']]);
      expect(suyo?.subtitulo).toContain(String(una?.['comprobante']));
    }
  });

  test('finds a settlement by what was credited', async () => {
    const [una] = (await pagina({ vista: 'liquidaciones' })).filas;
    const texto = `$ ${String(una?.['total_acreditado']).replace('.', ',')}`;
    const { hallados } = await prueba.datos.buscar({ cuenta: undefined, texto }, nunca);
    expect(hallados).toContainEqual(expect.objectContaining({ vista: 'liquidaciones', clave: una?.clave }));
  });

  test('finds an operation by its authorisation', async () => {
    const [una] = (await pagina({ vista: 'operaciones', desdeFila: 20, filas: 1 })).filas;
    const { hallados } = await prueba.datos.buscar({ cuenta: undefined, texto: String(una?.['autorizacion']) }, nunca);
    expect(hallados.map(({ clave }) => clave)).toContain(una?.clave);
  });
});

describe('freshness', () => {
  test('is that of each view and of all', async () => {
    const { vistas, sincronizado, cuarentena } = await prueba.datos.estado({ cuenta: undefined }, nunca);
    const estados = new Map(vistas.map(({ vista, cobertura }) => [vista, cobertura.estado]));
    expect(estados.get('operaciones')).toBe('al_dia');
    expect(estados.get('calendario')).toBe('nunca');
    expect(sincronizado?.desde.slice(0, 10)).toBe(civilDateAt(prueba.clock.now()));
    expect(cuarentena).toBe(0);
  });

  test('quarantine shows what did not parse, as it came', async () => {
    await prueba.caches.usar(prueba.cuenta, (cache) =>
      Promise.resolve(
        cache.apartar({
          metodo: 'rechazos',
          crudo: '{"importe":"mucho"}',
          motivo: 'importe: no es un importe',
          cuando: prueba.clock.now(),
          ventana: { desde: dia('2026-09-01'), hasta: dia('2026-09-30') },
        }),
      ),
    );
    expect(await prueba.datos.cuarentena({ cuenta: undefined, vista: 'rechazos' }, nunca)).toMatchObject({
      total: 1,
      filas: [
        { vista: 'rechazos', ventana: { desde: '2026-09-01', hasta: '2026-09-30' }, crudo: '{"importe":"mucho"}' },
      ],
    });
  });
});

describe('a cache that is damaged', () => {
  test('is set aside by whoever meets the damage, and the question is answered with what there is', async () => {
    await using otra = await unosDatos({ operaciones: 2000 });
    await otra.mundo.sincronizar({ ...PERIODO, metodos: ['operaciones'] });
    const pedir = () => otra.datos.pagina({ cuenta: undefined, vista: 'operaciones', desdeFila: 0, filas: 10 }, nunca);
    expect((await pedir()).filas).toHaveLength(10);
    await otra.caches.cerrar();
    otra.mundo.reiniciar();
    const bytes = readFileSync(otra.mundo.ruta);
    // The tables' names stay; what they hold does not.
    writeFileSync(otra.mundo.ruta, bytes.fill(0xff, 4096 * 40));
    const { filas, cobertura } = await pedir();
    expect({ filas, estado: cobertura.estado }).toEqual({ filas: [], estado: 'nunca' });
    expect(readdirSync(path.dirname(otra.mundo.ruta)).some((nombre) => nombre.includes('danada'))).toBe(true);
  });
});
