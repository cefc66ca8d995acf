import { describe, expect, onTestFinished, test } from 'vitest';
import type { KeyedRow } from '#contract/data.ts';
import type { DataTrail, TrailStep } from '#contract/trail.ts';
import { columnsOf, viewsOf } from '../../src-renderer/features/data/columns.ts';
import { getRecord } from '../../src-renderer/features/data/panel.svelte.ts';
import { describeValue } from '../../src-renderer/features/data/sentence.ts';
import { buildTrailLines as buildLines, nameOf } from '../../src-renderer/features/trail/steps.ts';
import { overwriteGetLocale } from '../../src-renderer/paraglide/runtime.js';
import { formatAmount } from '../../src-renderer/ui/format.ts';
import { stepOf, TRAIL as NOTHING } from './read-result.ts';

const foundWith = (vista: TrailStep['vista'], ...rows: readonly KeyedRow[]): TrailStep =>
  stepOf(vista, { estado: 'encontrado', filas: rows, total: rows.length });

const TODAY = '2026-11-21';
/** The lines of a trail of which only these stops are there. */
const buildTrailLines = (stops: Partial<DataTrail>, how: { readonly ofUnmatched?: boolean } = {}) =>
  buildLines({ ...NOTHING, ...stops }, { today: TODAY, ...how });

test('a tax number is written with its dashes wherever a record is shown', () => {
  const movimiento: KeyedRow = { clave: 'm', cuit: '30500009992', cuit_cuenta: '30715542189', importe: '10.00' };
  const texts = new Map(getRecord('movimientos', movimiento).map(({ campo, text }) => [campo, text]));
  expect([texts.get('cuit'), texts.get('cuit_cuenta')]).toEqual(['30-50000999-2', '30-71554218-9']);
  const [comercios] = viewsOf('comercios');
  const column = comercios && columnsOf(comercios).find(({ clave }) => clave === 'cuit');
  expect(column?.valor?.({ clave: 'c', cuit: '30715542189' })).toBe('30-71554218-9');
  expect(describeValue('movimientos', 'cuit', '30715542189')).toBe('30-71554218-9');
});

test('a code that the service does not explain is not shown', () => {
  const liquidacion: KeyedRow = { clave: 'l', marca: 'FISERV', tipo: 'L' };
  expect(getRecord('liquidaciones', liquidacion).map(({ campo }) => campo)).not.toContain('tipo');
});

test('what a chargeback is and how it stands are said in words; an unknown one as it came', () => {
  const rechazo: KeyedRow = { clave: 'r', motivo: 'DEVOLUCION', estado: 'ACEPTADO' };
  expect(getRecord('rechazos', rechazo).map(({ text }) => text)).toEqual(['Devolución', 'Aceptado']);
  expect(['RECHAZADO', 'OTRO'].map((word) => describeValue('rechazos', 'estado', word))).toEqual(['Rechazado', 'OTRO']);
});

test('a record is called by a name of one', () => {
  const rechazo = { clave: 'r', rechazo: '0983790399' };
  expect(nameOf('rechazos', { ...rechazo, motivo: 'CONTRACARGO' })).toBe('Contracargo 0983790399');
  expect(nameOf('rechazos', { ...rechazo, motivo: 'DEVOLUCION' })).toBe('Devolución 0983790399');
  expect(nameOf('rechazos', { ...rechazo, motivo: 'RECHAZO' })).toBe('Rechazo 0983790399');
  expect(nameOf('rechazos', { clave: 'r', motivo: 'DEVOLUCION' })).toBe('Devolución');
  expect(nameOf('movimientos', { clave: 'm', banco: 'BANCO SERRANO' })).toBe('En BANCO SERRANO');
});

test('the trail goes from the operation to the bank, each with its amount and its page', () => {
  const lines = buildTrailLines({
    operacion: foundWith('operaciones', {
      clave: 'a',
      id: '1',
      comprobante: '00031699',
      importe: '100.00',
      fecha_venta: '2026-11-10',
    }),
    liquidacion: foundWith('liquidaciones', {
      clave: 'b',
      id: '22',
      numero: '00458384',
      total_acreditado: '97.50',
      fecha: '2026-11-12',
    }),
  });
  expect(lines.slice(0, 2)).toMatchObject([
    { titulo: 'Operación 00031699', importe: '100.00', estado: 'conciliado', outcome: false },
    { titulo: 'Liquidación 00458384', importe: '97.50', enlace: '#/liquidaciones/22' },
  ]);
  expect(lines[0]?.detalle).toContain('10/11/2026');
});

