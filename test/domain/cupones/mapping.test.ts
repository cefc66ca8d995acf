import { describe, expect, test } from 'vitest';
import { describeColumns } from '#domain/cupones/prepare-sheet.ts';
import { getFingerprint } from '#domain/cupones/template.ts';
import { date, aSheet, type TestCell } from './one-sheet.ts';
import { choose, missingOf, mappingOf, prepareOneSheet, validate } from './validate-sheet.ts';

const ROW: readonly TestCell[] = ['01/11/2026', '00001234', '4905', '1.500,00'];
const HEADER = ['Fecha de Venta', 'Nro. Comprobante', 'Últimos 4', 'Importe $'];

describe('headers by content', () => {
  const data = Array.from({ length: 12 }, (_, i): TestCell[] => [
    date('2026-11-01'),
    String(47_761 + i).padStart(8, '0'),
    String(1000 + i * 37),
    100.5 + i,
    'Marta',
    String(738_343 + i * 7),
  ]);

  test('a column of dates is the sale and one of money the amount', () => {
    const { mapeo } = mappingOf(aSheet([['Día hábil', 'b', 'c', 'Cobrado', 'Vendedor', 'f'], ...data]));
    expect(mapeo).toMatchObject({ fecha_venta: 'Día hábil', importe: 'Cobrado' });
  });

  test('four digits are the card, eight the coupon and six the authorisation under headers that say nothing', () => {
    const sheet = prepareOneSheet(aSheet([['Col A', 'Col B', 'Col C', 'Col D', 'Vendedor', 'Col F'], ...data]));
    expect(mappingOf(sheet.sheet).mapeo).toEqual({
      fecha_venta: 'Col A',
      comprobante: 'Col B',
      tarjeta_nro: 'Col C',
      autorizacion: 'Col F',
      importe: 'Col D',
    });
    expect(describeColumns(sheet)[1]).toMatchObject({
      letra: 'B',
      motivo: 'contenido',
      muestras: ['00047761', '00047762', '00047763'],
    });
  });

  test('six digits under a header that says something else are nothing', () => {
    expect(
      mappingOf(aSheet([['Fecha', 'Comprobante', 'Últimos 4', 'Importe', 'Vendedor', 'Legajo'], ...data])).sinMapear,
    ).toEqual(['Vendedor', 'Legajo']);
  });
});

test('amounts and digits of cards are found by more of their names', () => {
  const of = (...header: readonly string[]): unknown =>
    mappingOf(aSheet([[...header], ['01/11/2026', '00001234', '4905', '1.500,00', '450799']])).mapeo;
  for (const title of ['Impte. $', 'Imp. Compra', 'Importe con IVA', 'Total c/IVA'])
    expect(of('Fecha', 'Cupón', 'Ult 4', title, 'CARD_INITIAL_NUMBER')).toMatchObject({
      importe: title,
      bin: 'CARD_INITIAL_NUMBER',
    });
  expect(of('Fecha', 'Importe con IVA', 'Cupón', 'Importe')).toMatchObject({ importe: 'Importe' });
});

describe('what is missing', () => {
  test('is named', () => {
    expect(
      missingOf(
        aSheet([
          ['Comprobante', 'Importe'],
          ['1', '10,00'],
        ]),
      ),
    ).toContain('la fecha de venta');
    expect(
      missingOf(
        aSheet([
          ['Comprobante', 'Fecha'],
          ['1', '01/11/2026'],
        ]),
      ),
    ).toContain('el importe');
    expect(
      missingOf(
        aSheet([
          ['Comprobante', 'Lote'],
          ['1', '7'],
        ]),
      ),
    ).toContain('la fecha de venta ni el importe');
    expect(missingOf(aSheet([HEADER, ROW]))).toBeUndefined();
  });

  test('is told with the columns that are free', () => {
    const rows = [
      ['Cupón', 'Neto', 'Zona'],
      ['1', '10,00', 'Sur'],
    ];
    expect(missingOf(aSheet(rows))).toMatch(
      /Elegí la columna con --mapear fecha_venta=COLUMNA --mapear importe=COLUMNA\. Las que no se usan: «Neto», «Zona»\.$/,
    );
  });

  test('of what only some coupons need is counted by row', () => {
    const lacking = (header: readonly string[], ...rows: readonly (readonly TestCell[])[]) =>
      validate([header, ...rows]).withoutColumn;
    const [day, importe] = ['01/11/2026', '10,00'];
    expect(lacking(['Fecha', 'Últimos 4', 'Importe'], [day, '4905', importe], [day, '4906', importe])).toEqual([
      { campo: 'comprobante', filas: 2 },
    ]);
    expect(lacking(['Fecha', 'Zona', 'Importe'], [day, 'Sur', importe])).toEqual([
      { campo: 'comprobante', filas: 1 },
      { campo: 'tarjeta_nro', filas: 1 },
    ]);
    const mixed = ['Fecha', 'Cupón', 'Últimos 4', 'Id wallet', 'Importe'];
    expect(lacking(mixed, [day, '1', '4905', '', importe], [day, '', '', 'W1', importe])).toEqual([
      { campo: 'wallet_tipo_operacion', filas: 1 },
    ]);
  });

  test('in single rows is no column that lacks', () => {
    const header = ['Fecha', 'Cupón', 'Últimos 4', 'Importe'];
    const rows = [
      ['01/11/2026', '', '4905', '10,00'],
      ['01/11/2026', '', '', '20,00'],
    ];
    expect(validate([header, ...rows])).toMatchObject({ conError: 2, withoutColumn: [] });
  });

  test('has to be added to the spreadsheet where no column is free', () => {
    expect(missingOf(aSheet([HEADER.slice(1), ROW.slice(1)]))).toMatch(/No queda ninguna columna sin usar: agregala/);
  });
});

