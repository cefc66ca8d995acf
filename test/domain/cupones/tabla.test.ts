import { describe, expect, test } from 'vitest';
import { columnIndex, columnLetter } from '#domain/cupones/column-letter.ts';
import { findTable } from '#domain/cupones/find-table.ts';
import { describeColumns } from '#domain/cupones/prepare-sheet.ts';
import { createDiccionario } from '#domain/cupones/synonyms.ts';
import { fingerprint } from '#domain/cupones/template.ts';
import { fecha, unaHoja, type Celda } from './una-hoja.ts';
import { elegir, faltaDe, mapeoDe, preparar, validar } from './validar-hoja.ts';

const names = createDiccionario();
const ROW: readonly Celda[] = ['01/11/2026', '00001234', '4905', '1.500,00'];
const HEADER = ['Fecha de Venta', 'Nro. Comprobante', 'Últimos 4', 'Importe $'];
const encabezado = (filas: Parameters<typeof unaHoja>[0]) => {
  const sheet = unaHoja(filas);
  const table = findTable(sheet, names);
  return table === undefined ? undefined : sheet.rowNumber(table.headerRow);
};

describe('the header row', () => {
  test('is found below titles, logos and blank lines', () => {
    expect(
      encabezado([
        ['La Espiga S.R.L.'],
        ['Cupones del', fecha('2026-11-01'), 'al', fecha('2026-11-15')],
        undefined,
        HEADER,
        ROW,
      ]),
    ).toBe(4);
  });

  test('is found to the right of empty columns', () => {
    const sheet = unaHoja([
      ['', '', ...HEADER],
      ['', '', ...ROW],
    ]);
    expect(mapeoDe(sheet).mapeo).toMatchObject({ fecha_venta: 'Fecha de Venta', importe: 'Importe $' });
  });

  test('of two lines is read as one, and its last line is the header', () => {
    const sheet = unaHoja([
      ['La Espiga'],
      ['Fecha', '', 'Tarjeta', '', 'Importe'],
      ['de venta', 'Comprobante', 'Últimos 4', 'Marca', '$'],
      ['01/11/2026', '1', '4905', 'Visa', '10,00'],
    ]);
    expect(encabezado([['x']])).toBeUndefined();
    const hoja = preparar(sheet);
    expect(sheet.rowNumber(hoja.table.headerRow)).toBe(3);
    expect(mapeoDe(sheet).mapeo).toEqual({
      fecha_venta: 'Fecha de venta',
      comprobante: 'Comprobante',
      tarjeta_nro: 'Últimos 4',
      tarjeta_desc: 'Marca',
      importe: 'Importe $',
    });
  });

  test('of two lines keeps what is only in the first', () => {
    const sheet = unaHoja([
      ['Fecha', 'Comprobante', 'Tarjeta', '', 'Importe'],
      ['', '', 'Últimos 4', 'Marca', ''],
      ['01/11/2026', '1', '4905', 'Visa', '10,00'],
    ]);
    expect(mapeoDe(sheet).mapeo).toEqual({
      fecha_venta: 'Fecha',
      comprobante: 'Comprobante',
      tarjeta_nro: 'Últimos 4',
      tarjeta_desc: 'Marca',
      importe: 'Importe',
    });
    expect(validar(sheet)).toMatchObject({ filas: 1, validas: 1 });
  });

  test('of two lines is read whole where a group is split below', () => {
    const sheet = unaHoja([
      ['Fecha', 'Cupón', 'Tarjeta', 'Importe', ''],
      ['', '', '', 'Neto', 'Bruto'],
      ['01/11/2026', '1', '4905', '95,00', '100,00'],
    ]);
    expect(mapeoDe(sheet)).toEqual({
      mapeo: { fecha_venta: 'Fecha', comprobante: 'Cupón', tarjeta_nro: 'Tarjeta', importe: 'Importe Bruto' },
      sinMapear: ['Importe Neto'],
    });
    expect(validar(sheet)).toMatchObject({ filas: 1, avisos: [] });
  });

  test('is one line when what follows is a section of the table', () => {
    const sheet = unaHoja([HEADER, ['Sucursal', 'Centro'], ROW]);
    expect(mapeoDe(sheet).mapeo).toMatchObject({ importe: 'Importe $' });
    expect(validar(sheet)).toMatchObject({ filas: 1, avisos: [{ fila: 2, codigo: 'FILA_IGNORADA' }] });
  });

  test('under a line of groups is one line if that names as much', () => {
    expect(mapeoDe(unaHoja([['Datos', '', 'Pago', ''], HEADER, ROW])).mapeo).toMatchObject({
      comprobante: 'Nro. Comprobante',
    });
  });

  test('is not a row of data', () => {
    expect(
      encabezado([
        ['01/11/2026', '1'],
        ['02/11/2026', '2'],
      ]),
    ).toBeUndefined();
  });

  test('may be given by a person', () => {
    const sheet = unaHoja([['Fecha', 'Importe'], HEADER, ROW]);
    expect(preparar(sheet, { encabezado: 1 }).table.headers[1]).toBe('Importe');
  });

  test('of an empty sheet is none', () => {
    expect(encabezado([])).toBeUndefined();
    expect(encabezado([HEADER])).toBeUndefined();
  });
});

