import { describe, expect, test } from 'vitest';
import type { KeyedRow } from '#contract/data.ts';
import { buildStatement, impuestosOf } from '../../src-renderer/features/data/statement.ts';
import {
  getViewColumns,
  withPeriod,
  toFilter,
  SavedViewsState,
  getViewPeriod,
} from '../../src-renderer/features/data/saved.svelte.ts';
import { dropUnknown } from '../../src-renderer/features/data/sentence.ts';
import { columnsOf, getSign, viewsOf } from '../../src-renderer/features/data/columns.ts';
import { DATA_SECTIONS, readFilter } from '../../src-renderer/shared/route-filter.ts';
import { signInList } from '#domain/texts/field-labels.ts';
import { addUp } from '../../src-renderer/ui/format.ts';
import { withSign } from '../../src-renderer/ui/grid/text.ts';
import { failWith, makeApi } from './double.ts';

const PERIOD = { desde: '2026-11-01', hasta: '2026-11-21' };

test('a saved view comes back as the address that it was', async () => {
  const api = makeApi({
    'vistas.guardar': ({ cuenta: _account, filtros = [], ...vista }) => [
      { ...vista, filtros: filtros.map(({ valor = '', ...rest }) => ({ ...rest, valor })) },
    ],
  });
  const stored = new SavedViewsState(api, 'mía');
  const filter = {
    desde: '2026-11-01',
    filtros: [{ campo: 'importe', op: 'mayor', valor: '10.00' }],
    texto: '31',
  } as const;
  await stored.save('Las grandes', 'liquidaciones-conciliadas', filter, [
    { clave: 'fecha' },
    { clave: 'banco', oculta: true },
  ]);
  const [keptOne] = stored.list;
  if (keptOne === undefined) throw new Error('it was saved');
  expect(toFilter(keptOne, 'liquidaciones')).toEqual({ vista: 'liquidaciones-conciliadas', ...filter });
  expect(getViewColumns(keptOne, ['fecha', 'banco'])).toEqual([{ clave: 'fecha' }, { clave: 'banco', oculta: true }]);
});

test('a view saved under the name of another takes its place, and the other one can be put back', async () => {
  const kept = { nombre: 'Grandes', vista: 'operaciones', texto: '31' } as const;
  const api = makeApi({
    'vistas.listar': () => [kept, { ...kept, nombre: 'Otra' }],
    'vistas.guardar': ({ nombre }) =>
      nombre === 'Nueva'
        ? [kept, { ...kept, nombre: 'Otra' }, { nombre, vista: 'operaciones' }]
        : [
            { nombre, vista: 'operaciones' },
            { ...kept, nombre: 'Otra' },
          ],
  });
  const stored = new SavedViewsState(api, 'mía');
  await stored.read('operaciones');
  expect(await stored.save('Grandes', 'operaciones', {}, [])).toEqual({ replaced: kept });
  await stored.read('operaciones');
  expect(await stored.save('GRANDES', 'operaciones', {}, [])).toEqual({ replaced: kept });
  await stored.read('operaciones');
  expect(await stored.save('Nueva', 'operaciones', {}, [])).toEqual({ replaced: undefined });
});

test('that there are no saved views is not said before they were read', async () => {
  const listed = Promise.withResolvers<[]>();
  const stored = new SavedViewsState(makeApi({ 'vistas.listar': () => listed.promise }), 'mía');
  const reading = stored.read('operaciones');
  expect(stored.isRead).toBe(false);
  listed.resolve([]);
  await reading;
  expect([stored.isRead, stored.list]).toEqual([true, []]);
});

test('a view that could not be saved or deleted says so', async () => {
  const stored = new SavedViewsState(
    makeApi({ 'vistas.guardar': () => failWith('DISCO_LLENO'), 'vistas.borrar': () => failWith('DISCO_LLENO') }),
    'mía',
  );
  expect(await stored.save('Las grandes', 'operaciones', {}, [])).toBeUndefined();
  expect(await stored.remove('Las grandes', 'operaciones')).toBe(false);
  expect(stored.failure?.code).toBe('DISCO_LLENO');
});

