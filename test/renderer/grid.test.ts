import { fc, forAll } from '../for-all.ts';
import { describe, expect, test } from 'vitest';
import { divide, Measures, type WidthClaim } from '../../src-renderer/ui/grid/measures.ts';
import { copyRows, getCellText, getValueText } from '../../src-renderer/ui/grid/text.ts';
import { orderColumns } from '../../src-renderer/ui/grid/shown-columns.svelte.ts';
import { clampToGrid, getTarget } from '../../src-renderer/ui/grid/moves.ts';
import { sumOfMarked } from '../../src-renderer/ui/grid/selection.ts';
import type { DataColumn } from '../../src-renderer/ui/grid/types.ts';

interface Row {
  readonly numero: string;
  readonly importe: string | null;
  readonly venta: string;
}
const COLUMNS: readonly DataColumn<Row>[] = [
  { clave: 'venta', title: 'Venta', tipo: 'fechaHora' },
  { clave: 'numero', title: 'Comprobante', tipo: 'texto' },
  { clave: 'importe', title: 'Importe', tipo: 'importe', signo: 'resta' },
];
const AMOUNT = { title: 'Neto', tipo: 'importe' } as const;
const ROW: Row = { numero: '00031699', importe: '1234.50', venta: '2026-11-10 17:37:00' };

const pretension = fc
  .record({
    natural: fc.integer({ min: 60, max: 400 }),
    slack: fc.nat(60),
    more: fc.nat(400),
    isSentence: fc.boolean(),
    secondary: fc.nat(3),
  })
  .map(({ natural, slack, more, ...rest }) => ({
    full: natural + more,
    natural,
    minimum: natural - Math.min(slack, 59),
    ...rest,
  }));
const columns = fc
  .array(pretension, { minLength: 1, maxLength: 12 })
  .map((all): readonly WidthClaim[] => all.map((one, index) => ({ clave: String(index), ...one })));

/** A column that gives up no width, and one whose sentences do. */
const DATE = { clave: 'fecha', full: 100, natural: 100, minimum: 100, isSentence: false, secondary: 0 };
const SENTENCE = { clave: 'problema', full: 300, natural: 300, minimum: 160, isSentence: true, secondary: 0 };

describe('the room of the columns', () => {
  test('is used whole when they fit, and none gets less than it can do with', () => {
    forAll(columns, fc.integer({ min: 100, max: 3000 }), (all, available) => {
      const widths = divide(all, available);
      const left = all.filter(({ clave }) => widths.has(clave));
      const sum = [...widths.values()].reduce((total, width) => total + width, 0);
      for (const { clave, minimum } of left) expect(widths.get(clave)).toBeGreaterThanOrEqual(Math.floor(minimum));
      if (left.reduce((total, { natural }) => total + natural, 0) <= available) expect(sum).toBe(available);
      // When the grid scrolls sideways, sentences are as narrow as they can be and no other column is narrowed.
      if (left.reduce((total, { minimum }) => total + minimum, 0) > available)
        for (const { clave, natural, minimum, isSentence } of left)
          expect(widths.get(clave)).toBe(isSentence ? minimum : natural);
      for (const { clave, secondary } of all) if (secondary === 0) expect(widths.has(clave)).toBe(true);
    });
  });

  test('that is spare goes to a cut text first, then to all in proportion', () => {
    const two = [{ ...SENTENCE, full: 500 }, DATE];
    expect([...divide(two, 520).values()]).toEqual([420, 100]);
    expect([...divide(two, 800).values()]).toEqual([650, 150]);
  });

  test('that is spare makes whole what lacks least first', () => {
    const three: readonly WidthClaim[] = [
      { clave: 'archivo', full: 230, natural: 200, minimum: 160, isSentence: false, secondary: 0 },
      { clave: 'ultimos', full: 150, natural: 70, minimum: 70, isSentence: false, secondary: 0 },
      DATE,
    ];
    expect([...divide(three, 450).values()]).toEqual([230, 120, 100]);
    const empty = { ...DATE, clave: 'lote', natural: 20, minimum: 20, isEmpty: true };
    const two = [{ ...SENTENCE, full: 500 }, empty];
    expect([480, 600].map((width) => [...divide(two, width).values()])).toEqual([
      [460, 20],
      [500, 100],
    ]);
  });

  test('is given up by sentences before names', () => {
    const archivo = { ...DATE, clave: 'archivo', full: 200, natural: 200 };
    const three = [SENTENCE, archivo, DATE];
    expect([...divide(three, 550).values()]).toEqual([250, 200, 100]);
    expect([...divide(three, 430).values()]).toEqual([160, 170, 100]);
  });

  test('is given up first by the columns that can go, in their turn', () => {
    const three = [DATE, { ...DATE, clave: 'lote', secondary: 2 }, { ...DATE, clave: 'pago', secondary: 1 }];
    expect([...divide(three, 250).keys()]).toEqual(['fecha', 'lote']);
    expect([...divide(three, 120).keys()]).toEqual(['fecha']);
  });

  test('is kept by a column of the last turn while the others can be narrower', () => {
    const two = [SENTENCE, { ...DATE, clave: 'lote', secondary: Infinity }];
    expect([...divide(two, 260)]).toEqual([
      ['problema', 160],
      ['lote', 100],
    ]);
    expect([...divide(two, 259).keys()]).toEqual(['problema']);
  });
});

