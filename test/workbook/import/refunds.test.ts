import type { RowNotice } from '#domain/finding.ts';
import { describe, expect } from 'vitest';
import { HEADER, SALE, salesWith, test } from './reading-rows.ts';

describe('rows of instalments', () => {
  const withColumn = (title: string, ...said: readonly string[]) => [`${HEADER};${title}`, ...salesWith(said)];

  test.for(['Cuota', 'Nro. cuota', 'Plan'])('in «%s» are told once', async (title, { read }) => {
    const { sent, notices } = await read(withColumn(title, '1/3', '2/3', '3/3', 'Cuota 02/06', ''));
    expect(sent).toHaveLength(5);
    expect(notices).toMatchObject([{ fila: null, codigo: 'FILAS_POR_CUOTA', columna: title, valor: '2/3', filas: 3 }]);
    expect(notices).toHaveLength(1);
  });

  test.for<[string, string[]]>([
    ['Cuota', ['1/3', '1/6', '1 de 12']],
    ['Vence', ['2/3', '3/3', '5/11']],
  ])('are none in «%s» that says %j', async ([title, said], { read }) => {
    expect((await read(withColumn(title, ...said))).notices).toEqual([]);
  });
});

describe('a row that calls itself a refund', () => {
  test.for(['Tipo', 'Movimiento', 'Estado', 'Obs.', 'Detalle'])('in «%s» is told', async (title, { read }) => {
    const row = (kind: string, importe: string) => `05/11/2026;1001;4242;${importe};3;${kind}`;
    const { sent, errors, notices } = await read([
      `${HEADER};${title}`,
      row('Venta', '10,00'),
      row('Devolución', '20,00'),
      row('DEVOLUCION', '-30,00'),
      row('Anulada', '40,00'),
      row('NC B 0001-00000123', '50,00'),
    ]);
    expect(errors).toEqual([]);
    expect(sent).toHaveLength(5);
    const told = notices.filter(({ codigo }) => codigo === 'PARECE_DEVOLUCION');
    // A sale undone before it was paid gives nothing back.
    expect(told.map(({ fila, valor, arreglo }) => [fila, valor, arreglo])).toEqual([
      [3, 'Devolución', '-20.00'],
      [5, 'Anulada', undefined],
      [6, 'NC B 0001-00000123', '-50.00'],
    ]);
  });

  test.for<[string, string[], string[], string[]]>([
    [
      'Tipo',
      ['Dev.', 'DEV', 'DEVOL', 'Devol. parcial', 'N.C.'],
      ['ANU', 'Anul.', 'Cancelada', 'Rechazada', 'Denegada', 'DECLINED', 'cancelled'],
      [],
    ],
    // States in the words of payment processors.
    [
      'Estado',
      ['Reembolsada', 'Contracargada', 'charged_back', 'Pago devuelto', 'Venta reintegrada'],
      ['Fallida', 'Declinada', 'Expirada', 'No aprobada', 'Venta anulada', 'Operación rechazada'],
      ['Aprobada', 'No anulada', 'Venta', 'Pago total', 'Compra - Reintegro', 'Ncr'],
    ],
  ])('by a shorter or another name in «%s» is told too', async ([title, back, undone, sold], { read }) => {
    const { notices } = await read([`${HEADER};${title}`, ...salesWith([...back, ...undone, ...sold])]);
    expect(notices.map(({ valor, arreglo }) => [valor, arreglo])).toEqual([
      ...back.map((said) => [said, '-1500.00']),
      ...undone.map((said) => [said, undefined]),
    ]);
  });

  test('by the title of its part of the report is told too, until the next title or total', async ({ read }) => {
    const sales = salesWith(['', '', '', '', '']);
    const { notices, sent } = await read([
      `${HEADER};Nota`,
      'VENTAS',
      ...sales.slice(0, 1),
      'Devoluciones',
      `${HEADER};Nota`,
      ...sales.slice(1, 3),
      'Total;;;3000,00',
      ...sales.slice(3, 4),
      'Operaciones rechazadas',
      ...sales.slice(4),
    ]);
    expect(sent).toHaveLength(5);
    const told = notices.filter(({ codigo }) => codigo === 'PARECE_DEVOLUCION');
    expect(told.map(({ fila, valor, arreglo }) => [fila, valor, arreglo])).toEqual([
      [6, 'Devoluciones', '-1500.00'],
      [7, 'Devoluciones', '-1500.00'],
      [11, 'Operaciones rechazadas', undefined],
    ]);
  });

  test('by the sign of its amount in a column of its own is told too', async ({ read }) => {
    const { notices } = await read([`${HEADER};Signo`, ...salesWith(['+', '', '-', '−', '-1'])]);
    expect(notices.map(({ fila, codigo }) => `${String(fila)} ${codigo}`)).toEqual(
      [4, 5, 6].map((row) => `${String(row)} PARECE_DEVOLUCION`),
    );
  });

  test.for<[string, string[], string]>([
    ['D/C', ['C', 'D', 'C', ''], 'C: 2, D: 1, —: 1'],
    ['Débito/Crédito', ['Crédito', 'Crédito', 'Débito'], 'Crédito: 2, Débito: 1'],
    ['Signo', ['D', 'C', 'C'], 'C: 2, D: 1'],
    ['Tipo', ['V', 'V', 'D'], 'V: 2, D: 1'],
    ['Haber', ['', '', '20,00'], '—: 2, un dato: 1'],
    ['Devoluciones', ['0,00', '5,00', '-'], '—: 2, un dato: 1'],
    ['Monto devuelto', ['', '', '', '$ 12,50'], '—: 3, un dato: 1'],
    ['Refund', ['No', 'Yes', 'No'], '—: 2, un dato: 1'],
  ])('perhaps, in a column «%s» that is not used, is told once', async ([title, said, valor], { read }) => {
    const { sent, notices } = await read([`${HEADER};${title}`, ...salesWith(said)]);
    expect(sent).toHaveLength(said.length);
    expect(notices).toMatchObject([{ fila: null, codigo: 'COLUMNA_DE_SIGNO', valor }]);
    expect(notices).toHaveLength(1);
  });

  test.for<[string, string[]]>([
    ['D/C', ['D', 'D']],
    ['D/C de la tarjeta', ['D', 'C']],
    ['Tipo', ['D', 'C']],
    ['Tipo de tarjeta', ['V', 'D']],
    ['Devoluciones', ['0,00', '']],
    ['Tipo Mov.', ['Venta', 'Compra']],
  ])(
    'perhaps is not told of «%s» where nothing tells its rows apart, or it is of the card',
    async ([title, said], { read }) => {
      expect((await read([`${HEADER};${title}`, ...salesWith(said)])).notices).toEqual([]);
    },
  );

  describe('by its amount alone', () => {
    const saleOf = (amount: string, i: number) => SALE.replace('1001', String(1001 + i)).replace('1500,00', amount);
    const negativesOf = (notices: readonly Pick<RowNotice, 'codigo'>[]) =>
      notices.filter(({ codigo }) => codigo === 'IMPORTES_NEGATIVOS');

    test.for<readonly [readonly string[], readonly number[]]>([
      [
        ['100,00', '-1.500,00', '200,00', '-3,00'],
        [3, 5],
      ],
      // Too few rows for a question, although most are negative.
      [
        ['100,00', '-1.500,00', '-3,00'],
        [3, 4],
      ],
    ])('is told once for the file, with its rows', async ([amounts, primeras], { read }) => {
      const rows = amounts.map(saleOf);
      const { sent, notices } = await read([HEADER, ...rows]);
      expect(sent).toHaveLength(amounts.length);
      const found = { columna: 'Importe', campo: 'importe', valor: '-1500.00', filas: 2, primeras };
      expect(notices).toMatchObject([{ fila: null, codigo: 'IMPORTES_NEGATIVOS', ...found }]);
    });

    test('is counted with the others of the file, also where its row says why', async ({ read }) => {
      const said = ['1,00;', '-2,00;', '-4,00;Anulada', '7,00;'].map((text, i) => {
        const [amount = '', estado = ''] = text.split(';');
        return `${saleOf(amount, i)};${estado}`;
      });
      const [found, ...more] = negativesOf((await read([`${HEADER};Estado`, ...said])).notices);
      expect(more).toEqual([]);
      expect(found).toMatchObject({ filas: 2, primeras: [3, 4] });
      // More negative rows than are listed.
      const many = Array.from({ length: 20 }, (_, i) => saleOf(i < 7 ? `-${String(2 ** i)},00` : String(500 + i), i));
      expect(negativesOf((await read([HEADER, ...many])).notices)).toMatchObject([
        { filas: 7, primeras: [2, 3, 4, 5, 6] },
      ]);
    });

    test.for<[string, string, readonly string[]]>([
      ['most amounts are', '', ['-1,00', '-2,00', '-4,00', '3,00']],
      ['the row says so', ';Tipo', ['1,00;Venta', '2,00;Venta', '-3,00;Devolución']],
      ['the wallet says so', ';ID MP;Tipo MP', ['1,00;1;SETTLEMENT', '2,00;2;SETTLEMENT', '-3,00;3;REFUND']],
    ])('is not told where %s', async ([, titles, amounts], { read }) => {
      const rows = amounts.map((text, i) => {
        const [amount = '', ...rest] = text.split(';');
        return [saleOf(amount, i), ...rest].join(';');
      });
      const { sent, notices } = await read([`${HEADER}${titles}`, ...rows]);
      expect(sent).toHaveLength(amounts.length);
      expect(negativesOf(notices)).toEqual([]);
    });

    test('is not told of a void, nor of a column of refunds', async ({ read }) => {
      const voided = [saleOf('-9,00', 1), saleOf('9,00', 1), saleOf('5,00', 2)];
      expect(negativesOf((await read([HEADER, ...voided])).notices)).toEqual([]);
      const rows = [`${saleOf('9,00', 1)};`, `${saleOf('8,00', 2)};`, `${saleOf('', 3)};5,00`];
      const { sent, notices } = await read([`${HEADER};Devoluciones`, ...rows]);
      expect(sent).toMatchObject([{ importe: '9.00' }, { importe: '8.00' }, { importe: '-5.00' }]);
      expect(negativesOf(notices)).toEqual([]);
    });
  });

  test('and has its sign already is not told once more', async ({ read }) => {
    const rows = [`${SALE};C`, `${SALE.replace('1001', '1002').replace('1500,00', '-1500,00')};D`];
    const { notices } = await read([`${HEADER};D/C`, ...rows]);
    expect(notices).toEqual([]);
  });

  test('by a word and a sign is told by the word, which says whether it was undone', async ({ read }) => {
    const { notices } = await read([`${HEADER};Signo;Tipo`, `${SALE};-;Anulada`]);
    expect(notices.map(({ valor, arreglo }) => [valor, arreglo])).toEqual([['Anulada', undefined]]);
  });

  test('is left to a person, also where a template has a rule for it', async ({ read }) => {
    const arreglos = [{ campo: 'importe', codigo: 'PARECE_DEVOLUCION' }] as const;
    const plantilla = { nombre: 'caja', huella: '', mapeo: {}, arreglos };
    const { sent, notices } = await read([`${HEADER};Tipo`, `${SALE};Devolución`], { plantilla });
    expect(sent).toMatchObject([{ importe: '1500.00' }]);
    expect(notices).toMatchObject([{ codigo: 'PARECE_DEVOLUCION' }]);
  });

  test('is told by its name and by no other word of a sale', async ({ read }) => {
    const sales = [
      'No anulada',
      'Compra c/reintegro ANSES',
      'Ahora 12 - Reintegro MODO 20%',
      'Venta (no reversada)',
      'Préstamo reintegrable',
      'Anulación de devolución',
      'Reversible',
      'Devoluciones: ninguna',
      'Dev Solutions SRL',
      'Débito',
    ];
    const { notices } = await read([`${HEADER};Tipo`, ...salesWith(sales)]);
    expect(notices).toEqual([]);
  });

  test('in the operation type of a wallet is sent as it says', async ({ read }) => {
    const { sent, notices } = await read([
      'Fecha;Importe;wallet_referencia;wallet_tipo_operacion',
      '20/11/2026;10,00;123456789;REFUND',
    ]);
    expect(sent).toMatchObject([{ wallet_tipo_operacion: 'REFUND' }]);
    expect(notices).toEqual([]);
  });
});
