import { fc, forAll } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { readJurisdiction, SIRTAC, UNKNOWN_JURISDICTION } from '#domain/cierre/jurisdictions.ts';
import { createTaxpayers } from '#domain/cierre/taxpayers.ts';
import { parseConvenio, parseMisRetenciones, tieWithholdings } from '#domain/cierre/withholding-files.ts';
import { findPayments, tieBank } from '#domain/cierre/ties.ts';
import type { Movement, Settlement } from '#domain/cierre/rows.ts';

describe('jurisdictions', () => {
  test.each([
    ['RETENCIÓN IIBB Santa Fe', '921'],
    ['RET. IIBB CABA', '901'],
    ['Ret IB Ciudad Autónoma de Buenos Aires', '901'],
    ['RET IIBB BUENOS AIRES', '902'],
    ['RET IIBB 908', '908'],
    ['RETENCION SIRTAC', SIRTAC],
    ['RET. IIBB', UNKNOWN_JURISDICTION],
    ['IIBB CORDOBA Y SALTA', UNKNOWN_JURISDICTION],
    ['RETENCIÓN 19210', UNKNOWN_JURISDICTION],
  ])('%s', (text, expected) => {
    expect(readJurisdiction(text, {}).jurisdiccion).toBe(expected);
  });

  test('SIRTAC is never one jurisdiction: a province in the text is a note', () => {
    expect(readJurisdiction('SIRTAC SANTA FE', { 'SIRTAC SANTA FE': '904' })).toEqual({
      jurisdiccion: SIRTAC,
      nota: '921',
    });
  });

  test('a correction is of exactly that text', () => {
    const corrections = { 'RET. IB LOCAL': '904' };
    expect(readJurisdiction('RET. IB LOCAL', corrections).jurisdiccion).toBe('904');
    expect(readJurisdiction('RET. IB LOCAL 2', corrections).jurisdiccion).toBe(UNKNOWN_JURISDICTION);
  });
});

describe('taxpayers', () => {
  const stores = [
    { nombre: 'Centro', cuit: '30-11111111-1', razon_social: 'A' },
    { nombre: 'Norte', cuit: '30111111111', razon_social: 'A' },
    { nombre: 'Centro', cuit: '30222222222', razon_social: 'B' },
  ];
  const none = { comercios: {}, establecimientos: {} };

  test('a unique name decides; a shared one by the establishment that a unique name was seen with; else nobody', () => {
    const { cuitOf, list } = createTaxpayers(stores, [{ comercio: 'Norte', establecimiento: '7' }], none);
    expect(list.map(({ cuit }) => cuit)).toEqual(['30111111111', '30222222222']);
    expect(cuitOf({ comercio: 'norte', establecimiento: null })).toBe('30111111111');
    expect(cuitOf({ comercio: 'Centro', establecimiento: '7' })).toBe('30111111111');
    expect(cuitOf({ comercio: 'Centro', establecimiento: '8' })).toBeNull();
    expect(cuitOf({ comercio: 'Otro', establecimiento: null })).toBeNull();
  });

  test('the answers of the person go first, the one about the establishment before the one about the store', () => {
    const answers = { comercios: { CENTRO: '30222222222' }, establecimientos: { '8': '30111111111' } };
    const { cuitOf } = createTaxpayers(stores, [], answers);
    expect(cuitOf({ comercio: 'Centro', establecimiento: '9' })).toBe('30222222222');
    expect(cuitOf({ comercio: 'Centro', establecimiento: '8' })).toBe('30111111111');
  });
});

