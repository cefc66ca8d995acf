import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { crearLectores, type Consulta, type FilaLeida, type Lectores } from '#storage/cache/index.ts';
import { dia, octubre, reloj, unaCache, unaOperacion, type CacheDePrueba } from './apoyo.ts';

const FILAS = 300;
const nunca = new AbortController().signal;
const MARCAS = ['CORDALIA', 'TRANSUR', 'QUINTAR'];

let prueba: CacheDePrueba;
let lectores: Lectores;
/** Rows with few different values, so that orders have many ties, and some with none. */
beforeAll(() => {
  prueba = unaCache();
  const filas = Array.from({ length: FILAS }, (_, i) =>
    unaOperacion(String(1000 + ((i * 7919) % FILAS)), {
      fecha_venta: {
        fecha: `2026-10-${String(1 + ((i * 13) % 28)).padStart(2, '0')}`,
        hora: i % 3 === 0 ? null : `1${String(i % 10)}:00:00`,
      },
      fecha_pago: i % 5 === 0 ? null : `2026-11-${String(1 + (i % 9)).padStart(2, '0')}`,
      marca: MARCAS[i % 3],
      comercio: i % 4 === 0 ? 'Ñandú' : 'LA ESPIGA',
      importe: ((i * 31) % 40) * 100 - 500,
      arancel: i % 6 === 0 ? null : i,
      cuotas: ['1', '3', '6', '12', '18'][i % 5],
    }),
  );
  prueba.cache.escribir(octubre(filas));
  lectores = crearLectores({ clock: reloj, cerca: 60 });
});
afterAll(async () => {
  await lectores.cerrar();
  prueba[Symbol.dispose]();
});

const consultas: fc.Arbitrary<Consulta> = fc.record({
  metodo: fc.constant('operaciones' as const),
  desde: fc.constantFrom(undefined, dia('2026-10-08')),
  hasta: fc.constantFrom(undefined, dia('2026-10-20')),
  filtros: fc.constantFrom(
    [],
    [{ campo: 'marca', valores: ['QUINTAR', 'TRANSUR'] }],
    [{ campo: 'importe', op: 'mayor' as const, valores: [1000] }],
    [{ campo: 'comprobante', valores: ['00001007'] }],
    [{ campo: 'comercio', op: 'contiene' as const, valores: ['nandu'] }],
  ),
  texto: fc.constantFrom(undefined, 'espiga', '0010', 'quintar 1'),
  orden: fc.constantFrom(
    undefined,
    { campo: 'importe', desc: true },
    { campo: 'fecha_pago', desc: false },
    { campo: 'arancel', desc: true },
    { campo: 'fecha_venta', desc: true },
    { campo: 'id', desc: false },
    { campo: 'cuotas', desc: false },
    { campo: 'cuotas', desc: true },
  ),
});

const lector = () => lectores.de(prueba.ruta);
const todas = (consulta: Consulta): readonly FilaLeida[] => [...prueba.cache.todas(consulta)];