describe('headers by name', () => {
  test.each([
    [
      'fecha_venta',
      [
        'Fecha de Venta',
        'FECHA VENTA',
        'Fec. Vta.',
        'Fecha',
        'Fecha y hora',
        'Sale date',
        'Transaction Date',
        'Fecha operación',
      ],
    ],
    ['fecha_pres', ['Fecha de Presentación', 'F. Presentación', 'fecha_pres']],
    ['fecha_pago', ['Fecha de Pago', 'Fecha de acreditación', 'Payment date']],
    ['importe', ['Importe', 'Importe $', 'IMPORTE ($)', 'Monto', 'Monto total', 'Amount', 'Total', 'Importe bruto']],
    [
      'comprobante',
      ['Nro. Comprobante', 'Comprobante Nº', 'N° de Cupón', 'Cupón', 'Ticket', 'Voucher number', 'Cbte.'],
    ],
    [
      'tarjeta_nro',
      [
        'Últimos 4',
        'Ult. 4',
        'Ultimos cuatro',
        'Últimos 4 dígitos de la tarjeta',
        'Nro. Tarjeta',
        'Card last 4',
        'Terminación',
      ],
    ],
    ['bin', ['BIN', 'Primeros 6', 'BIN (6 primeros)']],
    ['autorizacion', ['Cód. Autorización', 'Autorización', 'Cod. Aut.', 'Auth code', 'Nro. de autorización']],
    ['cuotas', ['Cuotas', 'Ctas.', 'Cant. de cuotas', 'Installments', 'Plan']],
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
  ])('%s', (campo, headers) => {
    for (const header of headers)
      expect([header, names(header).map((one) => one.campo)]).toEqual([header, expect.arrayContaining([campo])]);
  });

  test.each(['Vendedor', 'Observaciones', 'Sucursal', 'Cliente', 'IVA', 'Propina', '', '-', 'Hora'])(
    '«%s» names none',
    (header) => {
      expect(names(header)).toEqual([]);
    },
  );

  test.each([
    ['FechaVenta', 'fecha_venta'],
    ['FECHAVENTA', 'fecha_venta'],
    ['fechaoperacion', 'fecha_venta'],
    ['ImporteTotal', 'importe'],
    ['NroComprobante', 'comprobante'],
    ['NROCUPON', 'comprobante'],
    ['CodAutorizacion', 'autorizacion'],
    ['cantcuotas', 'cuotas'],
    ['$', 'importe'],
    ['Pesos ($)', 'importe'],
    ['Precio total', 'importe'],
    ['Fecha de origen', 'fecha_venta'],
  ])('written without spaces or shortly, as «%s», is %s', (header, campo) => {
    expect(names(header).map((one) => one.campo)).toEqual([campo]);
  });

  test('"$" of words is no amount', () => {
    expect(
      mapeoDe(
        unaHoja([
          ['Fecha', 'Cupón', 'Últimos 4', '$', 'Importe neto'],
          ...Array.from({ length: 9 }, (_, i) => ['01/11/2026', `${i + 1}`, '1234', 'pagado', '10,50']),
        ]),
      ).mapeo,
    ).not.toHaveProperty('importe');
  });

  test('equal to an API name map whatever they hold', () => {
    expect(
      mapeoDe(
        unaHoja([
          [...HEADER, 'bco_emisor'],
          [...ROW, 'Galicia'],
        ]),
      ).mapeo,
    ).toMatchObject({ bco_emisor: 'bco_emisor' });
  });

  test('that are weak need content that agrees', () => {
    expect(
      mapeoDe(
        unaHoja([
          [...HEADER, 'Banco'],
          [...ROW, 'Galicia'],
        ]),
      ).sinMapear,
    ).toEqual(['Banco']);
    expect(
      mapeoDe(
        unaHoja([
          [...HEADER, 'Banco'],
          [...ROW, '007'],
        ]),
      ).mapeo,
    ).toMatchObject({ bco_emisor: 'Banco' });
  });

  // A wrong column is sent without a word; one that is not taken is listed.
  test.each<[string, Celda]>([
    ['Importe neto', '95,00'],
    ['Net amount', '95,00'],
    ['Subtotal', '95,00'],
    ['Importe USD', '95,00'],
    ['Debe', '95,00'],
    ['Importe acreditado', '95,00'],
    ['Importe liquidado', '95,00'],
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
    ['Pagos', '3/12'],
    ['Cierre', 'Z-12'],
    ['Nro. de presentación', '887766'],
    ['Producto', 'Zapatillas'],
    ['Nro. de cuenta', '4905'],
  ])('«%s» with %j is left for a person', (header, value) => {
    const rows = Array.from({ length: 9 }, (_, i): Celda[] => [`0${String(i + 1)}/11/2026`, '10,00', value]);
    expect(mapeoDe(unaHoja([['Fecha', 'Importe', header], ...rows])).sinMapear).toEqual([header]);
    // Nor does its content make it the sale's.
    const { mapeo } = mapeoDe(
      unaHoja([['Vendedor', header], ...rows.map(([, , cell = '']): Celda[] => ['Ana', cell])]),
    );
    expect(mapeo).not.toHaveProperty('importe');
    expect(mapeo).not.toHaveProperty('fecha_venta');
  });

  test('"Tarjeta" of brands beside a "Marca" is no card number', () => {
    const sheet = unaHoja([
      ['Fecha', 'Importe', 'Marca', 'Tarjeta'],
      ['01/11/2026', '10,00', 'Prisma', 'Visa'],
    ]);
    expect(mapeoDe(sheet)).toMatchObject({ mapeo: { tarjeta_desc: 'Marca' }, sinMapear: ['Tarjeta'] });
  });

  test('"Tarjeta" of brands goes before a "Tipo de tarjeta"', () => {
    const sheet = unaHoja([
      ['Fecha', 'Importe', 'Tipo de tarjeta', 'Tarjeta'],
      ['01/11/2026', '10,00', 'Crédito', 'Visa'],
    ]);
    expect(mapeoDe(sheet)).toMatchObject({ mapeo: { tarjeta_desc: 'Tarjeta' }, sinMapear: ['Tipo de tarjeta'] });
  });

  test('"Tarjeta" is the brand or the last four by its content', () => {
    const header = ['Fecha', 'Comprobante', 'Tarjeta', 'Importe'];
    expect(mapeoDe(unaHoja([header, ['01/11/2026', '1', 'Visa', '10,00']])).mapeo).toMatchObject({
      tarjeta_desc: 'Tarjeta',
    });
    expect(
      mapeoDe(unaHoja([header, ['01/11/2026', '1', '4905', '10,00'], ['01/11/2026', '2', '1234', '10,00']])).mapeo,
    ).toMatchObject({ tarjeta_nro: 'Tarjeta' });
    expect(mapeoDe(unaHoja([header, ['01/11/2026', '1', 12345, '10,00']])).mapeo).toMatchObject({
      tarjeta_nro: 'Tarjeta',
    });
  });

  test('of two for one field the one whose content agrees wins, and the other is a doubt', () => {
    const sheet = unaHoja([
      ['Fecha', 'Nro. Cupón', 'Comprobante fiscal', 'Comprobante', 'Últimos 4', 'Importe'],
      ['01/11/2026', '00047761', 'x', 'B-00094471', '4905', '10,00'],
    ]);
    const hoja = preparar(sheet);
    expect(mapeoDe(sheet).mapeo).toMatchObject({ comprobante: 'Comprobante' });
    expect(describeColumns(hoja).find(({ titulo }) => titulo === 'Nro. Cupón')).toMatchObject({
      campo: null,
      conflicto: 'comprobante',
    });
  });
});

