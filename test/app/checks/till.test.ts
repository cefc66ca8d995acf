import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { expect } from 'vitest';
import type { MatrixCell } from '#contract/checks.ts';
import { createTill } from '#app/checks/till.ts';
import { createWithData } from '#app/figures/adder.ts';
import { createCaches, type Caches } from '#app/open/caches.ts';
import type { Disposition } from '#domain/conciliacion.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import type { ReadRows, ServiceRow } from '#storage/cache/index.ts';
import type { Results, StoredCupon } from '#storage/results/open.ts';
import { askOf, type Asked } from '../context.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { civilDay } from '../../domain/civil-day.ts';
import { test as base } from '../../platform/temporary-folder.ts';
import { anOperacion, clock, NOW, octoberRows } from '../../storage/cache/support.ts';
import { aStoredCupon } from '../../storage/results/a-stored-cupon.ts';
import { createQuietLedgers } from '../open/quiet-ledgers.ts';

const ACCOUNT = { id: '0123456789abcdef', nombre: 'La Espiga' };
const OCTOBER = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };

const aCupon = (disposicion: Disposition, changes: Partial<StoredCupon['operacion']> = {}): StoredCupon =>
  aStoredCupon(disposicion, {
    importe: '1234.50',
    tarjeta_desc: 'Tarjeta',
    comprobante: '1',
    establecimiento: '12345',
    liquidaciones_id: disposicion === 'conciliado' ? '99' : null,
    ...changes,
  });

interface World {
  readonly caches: Caches;
  readonly results: Results;
  readonly till: Asked<ReturnType<typeof createTill>>;
}

const test = base.extend<{ world: World }>({
  world: async ({ folder }, use) => {
    const data = getDataFolder(path.join(folder, 'datos'));
    const caches = createCaches({ data, clock, onNotice: () => undefined });
    const till = createTill({
      accounts: { choose: () => Promise.resolve(ACCOUNT as never) },
      caches,
      ledgers: createQuietLedgers({ data, clock }),
      withData: createWithData(caches),
      clock,
    });
    await use({ caches, results: await caches.results(ACCOUNT as never), till: askOf(till) });
    await caches.close();
  },
});

function keep({ results }: World, id: string, cupones: readonly StoredCupon[]): void {
  const reading = results.begin(id);
  reading.add(cupones);
  reading.finish({ encabezado: aConciliacion({ id }), carga: null, archivos: [] }, NOW);
}
const download = ({ caches }: World, rows: ReadRows['filas'], changes: Partial<ReadRows> = {}): Promise<void> =>
  caches.use(ACCOUNT as never, (cache) => {
    cache.write(octoberRows(rows, changes));
    return Promise.resolve();
  });

test('a result is compared with the operations of its days and stores', async ({ world }) => {
  keep(world, '7', [
    aCupon('conciliado'),
    aCupon('sin_conciliar', { comprobante: '2' }),
    aCupon('existente', { comprobante: '3' }),
    aCupon('rechazado', { comprobante: '4' }),
  ]);
  await download(world, [
    anOperacion('1'),
    anOperacion('2', { tarjeta: 'OTRA' }),
    anOperacion('3', { fecha_venta: { fecha: '2026-10-06', hora: null } }),
    anOperacion('4', { comercio: 'OTRO', establecimiento: '9' }),
  ]);
  const doc = await world.till.caja({ conciliacion: '7' });
  expect(doc).toMatchObject({
    filas: [
      {
        dia: '2026-10-05',
        estado: 'difiere',
        cupones: 3,
        operaciones: 2,
        partes: [
          { grupo: 'conciliados', cupones: 1 },
          { grupo: 'sin_conciliar', cupones: 1 },
          { grupo: 'no_informados', cupones: 1 },
        ],
        abrir: { filtros: [{ campo: 'comercio', valor: 'LA ESPIGA' }] },
        celdas: [
          { tarjeta: 'TARJETA', cupones: 3, operaciones: 1 },
          { tarjeta: 'OTRA', cupones: 0, operaciones: 1 },
        ],
      },
    ],
  });
});

const aWalletCupon = (disposicion: Disposition, changes: Partial<StoredCupon['operacion']> = {}): StoredCupon => {
  const { operacion, ...rest } = aCupon(disposicion, {
    wallet_tipo_operacion: 'SETTLEMENT',
    wallet_referencia: '900',
    ...changes,
  });
  const { tarjeta_desc: _card, comprobante: _voucher, establecimiento: _store, ...own } = operacion;
  return { operacion: own, ...rest };
};
const aWalletOperacion = (id: string, changes: ServiceRow = {}) =>
  anOperacion(id, { tarjeta: 'SALDO SUR', comprobante: '', referencia: '900', ...changes });

