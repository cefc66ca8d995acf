import { fc, forAll } from '../../for-all.ts';
import { expect, test } from 'vitest';
import { buildMatrix, type CuponesOfPlace, type OperacionesOfPlace } from '#app/checks/till-matrix.ts';
import { formatPlain } from '#domain/money.ts';
import { compareWithTotals } from '#app/checks/against-totals.ts';
import { LIQUIDACION_TOTALS } from '#domain/checks.ts';
import { figuresOf } from '../figures/data.ts';
import {
  aLiquidacion,
  createTestCache,
  HOUR,
  NOW,
  octoberRows,
  anOperacion,
  type TestCache,
} from '../../storage/cache/support.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { compareSoldWithCalendario } from '#app/checks/against-calendario.ts';

const cupones = (changes: Partial<CuponesOfPlace> = {}): CuponesOfPlace => ({
  dia: '2026-10-05',
  comercio: '0012345',
  tarjeta: 'VISA',
  conciliacion: '7',
  grupo: 'conciliados',
  cupones: 2,
  centavos: 5000n,
  ...changes,
});
const operaciones = (changes: Partial<OperacionesOfPlace> = {}): OperacionesOfPlace => ({
  dia: '2026-10-05',
  comercio: 'LA ESPIGA',
  establecimiento: '0012345',
  tarjeta: 'VISA',
  n: 2,
  centavos: 5000n,
  ...changes,
});
const known = () => null;

test('a day counts the unmatched coupons that a person decided', () => {
  const open = cupones({ grupo: 'sin_conciliar', cupones: 1, centavos: 1000n });
  const own = [cupones(), open, { ...open, decididos: 1 }, { ...open, decididos: 1 }];
  const filas = buildMatrix({ cupones: own, operaciones: [operaciones()], motivoOf: known });
  expect(filas[0]?.partes).toEqual([
    { conciliacion: '7', grupo: 'conciliados', cupones: 2, filtro: {} },
    { conciliacion: '7', grupo: 'sin_conciliar', cupones: 3, decididos: 2, filtro: {} },
  ]);
});

test('a card of which some coupon of the day does not say its store is compared over all stores of the result', () => {
  const own = [cupones({ comercio: '' }), cupones(), cupones({ tarjeta: 'CABAL' })];
  const theirs = [operaciones(), operaciones({ establecimiento: '9' }), operaciones({ tarjeta: 'CABAL' })];
  const stores = ['LA ESPIGA'];
  const filas = buildMatrix({ cupones: own, operaciones: theirs, motivoOf: known, stores });
  expect(filas[0]).toMatchObject({
    estado: 'coincide',
    celdas: [
      {
        tarjeta: 'CABAL',
        establecimiento: '0012345',
        cupones: 2,
        partes: [{ conciliacion: '7', filtro: { tarjeta: 'CABAL', comercio: '0012345' } }],
      },
      {
        tarjeta: 'VISA',
        comercio: 'LA ESPIGA',
        establecimiento: null,
        cupones: 4,
        operaciones: 4,
        partes: [{ cupones: 4, filtro: { tarjeta: 'VISA' } }],
        abrir: {
          filtros: [
            { campo: 'tarjeta', valor: 'VISA' },
            { campo: 'comercio', valor: 'LA ESPIGA' },
          ],
        },
      },
    ],
  });
});

test('matched coupons come first in every breakdown, whatever comes first', () => {
  const own = [
    cupones({ conciliacion: '6', grupo: 'no_informados' }),
    cupones({ conciliacion: '7', grupo: 'sin_conciliar' }),
    cupones({ conciliacion: '8' }),
  ];
  const filas = buildMatrix({ cupones: own, operaciones: [], motivoOf: known });
  for (const { partes } of [...filas, ...filas.flatMap(({ celdas }) => celdas)])
    expect(partes.map(({ grupo }) => grupo)).toEqual(['conciliados', 'sin_conciliar', 'no_informados']);
});

test('days that differ come first, the largest difference before, and each other day says what it is', () => {
  const theirs = (day: string, centavos: bigint) => operaciones({ dia: day, centavos });
  const filas = buildMatrix({
    cupones: [
      cupones({ dia: '2026-10-01' }),
      cupones({ dia: '2026-10-02' }),
      cupones({ dia: '2026-10-03' }),
      cupones({ dia: '2026-10-04', tarjeta: 'OTHER' }),
      cupones({ dia: '2026-10-06' }),
      cupones({ dia: '2026-10-07' }),
      cupones({ dia: '' }),
    ],
    operaciones: [
      theirs('2026-10-01', 5000n),
      theirs('2026-10-02', 4999n),
      theirs('2026-10-03', 4000n),
      theirs('2026-10-04', 5000n),
      theirs('2026-10-05', 5000n),
      operaciones({ dia: '2026-10-07', n: 3 }),
    ],
    motivoOf: (day) => (day === '2026-10-06' ? 'sin_leer' : null),
  });
  expect(filas.map(({ dia, estado }) => [dia, estado])).toEqual([
    ['2026-10-03', 'difiere'],
    ['2026-10-02', 'difiere'],
    ['2026-10-07', 'faltan_cupones'],
    ['2026-10-04', 'se_compensa'],
    ['2026-10-05', 'sin_cupones'],
    [null, 'sin_datos'],
    ['2026-10-06', 'sin_datos'],
    ['2026-10-01', 'coincide'],
  ]);
});

