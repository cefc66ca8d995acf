import { describe, expect, test } from 'vitest';
import type { LeftOutRows, Bridge, FileTotal } from '#domain/till-bridge.ts';
import {
  listBridgeRows,
  describeDeclared,
  describeLines,
  nameOfSheet,
} from '../../src-renderer/features/till-bridge/words.ts';

const NOTHING: LeftOutRows = { filas: 0, importe: '0.00', sinImporte: 0 };
const NO_LINES: Bridge['lineas'] = { totales: 0, encabezado: 0, nota: 0 };
const total = (part: Partial<FileTotal> = {}): FileTotal => ({
  fila: 9,
  dice: '100.00',
  importe: '100.00',
  suman: '100.00',
  deTodo: true,
  diferencia: '0.00',
  ...part,
});
const makeBridge = (part: Partial<Bridge> = {}): Bridge => ({
  cupones: { filas: 3, importe: '100.00', sinImporte: 0 },
  enviados: { filas: 2, importe: '90.00' },
  omitidos: {
    error: NOTHING,
    enviada: NOTHING,
    omitida: { filas: 1, importe: '10.00', sinImporte: 0 },
    rechazada: NOTHING,
    sin_enviar: NOTHING,
  },
  lineas: NO_LINES,
  hojas: [{ archivo: '/home/caja/octubre.xlsx', hoja: 'Caja', lineas: NO_LINES, dias: [], totales: [] }],
  ...part,
});
/** The words with plain spaces: amounts have a no-break space. */
const wordsOf = (one: Bridge): readonly (readonly [string, string])[] =>
  describeDeclared(one).map(({ estado, words }) => [estado, words.replaceAll('\u00a0', ' ')]);

test('only the reasons that there are have a row, and what is yet to be sent is said to be', () => {
  expect(listBridgeRows(makeBridge(), true).map(({ words, filas }) => [words, filas])).toEqual([
    ['Se envían', 2],
    ['Omitidos a mano', 1],
  ]);
  expect(listBridgeRows(makeBridge(), false)[0].words).toBe('Enviados');
  // While the choice about one coupon is open, no line says how many are sent.
  expect(listBridgeRows(makeBridge(), true, 1)[0].words).toBe('Listos, con 1 ya mandado');
});

test('lines that are not coupons are counted, those of totals apart', () => {
  expect(describeLines(makeBridge({ lineas: { totales: 1, encabezado: 2, nota: 1 } }))).toBe(
    '1 línea de total · 3 líneas de encabezado o de texto',
  );
  expect(describeLines(makeBridge())).toBe('');
});

test('lines that are not coupons are told of each sheet, where there are several', () => {
  const [box] = makeBridge().hojas;
  if (box === undefined) throw new Error('The fixture has one');
  const november = { ...box, hoja: 'Noviembre', lineas: { totales: 2, encabezado: 0, nota: 1 } };
  expect(describeLines(makeBridge({ lineas: november.lineas, hojas: [box, november] }))).toBe(
    'octubre.xlsx · Noviembre (2 líneas de total, 1 línea de encabezado o de texto)',
  );
});

test('a sheet is known by its file without its folder', () => {
  expect(nameOfSheet({ archivo: '/home/caja/octubre.xlsx', hoja: 'Caja' })).toBe('octubre.xlsx · Caja');
  expect(nameOfSheet({ archivo: 'octubre.csv', hoja: null })).toBe('octubre.csv');
});

describe('what a file says that it adds up to', () => {
  const withTotals = (...totals: readonly FileTotal[]): Bridge =>
    makeBridge({ hojas: [{ archivo: 'octubre.xlsx', hoja: 'Caja', lineas: NO_LINES, dias: [], totales: totals }] });

  test('agrees with its rows, or says by how much it does not', () => {
    expect(wordsOf(withTotals(total()))).toEqual([
      ['conciliado', 'La línea de total de la fila 9 dice $ 100,00: es lo que suman sus filas.'],
    ]);
    const differs = 'La línea de total de la fila 9 dice $ 100,00 y sus filas, con los importes del archivo, suman';
    expect(wordsOf(withTotals(total({ suman: '99.50', diferencia: '0.50' })))).toEqual([
      ['aviso', `${differs} $ 99,50: $ 0,50 menos.`],
    ]);
    expect(wordsOf(withTotals(total({ suman: '101.00', diferencia: '-1.00' })))).toEqual([
      ['aviso', `${differs} $ 101,00: $ 1,00 más.`],
    ]);
    expect(wordsOf(withTotals(total({ dice: '#REF!', importe: null, diferencia: null })))).toEqual([
      ['sin-datos', 'La línea de total de la fila 9 no dice un importe: #REF!.'],
    ]);
  });

  test('is its whole total, and its subtotals only where it has none', () => {
    const partial = total({ fila: 5, deTodo: false });
    expect(wordsOf(withTotals(partial, total()))).toHaveLength(1);
    expect(wordsOf(withTotals(partial, { ...partial, fila: 7 }))).toHaveLength(2);
    // A line below the total that only counts: "Cantidad de cobros: 150".
    const count = { fila: 10, dice: '', importe: null, deTodo: false, diferencia: null };
    expect(wordsOf(withTotals(total(), total(count)))).toEqual(wordsOf(withTotals(total())));
    expect(wordsOf(withTotals(total(count)))).toEqual([]);
  });

  test('is of a sheet, where there are several', () => {
    const [one] = withTotals(total()).hojas;
    if (one === undefined) throw new Error('The fixture has one');
    const several = makeBridge({ hojas: [one, { ...one, hoja: 'Noviembre' }] });
    expect(wordsOf(several).map(([, words]) => words.slice(0, 27))).toEqual([
      'octubre.xlsx · Caja: La lín',
      'octubre.xlsx · Noviembre: L',
    ]);
  });
});