describe('--mapear', () => {
  const sheet = aSheet([
    [...HEADER, 'Sucursal', 'Total'],
    [...ROW, 'Centro', '99,00'],
  ]);
  test('takes the header, without regard to case or accents', () => {
    expect(mappingOf(sheet, { mapear: { auxiliar_1: 'SUCURSAL' } }).mapeo).toMatchObject({ auxiliar_1: 'Sucursal' });
  });

  test('else the letter', () => {
    expect(mappingOf(sheet, { mapear: { auxiliar_2: 'e' } }).mapeo).toMatchObject({ auxiliar_2: 'Sucursal' });
  });

  test('wins over the name', () => {
    const { mapeo, sinMapear } = mappingOf(sheet, { mapear: { importe: 'Total' } });
    expect(mapeo).toMatchObject({ importe: 'Total' });
    expect(sinMapear).toContain('Importe $');
  });

  test('empty leaves the field without a column', () => {
    expect(mappingOf(sheet, { mapear: { comprobante: '' } }).mapeo).not.toHaveProperty('comprobante');
  });

  const odd = aSheet([
    ['Empresa X'],
    ['Reporte', 'de', 'cosas', 'varias'],
    ['zona', 'dd', 'cc', 'mm'],
    ['Norte', '01/11/2026', '1', '10,00'],
  ]);
  test('says which row is the header when no other name does', () => {
    const map = { fecha_venta: 'dd', importe: 'mm' };
    expect(prepareOneSheet(odd, { mapear: map }).table.headerRow).toBe(2);
    expect(prepareOneSheet(odd, { plantilla: { nombre: 'a', huella: 'x', mapeo: map } }).table.headerRow).toBe(2);
  });

  test('a template says so too, the next time', () => {
    const { huella } = prepareOneSheet(odd, { encabezado: 3 });
    const template = { nombre: 'a', huella, mapeo: { fecha_venta: 'dd', importe: 'mm' } };
    expect(prepareOneSheet(odd, { plantillas: [template] })).toMatchObject({
      plantilla: { nombre: 'a' },
      table: { headerRow: 2 },
    });
  });

  test('of a column that is not there is told', () => {
    expect(missingOf(sheet, { mapear: { lote: 'Nada' } })).toMatch(
      /«Nada».* Las que no se usan: «Sucursal», «Total»\.$/,
    );
  });
});

