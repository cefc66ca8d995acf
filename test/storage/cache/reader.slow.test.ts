import { afterAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { createReaders, type Query, type ReadRow } from '#storage/cache/index.ts';
import { octoberRows, clock, createTestCache, anOperacion } from './support.ts';
import { civilDay } from '../../domain/civil-day.ts';

const ROWS = 300;
const never = new AbortController().signal;
const MARCAS = ['CORDALIA', 'TRANSUR', 'QUINTAR'];

const opened = createTestCache();
const readers = createReaders({ clock });
afterAll(async () => {
  await readers.close();
  opened[Symbol.dispose]();
});
/** Some columns have few values, so their orders have many ties; some columns have no ties. */
const rows = Array.from({ length: ROWS }, (_, i) =>
  anOperacion(String(1000 + ((i * 7919) % ROWS)), {
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
opened.cache.write(octoberRows(rows));

const queries: fc.Arbitrary<Query> = fc.record({
  metodo: fc.constant('operaciones' as const),
  desde: fc.constantFrom(undefined, civilDay('2026-10-08')),
  hasta: fc.constantFrom(undefined, civilDay('2026-10-20')),
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

const readerOf = () => readers.readerOf(opened.ruta);
const readAll = (query: Query): readonly ReadRow[] => [...opened.cache.readAll(query)];

describe('reading from threads', () => {
  test('pages in any order are the whole filter in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.integer({ min: 1, max: 90 }),
        fc.infiniteStream(fc.nat()),
        async (query, rows, random) => {
          const wholeRows = readAll(query);
          const places = Array.from({ length: Math.ceil(wholeRows.length / rows) }, (_, i) => ({
            i,
            luck: random.next().value ?? 0,
          }));
          const pages: (readonly ReadRow[])[] = [];
          for (const { i } of places.toSorted((a, b) => a.luck - b.luck)) {
            const page = await readerOf()
              .ask(never)
              .page(query, { desdeFila: i * rows, filas: rows });
            expect(page.hayMas).toBe((i + 1) * rows < wholeRows.length);
            if (page.total !== null) expect(page.total).toBe(wholeRows.length);
            pages[i] = page.filas;
          }
          expect(pages.flat()).toEqual(wholeRows);
        },
      ),
      { numRuns: 120 },
    );
  });

  test('letters typed one after the other give what each gives alone', async () => {
    const withoutText: Query = { metodo: 'operaciones', orden: { campo: 'importe', desc: true } };
    for (const text of ['0', '00', '001', '0010', '00109', '0010', 'l', 'la', 'la espiga', 'espiga quintar', 'esp']) {
      const query = { ...withoutText, texto: text };
      const { filas, hayMas } = await readerOf().ask(never).page(query, { desdeFila: 0, filas: 20 });
      const wholeRows = readAll(query);
      expect({ filas, hayMas }, text).toEqual({ filas: wholeRows.slice(0, 20), hayMas: wholeRows.length > 20 });
    }
  });

  test('the index that is filled meanwhile leaves the version of the data as it was', async () => {
    const query: Query = { metodo: 'operaciones', orden: { campo: 'arancel', desc: true } };
    const before = await readerOf()
      .ask(never)
      .page(query, { desdeFila: ROWS - 5, filas: 5 });
    await readerOf().buildIndex(never);
    const after = await readerOf()
      .ask(never)
      .page(query, { desdeFila: ROWS - 5, filas: 5 });
    expect(after).toEqual(before);
  });

  test('totals are those of the rows', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const wholeRows = readAll(query);
        const { total, sumas: sums } = await readerOf().ask(never).totals(query);
        const sumOf = (field: string): bigint => wholeRows.reduce((to, row) => to + BigInt(row[field] ?? 0), 0n);
        expect({ total, ...sums }).toEqual({
          total: wholeRows.length,
          importe: sumOf('importe'),
          arancel: sumOf('arancel'),
          costo_fin: sumOf('costo_fin'),
        });
      }),
      { numRuns: 60 },
    );
  });

  test('six instalments come before eighteen', async () => {
    const { filas } = await readerOf()
      .ask(never)
      .page({ metodo: 'operaciones', orden: { campo: 'cuotas', desc: false } }, { desdeFila: 0, filas: ROWS });
    const cuotas = filas.map((row) => Number(row['cuotas']));
    expect(new Set(cuotas)).toContain(18);
    expect(cuotas).toEqual(cuotas.toSorted((a, b) => a - b));
  });

  test('every row comes in batches, in order', async () => {
    const query: Query = { metodo: 'operaciones', orden: { campo: 'importe', desc: false } };
    const rows: ReadRow[] = [];
    const passes = readerOf().readPasses(never);
    for await (const chunk of passes.readAll(query)) rows.push(...chunk);
    await passes.close();
    expect(rows).toEqual(readAll(query));
  });

  test('what is written meanwhile is in the next page, deep as it may be', async () => {
    const query: Query = { metodo: 'operaciones', orden: { campo: 'comprobante', desc: false } };
    const before = await readerOf()
      .ask(never)
      .page(query, { desdeFila: ROWS - 1, filas: 5 });
    expect(before.total).toBe(ROWS);
    const fresh = anOperacion('99999', { fecha_venta: { fecha: '2026-11-02', hora: null } });
    const november = { desde: civilDay('2026-11-01'), hasta: civilDay('2026-11-30') };
    opened.cache.write(octoberRows([fresh], november));
    const after = await readerOf()
      .ask(never)
      .page(query, { desdeFila: ROWS - 1, filas: 5 });
    expect(after.total).toBe(ROWS + 1);
    expect(after.filas.at(-1)?.['id']).toBe('99999');
    expect(after.version).not.toBe(before.version);
  });

  test('a question that is given up does not stop the others', async () => {
    const leave = new AbortController();
    const query: Query = { metodo: 'operaciones' };
    const left = readerOf().ask(leave.signal).totals(query);
    const other = readerOf().ask(never).totals(query);
    leave.abort();
    await expect(left).rejects.toMatchObject({ code: 'CANCELADO' });
    expect((await other).total).toBeGreaterThan(ROWS - 1);
  });

  test('a file that is not a database is said as SQLite says it', async () => {
    await expect(
      readers.readerOf(`${opened.ruta}.no-esta`).ask(never).totals({ metodo: 'operaciones' }),
    ).rejects.toMatchObject({ code: 'CARPETA_SIN_PERMISO' });
  });
});