describe('files of withholdings', () => {
  const short = '90230-11222333-411/01/200310000000000000000001000000000000000000000100000051,50';
  const long = `${short.slice(0, 68)}00000000051,50`;

  test('lines of 79 and of 82 characters are read', () => {
    expect([short.length, long.length]).toEqual([79, 82]);
    const row = { agente: '30112223334', impuesto: 'IIBB', jurisdiccion: '902', mes: '2003-01', importe: 5150n };
    expect(parseConvenio(`${short}\r\n${long}\n`)).toEqual({ ok: true, value: [row, row] });
  });

  test('a line of another length is named', () => {
    expect(parseConvenio(`${short}9`)).toEqual({ ok: false, error: [`${short}9`] });
  });

  const HEADER = [
    'CUIT Agente Ret./Perc.', 'Denominación o Razón Social', 'Impuesto', 'Descripción Impuesto', 'Régimen',
    'Descripción Régimen', 'Fecha Ret./Perc.', 'Número Certificado', 'Descripción Operación', 'Importe Ret./Perc.',
    'Número Comprobante', 'Fecha Comprobante', 'Descripción Comprobante', 'Fecha Registración DJ Ag.Ret.',
  ]; // prettier-ignore
  const rowOf = (tax: string, amount: string) => [
    '30-11222333-4', 'AGENTE', tax, '', '', '', '05/10/2026', '', 'RETENCION', amount, '', '', '', '',
  ]; // prettier-ignore

  test('Mis Retenciones has fourteen columns; other taxes than 767 and 217 are left out', () => {
    const read = parseMisRetenciones([HEADER, rowOf('767', '1.234,50'), rowOf('217', '10.00'), rowOf('999', '1,00')]);
    expect(read).toMatchObject({ ok: true, value: [{ impuesto: 'IVA', importe: 123450n }, { impuesto: 'GANANCIAS' }] });
  });

  test('columns that are not known are named', () => {
    expect(parseMisRetenciones([[...HEADER, 'Otra']])).toEqual({ ok: false, error: ['Otra'] });
  });

  const deps = {
    mes: '2026-10',
    hasta: '2026-10-31',
    impuestos: new Set(['IVA'] as const),
    agentes: { '30112223334': 'M' },
  };
  const deducted = [{ procesador: 'M', impuesto: 'IVA', jurisdiccion: null, importe: 100n }] as const;
  const informed = (month: string, importe: bigint) =>
    ({ agente: '30112223334', impuesto: 'IVA', jurisdiccion: null, mes: month, importe }) as const;

  test.each([
    ['in the month', [informed('2026-10', 100n)], []],
    ['part in the month after', [informed('2026-10', 60n), informed('2026-11', 40n)], []],
    ['another amount', [informed('2026-10', 60n)], ['distinta']],
    ['never', [], ['no_informada']],
    ['two months later', [informed('2026-12', 100n)], ['no_informada']],
  ])('informed %s', (_, rows, classes) => {
    expect(tieWithholdings(deducted, rows, deps).filas.map(({ clase }) => clase)).toEqual(classes);
  });

  test('an agent of no processor is a row', () => {
    const unknown = { ...informed('2026-10', 5n), agente: '30999999999' };
    const { filas } = tieWithholdings(deducted, [informed('2026-10', 100n), unknown], deps);
    expect(filas).toMatchObject([{ clase: 'agente', numero: '30999999999' }]);
  });
});

describe('settlements against the bank', () => {
  const settlement = (id: string, net: bigint, changes: Partial<Settlement> = {}): Settlement => ({
    id,
    numero: `N${id}`,
    fecha: '2026-10-05',
    marca: 'M',
    cuit: 'C',
    bruto: net,
    neto: net,
    vence: '2026-10-13',
    ...changes,
  });
  const movement = (id: string, importe: bigint, changes: Partial<Movement> = {}): Movement => ({
    id,
    fecha: '2026-10-13',
    marca: 'M',
    titular: 'C',
    liquidacion: null,
    referencia: '',
    importe,
    ...changes,
  });
  const tie = (settlements: Settlement[], movements: Movement[], bancoHasta: string | null = '2026-11-15') =>
    tieBank(settlements, { payments: findPayments(settlements, movements), hasta: '2026-10-31', bancoHasta });

  test('without a feed nothing is compared', () => {
    expect(tie([settlement('1', 100n)], [], null)).toMatchObject({ comparados: 0, sinComparar: 1, filas: [] });
  });

  test('number and amount find the payment that names no settlement', () => {
    expect(tie([settlement('1', 100n)], [movement('m', 100n, { referencia: 'N1' })]).filas).toEqual([]);
    expect(tie([settlement('1', 100n)], [movement('m', 99n, { referencia: 'N1' })]).filas).toMatchObject([
      { clase: 'falta' },
    ]);
  });

  test('what is not due at the closing, or never says when it is due, is not compared', () => {
    const rows = [settlement('1', 100n, { vence: '2026-11-03' }), settlement('2', -50n, { vence: null })];
    expect(tie(rows, [])).toMatchObject({ sinComparar: 2, filas: [] });
  });

  test('one movement for two settlements of the same day names both', () => {
    const { filas } = tie([settlement('1', 100n), settlement('2', 30n)], [movement('m', 130n, { liquidacion: '1' })]);
    expect(filas.map(({ clase, numero }) => `${clase} ${numero}`)).toEqual(['uno_por_varias N1', 'uno_por_varias N2']);
  });

  test('any amounts that are paid exactly, on their day, have no row', () => {
    forAll(fc.array(fc.bigInt({ min: -1_000_000_000n, max: 1_000_000_000_000n })), (amounts) => {
      const settlements = amounts.map((neto, n) => settlement(String(n), neto));
      const movements = amounts.map((neto, n) => movement(String(n), neto, { liquidacion: String(n) }));
      expect(tie(settlements, movements).filas).toEqual([]);
    });
  });
});