const place = {
  dia: fc.constantFrom('', '2026-10-01', '2026-10-02', '2026-10-03'),
  tarjeta: fc.constantFrom('VISA', 'visa', 'CABAL', ''),
  centavos: fc.bigInt({ min: -10_000n, max: 10_000n }),
};
const aCuponSum = fc.record({
  ...place,
  comercio: fc.constantFrom('', '1', '01', '2'),
  conciliacion: fc.constantFrom('7', '8', null),
  grupo: fc.constantFrom('conciliados', 'sin_conciliar', 'no_informados'),
  cupones: fc.integer({ min: 1, max: 9 }),
});
const anOperacionSum = fc.record({
  ...place,
  comercio: fc.constantFrom('A', 'B'),
  establecimiento: fc.constantFrom('1', '2', '3', ''),
  n: fc.integer({ min: 1, max: 9 }),
});

test('cells and days add up to the rows of both sides, and the link of a cell shows exactly its operations', () => {
  forAll(fc.array(aCuponSum), fc.array(anOperacionSum), (own, theirs) => {
    const filas = buildMatrix({ cupones: own, operaciones: theirs, motivoOf: known });
    const sums = (of: (day: string) => boolean) => {
      const [ours, others] = [own.filter(({ dia }) => of(dia)), theirs.filter(({ dia }) => of(dia))];
      const add = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);
      const count = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
      const [importe, otherImporte] = [ours, others].map((rows) => add(rows.map(({ centavos }) => centavos)));
      const cantidad = count(ours.map((one) => one.cupones));
      const otherCount = count(others.map(({ n }) => n));
      return {
        cupones: cantidad,
        importe: formatPlain(importe ?? 0n),
        operaciones: otherCount,
        importeOperaciones: formatPlain(otherImporte ?? 0n),
        diferencia: { cantidad: cantidad - otherCount, importe: formatPlain((importe ?? 0n) - (otherImporte ?? 0n)) },
      };
    };
    expect(new Set(filas.map(({ dia }) => dia ?? ''))).toEqual(new Set([...own, ...theirs].map(({ dia }) => dia)));
    for (const day of filas) {
      expect(day).toMatchObject(sums((dia) => dia === (day.dia ?? '')));
      expect(day.celdas.reduce((sum, cell) => sum + cell.cupones, 0)).toBe(day.cupones);
      expect(day.celdas.reduce((sum, cell) => sum + cell.operaciones, 0)).toBe(day.operaciones);
      expect(day.partes.reduce((sum, part) => sum + part.cupones, 0)).toBe(day.cupones);
      for (const cell of day.celdas) {
        expect(cell.partes.reduce((sum, part) => sum + part.cupones, 0)).toBe(cell.cupones);
        const shownBy = (field: 'tarjeta' | 'establecimiento'): readonly string[] | undefined => {
          const values = cell.abrir?.filtros?.filter(({ campo }) => campo === field).map(({ valor }) => valor);
          return values?.length === 0 ? undefined : values;
        };
        const [cards, places] = [shownBy('tarjeta'), shownBy('establecimiento')];
        const shown = theirs.filter(
          (one) =>
            one.dia === (day.dia ?? '') &&
            (cards?.includes(one.tarjeta) ?? true) &&
            (places?.includes(one.establecimiento) ?? true),
        );
        if (cell.abrir === null) continue;
        const days = { desde: day.dia ?? '', hasta: day.dia ?? '' };
        expect(cell.abrir).toMatchObject({ vista: 'operaciones', ...days });
        expect(shown.reduce((sum, { n }) => sum + n, 0)).toBe(cell.operaciones);
      }
    }
  });
});

const DAY = 24 * HOUR;

interface October {
  readonly rows: number;
  readonly credited: number;
  /** Days from the reading of the totals to the reading of the rows. */
  readonly later: number;
  /** When the totals were read; after the end of the month by default. */
  readonly at?: number;
  /** The compared amount, by default what was credited. */
  readonly field?: 'total_acreditado' | 'total_facturado';
}