describe('the index of what people type', () => {
  const search = async (text: string): Promise<readonly string[]> => {
    const { filas } = await readerOf()
      .ask(never)
      .page({ metodo: 'operaciones', texto: text }, { desdeFila: 0, filas: 50 });
    return filas.map((row) => String(row['id']));
  };

  test('finds the same as looking through every row', async () => {
    const texts = ['0010', '1007', 'espi', 'ÑANDÚ', 'quintar', '0012345 cordalia', 'x', '\0\0\0', '10\u000007'];
    const without = await Promise.all(texts.map(search));
    await readerOf().buildIndex(never);
    expect(await Promise.all(texts.map(search))).toEqual(without);
  });

  test('knows what changed after it was filled', async () => {
    await readerOf().buildIndex(never);
    const changed = anOperacion('55555', { autorizacion: 'ZX9981' });
    const december = { desde: civilDay('2026-12-01'), hasta: civilDay('2026-12-31') };
    const inDecember = { fecha_venta: { fecha: '2026-12-02', hora: null } };
    opened.cache.write(octoberRows([{ id: '55555', fila: { ...changed.fila, ...inDecember } }], december));
    expect(await search('zx9981')).toEqual(['55555']);
    await readerOf().buildIndex(never);
    opened.cache.write(
      octoberRows([{ id: '55555', fila: { ...changed.fila, ...inDecember, autorizacion: 'QW7732' } }], december),
    );
    expect(await search('zx9981')).toEqual([]);
    expect(await search('qw7732')).toEqual(['55555']);
    await readerOf().buildIndex(never);
    expect(await search('zx9981')).toEqual([]);
    expect(await search('qw7732')).toEqual(['55555']);
  });

  test('gives a row that changed and still fits once', async () => {
    const inJanuary = { fecha_venta: { fecha: '2027-01-02', hora: null } };
    const january = { desde: civilDay('2027-01-01'), hasta: civilDay('2027-01-31') };
    const withAutorizacion = (autorizacion: string) => anOperacion('66666', { ...inJanuary, autorizacion });
    opened.cache.write(octoberRows([withAutorizacion('A1')], january));
    await readerOf().buildIndex(never);
    opened.cache.write(octoberRows([withAutorizacion('B2')], january));
    expect(await search('00066666')).toEqual(['66666']);
    expect((await readerOf().ask(never).totals({ metodo: 'operaciones', texto: '00066666' })).total).toBe(1);
  });
});