test.for([
  ['its reference', '0900', null],
  ['its settlement', '', '99'],
] as const)(
  'a wallet sale that matched counts under the card and store of its operation, by %s',
  async ([, referencia, liquidacion], { world }) => {
    keep(world, '7', [aWalletCupon('conciliado')]);
    await download(world, [aWalletOperacion('1', { referencia, liquidaciones_id: liquidacion })]);
    const cell = {
      tarjeta: 'SALDO SUR',
      comercio: 'LA ESPIGA',
      establecimiento: '0012345',
      cupones: 1,
      operaciones: 1,
    };
    const filtro = { tarjeta: 'SETTLEMENT', comercio: '' };
    const filas = [{ estado: 'coincide', celdas: [{ ...cell, partes: [{ grupo: 'conciliados', filtro }] }] }];
    expect(await world.till.caja(OCTOBER)).toMatchObject({ filas });
    expect(await world.till.caja({ conciliacion: '7' })).toMatchObject({ filas });
  },
);

test('a wallet sale without an operation is a cell apart from its card', async ({ world }) => {
  keep(world, '7', [aWalletCupon('sin_conciliar', { wallet_referencia: '901' })]);
  await download(world, [aWalletOperacion('1')]);
  const celdas = [
    { tarjeta: 'SALDO SUR', establecimiento: '0012345', cupones: 0, operaciones: 1 },
    { billetera: true, tarjeta: null, comercio: null, establecimiento: null, cupones: 1, operaciones: 0 },
  ];
  const sort = (cells: readonly MatrixCell[] = []) => cells.toSorted((a, b) => a.cupones - b.cupones);
  expect(sort((await world.till.caja(OCTOBER)).filas[0]?.celdas)).toMatchObject(celdas);
  expect(sort((await world.till.caja({ conciliacion: '7' })).filas[0]?.celdas)).toMatchObject(celdas);
});

test('a sale that matched an operation of another card is no pair of differences', async ({ world }) => {
  keep(world, '7', [aCupon('conciliado')]);
  await download(world, [anOperacion('1', { tarjeta: 'OTRA', liquidaciones_id: '99' })]);
  expect((await world.till.caja(OCTOBER)).filas).toMatchObject([
    { estado: 'coincide', celdas: [{ tarjeta: 'OTRA', cupones: 1, operaciones: 1 }] },
  ]);
});

test('a sale of a settlement of several cards counts under the card that it writes', async ({ world }) => {
  keep(world, '7', [aCupon('conciliado'), aCupon('conciliado', { comprobante: '2', tarjeta_desc: 'OTRA' })]);
  await download(world, [
    anOperacion('1', { liquidaciones_id: '99' }),
    anOperacion('2', { tarjeta: 'OTRA', liquidaciones_id: '99' }),
  ]);
  expect((await world.till.caja(OCTOBER)).filas).toMatchObject([{ estado: 'coincide' }]);
});

test('a day whose operations are still to come is in course', async ({ world }) => {
  keep(world, '7', [aCupon('conciliado'), aCupon('conciliado', { fecha_venta: '2026-11-21', comprobante: '2' })]);
  await download(world, [anOperacion('1'), anOperacion('2', { fecha_venta: { fecha: '2026-11-21', hora: null } })], {
    hasta: civilDay('2026-11-21'),
  });
  const { filas } = await world.till.caja({ desde: OCTOBER.desde, hasta: civilDay('2026-11-21') });
  expect(filas.map(({ dia, estado, operaciones }) => [dia, estado, operaciones])).toEqual([
    ['2026-11-21', 'en_curso', 1],
    ['2026-10-05', 'coincide', 1],
  ]);
});

test('days before the first and after the last uploaded sale are no difference, whatever period is asked for', async ({
  world,
}) => {
  // A coupon with a future date does not make the days before it known.
  const future = aCupon('sin_conciliar', { fecha_venta: '2027-10-05', comprobante: '2' });
  keep(world, '7', [
    aCupon('conciliado'),
    aCupon('conciliado', { fecha_venta: '2026-10-03', comprobante: '3' }),
    future,
  ]);
  const at = (fecha: string) => ({ fecha_venta: { fecha, hora: null } });
  const days = ['2026-10-02', '2026-10-04', '2026-10-07'];
  await download(world, [anOperacion('1'), ...days.map((day, i) => anOperacion(String(i + 2), at(day)))]);
  const { filas } = await world.till.caja(OCTOBER);
  expect(filas.map(({ dia, estado }) => [dia, estado])).toEqual([
    ['2026-10-03', 'difiere'],
    ['2026-10-04', 'sin_cupones'],
    ['2026-10-02', 'sin_subir'],
    ['2026-10-07', 'sin_subir'],
    ['2026-10-05', 'coincide'],
  ]);
  const later = await world.till.caja({ desde: civilDay('2026-10-06'), hasta: OCTOBER.hasta });
  expect(later.filas.map(({ estado }) => estado)).toEqual(['sin_subir']);
});