test('the columns of a saved view come first, and the others are hidden', () => {
  const keptOne = { nombre: 'Banco', vista: 'movimientos', columnas: [{ campo: 'importe_neto', ancho: 120 }] } as const;
  expect(getViewColumns(keptOne, ['fecha', 'importe_neto'])).toEqual([
    { clave: 'importe_neto', ancho: 120 },
    { clave: 'fecha', oculta: true },
  ]);
});

test('a list is opened without what names a field that it does not have, which is told', () => {
  const left = { campo: 'banco', valor: 'Nación' } as const;
  const vista = 'liquidaciones-conciliadas';
  const old = {
    siempre: true,
    filtros: [{ campo: 'acreditada', valor: 'true' }, left],
    orden: { campo: 'acreditada', desc: true },
    campoFecha: 'fecha_recupero_adelanto',
    fila: '7',
  };
  expect(dropUnknown(vista, old)).toEqual({
    filter: { siempre: true, filtros: [left], fila: '7' },
    dropped: ['acreditada', 'fecha_recupero_adelanto'],
    misread: [],
  });
  expect(dropUnknown(vista, { filtros: [left] }).filter).toEqual({ filtros: [left] });
  expect(dropUnknown(vista, { filtros: old.filtros.slice(0, 1) }).filter).toEqual({});
});

test('every column by which a list can be ordered is a field that it has', () => {
  for (const section of DATA_SECTIONS)
    for (const description of viewsOf(section))
      for (const { clave, isSortable } of columnsOf(description, { retiradas: true, enDuda: true }))
        if (isSortable !== false) {
          const ordered = { orden: { campo: clave, desc: true } };
          expect(dropUnknown(description.vista, ordered)).toEqual({ filter: ordered, dropped: [], misread: [] });
        }
});

test.for([
  ['importe', 'igual', 'abc', false],
  ['importe', 'mayor', '', false],
  ['importe', 'mayor', '-1234.5', true],
  ['importe', 'distinto', '', true],
  ['importe', 'no_vacio', 'abc', true],
  ['fecha_venta', 'menor', '3/11/2026', false],
  ['fecha_venta', 'menor', '2026-11-03', true],
  ['fecha_venta', 'menor', '2026-02-31', false],
  ['fecha_venta', 'contiene', '2026', false],
  ['tarjeta', 'igual', 'abc', true],
  ['tarjeta', 'mayor', 'abc', false],
] as const)('a list is opened with the condition %s %s «%s»: %s; else it is told', ([name, op, value, isTaken]) => {
  const condition = { campo: name, op, valor: value };
  expect(dropUnknown('operaciones', { filtros: [condition] })).toEqual(
    isTaken
      ? { filter: { filtros: [condition] }, dropped: [], misread: [] }
      : { filter: {}, dropped: [], misread: [condition] },
  );
});

test.for([
  ['desde=2026-02-31&hasta=2026-03-01', { hasta: '2026-03-01' }, 'desde', '2026-02-31'],
  ['hasta=2026-13-01', {}, 'hasta', '2026-13-01'],
  ['campoFecha=importe', {}, 'campoFecha', 'importe'],
  [`texto=${'x'.repeat(201)}`, {}, 'texto', 'x'.repeat(201)],
  [`texto=${'x'.repeat(200)}`, { texto: 'x'.repeat(200) }],
  ['campoFecha=fecha_pago&orden=id', { campoFecha: 'fecha_pago', orden: { campo: 'id', desc: false } }],
] as const)('the address %s opens its list with what is understood of it, and the rest is told', (given) => {
  const [query, filter, ...told] = given;
  const [part, value] = told;
  expect(dropUnknown('operaciones', readFilter(query))).toEqual({
    filter,
    dropped: [],
    misread: part === undefined ? [] : [{ campo: part, valor: value }],
  });
});

test('a detail neither orders a list nor narrows it', () => {
  const inside = { campo: 'detalle', op: 'no_vacio', valor: '' } as const;
  expect(dropUnknown('liquidaciones', { filtros: [inside], orden: { campo: 'detalle', desc: true } })).toEqual({
    filter: {},
    dropped: [],
    misread: [inside, { campo: 'orden', valor: 'detalle' }],
  });
});