describe('headers by content', () => {
  const data = Array.from({ length: 12 }, (_, i): Celda[] => [
    fecha('2026-11-01'),
    String(47_761 + i).padStart(8, '0'),
    String(1000 + i * 37),
    100.5 + i,
    'Marta',
    String(738_343 + i * 7),
  ]);

  test('a column of dates is the sale and one of money the amount', () => {
    const { mapeo } = mapeoDe(unaHoja([['Día hábil', 'b', 'c', 'Cobrado', 'Vendedor', 'f'], ...data]));
    expect(mapeo).toMatchObject({ fecha_venta: 'Día hábil', importe: 'Cobrado' });
  });

  test('four digits are the card, eight the coupon and six the authorisation under headers that say nothing', () => {
    const hoja = preparar(unaHoja([['Col A', 'Col B', 'Col C', 'Col D', 'Vendedor', 'Col F'], ...data]));
    expect(mapeoDe(hoja.sheet).mapeo).toEqual({
      fecha_venta: 'Col A',
      comprobante: 'Col B',
      tarjeta_nro: 'Col C',
      autorizacion: 'Col F',
      importe: 'Col D',
    });
    expect(describeColumns(hoja)[1]).toMatchObject({
      letra: 'B',
      motivo: 'contenido',
      muestras: ['00047761', '00047762', '00047763'],
    });
  });

  test('six digits under a header that says something else are nothing', () => {
    expect(
      mapeoDe(unaHoja([['Fecha', 'Comprobante', 'Últimos 4', 'Importe', 'Vendedor', 'Legajo'], ...data])).sinMapear,
    ).toEqual(['Vendedor', 'Legajo']);
  });
});