describe('templates', () => {
  const sheet = aSheet([
    [...HEADER, 'Sucursal', 'Lote'],
    [...ROW, 'Centro', '7'],
  ]);
  const print = getFingerprint(prepareOneSheet(sheet).table.headers);
  const mapping = {
    fecha_venta: 'Fecha de Venta',
    importe: 'Importe $',
    comprobante: 'B',
    tarjeta_nro: 'Últimos 4',
    auxiliar_1: 'Sucursal',
  };

  test('are applied by the fingerprint of the headers, whole', () => {
    const oneSheet = prepareOneSheet(sheet, {
      plantillas: [
        { nombre: 'otra', huella: 'x', mapeo: {} },
        { nombre: 'Caja central', huella: print, mapeo: mapping },
      ],
    });
    expect(oneSheet.plantilla?.nombre).toBe('Caja central');
    expect(describeColumns(oneSheet).map(({ campo, motivo }) => [campo, motivo])).toEqual([
      ['fecha_venta', 'plantilla'],
      ['comprobante', 'plantilla'],
      ['tarjeta_nro', 'plantilla'],
      ['importe', 'plantilla'],
      ['auxiliar_1', 'plantilla'],
      [null, null],
    ]);
  });

  test('have a fingerprint that order, case and accents do not change', () => {
    expect(getFingerprint(['Importe $', 'Últimos 4'])).toBe(getFingerprint(['ULTIMOS 4', 'importe']));
    expect(getFingerprint(['Importe'])).not.toBe(getFingerprint(['Importe', 'Lote']));
  });

  test('asked by name are completed by names where the headers differ', () => {
    const oneSheet = prepareOneSheet(sheet, {
      plantilla: { nombre: 'vieja', huella: 'x', mapeo: { auxiliar_1: 'Sucursal', auxiliar_2: 'No está' } },
    });
    expect(
      mappingOf(sheet, { plantilla: { nombre: 'vieja', huella: 'x', mapeo: { auxiliar_1: 'Sucursal' } } }).mapeo,
    ).toMatchObject({ auxiliar_1: 'Sucursal', lote: 'Lote' });
    expect(oneSheet.mapeo.absent).toEqual([]);
  });

  test('give way to --mapear', () => {
    expect(
      mappingOf(sheet, {
        plantillas: [{ nombre: 'a', huella: print, mapeo: mapping }],
        mapear: { auxiliar_2: 'Sucursal' },
      }).mapeo,
    ).toMatchObject({ auxiliar_2: 'Sucursal', importe: 'Importe $' });
  });
});

describe('of several sheets', () => {
  const table = (name: string, header: readonly string[], rows: number, hidden = false) =>
    aSheet([[...header], ...Array.from({ length: rows }, () => [...ROW])], { name, hidden });

  const sheetsWithCupones = (chosen: ReturnType<typeof choose>) => chosen?.conCupones.map(({ sheet }) => sheet.name);

  test('the one with more required fields is chosen', () => {
    const chosen = choose([
      table('larga', ['Fecha', 'Vendedor', 'Legajo', 'Importe'], 9),
      table('completa', HEADER, 2),
    ]);
    expect(chosen?.elegida.sheet.name).toBe('completa');
    expect(sheetsWithCupones(chosen)).toEqual(['larga', 'completa']);
  });

  test('then the longest', () => {
    const chosen = choose([table('a', HEADER, 2), table('b', HEADER, 3), table('c', HEADER, 1)]);
    expect(chosen?.elegida.sheet.name).toBe('b');
    expect(sheetsWithCupones(chosen)).toEqual(['a', 'b', 'c']);
  });

  test('a visible one goes before a hidden one', () => {
    expect(choose([table('oculta', HEADER, 9, true), table('visible', HEADER, 2)])?.elegida.sheet.name).toBe('visible');
  });

  test('those that are no coupons are not named', () => {
    const marcas = aSheet(
      [
        ['Código', 'Nombre'],
        ['1', 'Visa'],
      ],
      { name: 'Marcas' },
    );
    expect(sheetsWithCupones(choose([table('a', HEADER, 2), marcas]))).toEqual(['a']);
  });

  test('none with a table is none', () => {
    expect(choose([aSheet([]), aSheet([['x']])])).toBeUndefined();
  });
});

test('what stands under a report says nothing of the columns it happens to be in', () => {
  const rows = [
    ['FECHA', 'CUPON', 'TARJ.', 'IMPORTE'],
    [date('2026-11-03'), '1', '4905', 10],
    [date('2026-11-04'), '2', '4905', 20],
    [null, null, 'Cantidad de cupones: 2'],
    [null, null, 'TOTAL $', 30],
    ['Generado por el sistema'],
  ];
  expect(mappingOf(aSheet(rows)).mapeo).toMatchObject({ comprobante: 'CUPON', tarjeta_nro: 'TARJ.' });
});

test('a customer called "Total" makes no line of totals of a row with a date', () => {
  const rows = [
    ['Fecha', 'Cliente', 'Comprobante', 'Tarjeta', 'Importe'],
    ['03/11/2026', 'Total Play SA', '1', '4905', 10],
  ];
  expect(mappingOf(aSheet(rows)).mapeo).toMatchObject({ tarjeta_nro: 'Tarjeta' });
});