describe('reading from threads', () => {
  test('pages in any order are the whole filter in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        consultas,
        fc.integer({ min: 1, max: 90 }),
        fc.infiniteStream(fc.nat()),
        async (consulta, filas, azar) => {
          const enteras = todas(consulta);
          const lugares = Array.from({ length: Math.ceil(enteras.length / filas) }, (_, i) => ({
            i,
            suerte: azar.next().value ?? 0,
          }));
          const paginas: (readonly FilaLeida[])[] = [];
          for (const { i } of lugares.toSorted((a, b) => a.suerte - b.suerte)) {
            const pagina = await lector().pagina(consulta, { desdeFila: i * filas, filas }, nunca);
            expect(pagina.hayMas).toBe((i + 1) * filas < enteras.length);
            if (pagina.total !== null) expect(pagina.total).toBe(enteras.length);
            paginas[i] = pagina.filas;
          }
          expect(paginas.flat()).toEqual(enteras);
        },
      ),
      { numRuns: 120 },
    );
  });

  test('what is typed over an order that is known gives the rows that it gives over one that is not', async () => {
    const sinTexto: Consulta = { metodo: 'operaciones', orden: { campo: 'importe', desc: true } };
    await lector().pagina(sinTexto, { desdeFila: FILAS - 1, filas: 5 }, nunca);
    for (const texto of ['la', 'ñandú', '00', 'quintar la', 'nada de esto']) {
      const consulta = { ...sinTexto, texto };
      const { filas, hayMas } = await lector().pagina(consulta, { desdeFila: 0, filas: 20 }, nunca);
      const enteras = todas(consulta);
      expect({ filas, hayMas }, texto).toEqual({ filas: enteras.slice(0, 20), hayMas: enteras.length > 20 });
    }
  });

  test('letters typed one after the other give what each gives alone', async () => {
    const sinTexto: Consulta = { metodo: 'operaciones', orden: { campo: 'importe', desc: true } };
    for (const texto of ['0', '00', '001', '0010', '00109', '0010', 'l', 'la', 'la espiga', 'espiga quintar', 'esp']) {
      const consulta = { ...sinTexto, texto };
      const { filas, hayMas } = await lector().pagina(consulta, { desdeFila: 0, filas: 20 }, nunca);
      const enteras = todas(consulta);
      expect({ filas, hayMas }, texto).toEqual({ filas: enteras.slice(0, 20), hayMas: enteras.length > 20 });
    }
  });

  test('the index that is filled meanwhile leaves the version of the data as it was', async () => {
    const consulta: Consulta = { metodo: 'operaciones', orden: { campo: 'arancel', desc: true } };
    const antes = await lector().pagina(consulta, { desdeFila: FILAS - 5, filas: 5 }, nunca);
    await lector().indexar(nunca);
    const despues = await lector().pagina(consulta, { desdeFila: FILAS - 5, filas: 5 }, nunca);
    expect(despues).toEqual(antes);
  });

  test('totals are those of the rows', async () => {
    await fc.assert(
      fc.asyncProperty(consultas, async (consulta) => {
        const enteras = todas(consulta);
        const { total, sumas } = await lector().totales(consulta, nunca);
        const suma = (campo: string): bigint => enteras.reduce((hasta, fila) => hasta + BigInt(fila[campo] ?? 0), 0n);
        expect({ total, ...sumas }).toEqual({
          total: enteras.length,
          importe: suma('importe'),
          arancel: suma('arancel'),
          costo_fin: suma('costo_fin'),
        });
      }),
      { numRuns: 60 },
    );
  });

  test('six instalments come before eighteen', async () => {
    const { filas } = await lector().pagina(
      { metodo: 'operaciones', orden: { campo: 'cuotas', desc: false } },
      { desdeFila: 0, filas: FILAS },
      nunca,
    );
    const cuotas = filas.map((fila) => Number(fila['cuotas']));
    expect(new Set(cuotas)).toContain(18);
    expect(cuotas).toEqual(cuotas.toSorted((a, b) => a - b));
  });

  test('every row comes in batches, in order', async () => {
    const consulta: Consulta = { metodo: 'operaciones', orden: { campo: 'importe', desc: false } };
    const filas: FilaLeida[] = [];
    const pasadas = lector().pasadas(nunca);
    for await (const trozo of pasadas.todas(consulta)) filas.push(...trozo);
    await pasadas.cerrar();
    expect(filas).toEqual(todas(consulta));
  });

  test('what is written meanwhile is in the next page, deep as it may be', async () => {
    const consulta: Consulta = { metodo: 'operaciones', orden: { campo: 'comprobante', desc: false } };
    const antes = await lector().pagina(consulta, { desdeFila: FILAS - 1, filas: 5 }, nunca);
    expect(antes.total).toBe(FILAS);
    const nueva = unaOperacion('99999', { fecha_venta: { fecha: '2026-11-02', hora: null } });
    const noviembre = { desde: dia('2026-11-01'), hasta: dia('2026-11-30') };
    prueba.cache.escribir(octubre([nueva], noviembre));
    const despues = await lector().pagina(consulta, { desdeFila: FILAS - 1, filas: 5 }, nunca);
    expect(despues.total).toBe(FILAS + 1);
    expect(despues.filas.at(-1)?.['id']).toBe('99999');
    expect(despues.version).not.toBe(antes.version);
  });

  test('a question that is given up does not stop the others', async () => {
    const dejar = new AbortController();
    const consulta: Consulta = { metodo: 'operaciones' };
    const dejada = lector().totales(consulta, dejar.signal);
    const otra = lector().totales(consulta, nunca);
    dejar.abort();
    await expect(dejada).rejects.toMatchObject({ code: 'CANCELADO' });
    expect((await otra).total).toBeGreaterThan(FILAS - 1);
  });

  test('a file that is not a database is said as SQLite says it', async () => {
    await expect(lectores.de(`${prueba.ruta}.no-esta`).totales({ metodo: 'operaciones' }, nunca)).rejects.toMatchObject(
      {
        code: 'CARPETA_SIN_PERMISO',
      },
    );
  });
});

