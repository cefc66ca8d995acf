import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divide, type Pretension } from '../../src-renderer/ui/grid/widths.ts';
import { copyRows } from '../../src-renderer/ui/grid/copy.ts';
import { orderColumns } from '../../src-renderer/ui/grid/chosen.ts';
import { clampToGrid, getTarget } from '../../src-renderer/ui/grid/movimiento.ts';
import { sumOfMarked } from '../../src-renderer/ui/grid/sum-of-chosen.ts';
import { getCellText } from '../../src-renderer/ui/grid/text.ts';
import type { DataColumn } from '../../src-renderer/ui/grid/types.ts';

interface Row {
  readonly numero: string;
  readonly importe: string | null;
  readonly venta: string;
}
const COLUMNS: readonly DataColumn<Row>[] = [
  { clave: 'venta', titulo: 'Venta', tipo: 'fechaHora' },
  { clave: 'numero', titulo: 'Comprobante', tipo: 'texto' },
  { clave: 'importe', titulo: 'Importe', tipo: 'importe', signo: 'resta' },
];
const AMOUNT = { titulo: 'Neto', tipo: 'importe' } as const;
const ROW: Row = { numero: '00031699', importe: '1234.50', venta: '2026-11-10 17:37:00' };

const pretension = fc
  .record({ natural: fc.integer({ min: 60, max: 400 }), slack: fc.nat(60), isSecondary: fc.nat(3) })
  .map(({ natural, slack, isSecondary }) => ({
    natural,
    minimum: natural - Math.min(slack, 59),
    isSecondary,
  }));
const columnas = fc
  .array(pretension, { minLength: 1, maxLength: 12 })
  .map((todas): readonly Pretension[] => todas.map((one, index) => ({ clave: String(index), ...one })));

describe('the room of the columns', () => {
  test('is used whole when they fit, and none gets less than it can do with', () => {
    fc.assert(
      fc.property(columnas, fc.integer({ min: 100, max: 3000 }), (todas, available) => {
        const anchos = divide(todas, available);
        const left = todas.filter(({ clave }) => anchos.has(clave));
        const sum = [...anchos.values()].reduce((total, ancho) => total + ancho, 0);
        for (const { clave, minimum } of left) expect(anchos.get(clave)).toBeGreaterThanOrEqual(Math.floor(minimum));
        if (left.reduce((total, { natural }) => total + natural, 0) <= available) expect(sum).toBe(available);
        // When the grid scrolls sideways, no column is narrowed.
        if (left.reduce((total, { minimum }) => total + minimum, 0) > available)
          for (const { clave, natural } of left) expect(anchos.get(clave)).toBe(natural);
        for (const { clave, isSecondary } of todas) if (isSecondary === 0) expect(anchos.has(clave)).toBe(true);
      }),
    );
  });

  test('is given up first by the columns that can go, in their turn', () => {
    const three: readonly Pretension[] = [
      { clave: 'fecha', natural: 100, minimum: 100, isSecondary: 0 },
      { clave: 'lote', natural: 100, minimum: 100, isSecondary: 2 },
      { clave: 'pago', natural: 100, minimum: 100, isSecondary: 1 },
    ];
    expect([...divide(three, 250).keys()]).toEqual(['fecha', 'lote']);
    expect([...divide(three, 120).keys()]).toEqual(['fecha']);
  });
});

describe('what is copied', () => {
  test('is a number with a decimal comma, and the zeros of a voucher', () => {
    const { plano: plain, html } = copyRows(COLUMNS, [ROW]);
    expect(plain).toBe('10/11/2026 17:37\t00031699\t-1234,50');
    expect(html).toContain(`<td style="mso-number-format:'\\@'">00031699</td><td>-1234,50</td>`);
  });

  test('never begins a formula, nor a tag', () => {
    const { plano: plain, html } = copyRows(COLUMNS, [{ ...ROW, numero: '=HYPERLINK("<b>")' }]);
    expect(plain).toContain(`\t'=HYPERLINK`);
    expect(html).toContain('&lt;b&gt;');
  });

  test.each(['＝1+1', '＋1', '－a', '＠A1', '\u200b=1'])(
    'nor one in full width or behind what is not seen: %s',
    (numero) => {
      expect(copyRows(COLUMNS, [{ ...ROW, numero }]).plano).toContain(`\t'${numero}\t`);
    },
  );

  test('has no control characters', () => {
    expect(copyRows(COLUMNS, [{ ...ROW, numero: 'a\u0000\u001b[2J' }]).plano).toContain('\ta [2J\t');
  });

  test('is what came, where it could not be read as an amount', () => {
    const { plano: plain, html } = copyRows(COLUMNS, [{ ...ROW, importe: '12.450.00' }]);
    expect(plain).toContain('\t12.450.00');
    expect(html).toContain('<td>12.450.00</td>');
    expect(copyRows(COLUMNS, [{ ...ROW, importe: '=2+2' }]).plano).toContain(`\t'=2+2`);
  });

  test('is one line a row, whatever the text holds', () => {
    const filas = ['a\tb', 'c\r\nd'].map((numero) => ({ ...ROW, numero }));
    expect(copyRows(COLUMNS, filas).plano.split('\r\n')).toHaveLength(2);
  });
});