test('a number of operation beside the types of a wallet is its reference, and elsewhere the voucher', () => {
  const tableOf = (type: string) =>
    mappingOf(
      aSheet([
        ['Fecha', 'Tipo de operación', 'Número de operación', 'Importe'],
        [date('2026-11-03'), type, '87654321098', 10],
      ]),
    ).mapeo;
  expect(tableOf('SETTLEMENT')).toMatchObject({
    wallet_tipo_operacion: 'Tipo de operación',
    wallet_referencia: 'Número de operación',
  });
  expect(tableOf('Venta')).toMatchObject({ comprobante: 'Número de operación' });
  const withTarjeta = [
    ['Fecha', 'Tipo de operación', 'Número de operación', 'Últimos 4', 'Importe'],
    [date('2026-11-03'), 'PAYMENT', '123', '4905', 10],
  ];
  expect(mappingOf(aSheet(withTarjeta)).mapeo).toMatchObject({ comprobante: 'Número de operación' });
});

test('an "ID de operación" is the reference of a wallet beside its types, and nothing in a file with cards', () => {
  const mapped = (titles: readonly string[], ...cells: readonly (string | number)[]) =>
    mappingOf(
      aSheet([
        ['Fecha', 'ID de operación', ...titles, 'Importe'],
        [date('2026-11-03'), '87654321098', ...cells, 10],
      ]),
    ).mapeo;
  expect(mapped(['Tipo de operación'], 'SETTLEMENT')).toMatchObject({ wallet_referencia: 'ID de operación' });
  expect(mapped(['Tipo de operación'], 'Venta')).not.toHaveProperty('wallet_referencia');
  expect(mapped(['Tipo de operación', 'Últimos 4'], 'PAYMENT', '4905')).not.toHaveProperty('wallet_referencia');
  expect(mapped(['Comprobante', 'Últimos 4'], 55, '4905')).not.toHaveProperty('wallet_referencia');
});

test.each([
  ['ID Mercado Pago', 'Tipo de operación MP'],
  ['Operación MP', 'Tipo de operación Mercado Pago'],
  ['SOURCE_ID', 'TRANSACTION_TYPE'],
])('the reference "%s" of a wallet and the type "%s" beside it are both found', (reference, type) => {
  const rows = [
    ['Fecha', reference, type, 'Importe'],
    [date('2026-11-03'), '98765782494', 'SETTLEMENT', 10],
  ];
  expect(mappingOf(aSheet(rows)).mapeo).toMatchObject({ wallet_referencia: reference, wallet_tipo_operacion: type });
});

test.each(['Ticket', 'Nro. Ticket', 'Nro. Comprobante', 'Comprobante', 'comprobante'])(
  'the number of the "Cupón" goes before a "%s", wherever it stands',
  (other) => {
    const rows = (names: readonly [string, string]) =>
      aSheet([
        ['Fecha', ...names, 'Últimos 4', 'Importe'],
        [date('2026-11-03'), 55, 66, '4905', 10],
      ]);
    expect(mappingOf(rows([other, 'Cupón'])).mapeo).toMatchObject({ comprobante: 'Cupón' });
    expect(mappingOf(rows(['Nro. Cupón', other])).mapeo).toMatchObject({ comprobante: 'Nro. Cupón' });
  },
);

test('a "Comprobante" is the voucher where the "Cupón" beside it says nothing', () => {
  const header = ['Fecha', 'Comprobante', 'Cupón', 'Últimos 4', 'Importe'];
  expect(mappingOf(aSheet([header, [date('2026-11-03'), 55, null, '4905', 10]])).mapeo).toMatchObject({
    comprobante: 'Comprobante',
  });
});

test('another table beside the coupons does not give its amount to them, whatever it is called', () => {
  const rows = Array.from({ length: 8 }, (_, i): TestCell[] => ['01/11/2026', String(1000 + i), '4905', 100 + i]);
  const [first = [], ...others] = rows;
  const summary = aSheet([[...HEADER, '', 'fecha_venta', 'importe'], [...first, '', '01/01/2026', 5], ...others]);
  expect(mappingOf(summary).mapeo).toMatchObject({ fecha_venta: 'Fecha de Venta', importe: 'Importe $' });
});

test('a column that is behind one without a header, and as full as the others, is of the coupons', () => {
  const sheet = aSheet([
    ['Fecha de Venta', 'Nro. Comprobante', 'Últimos 4', 'Importe $', '', 'importe'],
    ...[1, 2].map(() => [...ROW, '', 7]),
  ]);
  expect(mappingOf(sheet).mapeo).toMatchObject({ importe: 'importe' });
});