describe('what is missing', () => {
  test('is named', () => {
    expect(
      faltaDe(
        unaHoja([
          ['Comprobante', 'Importe'],
          ['1', '10,00'],
        ]),
      ),
    ).toContain('la fecha de venta');
    expect(
      faltaDe(
        unaHoja([
          ['Comprobante', 'Fecha'],
          ['1', '01/11/2026'],
        ]),
      ),
    ).toContain('el importe');
    expect(
      faltaDe(
        unaHoja([
          ['Comprobante', 'Lote'],
          ['1', '7'],
        ]),
      ),
    ).toContain('la fecha de venta ni el importe');
    expect(faltaDe(unaHoja([HEADER, ROW]))).toBeUndefined();
  });
});

describe('--mapear', () => {
  const sheet = unaHoja([
    [...HEADER, 'Sucursal', 'Total'],
    [...ROW, 'Centro', '99,00'],
  ]);
  test('takes the header, without regard to case or accents', () => {
    expect(mapeoDe(sheet, { mapear: { auxiliar_1: 'SUCURSAL' } }).mapeo).toMatchObject({ auxiliar_1: 'Sucursal' });
  });

  test('else the letter', () => {
    expect(mapeoDe(sheet, { mapear: { auxiliar_2: 'e' } }).mapeo).toMatchObject({ auxiliar_2: 'Sucursal' });
  });

  test('wins over the name', () => {
    const { mapeo, sinMapear } = mapeoDe(sheet, { mapear: { importe: 'Total' } });
    expect(mapeo).toMatchObject({ importe: 'Total' });
    expect(sinMapear).toContain('Importe $');
  });

  test('empty leaves the field without a column', () => {
    expect(mapeoDe(sheet, { mapear: { comprobante: '' } }).mapeo).not.toHaveProperty('comprobante');
  });

  const odd = unaHoja([
    ['Empresa X'],
    ['Reporte', 'de', 'cosas', 'varias'],
    ['zona', 'dd', 'cc', 'mm'],
    ['Norte', '01/11/2026', '1', '10,00'],
  ]);
  test('says which row is the header when no other name does', () => {
    const mapear = { fecha_venta: 'dd', importe: 'mm' };
    expect(preparar(odd, { mapear }).table.headerRow).toBe(2);
    expect(preparar(odd, { plantilla: { nombre: 'a', huella: 'x', mapeo: mapear } }).table.headerRow).toBe(2);
  });

  test('a template says so too, the next time', () => {
    const { huella } = preparar(odd, { encabezado: 3 });
    const plantilla = { nombre: 'a', huella, mapeo: { fecha_venta: 'dd', importe: 'mm' } };
    expect(preparar(odd, { plantillas: [plantilla] })).toMatchObject({ plantilla: 'a', table: { headerRow: 2 } });
  });

  test('of a column that is not there is told', () => {
    expect(faltaDe(sheet, { mapear: { lote: 'Nada' } })).toContain('«Nada»');
  });
});