describe('the marked rows', () => {
  const con = (importe: string | null): Row => ({ ...ROW, importe });
  const addUp = (filas: readonly Row[], totales?: Readonly<Record<string, string>>) =>
    sumOfMarked(filas, { columnas: COLUMNS, totales, counts: ({ numero }) => numero !== '' });

  test('add up, exactly, what the totals row adds up', () => {
    expect(addUp([con('0.10'), con('0.20'), con(null)], { importe: '9' })).toEqual({
      n: 3,
      totales: { importe: '0.30' },
      sinImporte: 1,
    });
    expect(addUp([con('1'), con('2')], {})).toEqual({ n: 2, totales: {}, sinImporte: 0 });
    expect(addUp([con('-1.50'), con('1')])).toEqual({ n: 2, totales: { importe: '-0.50' }, sinImporte: 0 });
  });

  test('say how many have no amount that can be read, and no sum where none has', () => {
    expect(addUp([con('1'), con('12.450.00'), con(null)])).toMatchObject({
      totales: { importe: '1.00' },
      sinImporte: 2,
    });
    expect(addUp([con(null), con(null)])).toEqual({ n: 2, totales: {}, sinImporte: 2 });
  });

  test('are left out of the sum of any column that others of them have', () => {
    const two = [...COLUMNS, { ...AMOUNT, clave: 'neto', valor: ({ numero }: Row) => (numero === 'a' ? '5' : null) }];
    const filas = [
      { ...con('1'), numero: 'a' },
      { ...con('2'), numero: 'b' },
    ];
    const summed = sumOfMarked(filas, { columnas: two, totales: undefined, counts: () => true });
    expect(summed).toEqual({ n: 2, totales: { importe: '3.00', neto: '5.00' }, sinImporte: 1 });
    const none = [...COLUMNS, { ...AMOUNT, clave: 'neto', valor: () => null }];
    expect(sumOfMarked(filas, { columnas: none, totales: undefined, counts: () => true })).toMatchObject({
      sinImporte: 0,
    });
  });

  test('say nothing new when there is one, and headings of groups are not counted', () => {
    expect(addUp([con('1')])).toBeUndefined();
    expect(addUp([con('1'), { ...con('5'), numero: '' }])).toBeUndefined();
  });
});

test('a sale without a reported time has no hour, which is not midnight', () => {
  const [venta] = COLUMNS;
  if (venta === undefined) throw new Error('there is one');
  expect(getCellText(venta, { ...ROW, venta: '2026-11-10' })).toBe('10/11/2026');
  expect(getCellText(venta, { ...ROW, venta: '2026-11-10 00:00:00' })).toBe('10/11/2026 00:00');
});

test('columns that the person never saw go at the end, as the screen has them', () => {
  const chosen = [{ clave: 'importe', ancho: 90 }, { clave: 'de-antes' }];
  expect(orderColumns(COLUMNS, chosen)).toEqual([
    { clave: 'importe', ancho: 90 },
    { clave: 'venta', oculta: false },
    { clave: 'numero', oculta: false },
  ]);
});

describe('the keys of the grid of rows', () => {
  const focused = { posicion: 10, columna: 2 };
  const grid = { pagina: 20, total: 100 };

  test('go up, down, sideways, by pages and to the ends', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'PageDown', 'PageUp', 'Home', 'End'];
    const positions = keys.map((key) => getTarget(key, focused, grid)?.posicion);
    expect(positions).toEqual([11, 9, 10, 30, -10, 0, 99]);
    expect(getTarget('ArrowRight', focused, grid)?.columna).toBe(3);
  });

  test('that mean nothing here move nothing', () => {
    expect(getTarget('a', focused, grid)).toBeUndefined();
  });

  test('stay inside, also of an empty one', () => {
    expect(clampToGrid({ posicion: -10, columna: 9 }, 100, 5)).toEqual({ posicion: 0, columna: 4 });
    expect(clampToGrid({ posicion: 3, columna: 0 }, 0, 5)).toEqual({ posicion: 0, columna: 0 });
  });
});