const filter = { desde: '2026-11-01', hasta: '2026-11-21', texto: '31' };
test.each([
  ['sigue', { texto: '31' }],
  ['fijo', filter],
  ['siempre', { texto: '31', siempre: true }],
] as const)('a saved view keeps which days it is of: %s', (which, storedText) => {
  const its = withPeriod({ ...filter, siempre: true }, which, PERIOD);
  expect(its).toEqual(storedText);
  expect(getViewPeriod(its)).toBe(which);
  const keptOne = { nombre: 'x', vista: 'operaciones', ...storedText } as const;
  expect(toFilter(keptOne, 'operaciones')).toEqual(storedText);
});

describe('the page of a settlement', () => {
  const liquidacion: KeyedRow = {
    clave: '1',
    facturado_debito: '100.00',
    facturado_credito: '0.00',
    total_facturado: '100.00',
    descontado_arancel: '2.00',
    total_descontado: '2.50',
    detalle: {
      ventas: [],
      descuentos: [
        { descripcion: 'ARANCEL', porcentaje: '2.00', importe: '2.00' },
        { motivo: 'IVA', importe: '0.50' },
      ],
    },
  };
  test('goes from billed to credited with the detail that the service sent', () => {
    const { invoiced, descuentos: discounts } = buildStatement(liquidacion);
    expect(invoiced.lines.map(({ concept }) => concept)).toEqual(['Débito']);
    expect(discounts.lines.map(({ concept, porcentaje: percentage }) => [concept, percentage])).toEqual([
      ['ARANCEL', '2,00 %'],
      ['IVA', ''],
    ]);
    expect(discounts.suman).toBeUndefined();
  });

  test('shows the deductions of its own fields that the detail leaves out', () => {
    const { lines, suman } = buildStatement({
      ...liquidacion,
      descontado_impuesto: '0.50',
      detalle: { ventas: [], descuentos: [{ descripcion: 'ARANCEL', importe: '2.00' }] },
    }).descuentos;
    expect(lines.map(({ concept, importe }) => [concept, importe])).toEqual([
      ['ARANCEL', '2.00'],
      ['Impuestos', '0.50'],
    ]);
    expect(suman).toBeUndefined();
  });

  test('adds up with a refund, whose deductions are given back, and so does the list', () => {
    const refund = { total_facturado: '-50.00', descontado_arancel: '-1.50', total_descontado: '-1.50' };
    const { invoiced, descuentos } = buildStatement({
      ...liquidacion,
      ...refund,
      facturado_credito: '-150.00',
      detalle: null,
    });
    expect([invoiced.suman, descuentos.suman]).toEqual([undefined, undefined]);
    const shown = (importe: string): string => withSign(importe, getSign('total_descontado'));
    const rows = [refund.total_descontado, '2.50', '0.00'];
    expect(rows.map(shown)).toEqual(['1.50', '-2.50', '0.00']);
    expect(rows.map((importe) => signInList('total_descontado', importe))).toEqual(rows.map(shown));
    expect(addUp(rows.map(shown)).total).toBe(shown(addUp(rows).total));
  });

  test('says when its deductions do not add up to its total', () => {
    expect(buildStatement({ ...liquidacion, total_descontado: '3.00' }).descuentos.suman).toBe('2.50');
  });

  test('shows a part that the service does not say as not known, and accuses nobody of what it may be', () => {
    const { invoiced } = buildStatement({ ...liquidacion, total_facturado: '100.00', facturado_otro: null });
    expect(invoiced.lines.find(({ id }) => id === 'facturado_otro')?.importe).toBe('');
    expect(invoiced.suman).toBeUndefined();
    expect(buildStatement({ ...liquidacion, total_facturado: null }).invoiced).toMatchObject({
      total: '',
      suman: undefined,
    });
  });

  test('keeps withholdings apart from perceptions, whatever their accents', () => {
    const impuesto: KeyedRow = {
      clave: '1',
      total_retenciones: '5.00',
      total_percepciones: '1.00',
      detalle: [
        { tipo: 'RETENCIÓN', motivo: 'IIBB', importe: '5.00' },
        { tipo: 'PERCEPCION', motivo: 'IVA', importe: '1.00' },
      ],
    };
    expect(impuestosOf(impuesto, (field) => field).map(({ titulo, total }) => [titulo, total])).toEqual([
      ['Retenciones', '5.00'],
      ['Percepciones', '1.00'],
    ]);
  });
});
