import { describe, expect, test } from 'vitest';
import type { CierreDocument, TaxpayersDocument } from '#contract/cierre.ts';
import { buildBridge, findRows } from '../../src-renderer/features/cierre/bridge.ts';
import { CierreState, describeOpen } from '../../src-renderer/features/cierre/cierre.svelte.ts';
import { findClosed } from '../../src-renderer/shared/period.svelte.ts';
import { readRoute, writeRoute } from '../../src-renderer/shared/routes.ts';
import { makeApi } from './double.ts';
import { getClosingName } from '../../src-renderer/features/review/fields.ts';
import type { CheckDocument, CheckRow } from '#contract/checks.ts';
import { describeMotivo } from '#domain/texts/checks.ts';
import { describeDays, describeRow } from '../../src-renderer/features/checks/words.ts';

const { signal } = new AbortController();
const [FIRST, SECOND] = ['30715542189', '30999002222'];
const TAXPAYERS: TaxpayersDocument = {
  contribuyentes: [
    { cuit: FIRST, razonSocial: 'La Espiga S.R.L.' },
    { cuit: SECOND, razonSocial: 'Espiga Sur S.A.S.' },
  ],
  sinDeterminar: [],
  cerrados: [],
  reabiertos: [],
};
const aMonth = (part: Partial<CierreDocument> = {}): CierreDocument => ({
  periodo: '2026-10',
  cuit: FIRST,
  razonSocial: 'La Espiga S.R.L.',
  estado: 'abierto',
  abiertos: [],
  empates: [],
  saldos: { procesadores: [] },
  conceptos: [],
  archivo: null,
  sha256: null,
  ajustes: [],
  asiento: null,
  cerrado: null,
  ...part,
});
const OPEN = aMonth({ abiertos: [{ clave: 'banco', cuantos: 2, importe: '1304.18' }] });
const OCTOBER = { mes: '2026-10', cuit: undefined };
async function readMonth(answers: Parameters<typeof makeApi>[0], mes = '2026-10') {
  const api = makeApi({ 'cierre.contribuyentes': () => TAXPAYERS, 'cierre.ver': () => OPEN, ...answers });
  const state = new CierreState(api, 'mía');
  await state.read({ mes, cuit: undefined }, signal);
  return { api, state };
}
const closedIn = (...months: readonly string[]): TaxpayersDocument => ({
  ...TAXPAYERS,
  cerrados: months.map((periodo) => ({ periodo, cuit: FIRST, cuando: '2026-11-01 10:00:00' })),
});

