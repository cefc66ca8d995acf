import { fc, forAllOf } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { findCauses, makeSubject, type CauseSubject } from '#domain/matching/explain/causes.ts';
import type { MotivoCode } from '#domain/matching/explain/reasons.ts';
import { toCentavos } from '#domain/money.ts';
import { civilDay } from '../civil-day.ts';

let next = 0;
const aSubject = (motivo: MotivoCode | null, attributes: CauseSubject['atributos'], variant = ''): CauseSubject => ({
  key: String((next += 1)).padStart(6, '0'),
  motivo,
  variant,
  importe: 1000,
  atributos: attributes,
});
const many = (count: number, motivo: MotivoCode | null, attributes: CauseSubject['atributos'], variant = '') =>
  Array.from({ length: count }, () => aSubject(motivo, attributes, variant));

/** A shop whose coupons match, but for a few with unrelated reasons. */
const ordinary = (): CauseSubject[] => [
  ...many(600, null, { archivo: 'caja-1.csv', establecimiento: '30012300', terminal: '1', lote: '1 · 10' }),
  ...many(600, null, { archivo: 'caja-2.csv', establecimiento: '30012301', terminal: '2', lote: '2 · 10' }),
  ...many(4, 'COMPROBANTE_DISTINTO', {
    archivo: 'caja-1.csv',
    establecimiento: '30012300',
    terminal: '1',
    lote: '1 · 10',
  }),
  ...many(3, 'SIN_OPERACION', { archivo: 'caja-2.csv', establecimiento: '30012301', terminal: '2', lote: '2 · 10' }),
];

