import { describe, expect } from 'vitest';
import { HEADER, SALE, salesWith, test } from './reading-rows.ts';

describe('a row of a text file with more cells than the header', () => {
  test('is an error, because a separator inside a value moves the cells that follow', async ({ read }) => {
    const { sent, errors } = await read([
      'Fecha,Comprobante,Últimos 4,Importe,Cuotas',
      '05/11/2026,1001,4242,1500,3',
      '06/11/2026,1002,4242,1500,50,3',
    ]);
    expect(sent).toHaveLength(1);
    expect(errors).toMatchObject([{ fila: 3, codigo: 'CELDAS_DE_MAS', valor: '3' }]);
  });

  test('says so beside what its cells are not', async ({ read }) => {
    const { errors } = await read([HEADER, SALE, SALE, SALE.replace('4242;1500,00', '4242;Visa;1500,00')]);
    expect(errors).toMatchObject([
      { fila: 4, codigo: 'CELDAS_DE_MAS', valor: '3' },
      { fila: 4, codigo: 'NO_ES_NUMERO', valor: '1500,00' },
      { fila: 4, codigo: 'IMPORTE_INVALIDO', valor: 'Visa' },
    ]);
  });

  test.for<[string, readonly string[]]>([
    ['where the cells beyond are empty', [`${SALE};;`]],
    ['where most rows have that cell: it is a column without a title', salesWith(['CAJA 1', 'CAJA 2', 'CAJA 3'])],
    ['for a mark alone', salesWith(['', '', '', '', '*', '-', '—'])],
    ['for a note that stands apart', [`${SALE};;ojo`]],
  ])('is none %s', async ([, rows], { read }) => {
    const { sent, errors } = await read([HEADER, ...rows]);
    expect(errors).toEqual([]);
    expect(sent).toHaveLength(rows.length);
  });

  test('is none where a person gave the column without a title to a field', async ({ read }) => {
    const { sent, errors } = await read([HEADER, `${SALE};A-77`], { mapear: { referencia: 'F' } });
    expect(errors).toEqual([]);
    expect(sent).toMatchObject([{ referencia: 'A-77' }]);
  });

  describe('of an amount whose decimal comma is also the separator', () => {
    const TITLES = 'Fecha,Comprobante,Últimos 4,Importe';
    test.for([
      ['behind the amount', [TITLES, '05/11/2026,1,4242,1500,50', '06/11/2026,2,4242,200,00'], ['50', '00']],
      ['in most rows', [TITLES, '05/11/2026,1,4242,1.500,50', '06/11/2026,2,4242,10,05'], ['50', '05']],
      [
        'in the middle',
        [`Fecha,Comprobante,Importe,Últimos 4`, '05/11/2026,1,1500,50,4242', '06/11/2026,2,200,00,4243'],
        ['4242', '4243'],
      ],
    ] as const)('is one though most rows have it: %s', async ([, lines, extra], { read }) => {
      const { sent, errors, resumen } = await read(lines);
      expect(sent).toEqual([]);
      expect(errors.filter(({ codigo }) => codigo === 'CELDAS_DE_MAS').map(({ valor }) => valor)).toEqual(extra);
      expect(resumen.errores[0]?.mensaje).toMatch(
        /^El importe «1\.?500,50» quedó partido en dos celdas: .*punto y coma/,
      );
    });

    test('and a whole amount among them is read', async ({ read }) => {
      const { sent, errors } = await read([
        TITLES,
        '05/11/2026,1,4242,1500,50',
        '06/11/2026,2,4242,200',
        '07/11/2026,3,4242,10,05',
      ]);
      expect(errors.map(({ fila }) => fila)).toEqual([2, 4]);
      expect(sent).toMatchObject([{ importe: '200.00' }]);
    });

    test.for([
      ['where the file quotes other amounts', [TITLES, '05/11/2026,1,4242,1500,3', '06/11/2026,2,4242,"10,50",6']],
      ['where amounts have a point', [TITLES, '05/11/2026,1,4242,1500.00,3', '06/11/2026,2,4242,10.50,6']],
      [
        'where the next column holds its own',
        [`${TITLES},Cuotas`, '05/11/2026,1,4242,1500,3,Centro', '06/11/2026,2,4242,200,12,Norte'],
      ],
    ] as const)('is none %s', async ([, lines], { read }) => {
      const { errors, sent } = await read(lines);
      expect(errors).toEqual([]);
      expect(sent).toHaveLength(2);
    });
  });

  test('is none in a workbook, whose cells do not move', async ({ readXlsx }) => {
    const { errors } = await readXlsx([
      ['Fecha', 'Comprobante', 'Últimos 4', 'Importe'],
      ['05/11/2026', '1001', '4242', '1500,00', 'ojo'],
    ]);
    expect(errors).toEqual([]);
  });
});
