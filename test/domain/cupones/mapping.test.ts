import { describe, expect, test } from 'vitest';
import { describeColumns } from '#domain/cupones/prepare-sheet.ts';
import { FIELDS_IN_ORDER, rulesOf } from '#domain/cupones/fields.ts';
import { createDictionary } from '#domain/cupones/header-key.ts';
import { getFingerprint } from '#domain/cupones/map-columns.ts';
import { date, aSheet, textSheet, type TestCell } from './one-sheet.ts';
import { read } from './doubts-reading.ts';
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

  test.each(['Socio', 'Artículo', 'Código postal', 'Interno', 'Nro. Pedido interno'])(
    'four digits under «%s» are no card',
    (title) => {
      const { mapeo } = mappingOf(aSheet([['Fecha', 'Comprobante', title, 'Importe'], ...data]));
      expect(mapeo).not.toHaveProperty('tarjeta_nro');
    },
  );

  test.each(['Col C', '', 'Plástico (fin)', 'Dígitos TC'])('four digits under «%s» are the card', (title) => {
    const { mapeo } = mappingOf(aSheet([['Fecha', 'Comprobante', title, 'Importe'], ...data]));
    expect(mapeo).toHaveProperty('tarjeta_nro');
  });

  test('six digits under a header that says something else are nothing', () => {
    const sheet = aSheet([['Fecha', 'Comprobante', 'Últimos 4', 'Importe', 'Vendedor', 'Sucursal'], ...data]);
    expect(mappingOf(sheet).sinMapear).toEqual(['Vendedor', 'Sucursal']);
  });

  test('more digits are the merchant number where the header says a shop, and the wallet reference where it says a payment by QR', () => {
    const rows = data.map((row) => [...row, '020310248', '11022033044']);
    const header = ['Fecha', 'Comprobante', 'Últimos 4', 'Importe', 'Vendedor', 'Legajo', 'Suc.', 'pago_qr_id'];
    const sheet = aSheet([header, ...rows]);
    expect(mappingOf(sheet).mapeo).toMatchObject({ establecimiento: 'Suc.', wallet_referencia: 'pago_qr_id' });
    expect(read(sheet).dudas).toEqual([]);
  });

  test('a column «QR» of long numbers is the wallet reference, and a column «Caja» of eight digits the terminal', () => {
    const rows = data.map((row, i) => [...row, '20014017', i % 2 === 0 ? `${String(62780000873 + i)}` : '']);
    const header = ['Fecha', 'Comprobante', 'Últimos 4', 'Importe', 'Vendedor', 'Legajo', 'Caja', 'QR'];
    const sheet = aSheet([header, ...rows]);
    expect(mappingOf(sheet).mapeo).toMatchObject({ terminal: 'Caja', wallet_referencia: 'QR' });
    expect(read(sheet).dudas).toEqual([]);
  });
});

test('every English name of a field names that field as a header', () => {
  const named = createDictionary();
  for (const field of FIELDS_IN_ORDER)
    expect(named(rulesOf(field).title[1]).map(({ campo }) => campo)).toContain(field);
  expect(named('Store no.').map(({ campo }) => campo)).toEqual(['establecimiento']);
});