describe('a cause', () => {
  test('is an establishment that no matched coupon has, with its counts', () => {
    const foreign = many(37, 'COMERCIO_AJENO', { archivo: 'caja-1.csv', establecimiento: '39900001' });
    const [cause, ...others] = findCauses([...ordinary(), ...foreign]);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({
      codigo: 'ESTABLECIMIENTO_AJENO', atributo: 'establecimiento', valor: '39900001', conAtributo: 37, conciliadosConAtributo: 0,
      mismoMotivoSinAtributo: 0, importe: 37_000,
    }); // prettier-ignore
    expect(cause?.cupones).toEqual(foreign.map(({ key }) => key));
    expect(cause?.veces).toBeGreaterThan(100);
  });

  test.each<[string, MotivoCode, CauseSubject['atributos'], string]>([
    ['IMPORTES_POR_100', 'IMPORTE_POR_100', { archivo: 'caja-3.csv' }, 'por_100'],
    ['FECHAS_CORRIDAS', 'FECHA_DISTINTA', { archivo: 'caja-3.csv' }, '1'],
    ['DIA_Y_MES_CAMBIADOS', 'DIA_Y_MES_CAMBIADOS', { archivo: 'caja-3.csv' }, ''],
    ['LOTE_SIN_OPERACIONES', 'SIN_OPERACION', { archivo: 'caja-1.csv', terminal: '1', lote: '1 · 11' }, ''],
    ['TERMINAL_SIN_OPERACIONES', 'SIN_OPERACION', { archivo: 'caja-1.csv', terminal: '3' }, ''],
    ['IMPORTES_EN_PROPORCION', 'IMPORTE_DISTINTO', { razon: '1.100' }, ''],
    ['IMPORTES_CON_DIFERENCIA', 'IMPORTE_DISTINTO', { diferencia: '150.00' }, ''],
    ['DIAS_SIN_BAJAR', 'FUERA_DE_COBERTURA', { archivo: 'caja-1.csv', dia: '2026-10-05' }, ''],
  ])('is %s', (code, motivo, attributes, variant) => {
    const [cause, ...others] = findCauses([...ordinary(), ...many(10, motivo, attributes, variant)]);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({ codigo: code, motivo, variant });
    expect(cause?.cupones).toHaveLength(10);
  });

  test('of one ratio says the instalments or the card that all its coupons have, unless every coupon has them; several are one cause', () => {
    const ofRatio = (razon: string, cuotas: string, marca = 'Visa') =>
      many(10, 'IMPORTE_DISTINTO', { razon, cuotas, marca });
    const others = [
      ...many(300, null, { cuotas: '1', marca: 'Visa' }),
      ...many(300, null, { cuotas: '6', marca: 'Visa' }),
    ];
    const found = findCauses([...others, ...ofRatio('1.100', '3'), ...ofRatio('1.200', '12')]);
    expect(found.map(({ partes }) => partes)).toEqual([
      [
        { valor: '1.100', comparten: { atributo: 'cuotas', valor: '3' }, cupones: 10 },
        { valor: '1.200', comparten: { atributo: 'cuotas', valor: '12' }, cupones: 10 },
      ],
    ]);
    expect(found).toMatchObject([{ codigo: 'IMPORTES_EN_PROPORCION', conAtributo: 20, sinAtributo: 600 }]);
    expect(found[0]?.cupones).toHaveLength(20);
    expect(found[0]).not.toHaveProperty('comparten');
    const mixed = [...ofRatio('1.100', '3', 'Cabal'), ...ofRatio('1.100', '6', 'Cabal')];
    expect(findCauses([...others, ...mixed])).toMatchObject([
      { valor: '1.100', comparten: { atributo: 'marca', valor: 'Cabal' } },
    ]);
    const [alone] = findCauses([...others, ...ofRatio('1.100', '3'), ...ofRatio('1.100', '6')]);
    expect(alone).toMatchObject({ atributo: 'razon' });
    expect(alone?.comparten).toBeUndefined();
  });

  test('is what sales in so many instalments have in common', () => {
    const own = many(20, 'IMPORTE_DISTINTO', { archivo: 'caja-1.csv', cuotas: '12' });
    const found = findCauses([...ordinary(), ...many(50, null, { cuotas: '1' }), ...own]);
    expect(found).toMatchObject([{ codigo: 'MOTIVO_COMUN', atributo: 'cuotas', valor: '12' }]);
  });

  test('of a first file, without anything to contrast it with, is what no account has ordinarily', () => {
    const first = { archivo: 'caja-1.csv', establecimiento: '30012345' };
    const others = [
      ...many(4, null, { archivo: 'caja-1.csv' }),
      ...many(4, 'VARIOS_CAMPOS', { archivo: 'caja-1.csv' }),
    ];
    // Where every coupon of the file is of that establishment, the establishment is named, not the file.
    expect(findCauses(many(48, 'COMERCIO_AJENO', first))).toMatchObject([{ atributo: 'establecimiento' }]);
    expect(findCauses([...others, ...many(48, 'COMERCIO_AJENO', first)])).toMatchObject([
      { codigo: 'ESTABLECIMIENTO_AJENO', atributo: 'establecimiento', valor: '30012345', sinConciliar: 52 },
    ]);
    expect(findCauses([...others, ...many(48, 'ESTABLECIMIENTO_DISTINTO', first)])).toHaveLength(1);
    expect(findCauses([...others, ...many(48, 'FECHA_DISTINTA', { archivo: 'caja-1.csv' }, '1')])).toMatchObject([
      { codigo: 'FECHAS_CORRIDAS', atributo: 'archivo', variant: '1' },
    ]);
    // Any file has a few late dates; a few missing sales need coupons to contrast with.
    expect(findCauses([...many(40, null, first), ...many(12, 'FECHA_DISTINTA', first, '1')])).toEqual([]);
    expect(findCauses(many(48, 'SIN_OPERACION', first))).toEqual([]);
  });

  test('needs three coupons, and more than chance', () => {
    const foreign = { archivo: 'caja-1.csv', establecimiento: '39900001' };
    expect(findCauses([...ordinary(), ...many(2, 'COMERCIO_AJENO', foreign)])).toEqual([]);
    expect(findCauses([...ordinary(), ...many(4, 'COMERCIO_AJENO', foreign)])).toHaveLength(1);
    // One in five coupons of every till has this reason: these three share nothing more.
    const often = [...many(800, null, { archivo: 'a' }), ...many(200, 'IMPORTE_DISTINTO', { archivo: 'a' })];
    expect(findCauses([...often, ...many(3, 'IMPORTE_DISTINTO', { archivo: 'b' })])).toEqual([]);
    const few = [...many(250, null, {}), ...many(40, 'IMPORTE_DISTINTO', {}), ...many(5, 'IMPORTE_DISTINTO', { diferencia: '0.50' })]; // prettier-ignore
    expect([0, 500].map((others) => findCauses([...few, ...many(others, null, {})]).length)).toEqual([0, 1]);
  });

  test('counts down to the coupons that nobody settled, on the page of an upload as among all', () => {
    const own = many(4, 'IMPORTE_DISTINTO', { razon: '1.100' }).map((one, i) => ({
      ...one,
      isSettled: i > 0,
      of: 'a',
    }));
    const others = many(3, 'IMPORTE_DISTINTO', { razon: '1.100' }).map((one) => ({ ...one, of: 'b' }));
    const all = [...ordinary(), ...own, ...others];
    const keys = findCauses(all).map(({ cupones }) => cupones);
    expect(keys).toEqual([[own[0]?.key, ...others.map(({ key }) => key)]]);
    expect(findCauses(all, ({ of }) => of === 'a')).toMatchObject([
      { cupones: [own[0]?.key], conAtributo: 4, conciliadosConAtributo: 3, importe: 1000 },
    ]);
  });

  test('of one upload stays one, on its page and among all, whatever other uploads have', () => {
    const ofUpload = (of: string, its: readonly CauseSubject[]) => its.map((one) => ({ ...one, of }));
    const tips = ofUpload('a', many(6, 'IMPORTE_DISTINTO', { razon: '0.909' }));
    const matched = [...ofUpload('a', many(100, null, {})), ...ofUpload('b', many(100, null, {}))];
    const others = ofUpload('b', many(60, 'IMPORTE_DISTINTO', {}));
    const all = [...tips, ...matched, ...others];
    const expected = [{ codigo: 'IMPORTES_EN_PROPORCION', cupones: tips.map(({ key }) => key) }];
    expect(findCauses(all)).toMatchObject(expected);
    expect(findCauses(all, ({ of }) => of === 'a')).toMatchObject(expected);
    const too = ofUpload('b', many(6, 'IMPORTE_DISTINTO', { razon: '0.909' }));
    const tooMany = ofUpload('c', many(60, 'IMPORTE_DISTINTO', {}));
    const [both, ...more] = findCauses([...tips, ...matched, ...too, ...tooMany]);
    expect(both).toMatchObject({ cupones: [...tips, ...too].map(({ key }) => key), conAtributo: 12 });
    expect(more).toEqual([]);
  });

  test('is of the file of one upload, not of the files of its name', () => {
    const before = many(90, null, { archivo: 'caja-1.csv' }).map((one) => ({ ...one, of: 'a' }));
    const wrong = many(30, 'IMPORTE_POR_100', { archivo: 'caja-1.csv' }).map((one) => ({ ...one, of: 'b' }));
    expect(findCauses([...before, ...wrong])).toMatchObject([{ atributo: 'archivo', conAtributo: 30 }]);
  });

  test('is not a file most of which matched', () => {
    expect(findCauses([...ordinary(), ...many(30, 'IMPORTE_DISTINTO', { archivo: 'caja-1.csv' })])).toEqual([]);
  });

  test('tells days forward from days back', () => {
    const mixed = [
      ...many(5, 'FECHA_DISTINTA', { archivo: 'x' }, '1'),
      ...many(5, 'FECHA_DISTINTA', { archivo: 'y' }, '-1'),
    ];
    expect(
      findCauses([...ordinary(), ...mixed])
        .map(({ valor, variant }) => [valor, variant])
        .sort(),
    ).toEqual([
      ['x', '1'],
      ['y', '-1'],
    ]);
  });

  test('explains a coupon once: the larger one takes those that two share', () => {
    const both = many(8, 'IMPORTE_POR_100', { archivo: 'caja-3.csv', terminal: '9' });
    const [cause, ...others] = findCauses([
      ...ordinary(),
      ...both,
      ...many(4, 'IMPORTE_POR_100', { archivo: 'caja-3.csv' }),
    ]);
    expect(others).toEqual([]);
    expect(cause).toMatchObject({ atributo: 'archivo', valor: 'caja-3.csv' });
    expect(cause?.cupones).toHaveLength(12);
  });

  test('is the same whatever the order, and no coupon is in two', () => {
    const some = fc.array(
      fc.record({
        motivo: fc.constantFrom<MotivoCode | null>('IMPORTE_POR_100', 'SIN_OPERACION', 'FECHA_DISTINTA', null),
        archivo: fc.constantFrom('a', 'b', 'c'),
        terminal: fc.constantFrom('1', '2', '3'),
      }),
      { maxLength: 60 },
    );
    forAllOf(50, some, (cupones) => {
      const subjects = [
        ...ordinary(),
        ...cupones.map(({ motivo, archivo, terminal }) => aSubject(motivo, { archivo, terminal })),
      ];
      const causes = findCauses(subjects);
      expect(findCauses([...subjects].reverse())).toEqual(causes);
      const explained = causes.flatMap((cause) => cause.cupones);
      expect(new Set(explained).size).toBe(explained.length);
    });
  });
});

test('a coupon goes to causes with what tells its reason apart', () => {
  const motivo = {
    codigo: 'FECHA_DISTINTA',
    nivel: 'dia_despues',
    cupon: civilDay('2026-10-02'),
    operacion: civilDay('2026-10-01'),
    dias: 1,
  } as const;
  expect(makeSubject({ key: 'k', motivo }, { archivo: 'a' }, toCentavos(5))).toEqual({
    key: 'k',
    motivo: 'FECHA_DISTINTA',
    variant: '1',
    importe: 5,
    atributos: { archivo: 'a' },
  });
});

test('a difference that coupons share has the sign of the column: coupon less operation', () => {
  const motivo = {
    codigo: 'IMPORTE_DISTINTO',
    cupon: toCentavos(10_013),
    operacion: toCentavos(10_000),
    diferencia: toCentavos(13),
  } as const;
  expect(makeSubject({ key: 'k', motivo }, {}, 10_013).atributos).toEqual({ diferencia: '0.13' });
});