test('what left the bank has its minus in the trail as in the record of the movement', () => {
  const banco = 'BANCO SERRANO';
  const output: KeyedRow = {
    clave: 'm',
    banco,
    importe: '38828.35',
    importe_neto: '-38828.35',
    debito_credito: 'D',
  };
  const lines = buildTrailLines({ movimientos: foundWith('movimientos', output) });
  expect(lines.map(({ importe }) => importe)).toContain('-38828.35');
  expect(getRecord('movimientos', output)).toMatchObject([
    { campo: 'banco', text: 'BANCO SERRANO' },
    { campo: 'debito_credito', text: 'Débito' },
    { campo: 'importe_neto', importe: '-38828.35' },
  ]);
  // With an unknown letter the sign is unknown, and the amount is shown as it came.
  const odd: KeyedRow = { ...output, importe_neto: null, debito_credito: 'X' };
  expect(getRecord('movimientos', odd).map(({ campo }) => campo)).toEqual(['banco', 'debito_credito', 'importe']);
});

test('a stop that the service stopped showing says that it is in doubt', () => {
  const doubtful: KeyedRow = {
    clave: 'o',
    fecha_venta: '2026-11-10',
    importe: '1.00',
    en_duda: '2026-11-21 10:00:00',
  };
  const [detail] = buildTrailLines({ operacion: foundWith('operaciones', doubtful) }).map((line) => line.detalle);
  expect(detail).toMatch(/ · En duda$/);
});

test('what is deducted from a sale has in its record the minus that it has in the grid', () => {
  const sale: KeyedRow = { clave: 'o', importe: '600.00', arancel: '4.80' };
  const importes = new Map(getRecord('operaciones', sale).map(({ campo, importe }) => [campo, importe]));
  expect(getRecord('operaciones', { ...sale, tna: '43.50' })).toContainEqual(
    expect.objectContaining({ campo: 'tna', text: '43,50 %' }),
  );
  expect(importes.get('importe')).toBe('600.00');
  expect(importes.get('arancel')).toBe('-4.80');
});

test('never read, not contracted and not there are three different lines', () => {
  const details = (['no_descargado', 'no_contratado', 'no_encontrado'] as const).map((state) => {
    const movimiento = buildTrailLines({ movimientos: stepOf('movimientos', { estado: state }) }).find(
      ({ id }) => id === 'movimientos',
    );
    return [movimiento?.detalle, movimiento?.estado];
  });
  expect(new Set(details.map(([detail]) => detail)).size).toBe(3);
  expect(details.map(([, state]) => state)).toEqual(['sin-datos', 'sin-datos', 'sin-conciliar']);
});

/** The trail of an operation that is to be paid on a day. */
const buildPending = (fecha_pago: string) =>
  buildTrailLines({
    operacion: foundWith('operaciones', { clave: 'a', id: '1', fecha_pago }),
    liquidacion: stepOf('liquidaciones', { estado: 'pendiente' }),
    movimientos: stepOf('movimientos', { estado: 'pendiente' }),
  });

test('what has not happened yet is waited for, with its day, and breaks nothing', () => {
  const [, liquidacion, movimientos] = buildPending('2026-11-27');
  expect([liquidacion?.estado, liquidacion?.outcome, movimientos?.estado]).toEqual(['espera', false, 'espera']);
  expect(liquidacion?.detalle).toContain('27/11/2026');
});

test('how a stop is known is said in the language of the screen', () => {
  const explainBy = (where: 'es-AR' | 'en'): string | undefined => {
    overwriteGetLocale(() => where);
    return buildTrailLines({
      movimientos: { ...foundWith('movimientos', { clave: 'a', id: '1' }), por: 'referencia_importe_otro' },
    }).find(({ id }) => id === 'movimientos a')?.detalle;
  };
  onTestFinished(() => {
    overwriteGetLocale(() => 'es-AR');
  });
  expect(explainBy('es-AR')).toContain('el importe es otro');
  expect(explainBy('en')).toContain('the amount differs');
});

test('several that fit are doubtful, and how many there are is said', () => {
  const rows = ['1', '2', '3', '4', '5'].map((key) => ({ clave: key, id: key }));
  const lines = buildTrailLines({
    operacion: { ...foundWith('operaciones', ...rows), ambiguo: true },
  }).filter(({ id }) => id.startsWith('operacion'));
  expect(lines).toHaveLength(3);
  expect(lines.every(({ estado }) => estado === 'dudoso')).toBe(true);
  expect(lines.at(-1)?.detalle).toContain('y 2 más');
});

test('where there should be a record, that there is none is its name', () => {
  const titles = buildTrailLines({}).map(({ titulo }) => titulo);
  expect(titles).toEqual(['Sin operación', 'Sin liquidación', 'En el banco', 'Impuestos', 'Rechazos']);
  const [operacion] = buildTrailLines({ operacion: stepOf('operaciones', { estado: 'no_descargado' }) });
  expect(operacion?.titulo).toBe('Operación');
});