test('in a period a sale of two results counts once, and one found elsewhere is none', async ({ world }) => {
  keep(world, '7', [aCupon('conciliado'), aCupon('sin_conciliar', { comprobante: '2' })]);
  keep(world, '8', [
    aCupon('conciliado'),
    aCupon('conciliado', { comprobante: '2' }),
    aCupon('conciliado', { fecha_venta: '2026-11-01' }),
  ]);
  await download(world, [anOperacion('1'), anOperacion('2')]);
  const { filas } = await world.till.caja(OCTOBER);
  expect(filas.map(({ dia, estado }) => [dia, estado])).toEqual([['2026-10-05', 'coincide']]);
  expect(filas).toMatchObject([{ cupones: 2, operaciones: 2, importe: '2469.00' }]);
});

test('a sale that had no settlement in an earlier result, or another one, counts once', async ({ world }) => {
  keep(world, '7', [aCupon('conciliado', { liquidaciones_id: null })]);
  keep(world, '8', [aCupon('conciliado')]);
  keep(world, '9', [aCupon('conciliado', { liquidaciones_id: '100' })]);
  await download(world, [anOperacion('1')]);
  expect((await world.till.caja(OCTOBER)).filas).toMatchObject([{ cupones: 1, operaciones: 1 }]);
});

test('two equal sales of one result are two', async ({ world }) => {
  keep(world, '7', [aCupon('conciliado'), aCupon('conciliado')]);
  await download(world, [anOperacion('1')]);
  expect((await world.till.caja(OCTOBER)).filas).toMatchObject([{ cupones: 2, operaciones: 1 }]);
});

test('every coupon of a reconciliation that the service has no more counts in a period, and a sale sent again counts once', async ({
  world,
}) => {
  const other = aCupon('sin_conciliar', { comprobante: '0077' });
  keep(world, '7', [aCupon('conciliado'), other]);
  world.results.markMissing('7', NOW);
  await download(world, [anOperacion('1')]);
  expect(await world.till.caja(OCTOBER)).toMatchObject({ filas: [{ cupones: 2, operaciones: 1 }] });
  keep(world, '8', [aCupon('conciliado')]);
  expect(await world.till.caja(OCTOBER)).toMatchObject({ filas: [{ cupones: 2, operaciones: 1 }] });
});

test('days that were not read are never a difference', async ({ world }) => {
  keep(world, '7', [aCupon('conciliado'), aCupon('conciliado', { fecha_venta: '2026-11-03' })]);
  await download(world, []);
  const { filas } = await world.till.caja({ desde: OCTOBER.desde, hasta: civilDay('2026-11-30') });
  expect(filas.map(({ dia, estado, motivo }) => [dia, estado, motivo])).toEqual([
    ['2026-10-05', 'difiere', null],
    ['2026-11-03', 'sin_datos', 'sin_leer'],
  ]);
});

test('what was never downloaded, is not contracted or was never reconciled is told apart', async ({ world }) => {
  expect(await world.till.caja(OCTOBER)).toMatchObject({
    hayConciliaciones: false,
    filas: [],
    cobertura: { sincronizado: null, contratado: true },
  });
  await download(world, [], { contratado: false });
  expect((await world.till.caja(OCTOBER)).cobertura.contratado).toBe(false);
});

test('a result that is not kept is unknown', async ({ world }) => {
  await expect(world.till.caja({ conciliacion: '9' })).rejects.toMatchObject({ code: 'CONCILIACION_INEXISTENTE' });
});

test('the matrix is written as the screen shows it', async ({ world, folder }) => {
  const { exportado } = await world.till.caja_exportar({
    cuenta: 'La Espiga',
    exportar: path.join(folder, 'caja.xlsx'),
    pantalla: {
      titulo: 'Caja contra procesador',
      nota: 'Sin contar: todavía no subido',
      columnas: [
        { titulo: 'Estado', tipo: 'texto' },
        { titulo: 'Dif. cantidad', tipo: 'entero' },
        { titulo: 'Dif. importe', tipo: 'importe' },
      ],
      filas: [
        ['Difiere', '-1', '-5.00'],
        ['Sin datos', null, null],
      ],
    },
  });
  const [sheet] = (await readXlsx(await readFile(exportado))).sheets;
  const header = sheet?.rows.findIndex((row) => row.includes('Dif. importe')) ?? -1;
  expect(sheet?.rows.flat()).toContain('Sin contar: todavía no subido');
  expect(sheet?.rows.slice(header + 1)).toEqual([
    ['Difiere', -1, -5],
    ['Sin datos', null, null],
    [null, -1, -5],
  ]);
});