describe('a column of ways of paying', () => {
  const mapOf = (title: string, values: readonly string[]) =>
    mappingOf(
      aSheet([
        ['Fecha venta', 'Hora', title, 'Tarjeta Nro', 'Ticket', 'Monto total'],
        ...values.map((value, i): TestCell[] => ['01/11/2026', '10:15', value, '4905', String(31_700 + i), '1.500,00']),
      ]),
    );
  const TITLES = ['Medio', 'Medio de pago', 'MEDIOS DE PAGO', 'Medio de cobro', 'Forma de pago'];

  test.each(TITLES)('«%s» is the card where it holds names of cards', (title) => {
    const { mapeo, sinMapear } = mapOf(title, ['CEIBO', 'AURORA CREDITO', 'AURORA DEBITO', 'CEIBO', 'CEIBO']);
    expect(mapeo).toMatchObject({ tarjeta_desc: title, tarjeta_nro: 'Tarjeta Nro' });
    expect(sinMapear).not.toContain(title);
  });

  test.each(TITLES)('«%s» is not the card where it names none', (title) => {
    const ways = ['Efectivo', 'Transferencia bancaria', 'Tarjeta', 'TARJETA DE CRÉDITO', 'Débito'];
    const { mapeo, sinMapear } = mapOf(title, ways);
    expect(mapeo).not.toHaveProperty('tarjeta_desc');
    expect(sinMapear).toContain(title);
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
    expect(missingOf(textSheet('Comprobante;Importe', '1;10,00'))).toContain('la fecha de venta');
    expect(missingOf(textSheet('Comprobante;Fecha', '1;01/11/2026'))).toContain('el importe');
    expect(missingOf(textSheet('Comprobante;Lote', '1;7'))).toContain('la fecha de venta ni el importe');
    expect(missingOf(aSheet([HEADER, ROW]))).toBeUndefined();
  });

  test('a day that only the title above the table says is named', () => {
    const titled = (title: string): string | undefined =>
      missingOf(textSheet(title, '', 'Hora;Comprobante;Importe', '10:15;1;10,00', '11:20;2;20,00'));
    expect(titled('Ventas del 12/10/2026')).toContain('«Ventas del 12/10/2026»');
    expect(titled('Ventas del 12 de octubre de 2026')).toContain('«Ventas del 12 de octubre de 2026»');
    expect(titled('Sucursal 12')).not.toContain('Sucursal');
    expect(missingOf(textSheet('Desde 12/10/2026', '', 'Comprobante;Fecha', '1;01/11/2026'))).not.toContain('Desde');
  });

  test('is told with the columns that are free', () => {
    expect(missingOf(textSheet('Cupón;Neto;Zona', '1;10,00;Sur'))).toMatch(
      /Elegí la columna con --mapear fecha_venta=COLUMNA --mapear importe=COLUMNA\. Las que no se usan: «Neto», «Zona»\.$/,
    );
  });

  test.each<[string, readonly string[], readonly (readonly [string, number])[]]>([
    ['Fecha;Últimos 4;Importe', ['4905;10,00', '4906;10,00'], [['comprobante', 2]]],
    ['Fecha;Zona;Importe', ['Sur;10,00'], [['comprobante', 1], ['tarjeta_nro', 1]]],
    ['Fecha;Cupón;Últimos 4;Id wallet;Importe', ['1;4905;;10,00', ';;W1;10,00'], [['wallet_tipo_operacion', 1]]],
    // Where only single rows lack it, no column is missing.
    ['Fecha;Cupón;Últimos 4;Importe', [';4905;10,00', ';;20,00'], []],
  ])('of what only some coupons need is counted by row: %s', (header, rows, lacking) => {
    const { withoutColumn } = validate(textSheet(header, ...rows.map((row) => `01/11/2026;${row}`)));
    expect(withoutColumn.map(({ campo, filas }) => [campo, filas])).toEqual(lacking);
  }); // prettier-ignore
});