/** Compares October's amount: the service's total and the sum of the rows. */
async function compareOctober({ rows, credited, later, at = NOW, field = 'total_acreditado' }: October) {
  using test = createTestCache();
  const settlement = aLiquidacion('1', { [field]: rows });
  test.cache.write(octoberRows([settlement], { metodo: 'liquidaciones', campo: 'fecha', leido: at + later * DAY }));
  const zeros = Object.fromEntries(Object.keys(LIQUIDACION_TOTALS).map((field) => [field, 0]));
  const days = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };
  const totals = { ...zeros, ...days, tarjeta: 'T', [field]: credited };
  test.cache.write(
    octoberRows([{ id: '2026-10-01/T', fila: totals }], { metodo: 'liquidaciones-totales', campo: 'desde', leido: at }),
  );
  const all = await compareWithTotals(figuresOf(test.cache), 'liquidaciones', ['2026-10']);
  return all.find(({ campo }) => campo === field);
}

test('a difference of rows that were read later than the totals accuses nobody', async () => {
  const check = await compareOctober({ rows: 300, credited: 100, later: 2 });
  expect(check).toMatchObject({ estado: 'sin_datos', motivo: 'otro_dia', diferencia: null });
});

test('rows that were read later and agree do agree', async () => {
  expect(await compareOctober({ rows: 100, credited: 100, later: 2 })).toMatchObject({ estado: 'coincide' });
});

test.each([0, -2])('rows that were not read later differ (%i days)', async (later) => {
  const check = await compareOctober({ rows: 300, credited: 100, later });
  expect(check).toMatchObject({ estado: 'difiere', diferencia: '2.00' });
});

test('while the month is not over, less credited than the rows add up to may be a settlement to come that only deducts', async () => {
  const check = await compareOctober({ rows: 300, credited: 100, later: 0, at: Date.UTC(2026, 9, 20, 13) });
  expect(check).toMatchObject({ estado: 'sin_datos', motivo: 'parcial', diferencia: null });
});

test.each([
  [100, 300, { estado: 'sin_datos', motivo: 'parcial' }],
  [300, 100, { estado: 'difiere', diferencia: '2.00' }],
])('while the month is not over, rows of %i billed may lack some of %i, and never have more', async (...amounts) => {
  const [rows, credited, expected] = amounts;
  const at = Date.UTC(2026, 9, 20, 13);
  expect(await compareOctober({ rows, credited, later: 0, at, field: 'total_facturado' })).toMatchObject(expected);
});

test.each([100, -100])('while the month is not over, what agrees does agree (%i centavos)', async (amount) => {
  const check = await compareOctober({ rows: amount, credited: amount, later: 0, at: Date.UTC(2026, 9, 20, 13) });
  expect(check).toMatchObject({ estado: 'coincide' });
});

const instantOf = (day: string): number => Date.parse(`${day}T15:00:00Z`);
const OCTOBER = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };

/** 15 October was read once, at noon; the calendar, read on the 20th, has a sale of that evening. */
async function compareSold({ cache }: TestCache, changes: { readonly from?: string; readonly sold?: number } = {}) {
  const { from = '2026-10-14', sold = 100 } = changes;
  const sale = (id: string, day: string) => anOperacion(id, { fecha_venta: { fecha: day, hora: null }, importe: 100 });
  const first = { desde: civilDay('2026-10-14'), hasta: civilDay('2026-10-15'), leido: instantOf('2026-10-15') };
  cache.write(octoberRows([sale('1', '2026-10-14'), sale('2', '2026-10-15')], first));
  const second = { desde: civilDay('2026-10-16'), hasta: civilDay('2026-10-20'), leido: instantOf('2026-10-20') };
  cache.write(octoberRows([sale('3', '2026-10-16')], second));
  const days = [['2026-10-14', sold], ['2026-10-15', 300], ['2026-10-16', 100]] as const; // prettier-ignore
  const rows = days.map(([id, amount]) => ({
    id,
    fila: { dia: id.slice(8), fecha: id, vendido: amount, acreditado: 0 },
  }));
  cache.write(octoberRows(rows, { metodo: 'calendario', campo: 'fecha', leido: instantOf('2026-10-20') }));
  const asked = { desde: civilDay(from), hasta: from === '2026-10-15' ? civilDay(from) : OCTOBER.hasta };
  const [check] = await compareSoldWithCalendario(figuresOf(cache), {
    months: ['2026-10'],
    ...asked,
    signal: new AbortController().signal,
  });
  return check;
}

test('a day of which only the morning was read is not compared', async () => {
  using test = createTestCache();
  expect(await compareSold(test)).toMatchObject({ estado: 'coincide', esperado: '2.00', calculado: '2.00' });
});

test('the other days are compared all the same', async () => {
  using test = createTestCache();
  const check = await compareSold(test, { sold: 500 });
  expect(check).toMatchObject({ estado: 'difiere', filas: [{ nombre: '2026-10-14', diferencia: '-4.00' }] });
});

test('days of which none was read to its end say so', async () => {
  using test = createTestCache();
  expect(await compareSold(test, { from: '2026-10-15' })).toMatchObject({ estado: 'sin_datos', motivo: 'parcial' });
});