describe('the closing of a month', () => {
  test('says what it is closed with', () => {
    const coupons = { clave: 'cupones', cuantos: 27, importe: '1304.18' } as const;
    expect(describeOpen([coupons, { clave: 'dias', cuantos: 2, importe: null }]).replaceAll('\u00a0', ' ')).toBe(
      'Cupones que no conciliaron: 27 ($ 1.304,18); Días sin bajar: 2',
    );
  });

  test('is of the first taxpayer while none is chosen, and of the chosen one then', async () => {
    const { state } = await readMonth({
      'cierre.ver': ({ cuit = '' }) => aMonth({ cuit }),
    });
    expect(state.document?.cuit).toBe(FIRST);
    await state.read({ mes: '2026-10', cuit: SECOND }, signal);
    expect(state.document?.cuit).toBe(SECOND);
  });

  test('asks for no month while the account has no taxpayer', async () => {
    const { api, state } = await readMonth({ 'cierre.contribuyentes': () => ({ ...TAXPAYERS, contribuyentes: [] }) });
    expect([state.document, state.failure]).toEqual([undefined, undefined]);
    expect(api.pedidos.map(([method]) => method)).toEqual(['cierre.contribuyentes']);
  });

  test('has a book once nothing is open or it is closed', async () => {
    const bookOf = async (doc: CierreDocument): Promise<boolean> => {
      const { state } = await readMonth({ 'cierre.ver': () => doc });
      return state.hasBook;
    };
    expect(await bookOf(OPEN)).toBe(false);
    expect(await bookOf(aMonth())).toBe(true);
    expect(await bookOf({ ...OPEN, estado: 'cerrado' })).toBe(true);
  });

  test('is closed with the reason and the files, which are read with it too', async () => {
    const { api, state } = await readMonth({
      'cierre.cerrar': () => ({ ...OPEN, estado: 'cerrado' as const }),
    });
    await state.addFile('convenio', new File(['x'], 'sirtac.txt'), signal);
    await state.read(OCTOBER, signal);
    const which = { cuenta: 'mía', periodo: '2026-10', cuit: FIRST, convenio: 'archivo:1/sirtac.txt' };
    expect(api.pedidos.at(-1)).toEqual(['cierre.ver', which]);
    await state.close('se reclamó');
    expect(api.pedidos.at(-1)).toEqual(['cierre.cerrar', { ...which, motivo: 'se reclamó' }]);
    expect(state.document?.estado).toBe('cerrado');
  });

  test('as it was closed before a reopening has its book still', async () => {
    const reopened = { periodo: '2026-10', cuit: FIRST, version: 1, cuando: 'x', quien: 'Ana', motivo: 'faltaba' };
    const { api, state } = await readMonth({
      'cierre.contribuyentes': () => ({ ...TAXPAYERS, reabiertos: [reopened, { ...reopened, periodo: '2026-09' }] }),
      'cierre.ver': () => aMonth({ archivo: 'cierre-2026-10-version-1.xlsx' }),
    });
    expect(state.reopened).toEqual([reopened]);
    expect(await state.writeBook('archivo', {}, 1)).toBe('cierre-2026-10-version-1.xlsx');
    expect(api.pedidos.at(-1)?.[1]).toMatchObject({ periodo: '2026-10', cuit: FIRST, version: 1 });
  });

  test.each([
    ['2026-10', 'abierto', [], { canClose: true, canReopen: false }],
    ['2026-10', 'abierto', ['2026-09'], { canClose: true, canReopen: false }],
    ['2026-08', 'abierto', ['2026-09'], { canClose: false, canReopen: false }],
    ['2026-09', 'cerrado', ['2026-08', '2026-09'], { canClose: false, canReopen: true }],
    ['2026-08', 'cerrado', ['2026-08', '2026-09'], { canClose: false, canReopen: false }],
  ] as const)('%s, %s with %j closed: months are closed in order, and the last one reopened', async (...row) => {
    const [periodo, estado, closed, expected] = row;
    const { state } = await readMonth(
      {
        'cierre.contribuyentes': () => closedIn(...closed),
        'cierre.ver': () => aMonth({ periodo, estado }),
      },
      periodo,
    );
    expect({ canClose: state.canClose, canReopen: state.canReopen }).toEqual(expected);
  });

  test('of another taxpayer closes nothing of this one', async () => {
    const others = { ...closedIn(), cerrados: [{ periodo: '2026-11', cuit: SECOND, cuando: '2026-12-01 10:00:00' }] };
    const { state } = await readMonth({ 'cierre.contribuyentes': () => others });
    expect(state.canClose).toBe(true);
  });
});

test('the address keeps the month and the taxpayer, and nothing else', () => {
  const route = { seccion: 'cierre', mes: '2026-10', cuit: FIRST } as const;
  expect(readRoute(writeRoute(route))).toEqual(route);
  expect(readRoute('#/cierre?mes=2026-13&cuit=1')).toEqual({ seccion: 'cierre' });
});

/** A processor that settled and paid all that was sold. */
const aBalance = (sold: string) => ({
  ...{ procesador: 'QUINTAR', vendido: sold, liquidado: sold, neto: sold, acreditado: sold },
  ...{ aperturaALiquidar: '0.00', aLiquidar: '0.00', aperturaACobrar: '0.00', aCobrar: '0.00' },
});