describe('the index of what people type', () => {
  const buscadas = async (texto: string): Promise<readonly string[]> => {
    const { filas } = await lector().pagina({ metodo: 'operaciones', texto }, { desdeFila: 0, filas: 50 }, nunca);
    return filas.map((fila) => String(fila['id']));
  };

  test('finds the same as looking through every row', async () => {
    const textos = ['0010', '1007', 'espi', 'ÑANDÚ', 'quintar', '0012345 cordalia', 'x', '\0\0\0', '10\u000007'];
    const sin = await Promise.all(textos.map(buscadas));
    await lector().indexar(nunca);
    expect(await Promise.all(textos.map(buscadas))).toEqual(sin);
  });

  test('knows what changed after it was filled', async () => {
    await lector().indexar(nunca);
    const cambiada = unaOperacion('55555', { autorizacion: 'ZX9981' });
    const diciembre = { desde: dia('2026-12-01'), hasta: dia('2026-12-31') };
    const enDiciembre = { fecha_venta: { fecha: '2026-12-02', hora: null } };
    prueba.cache.escribir(octubre([{ id: '55555', fila: { ...cambiada.fila, ...enDiciembre } }], diciembre));
    expect(await buscadas('zx9981')).toEqual(['55555']);
    await lector().indexar(nunca);
    prueba.cache.escribir(
      octubre([{ id: '55555', fila: { ...cambiada.fila, ...enDiciembre, autorizacion: 'QW7732' } }], diciembre),
    );
    expect(await buscadas('zx9981')).toEqual([]);
    expect(await buscadas('qw7732')).toEqual(['55555']);
    await lector().indexar(nunca);
    expect(await buscadas('zx9981')).toEqual([]);
    expect(await buscadas('qw7732')).toEqual(['55555']);
  });

  test('gives a row that changed and still fits once', async () => {
    const enEnero = { fecha_venta: { fecha: '2027-01-02', hora: null } };
    const enero = { desde: dia('2027-01-01'), hasta: dia('2027-01-31') };
    const conAutorizacion = (autorizacion: string) => unaOperacion('66666', { ...enEnero, autorizacion });
    prueba.cache.escribir(octubre([conAutorizacion('A1')], enero));
    await lector().indexar(nunca);
    prueba.cache.escribir(octubre([conAutorizacion('B2')], enero));
    expect(await buscadas('00066666')).toEqual(['66666']);
    expect((await lector().totales({ metodo: 'operaciones', texto: '00066666' }, nunca)).total).toBe(1);
  });
});
