import { describe, expect, test } from 'vitest';
import { parseColumnLetter, toColumnLetter, createDictionary } from '#domain/cupones/header-key.ts';
import { describeColumns } from '#domain/cupones/prepare-sheet.ts';
import { aSheet, textSheet, type TestCell } from './one-sheet.ts';
import { mappingOf, prepareOneSheet } from './validate-sheet.ts';

const names = createDictionary();
const withColumn = (title: string, cell: string) =>
  mappingOf(
    textSheet(
      `Fecha de Venta;Nro. Comprobante;Últimos 4;Importe $;${title}`,
      `01/11/2026;00001234;4905;1.500,00;${cell}`,
    ),
  );

describe('headers by name', () => {
  test.each([
    ['fecha_venta', ['Fecha de Venta', 'Fec. Vta.', 'Fecha y hora', 'Sale date', 'Fecha operación', 'Txn Date']],
    ['fecha_pres', ['Fecha de Presentación', 'F. Presentación', 'fecha_pres']],
    ['fecha_pago', ['Fecha de Pago', 'Fecha de acreditación', 'Payment date']],
    ['importe', ['Importe $', 'IMPORTE ($)', 'Monto', 'Amount', 'Importe bruto', 'Importe total de la operación']],
    ['comprobante', ['Nro. Comprobante', 'N° de Cupón', 'Ticket', 'Voucher number', 'Cbte.', 'Cupón/Ticket']],
    ['tarjeta_nro', ['Ult. 4', 'Ultimos cuatro', 'Últimos 4 dígitos de la tarjeta', 'Nro. Tarjeta', 'Masked PAN']],
    ['bin', ['BIN', 'Primeros 6', 'BIN (6 primeros)']],
    ['autorizacion', ['Cód. Autorización', 'Autorización', 'Cod. Aut.', 'Auth code', 'Nro. de autorización']],
    ['cuotas', ['Cuotas', 'Ctas.', 'Cant. de cuotas', 'Installments', 'Plan', 'Total cuotas', 'Cant. Cuo.']],
    ['lote', ['Lote', 'Nro. de Lote', 'Batch']],
    ['terminal', ['Terminal', 'POS', 'Nro Terminal', 'Posnet']],
    ['establecimiento', ['Establecimiento', 'Nº Establecimiento', 'Merchant ID', 'Nro. de comercio']],
    ['tarjeta_desc', ['Marca', 'Tarjeta', 'Tipo de tarjeta', 'Card brand']],
    ['tarjeta_id', ['Cód. Tarjeta', 'ID tarjeta']],
    ['bco_emisor', ['Cód. Banco', 'bco_emisor']],
    ['referencia', ['Referencia', 'Ref.', 'Nro. de pedido']],
    ['referencia_extra', ['Referencia extra', 'Ref. adicional']],
    ['wallet_referencia', ['ID billetera', 'Referencia wallet']],
    ['wallet_tipo_operacion', ['Tipo operación billetera', 'wallet_tipo_operacion']],
    ['auxiliar_1', ['Auxiliar 1', 'Aux. 1', 'auxiliar_1', 'AUXILIAR1']],
    ['auxiliar_5', ['Auxiliar 5', 'Aux 5']],
  ])('%s', (field, headers) => {
    for (const header of headers)
      expect([header, names(header).map((one) => one.campo)]).toEqual([header, expect.arrayContaining([field])]);
  });

  test.each(['Vendedor', 'Observaciones', 'Sucursal', 'Cliente', 'IVA', 'Propina', '', '-', 'Hora'])(
    '«%s» names none',
    (header) => {
      expect(names(header)).toEqual([]);
    },
  );

  test.each([
    ['FechaVenta', 'fecha_venta'],
    ['NROCUPON', 'comprobante'],
    ['CodAutorizacion', 'autorizacion'],
    ['$', 'importe'],
    ['Pesos ($)', 'importe'],
    ['Precio total', 'importe'],
    ['Fecha de origen', 'fecha_venta'],
  ])('written without spaces or shortly, as «%s», is %s', (header, field) => {
    expect(names(header).map((one) => one.campo)).toEqual([field]);
  });

  test.each([
    ['Últimos 4 dígitos', 'tarjeta_nro'],
    ['Cód. Autorización', 'autorizacion'],
    ['Fecha de operación', 'fecha_venta'],
  ])('is known too where «%s» lost its accents', (header, field) => {
    const letter = /[^\p{ASCII}]/gu;
    const asLatin = Buffer.from(header, 'utf8').toString('latin1');
    for (const lost of [
      header.replace(letter, '\ufffd'),
      header.replace(letter, '?'),
      header.replace(letter, ''),
      asLatin,
    ])
      expect([lost, names(lost).map((one) => one.campo)]).toEqual([lost, [field]]);
  });

  test('"$" of words is no amount', () => {
    const rows = Array.from({ length: 9 }, (_, i) => `01/11/2026;${String(i + 1)};1234;pagado;10,50`);
    expect(mappingOf(textSheet('Fecha;Cupón;Últimos 4;$;Importe neto', ...rows)).mapeo).not.toHaveProperty('importe');
  });

  test('equal to an API name map whatever they hold', () => {
    expect(withColumn('bco_emisor', 'Galicia').mapeo).toMatchObject({ bco_emisor: 'bco_emisor' });
  });

  test('that are weak need content that agrees', () => {
    expect(withColumn('Banco', 'Galicia').sinMapear).toEqual(['Banco']);
    expect(withColumn('Banco', '007').mapeo).toMatchObject({ bco_emisor: 'Banco' });
  });

  // A wrong column would be sent without a word; a column that is not taken is listed.
  test.each<[string, TestCell]>([
    ['Importe neto', '95,00'],
    ['Net amount', '95,00'],
    ['Subtotal', '95,00'],
    ['Importe USD', '95,00'],
    ['Total (US$)', '95,00'],
    ['Amount EUR', '95,00'],
    ['Debe', '95,00'],
    ['Importe acreditado', '95,00'],
    ['Fecha de depósito', '05/11/2026'],
    ['Fecha de liquidación', '05/11/2026'],
    ['Fecha de carga', '05/11/2026'],
    ['Fecha vto.', '05/11/2026'],
    ['Payout date', '05/11/2026'],
    ['Vencimiento', '12/2028'],
    ['Cta.', '4455667'],
    ['Nro. Cta.', '4455667'],
    ['Cuota', '1/3'],
    ['Cuota', '33,33'],
    ['Cierre', 'Z-12'],
    ['Nro. de presentación', '887766'],
    ['Producto', 'Zapatillas'],
    ['Nro. de cuenta', '4905'],
  ])('«%s» with %j is left for a person', (header, value) => {
    const rows = Array.from({ length: 9 }, (_, i): TestCell[] => [`0${String(i + 1)}/11/2026`, '10,00', value]);
    expect(mappingOf(aSheet([['Fecha', 'Importe', header], ...rows])).sinMapear).toEqual([header]);
    // Nor do its cells make the column that of the sale's amount or date.
    const { mapeo } = mappingOf(
      aSheet([['Vendedor', header], ...rows.map(([, , cell = '']): TestCell[] => ['Ana', cell])]),
    );
    expect(mapeo).not.toHaveProperty('importe');
    expect(mapeo).not.toHaveProperty('fecha_venta');
  });

  test.each([
    ['Marca', 'Prisma', 'Marca', 'Tarjeta'],
    ['Tipo de tarjeta', 'Crédito', 'Tarjeta', 'Tipo de tarjeta'],
  ])('"Tarjeta" of brands beside a "%s" of %s: the brand is %s', (title, cell, taken, left) => {
    const sheet = textSheet(`Fecha;Importe;${title};Tarjeta`, `01/11/2026;10,00;${cell};Visa`);
    expect(mappingOf(sheet)).toMatchObject({ mapeo: { tarjeta_desc: taken }, sinMapear: [left] });
  });

  test.each<[TestCell, string]>([
    ['Visa', 'tarjeta_desc'],
    ['4905', 'tarjeta_nro'],
    [12345, 'tarjeta_nro'],
  ])('"Tarjeta" of %j is %s', (cell, field) => {
    const header = ['Fecha', 'Comprobante', 'Tarjeta', 'Importe'];
    const { mapeo } = mappingOf(aSheet([header, ['01/11/2026', '1', cell, '10,00']]));
    expect(mapeo).toMatchObject({ [field]: 'Tarjeta' });
  });

  test('of two for one field the one whose content agrees wins, and the other is a doubt', () => {
    const sheet = textSheet(
      'Fecha;Nro. Cupón;Comprobante fiscal;Comprobante;Últimos 4;Importe',
      '01/11/2026;00047761;x;B-00094471;4905;10,00',
    );
    const oneSheet = prepareOneSheet(sheet);
    expect(mappingOf(sheet).mapeo).toMatchObject({ comprobante: 'Nro. Cupón' });
    expect(describeColumns(oneSheet).find(({ titulo }) => titulo === 'Comprobante')).toMatchObject({
      campo: null,
      conflicto: 'comprobante',
    });
  });
});

test('columns are named by their header, else by their letter', () => {
  const sheet = textSheet('Fecha;;Importe;Comprobante;Últimos 4;', '01/11/2026;algo;10,00;1;4905;');
  expect(mappingOf(sheet).sinMapear).toEqual(['B']);
  expect(mappingOf(sheet, { mapear: { auxiliar_1: 'B' } }).mapeo).toMatchObject({ auxiliar_1: 'B' });
});

test('columns are lettered as in a spreadsheet', () => {
  const indexes = [0, 25, 26, 701, 702, 16_383];
  const letters = ['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'];
  expect(indexes.map(toColumnLetter)).toEqual(letters);
  expect(letters.map(parseColumnLetter)).toEqual(indexes);
  expect(parseColumnLetter('XFE')).toBeUndefined();
});