test('the bridge goes from what was sold to what reached the bank, and each bar begins where the last one ended', () => {
  const rows = buildBridge([
    {
      ...aBalance('1000.00'),
      ...{ liquidado: '800.00', aLiquidar: '200.00', neto: '700.00' },
      ...{ aperturaACobrar: '100.00', acreditado: '750.00', aCobrar: '50.00' },
    },
  ]);
  expect(rows.map(({ key, importe, kind }) => [key, importe, kind])).toEqual([
    ['vendido', '1000.00', 'total'],
    ['a_liquidar', '-200.00', 'pendiente'],
    ['liquidado', '800.00', 'total'],
    ['descuentos', '-100.00', 'baja'],
    ['neto', '700.00', 'total'],
    ['antes_a_cobrar', '100.00', 'sube'],
    ['a_cobrar', '-50.00', 'pendiente'],
    ['banco', '750.00', 'total'],
  ]);
  const bars = new Map(rows.map(({ key, x, width }) => [key, [x, width]]));
  expect(bars.get('a_liquidar')).toEqual([80, 20]);
  expect(bars.get('descuentos')).toEqual([70, 10]);
  expect(bars.get('a_cobrar')).toEqual([75, 5]);
});

test('the bridge tells apart what is overdue and what arrived with another amount from what is still to collect', () => {
  const balance = { ...aBalance('900.00'), acreditado: '500.00', aCobrar: '400.00' };
  const row = { numero: '1', esperado: null, encontrado: null, procesador: 'QUINTAR', fecha: '2026-10-05' };
  const rows = buildBridge(
    [balance],
    [],
    [
      { ...row, clase: 'falta', importe: '-250.00' },
      { ...row, clase: 'de_menos', importe: '-40.00' },
      { ...row, clase: 'otro_mes', importe: '-60.00' },
    ],
  );
  expect(rows.slice(3).map(({ key, importe, kind, filas }) => [key, importe, kind, filas])).toEqual([
    ['a_cobrar', '-110.00', 'pendiente', 0],
    ['vencidas', '-250.00', 'pendiente', 1],
    ['diferencias', '-40.00', 'baja', 1],
    ['banco', '500.00', 'total', 0],
  ]);
});

test('the bridge has a bar for each concept, and begins past zero where the steps would be too thin', () => {
  const rows = buildBridge(
    [{ ...aBalance('10000.00'), neto: '9600.00', acreditado: '9600.00' }],
    [
      { clave: 'arancel', importe: '300.00' },
      { clave: 'iva_21', importe: '63.00' },
    ],
  );
  expect(rows.map(({ key, importe }) => [key, importe])).toEqual([
    ['vendido', '10000.00'],
    ['liquidado', '10000.00'],
    ['arancel', '-300.00'],
    ['iva_21', '-63.00'],
    ['descuentos', '-37.00'],
    ['neto', '9600.00'],
    ['banco', '9600.00'],
  ]);
  expect(rows[0]).toMatchObject({ begin: 9500, x: 0, width: 100 });
  expect(rows.find(({ key }) => key === 'arancel')).toMatchObject({ x: 40, width: 60 });
});