describe('whose figure it is', () => {
  const sale = { clave: 'a', id: '1', comprobante: '00031699', importe: '4890.00', fecha_venta: '2026-10-01' };
  const settled = (sales: number | undefined, ...itsSales: readonly KeyedRow[]) =>
    new Map(
      buildTrailLines({
        operacion: foundWith('operaciones', ...itsSales),
        liquidacion: {
          ...foundWith('liquidaciones', { clave: 'b', id: '2', numero: '7', total_acreditado: '80000.00' }),
          ...(sales === undefined ? {} : { ventas: sales }),
        },
        movimientos: foundWith('movimientos', { clave: 'c', id: '3', banco: 'X', importe: '80000.00' }),
        impuestos: foundWith('impuestos', { clave: 'd', id: '4', numero: '7', total_impuestos: '500.00' }),
      }).map(({ id, detalle }) => [id.split(' ')[0], detalle]),
    );

  test('is said beside every amount of the whole settlement', () => {
    const details = settled(12, sale);
    expect(details.get('liquidacion')).toContain(`12 ventas · tu parte de lo vendido ${formatAmount('4890.00')}`);
    expect(details.get('movimientos')).toContain('de toda la liquidación');
    expect(details.get('impuestos')).toContain('de toda la liquidación');
    expect(details.get('operacion')).not.toContain('tu parte');
  });

  test('needs no saying where it is of one sale, or where no single one is followed', () => {
    expect(settled(1, sale).get('liquidacion')).toBe('1 venta');
    expect(settled(12, sale, { ...sale, clave: 'e' }).get('liquidacion')).toBe('12 ventas');
    expect(settled(undefined, sale).get('movimientos')).toBe('');
  });
});

test('having no chargeback nor tax breaks nothing', () => {
  const stops = buildTrailLines({}).filter(({ outcome }) => outcome);
  expect(stops.map(({ id }) => id)).toEqual(['operacion', 'liquidacion', 'movimientos']);
});

test('taxes keep the minus that they always have, and of a known operation no chargeback is none', () => {
  const lines = buildTrailLines({
    operacion: foundWith('operaciones', { clave: 'a', id: '1', comprobante: '1', importe: '100.00' }),
    impuestos: foundWith(
      'impuestos',
      { clave: 'b', id: '2', numero: '7', total_impuestos: '5.00' },
      { clave: 'c', id: '3', numero: '8', total_impuestos: '0.00' },
    ),
  });
  expect(lines.filter(({ icono: icon }) => icon === 'percent').map(({ importe }) => importe)).toEqual([
    '-5.00',
    '0.00',
  ]);
  expect(lines.at(-1)?.detalle).toBe('Ninguno');
});

test('a tax record takes away its withholdings and perceptions too, and says which part is not known', () => {
  const lineOf = (row: Omit<KeyedRow, 'clave'>) =>
    buildTrailLines({ impuestos: foundWith('impuestos', { clave: 'b', ...row }) }).find(
      ({ icono: icon }) => icon === 'percent',
    );
  const whole = { total_impuestos: '599.63', total_retenciones: '7138.44', total_percepciones: '0.00' };
  expect(lineOf(whole)?.importe).toBe('-7738.07');
  expect(lineOf(whole)?.detalle).toBe(`Impuestos ${formatAmount('599.63')} · Retenciones ${formatAmount('7138.44')}`);
  expect(lineOf({ ...whole, total_retenciones: '0.00' })?.detalle).toBe('');
  expect(lineOf({ ...whole, total_retenciones: null })).toMatchObject({
    importe: '-599.63',
    detalle: `Impuestos ${formatAmount('599.63')} · Retenciones sin datos`,
  });
});

test('a settlement goes from what was billed to what was credited, and says what nobody explains', () => {
  const detailOf = (credited: string, sign = '') =>
    buildTrailLines({
      liquidacion: foundWith('liquidaciones', {
        ...{ clave: 'b', id: '22', numero: '7', total_facturado: `${sign}9000.00`, total_descontado: `${sign}517.36` },
        total_acreditado: `${sign}${credited}`,
      }),
    }).find(({ icono: icon }) => icon === 'receipt-text')?.detalle;
  const sum = `facturado ${formatAmount('9000.00')}, menos ${formatAmount('517.36')} de descuentos`;
  expect(detailOf('8482.64')).toBe(sum);
  expect(detailOf('8482.64', '-')).toBe(
    `facturado ${formatAmount('-9000.00')}, más ${formatAmount('517.36')} de descuentos que te devuelven`,
  );
  expect(detailOf('8400.00')).toBe(
    `${sum} · hay ${formatAmount('82.64')} de diferencia con lo acreditado, y no se sabe de qué son`,
  );
});

test('what is awaited for a day that is past is late', () => {
  expect(
    buildPending('2026-11-15')
      .slice(1, 3)
      .map(({ detalle }) => detalle),
  ).toEqual([
    'Todavía no se liquidó: se esperaba para el 15/11/2026, está atrasada',
    'Todavía no se acreditó: se esperaba para el 15/11/2026, está atrasada',
  ]);
});

test('the coupon in the trail of an operation that may be that of an unmatched coupon is the one that has it', () => {
  const trail = { cupon: foundWith('cupones', { clave: 'a', comprobante: '55', importe: '1.00' }) };
  expect(buildTrailLines(trail)[0]?.titulo).toBe('Tu cupón 55');
  expect(buildTrailLines(trail, { ofUnmatched: true })[0]?.titulo).toBe('El cupón que la tiene 55');
});