describe('the room that a column asks for', () => {
  interface Line {
    readonly tarjeta: string;
    readonly wrong?: boolean;
  }
  const NAME: DataColumn<Line> = {
    clave: 'tarjeta',
    title: 'Tarjeta',
    tipo: 'texto',
    isSortable: false,
    findProblem: ({ wrong }) => (wrong === true ? { clase: 'error', mensaje: '' } : undefined),
  };
  const make = () => new Measures([NAME], (text) => 10 * text.length);
  const LONG = { tarjeta: 'LAPACHO CREDITO' };

  test('has an icon only where a cell has one', () => {
    const measures = make();
    measures.inspect([LONG, { tarjeta: 'CEIBO', wrong: true }], true);
    expect(measures.measureColumn(NAME, false).natural).toBe(150 + 20);
    measures.inspect([{ ...LONG, wrong: true }], false);
    expect(measures.measureColumn(NAME, false).natural).toBe(150 + 22 + 20);
  });

  test('is that of the widest text, which need not be the one of most letters', () => {
    const measures = new Measures([NAME], (text) => (text === text.toUpperCase() ? 10 : 6) * text.length);
    measures.inspect([{ tarjeta: 'Dinero en cuenta' }, LONG], true);
    expect(measures.measureColumn(NAME, false).natural).toBe(150 + 20);
  });

  test('is not more for a wrong value that is longer than the others, which gets spare width', () => {
    const measures = make();
    measures.inspect([{ tarjeta: 'CEIBO' }, { ...LONG, wrong: true }], true);
    expect(measures.measureColumn(NAME, false)).toMatchObject({ natural: 50 + 22 + 20, full: 150 + 22 + 20 });
  });

  test('is given up as by a sentence where the column has a greatest width', () => {
    const measures = make();
    measures.inspect([LONG], true);
    expect(measures.measureColumn({ ...NAME, most: 120 }, false)).toMatchObject({
      natural: 120 + 20,
      isSentence: true,
    });
    expect(measures.measureColumn(NAME, false).isSentence).toBe(false);
  });

  test('is given up by a column without any value, and by a title that is much longer than the values', () => {
    const long = { ...NAME, title: 'Tipo de operación' };
    const measures = new Measures([long], (text) => 10 * text.length);
    expect(measures.measureColumn(long, false)).toMatchObject({ natural: 170 + 20, minimum: 88 + 20, isEmpty: false });
    measures.inspect([{ tarjeta: '' }], true);
    expect(measures.measureColumn(long, false)).toMatchObject({ full: 170 + 20, natural: 24 + 20, isEmpty: true });
    measures.inspect([{ tarjeta: 'CEIBO' }], false);
    expect(measures.measureColumn(long, false)).toMatchObject({ minimum: 88 + 20, isSentence: true, isEmpty: false });
  });

  test('is that of the rows that are there, once they replace others', () => {
    const measures = make();
    measures.inspect([LONG], true);
    expect(measures.inspect([{ tarjeta: 'CEIBO Y SUR' }], true)).toBe(true);
    expect(measures.measureColumn(NAME, false).natural).toBe(110 + 20);
  });

  test('is not more for a text of a later page, which gets spare width before the others', () => {
    const measures = make();
    measures.inspect([{ tarjeta: 'CEIBO Y SUR' }], true);
    expect(measures.inspect([LONG], false)).toBe(true);
    const claim = measures.measureColumn(NAME, false);
    expect(claim).toMatchObject({ natural: 110 + 20, full: 150 + 20 });
    const other: WidthClaim = {
      ...{ clave: 'informo', full: 200, natural: 200, minimum: 100 },
      ...{ isSentence: false, secondary: 4 },
    };
    expect([...divide([{ clave: 'tarjeta', ...claim, secondary: 3 }, other], 370).values()]).toEqual([170, 200]);
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
    (number) => {
      expect(copyRows(COLUMNS, [{ ...ROW, numero: number }]).plano).toContain(`\t'${number}\t`);
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
    const rows = ['a\tb', 'c\r\nd'].map((number) => ({ ...ROW, numero: number }));
    expect(copyRows(COLUMNS, rows).plano.split('\r\n')).toHaveLength(2);
  });
});

describe('the marked rows', () => {
  const makeRow = (importe: string | null): Row => ({ ...ROW, importe });
  const rows = [
    { ...makeRow('1'), numero: 'a' },
    { ...makeRow('2'), numero: 'b' },
  ];
  const addUp = (rows: readonly Row[], totals?: Readonly<Record<string, string>>) =>
    sumOfMarked(rows, { columnas: COLUMNS, totales: totals, counts: ({ numero }) => numero !== '' });

  test('add up, exactly, what the totals row adds up', () => {
    expect(addUp([makeRow('0.10'), makeRow('0.20'), makeRow(null)], { importe: '9' })).toEqual({
      n: 3,
      totales: { importe: '0.30' },
      sinImporte: 1,
    });
    expect(addUp([makeRow('1'), makeRow('2')], {})).toEqual({ n: 2, totales: {}, sinImporte: 0 });
    expect(addUp([makeRow('-1.50'), makeRow('1')])).toEqual({ n: 2, totales: { importe: '-0.50' }, sinImporte: 0 });
  });

  test('say how many have no amount that can be read, and no sum where none has', () => {
    expect(addUp([makeRow('1'), makeRow('12.450.00'), makeRow(null)])).toMatchObject({
      totales: { importe: '1.00' },
      sinImporte: 2,
    });
    expect(addUp([makeRow(null), makeRow(null)])).toEqual({ n: 2, totales: {}, sinImporte: 2 });
  });

  test('are left out of the sum of any column that others of them have', () => {
    const two = [...COLUMNS, { ...AMOUNT, clave: 'neto', valor: ({ numero }: Row) => (numero === 'a' ? '5' : null) }];
    const summed = sumOfMarked(rows, { columnas: two, totales: undefined, counts: () => true });
    expect(summed).toEqual({ n: 2, totales: { importe: '3.00', neto: '5.00' }, sinImporte: 1 });
    const none = [...COLUMNS, { ...AMOUNT, clave: 'neto', valor: () => null }];
    expect(sumOfMarked(rows, { columnas: none, totales: undefined, counts: () => true })).toMatchObject({
      sinImporte: 0,
    });
  });

  test('are not left out by a column where a row may have none', () => {
    const difference = { ...AMOUNT, clave: 'diferencia', isOptional: true };
    const two = [...COLUMNS, { ...difference, valor: ({ numero }: Row) => (numero === 'a' ? '0.13' : null) }];
    expect(sumOfMarked(rows, { columnas: two, totales: undefined, counts: () => true })).toEqual({
      n: 2,
      totales: { importe: '3.00', diferencia: '0.13' },
      sinImporte: 0,
    });
  });

  test('say nothing new when there is one, and headings of groups are not counted', () => {
    expect(addUp([makeRow('1')])).toBeUndefined();
    expect(addUp([makeRow('1'), { ...makeRow('5'), numero: '' }])).toBeUndefined();
  });
});

test('a sale without a reported time has no hour, which is not midnight', () => {
  const [sale] = COLUMNS;
  if (sale === undefined) throw new Error('there is one');
  expect(getCellText(sale, { ...ROW, venta: '2026-11-10' })).toBe('10/11/2026');
  expect(getCellText(sale, { ...ROW, venta: '2026-11-10 00:00:00' })).toBe('10/11/2026 00:00');
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

test('a count has its dots in the totals too, where it comes as text', () => {
  const column: DataColumn<unknown> = { clave: 'operaciones', title: 'Operaciones', tipo: 'entero' };
  expect([getValueText(column, '1415'), getValueText(column, 1415)]).toEqual(['1.415', '1.415']);
});
