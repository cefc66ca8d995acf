import { describe, expect } from 'vitest';
import { HEADER, SALE, test } from './reading-rows.ts';

describe('a second table in the sheet', () => {
  test('whose columns stand in another order is not read by the first header, and is named as another one', async ({
    read,
  }) => {
    const { sent, errors, resumen } = await read([
      HEADER,
      SALE,
      '',
      'Fecha;Comprobante;Últimos 4;Cuotas;Importe',
      '20/11/2026;1002;4243;6;900,00',
    ]);
    expect(sent).toHaveLength(1);
    const mensaje = expect.stringContaining('encabezado de la fila 4') as string;
    expect(errors).toMatchObject([{ fila: 5, codigo: 'OTRO_ENCABEZADO', valor: '4', mensaje }]);
    expect(resumen).toMatchObject({ filas: 2, validas: 1, conError: 1 });
    expect(resumen.avisos).toMatchObject([
      { fila: 4, codigo: 'FILA_IGNORADA', mensaje: expect.stringContaining('Es otro encabezado') as string },
    ]);
  });

  test('with other words for the columns neither', async ({ readXlsx }) => {
    const { sent, errors } = await readXlsx([
      ['Fecha', 'Comprobante', 'Últimos 4', 'Importe'],
      ['05/11/2026', '1001', '4242', '1500,00'],
      ['Fecha de venta', 'Últ. 4', 'Cupón', 'Importe total'],
      ['20/11/2026', '4243', '1002', '900,00'],
      ['21/11/2026', '4244', '1003', '800,00'],
    ]);
    expect(sent).toHaveLength(1);
    expect(errors).toMatchObject([
      { fila: 4, codigo: 'OTRO_ENCABEZADO', valor: '3' },
      { fila: 5, codigo: 'OTRO_ENCABEZADO', valor: '3' },
    ]);
  });

  test('ends where the first header comes again', async ({ read }) => {
    const { sent, errors } = await read([
      HEADER,
      SALE,
      'Importe;Fecha;Comprobante;Últimos 4',
      '9,00;20/11/2026;12;4243',
      HEADER,
      SALE,
    ]);
    expect(sent).toHaveLength(2);
    expect(errors).toMatchObject([{ fila: 4, codigo: 'OTRO_ENCABEZADO' }]);
  });

  test.for([
    ['a line of totals with its amount', 'TOTAL;;Ventas;;4000,00'],
    ['the foot of a page', 'Fecha:;24/11/2026;;Total:;3000,00'],
    ['a foot to be filled in by hand', 'Fecha: ____;;Importe: ____;;'],
    ['the header with a word that names no field', 'Fecha;Comprobante;Últimos 4;Importe;Planes'],
  ])('does not begin with %s', async ([, line], { read }) => {
    const { sent, errors } = await read([HEADER, SALE, line ?? '', SALE.replace('1001', '1002')]);
    expect(errors).toEqual([]);
    expect(sent).toHaveLength(2);
  });

  test('does not begin with a line of dashes under a header of two lines', async ({ read }) => {
    const { sent, errors } = await read([
      ';Cupón;Tarjeta;;',
      'Fecha;Número;Marca;Últimos 4;Importe',
      '-----;-----;-----;-----;-----',
      '13/10/2026;123;Visa;4455;1500,00',
      '14/10/2026;125;Visa;4457;3500,00',
    ]);
    expect(errors).toEqual([]);
    expect(sent).toHaveLength(2);
  });

  test('in the same order is read on, also with other words', async ({ read }) => {
    const { sent, errors, notices } = await read([
      HEADER,
      SALE,
      HEADER,
      SALE,
      'Fecha de venta;Nro. cupón;Últ. 4;Importe $;Cuotas',
      SALE,
    ]);
    expect(errors).toEqual([]);
    expect(sent).toHaveLength(3);
    expect(notices).toContainEqual(expect.objectContaining({ fila: 3, codigo: 'ENCABEZADO_REPETIDO' }));
  });
});

describe('two columns with the very same title', () => {
  const rows = ['Fecha;Comprobante;Últimos 4;Importe;Fecha', '20/10/2026;1;1234;10,00;01/10/2026'];

  test('are named by their letters where one was taken', async ({ read }) => {
    const { sent, notices } = await read(rows);
    expect(sent).toMatchObject([{ fecha_venta: '2026-10-20' }]);
    expect(notices).toMatchObject([{ fila: null, codigo: 'TITULO_REPETIDO', valor: 'A, E' }]);
  });

  test('are no doubt where a person said which, or both are used', async ({ read }) => {
    expect(await read(rows, { mapear: { fecha_venta: 'E' } })).toMatchObject({
      sent: [{ fecha_venta: '2026-10-01' }],
      notices: [],
    });
    expect((await read(rows, { mapear: { fecha_pago: 'E' } })).notices).toEqual([]);
  });

  test('are not chosen by that title', async ({ read }) => {
    await expect(read(rows, { mapear: { fecha_venta: 'Fecha' } })).rejects.toThrow('COLUMNAS_SIN_MAPEAR');
  });

  test('are the first one for a template', async ({ read }) => {
    const template = { nombre: 'caja', huella: '', mapeo: { fecha_venta: 'Fecha' } };
    expect(await read(rows, { plantilla: template })).toMatchObject({
      sent: [{ fecha_venta: '2026-10-20' }],
      notices: [],
    });
  });
});

test('of two columns that may be the voucher the first is taken, the other named', async ({ read }) => {
  const rows = ['20/11/2026;77;1001;4242;1500,00', '21/11/2026;78;1002;4243;900,00'];
  const { resumen } = await read(['Fecha;Ticket;Nro. comprobante;Últimos 4;Importe', ...rows]);
  expect(resumen).toMatchObject({ mapeo: { comprobante: 'Ticket' }, sinMapear: ['Nro. comprobante'] });
  const named = await read(['Fecha;Ticket;Comprobante;Últimos 4;Importe', ...rows]);
  expect(named.resumen).toMatchObject({ mapeo: { comprobante: 'Comprobante' }, sinMapear: ['Ticket'] });
});