test('a step of the bridge opens a list only if that list has its total, and the bank says what its list lacks', () => {
  const totalsOf = (vista: 'liquidaciones' | 'impuestos' | 'movimientos', totales: Readonly<Record<string, string>>) =>
    ({ vista, total: 3, retiradas: 0, totales }) as const;
  const totals = {
    liquidaciones: totalsOf('liquidaciones', { descontado_arancel: '300.00', total_facturado: '9000.00' }),
    impuestos: totalsOf('impuestos', { retencion_iibb: '20.00' }),
    linked: totalsOf('movimientos', { importe_neto: '400.00' }),
  };
  const find = (key: Parameters<typeof findRows>[0]['key'], importe: string) =>
    findRows({ key, importe }, totals, { desde: '2026-10-01', hasta: '2026-10-31' });
  const october = 'desde=2026-10-01&hasta=2026-10-31';
  expect(find('liquidado', '9000.00')).toEqual({ href: `#/liquidaciones?${october}` });
  expect(find('arancel', '-300.00')).toEqual({ href: `#/liquidaciones?${october}&orden=descontado_arancel%3Adesc` });
  expect(find('sirtac', '-20.00')).toEqual({ href: `#/impuestos?${october}&orden=retencion_iibb%3Adesc` });
  expect(find('banco', '500.00')).toMatchObject({ falta: '100.00' });
  expect([find('liquidado', '9000.01'), find('ret_iibb', '-19.00'), find('vendido', '1.00')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a bridge of nothing has bars of no width', () => {
  expect(buildBridge([]).every(({ x, width }) => x === 0 && width === 0)).toBe(true);
});

test('closed months are those that have a shown day, by taxpayer', () => {
  const closed = [
    { periodo: '2026-07', cuit: FIRST },
    { periodo: '2026-08', cuit: FIRST },
    { periodo: '2026-08', cuit: SECOND },
    { periodo: '2026-09', cuit: FIRST },
  ];
  expect(findClosed(closed, { desde: '2026-08-31', hasta: '2026-09-01' })).toEqual([
    { cuit: FIRST, meses: ['2026-08', '2026-09'] },
    { cuit: SECOND, meses: ['2026-08'] },
  ]);
  expect(findClosed(closed, { desde: '2026-10-01' })).toEqual([]);
  expect(findClosed(closed, {}).map(({ meses }) => meses.length)).toEqual([3, 1]);
});

test('a closing is its terminal and its lote, and says that it is a lote where no terminal is known', () => {
  expect(getClosingName('2026-10-20 · 20014017 · 0753')).toBe('20014017 · 0753');
  expect(getClosingName('2024-02-29 ·  · 0001')).toBe('Lote 0001');
});

const control = (part: Partial<CheckDocument>): CheckDocument => ({
  control: 'liquidaciones_totales',
  campo: 'total_facturado',
  periodo: '2026-09',
  desde: '2026-09-01',
  hasta: '2026-09-30',
  tarjeta: null,
  estado: 'difiere',
  motivo: null,
  esperado: '1.00',
  calculado: '2.00',
  diferencia: '1.00',
  filas: [],
  filasTotal: 0,
  abrir: { vista: 'liquidaciones' },
  ...part,
});
const rowWith = (part: Partial<CheckRow>): CheckRow => ({
  nombre: '00485310',
  esperado: null,
  calculado: null,
  diferencia: null,
  abrir: { vista: 'liquidaciones' },
  ...part,
});

test('the days of a comparison are said where they are not those of its month', () => {
  const month = { desde: '2026-09-01', hasta: '2026-09-30' };
  expect(describeDays(control({}), month, '2026-11-29')).toBe('');
  expect(describeDays(control({}), { desde: '2026-09-10', hasta: '2026-10-20' }, '2026-11-29')).toBe('mes entero');
  expect(describeDays(control({ hasta: '2026-09-14' }), month, '2026-11-29')).toBe('del 01/09 al 14/09');
  expect(describeDays(control({}), { desde: '2026-09-10', hasta: '2026-09-29' }, '2026-09-29')).toBe('hasta el 29/09');
});

test('a row says what is the matter with it, and who names one that is missing', () => {
  expect(describeRow(rowWith({}))).toBe('');
  expect(describeRow(rowWith({ retirada: true }))).toBe('retirada');
  expect(describeRow(rowWith({ enDuda: true }))).toBe('en duda');
  const namedBy = [
    { vista: 'impuestos', filas: 1 },
    { vista: 'operaciones', filas: 12 },
  ] as const;
  expect(describeRow(rowWith({ nombradaPor: namedBy }))).toBe('falta acá · figura en Impuestos, Operaciones (12)');
});

test('without a bank feed it is not said that days are missing', () => {
  expect(describeMotivo(control({ control: 'calendario_acreditado', motivo: 'no_contratado' }), 'es')).toBe(
    'sin banco contratado no se sabe qué día se acreditó',
  );
  expect(describeMotivo(control({ motivo: 'no_contratado' }), 'es')).toBe('servicio no contratado');
});