describe('--mapear', () => {
  const sheet = aSheet([
    [...HEADER, 'Sucursal', 'Total'],
    [...ROW, 'Centro', '99,00'],
  ]);
  test.each([
    ['the header, without regard to case or accents', { auxiliar_1: 'SUCURSAL' }, { auxiliar_1: 'Sucursal' }],
    ['else the letter', { auxiliar_2: 'e' }, { auxiliar_2: 'Sucursal' }],
    ['a title before the one that the name is of', { importe: 'Total' }, { importe: 'Total' }],
  ])('takes %s', (_, mapear, taken) => {
    expect(mappingOf(sheet, { mapear }).mapeo).toMatchObject(taken);
  });

  test('leaves what it takes the place of without use', () => {
    expect(mappingOf(sheet, { mapear: { importe: 'Total' } }).sinMapear).toContain('Importe $');
  });

  test('empty leaves the field without a column', () => {
    expect(mappingOf(sheet, { mapear: { comprobante: '' } }).mapeo).not.toHaveProperty('comprobante');
  });

  const odd = textSheet('Empresa X', 'Reporte;de;cosas;varias', 'zona;dd;cc;mm', 'Norte;01/11/2026;1;10,00');
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

test.each([
  ['Tipo de operación', 'SETTLEMENT', 'wallet_referencia'],
  ['Tipo de operación', 'Venta', 'comprobante'],
  ['Tipo de operación;Últimos 4', 'PAYMENT;4905', 'comprobante'],
])('a number of operation beside «%s» of %s is %s', (titles, cells, field) => {
  const sheet = textSheet(`Fecha;${titles};Número de operación;Importe`, `03/11/2026;${cells};87654321098;10,00`);
  expect(mappingOf(sheet).mapeo).toMatchObject({ [field]: 'Número de operación' });
});

test.each([
  ['Tipo de operación', 'SETTLEMENT', 'ID de operación'],
  ['Tipo de operación', 'Venta', undefined],
  ['Tipo de operación;Últimos 4', 'PAYMENT;4905', undefined],
  ['Comprobante;Últimos 4', '55;4905', undefined],
])('an "ID de operación" beside «%s» of %s is the reference of a wallet: %s', (titles, cells, taken) => {
  const sheet = textSheet(`Fecha;ID de operación;${titles};Importe`, `03/11/2026;87654321098;${cells};10,00`);
  expect(mappingOf(sheet).mapeo['wallet_referencia']).toBe(taken);
});

test.each([
  ['ID Mercado Pago', 'Tipo de operación MP'],
  ['SOURCE_ID', 'TRANSACTION_TYPE'],
])('the reference "%s" of a wallet and the type "%s" beside it are both found', (reference, type) => {
  const sheet = textSheet(`Fecha;${reference};${type};Importe`, '03/11/2026;98765782494;SETTLEMENT;10,00');
  expect(mappingOf(sheet).mapeo).toMatchObject({ wallet_referencia: reference, wallet_tipo_operacion: type });
});

test('of a wallet’s report the day of payment is when the money is released, and its code is the reference', () => {
  const titles =
    'Fecha de compra (date_created);Fecha de acreditación (date_approved);Fecha de liberación del dinero (date_released)';
  const sheet = textSheet(
    `${titles};Código de referencia (external_reference);Importe`,
    '03/11/2026;03/11/2026;21/11/2026;V-1;10,00',
  );
  expect(mappingOf(sheet).mapeo).toMatchObject({
    fecha_venta: 'Fecha de compra (date_created)',
    fecha_pago: 'Fecha de liberación del dinero (date_released)',
    referencia: 'Código de referencia (external_reference)',
  });
});

test.each(['Ticket', 'Nro. Ticket', 'Nro. Comprobante', 'Comprobante', 'comprobante'])(
  'the number of the "Cupón" goes before a "%s", wherever it stands',
  (other) => {
    const taken = (first: string, second: string) =>
      mappingOf(textSheet(`Fecha;${first};${second};Últimos 4;Importe`, '03/11/2026;55;66;4905;10,00')).mapeo;
    expect(taken(other, 'Cupón')).toMatchObject({ comprobante: 'Cupón' });
    expect(taken('Nro. Cupón', other)).toMatchObject({ comprobante: 'Nro. Cupón' });
  },
);

test('a "Comprobante" is the voucher where the "Cupón" beside it says nothing', () => {
  const sheet = textSheet('Fecha;Comprobante;Cupón;Últimos 4;Importe', '03/11/2026;55;;4905;10,00');
  expect(mappingOf(sheet).mapeo).toMatchObject({ comprobante: 'Comprobante' });
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