describe('templates', () => {
  const sheet = unaHoja([
    [...HEADER, 'Sucursal', 'Lote'],
    [...ROW, 'Centro', '7'],
  ]);
  const huella = fingerprint(preparar(sheet).table.headers);
  const mapeo = {
    fecha_venta: 'Fecha de Venta',
    importe: 'Importe $',
    comprobante: 'B',
    tarjeta_nro: 'Últimos 4',
    auxiliar_1: 'Sucursal',
  };

  test('are applied by the fingerprint of the headers, whole', () => {
    const hoja = preparar(sheet, {
      plantillas: [
        { nombre: 'otra', huella: 'x', mapeo: {} },
        { nombre: 'Caja central', huella, mapeo },
      ],
    });
    expect(hoja.plantilla).toBe('Caja central');
    expect(describeColumns(hoja).map(({ campo, motivo }) => [campo, motivo])).toEqual([
      ['fecha_venta', 'plantilla'],
      ['comprobante', 'plantilla'],
      ['tarjeta_nro', 'plantilla'],
      ['importe', 'plantilla'],
      ['auxiliar_1', 'plantilla'],
      [null, null],
    ]);
  });

  test('have a fingerprint that order, case and accents do not change', () => {
    expect(fingerprint(['Importe $', 'Últimos 4'])).toBe(fingerprint(['ULTIMOS 4', 'importe']));
    expect(fingerprint(['Importe'])).not.toBe(fingerprint(['Importe', 'Lote']));
  });

  test('asked by name are completed by names where the headers differ', () => {
    const hoja = preparar(sheet, {
      plantilla: { nombre: 'vieja', huella: 'x', mapeo: { auxiliar_1: 'Sucursal', auxiliar_2: 'No está' } },
    });
    expect(
      mapeoDe(sheet, { plantilla: { nombre: 'vieja', huella: 'x', mapeo: { auxiliar_1: 'Sucursal' } } }).mapeo,
    ).toMatchObject({ auxiliar_1: 'Sucursal', lote: 'Lote' });
    expect(hoja.mapeo.inexistentes).toEqual([]);
  });

  test('give way to --mapear', () => {
    expect(
      mapeoDe(sheet, { plantillas: [{ nombre: 'a', huella, mapeo }], mapear: { auxiliar_2: 'Sucursal' } }).mapeo,
    ).toMatchObject({ auxiliar_2: 'Sucursal', importe: 'Importe $' });
  });
});

describe('of several sheets', () => {
  const table = (name: string, header: readonly string[], rows: number, hidden = false) =>
    unaHoja([[...header], ...Array.from({ length: rows }, () => [...ROW])], { name, hidden });

  test('the one with more required fields is chosen', () => {
    const chosen = elegir([
      table('larga', ['Fecha', 'Vendedor', 'Legajo', 'Importe'], 9),
      table('completa', HEADER, 2),
    ]);
    expect(chosen?.elegida.sheet.name).toBe('completa');
    expect(chosen?.otras).toEqual(['larga']);
  });

  test('then the longest', () => {
    const chosen = elegir([table('a', HEADER, 2), table('b', HEADER, 3), table('c', HEADER, 1)]);
    expect(chosen?.elegida.sheet.name).toBe('b');
    expect(chosen?.otras).toEqual(['a', 'c']);
  });

  test('a visible one goes before a hidden one', () => {
    expect(elegir([table('oculta', HEADER, 9, true), table('visible', HEADER, 2)])?.elegida.sheet.name).toBe('visible');
  });

  test('those that are no coupons are not named', () => {
    expect(
      elegir([
        table('a', HEADER, 2),
        unaHoja(
          [
            ['Código', 'Nombre'],
            ['1', 'Visa'],
          ],
          { name: 'Marcas' },
        ),
      ])?.otras,
    ).toEqual([]);
  });

  test('none with a table is none', () => {
    expect(elegir([unaHoja([]), unaHoja([['x']])])).toBeUndefined();
  });
});

test('columns are named by their header, else by their letter', () => {
  const sheet = unaHoja([
    ['Fecha', '', 'Importe', 'Comprobante', 'Últimos 4', ''],
    ['01/11/2026', 'algo', '10,00', '1', '4905', ''],
  ]);
  expect(mapeoDe(sheet).sinMapear).toEqual(['B']);
  expect(mapeoDe(sheet, { mapear: { auxiliar_1: 'B' } }).mapeo).toMatchObject({ auxiliar_1: 'B' });
});

test('letters and indexes are each other', () => {
  for (const index of [0, 25, 26, 701, 702, 16_383]) expect(columnIndex(columnLetter(index))).toBe(index);
  expect(columnLetter(16_383)).toBe('XFD');
  expect(columnIndex('XFE')).toBeUndefined();
});
