import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReviewColumn, ReviewRow, ReviewPlace, ReviewTable } from '#contract/revision.ts';
import { statementOf } from '../../src-renderer/features/conciliaciones/cupon-words.ts';
import {
  createShortener,
  isCorrection,
  partsOf,
  describeMissing,
  columnsOf,
  describeRequired,
  describeWayOut,
  getSheetName,
  group,
  isRequired,
  problemOf,
  findWorstField,
  formatValue,
} from '../../src-renderer/features/review/fields.ts';
import { getRowColumns } from '../../src-renderer/features/review/columns-of-rows.ts';
import { describeNotice, ROW_NOTICES } from '#domain/texts/row-notices.ts';
import { messageOf, titleOf } from '../../src-renderer/features/review/notes.ts';
import { overwriteGetLocale, getLocale } from '../../src-renderer/paraglide/runtime.js';
import { OthersState, RowsState } from '../../src-renderer/features/review/rows.svelte.ts';
import { makeApi } from './double.ts';

const ROW: ReviewRow = { id: 7, archivo: 0, fila: 8, estado: 'error', valores: {}, problemas: [] };
const problem = {
  clase: 'error' as const,
  codigo: 'NO_ES_NUMERO' as const,
  campo: 'lote' as const,
  valor: 's/lote',
  mensaje: '«s/lote» no es un número para el lote.',
  arreglo: null,
};

test('what is wrong with a row is said as the core wrote it in Spanish, and by its code in English', () => {
  const spanish = getLocale;
  expect(messageOf(problem)).toBe(problem.mensaje);
  overwriteGetLocale(() => 'en');
  try {
    expect(messageOf(problem)).toMatch(/^“s\/lote” is not a number for /);
    // The result says the same about the row.
    const { clase: _kind, mensaje, ...rest } = problem;
    const inTheResult = { mensaje: `Lote: ${mensaje}`, problema: { ...rest, columna: 'Lote' } };
    expect(statementOf({ ...inTheResult, disposicion: 'error' })).toMatch(/^Lote: “s\/lote” is not a number for /);
    expect(statementOf({ mensaje: 'No.', disposicion: 'error' })).toBe('No.'); // kept before messages had codes
  } finally {
    overwriteGetLocale(spanish);
  }
});

test('a date in the future is said as people write it, in English too', () => {
  const future = { codigo: 'FECHA_FUTURA' as const, campo: 'fecha_venta' as const, valor: '2027-10-05', mensaje: '' };
  overwriteGetLocale(() => 'en');
  onTestFinished(() => {
    overwriteGetLocale(() => 'es-AR');
  });
  expect(messageOf(future)).toContain('05/10/2027');
});

test('a column that is missing is said in words, without those of the command line', () => {
  expect(describeMissing(['fecha_venta', 'importe'])).toBe('la fecha de venta ni el importe');
});

test.each([
  [['importe'], 'Las demás ya están. Elegí la que falta para seguir.'],
  [['comprobante', 'tarjeta_nro'], 'Elegí sus columnas para seguir.'],
  [['importe', 'comprobante', 'tarjeta_nro'], /^¿Es la planilla de las ventas\?/], // a list of contacts with a date
  [['fecha_venta', 'importe'], /^¿Es la planilla de las ventas\?/],
] as const)('without a column for %j the way out says what is true', (missing, said) => {
  expect(describeWayOut(missing)).toMatch(said);
});

test('what happened is the first sentence, also when it ends in a number', () => {
  expect(partsOf('“49051” is too long for Last 4. The row is not sent like this. Shorten it.')).toEqual({
    que: '“49051” is too long for Last 4.',
    rest: 'The row is not sent like this. Shorten it.',
  });
  expect(partsOf('It equals row 1.124. Both are sent.').que).toBe('It equals row 1.124.');
  expect(partsOf('«12. Visa» no es una fecha. La fila no se envía así.').que).toBe('«12. Visa» no es una fecha.');
});

test('a narrow window keeps what a coupon is known by, and longest of the others the columns where something is wrong', () => {
  const fields = ['fecha_venta', 'tarjeta_nro', 'comprobante', 'terminal', 'lote', 'auxiliar_1', 'importe'] as const;
  const columns = getRowColumns({ campos: fields, conProblema: ['lote'], hasProblems: false, archivos: ['a.xlsx'] });
  const turns = columns.map(({ clave, secondary = 0 }) => [clave, Number(secondary)] as const);
  const dispensable = turns.filter(([, turn]) => turn > 0).sort(([, one], [, other]) => one - other);
  expect(dispensable.map(([clave]) => clave)).toEqual(['auxiliar_1', 'terminal', 'lote']);
  expect(dispensable.at(-1)).toEqual(['lote', Infinity]);
});

test('sales of a wallet are known by its reference, without the columns of a card where no sale has them', () => {
  const columnsFor = (campos: Parameters<typeof columnsOf>[0]) =>
    getRowColumns({ campos: columnsOf(campos), conProblema: [], hasProblems: true, archivos: ['a.csv', 'b.csv'] })
      .filter(({ secondary = 0 }) => Number(secondary) === 0)
      .map(({ clave }) => clave)
      .slice(3);
  const wallet = ['wallet_referencia', 'wallet_tipo_operacion'] as const;
  expect(columnsFor(wallet)).toEqual(['fecha_venta', 'wallet_referencia', 'importe']);
  // Beside cards, the reference leaves where there is no room, so that the main columns fit.
  expect(columnsFor(['comprobante', ...wallet])).toEqual(['fecha_venta', 'tarjeta_nro', 'comprobante', 'importe']);
  expect(columnsFor([])).toEqual(['fecha_venta', 'tarjeta_nro', 'comprobante', 'importe']);
});

test('a row of no kind is corrected in its cells, that of the reference first where the files have wallet sales', () => {
  const problem = { valor: '', mensaje: '', arreglo: null, campo: null } as const;
  const row: ReviewRow = {
    ...{ id: 1, archivo: 0, fila: 2, estado: 'error', valores: {} },
    problemas: [{ ...problem, clase: 'error', codigo: 'TIPO_DE_CUPON_INDEFINIDO' }],
  };
  const cards = ['fecha_venta', 'tarjeta_nro', 'comprobante', 'importe'] as const;
  const marked = ([...cards, 'wallet_referencia'] as const).filter((field) => problemOf(row, field) !== undefined);
  expect(marked).toEqual(['tarjeta_nro', 'comprobante', 'wallet_referencia']);
  expect(findWorstField(row, cards)).toBe('tarjeta_nro');
  expect(findWorstField(row, [...cards, 'wallet_referencia'])).toBe('wallet_referencia');
  const wrongDate = { ...problem, clase: 'error', codigo: 'NO_ES_FECHA', campo: 'fecha_venta' } as const;
  expect(findWorstField({ ...row, problemas: [wrongDate] }, [...cards, 'wallet_referencia'])).toBe('fecha_venta');
});

test('sheets of several files go before the name of their file, which a narrow column cuts off', () => {
  const sheet = (origen: number, hoja: string) => ({
    ...{ nombre: `cierre-${String(origen)}.xlsx`, origen, conCupones: [], hojas: [], problema: null, avisos: [] },
    tabla: { ...tableOf(), hoja },
  });
  const all = [sheet(0, 'Caja 1'), sheet(0, 'Caja 2'), sheet(1, 'Hoja 1')];
  const names = ['Caja 1 · cierre-0.xlsx', 'Caja 2 · cierre-0.xlsx', 'cierre-1.xlsx'];
  expect(all.map((one) => getSheetName(one, all))).toEqual(names);
});

test('files that begin with the same words lose them where only the difference has room', () => {
  const shorten = createShortener(['ventas-sucursal-centro.csv', 'ventas-sucursal-norte.csv']);
  expect(['ventas-sucursal-norte.csv', 'otro.csv'].map(shorten)).toEqual(['…norte.csv', 'otro.csv']);
  for (const names of [
    ['caja-1.csv', 'caja-2.csv'],
    ['ventas-sucursal.csv'],
    ['ventas-sucursal.csv', 'ventas-sucursal.csv'],
  ])
    expect(names.map(createShortener(names))).toEqual(names);
});

test('a row that equals one of another file says which', () => {
  const [, status] = getRowColumns({ campos: [], conProblema: [], hasProblems: true, archivos: [] });
  const mensaje = 'Es igual a la fila 12 de «cierre-noviembre.xlsx», hoja «Caja 1». Se envían las dos.';
  const equal = { clase: 'aviso', codigo: 'POSIBLE_DUPLICADO', campo: null, valor: '12', arreglo: null } as const;
  const row: ReviewRow = {
    ...{ id: 1, archivo: 0, fila: 2, estado: 'lista', valores: {} },
    problemas: [{ ...equal, mensaje }],
  };
  expect(status?.estado?.(row)?.word).toMatch(/^Es igual a la fila 12 de «cierre/);
});

test('a line of totals shows its amount', () => {
  const importe = getRowColumns({ campos: ['importe'], conProblema: [], hasProblems: true, archivos: [] }).find(
    ({ clave }) => clave === 'importe',
  );
  const problem = { clase: 'aviso', campo: null, mensaje: '', arreglo: null } as const;
  const line = { id: 1, archivo: 0, fila: 9, estado: 'ignorada', valores: {} } as const;
  const amountOf = (codigo: 'FILA_DE_TOTALES' | 'FILA_IGNORADA', valor: string) =>
    importe?.valor?.({ ...line, problemas: [{ ...problem, codigo, valor }] });
  expect(amountOf('FILA_DE_TOTALES', '1420891.33')).toBe('1420891.33');
  expect(amountOf('FILA_IGNORADA', 'OTRO_ENCABEZADO')).toBeUndefined();
});

describe('the problem of a row, in words', () => {
  const error = {
    ...{ ...problem, codigo: 'IMPORTE_INVALIDO' as const, campo: 'importe' as const, valor: '12.450.00' },
    mensaje: '«12.450.00» no es un importe. La fila no se envía así.',
  };
  const notice = { ...error, clase: 'aviso' as const, codigo: 'FECHA_FUTURA' as const };
  const row = { id: 1, archivo: 0, fila: 2, valores: {} } as const;
  const tellOf = (line: Parameters<NonNullable<ReturnType<typeof getRowColumns>[number]['estado']>>[0]) =>
    getRowColumns({ campos: ['importe'], conProblema: [], hasProblems: true, archivos: [] })
      .find(({ clave }) => clave === 'estado')
      ?.estado?.(line)?.word;

  test('is its first error, and how many there are besides', () => {
    expect(tellOf({ ...row, estado: 'error', problemas: [error] })).toBe('«12.450.00» no es un importe.');
    expect(tellOf({ ...row, estado: 'error', problemas: [notice, error] })).toBe(
      '«12.450.00» no es un importe. Y 1 más.',
    );
    expect(tellOf({ ...row, estado: 'lista', problemas: [] })).toBeUndefined();
    expect(tellOf({ ...row, estado: 'omitida', problemas: [error] })).toBe('Omitida');
  });

  test('quotes what the file says, also where its sentence is too long for the column', () => {
    const long = { ...error, mensaje: '«1,234» puede tener miles o decimales: la columna usa los dos. No elegimos.' };
    expect(tellOf({ ...row, estado: 'error', problemas: [long] })).toBe('Importe «1,234»: no es un importe.');
    const text = { ...error, mensaje: `«${'12,5 '.repeat(9)}» no es un importe. La fila no se envía así.` };
    expect(tellOf({ ...row, estado: 'error', problemas: [text] })).toBe(
      'Importe «12,5 12,5 12,5 12,5 …»: no es un importe.',
    );
  });

  test('marks no cell of a row that is left out', () => {
    const [importe] = getRowColumns({ campos: ['importe'], conProblema: [], hasProblems: true, archivos: [] }).slice(2);
    const markOf = (estado: 'error' | 'omitida') => importe?.findProblem?.({ ...row, estado, problemas: [error] });
    expect(markOf('error')).toMatchObject({ clase: 'error' });
    expect(markOf('omitida')).toBeUndefined();
  });

  test('heads the rows that have it, without what one of them says', () => {
    expect(titleOf(error)).toBe('Importe: no es un importe');
    expect(tellOf({ id: -1, estado: 'grupo', problema: error, filas: 3, conArreglo: 0, porResolver: 3 })).toBe(
      'Importe: no es un importe · 3 filas',
    );
    expect(titleOf({ clase: 'aviso', codigo: 'POSIBLE_DUPLICADO', campo: null })).toBe('Igual a otra fila');
  });
});

test('what the row says already is no correction of it', () => {
  const row: ReviewRow = { ...ROW, valores: { importe: '1250.50', fecha_venta: '2026-10-05', lote: 's/lote' } };
  expect(isCorrection(row, 'lote', 's/lote')).toBe(false);
  expect(isCorrection(row, 'importe', '1250,50')).toBe(false);
  expect(isCorrection(row, 'comprobante', '')).toBe(false);
  expect(isCorrection(row, 'lote', '12')).toBe(true);
});

const columnOf = (letter: string, field: ReviewColumn['campo'], ...samples: string[]): ReviewColumn => ({
  ...{ letra: letter, titulo: letter, clave: letter, campo: field, muestras: samples },
  ...{ motivo: 'nombre', conflicto: null },
});
const tableOf = (...columns: readonly ReviewColumn[]): ReviewTable => {
  const sheet = { hoja: null, hojas: [], encabezado: 1, filas: 2, plantilla: null, vista: [], dudas: [] };
  return { ...sheet, columnas: columns };
};

test('the other half of what a wallet’s sale needs is to be decided, where the first one has a column with values', () => {
  const fields = ['wallet_referencia', 'wallet_tipo_operacion', 'lote'] as const;
  const toDecide = (...columns: readonly ReviewColumn[]): readonly string[] => {
    const table = tableOf(...columns);
    const decide = group(table, fields, []).decidir.map(({ campo }) => campo);
    expect(decide.every((field) => isRequired(field, table))).toBe(true);
    return decide;
  };
  expect(toDecide(columnOf('A', 'wallet_referencia', '84211'))).toEqual(['wallet_tipo_operacion']);
  expect(toDecide(columnOf('A', 'wallet_tipo_operacion', 'SETTLEMENT'))).toEqual(['wallet_referencia']);
  expect(
    toDecide(columnOf('A', 'wallet_referencia', '84211'), columnOf('B', 'wallet_tipo_operacion', 'SETTLEMENT')),
  ).toEqual([]);
  expect(toDecide(columnOf('A', 'wallet_referencia', ''))).toEqual([]);
  expect(toDecide(columnOf('A', 'comprobante', '1'))).toEqual([]);
});

test('what is required depends on whose coupons the file has, and the reason is said', () => {
  const [card, wallet] = [tableOf(columnOf('A', 'comprobante', '1')), tableOf(columnOf('A', 'wallet_referencia', '1'))];
  const fields = ['importe', 'comprobante', 'tarjeta_nro', 'wallet_referencia', 'wallet_tipo_operacion'] as const;
  const requiredIn = (table: ReviewTable) => fields.filter((field) => isRequired(field, table));
  expect(requiredIn(card)).toEqual(['importe', 'comprobante', 'tarjeta_nro']);
  expect(requiredIn(wallet)).toEqual(['importe', 'wallet_referencia', 'wallet_tipo_operacion']);
  expect(describeRequired(card)).toMatch(/porque son ventas con tarjeta\.$/);
  expect(describeRequired(wallet)).toMatch(/porque el archivo tiene datos de billetera\.$/);
});

test('a notice of the whole file says nothing that only the command line takes', () => {
  const [total, amount] = [
    { campo: 'fecha_venta', titulo: 'Día', letra: 'H' },
    { campo: 'importe', titulo: 'Total', letra: 'J' },
  ] as const;
  const said = [
    ['FALTA_COLUMNA', ROW_NOTICES.FALTA_COLUMNA.es({ campo: 'comprobante', filas: 3, free: ['Doc', 'Caja 2'] })],
    ['OTRA_TABLA_AL_LADO', ROW_NOTICES.OTRA_TABLA_AL_LADO.es({ columns: [total, amount], filas: 4 })],
    ['TITULO_REPETIDO', ROW_NOTICES.TITULO_REPETIDO.es({ column: amount, others: ['K'] })],
    ['OTRA_HOJA_CON_TABLA', describeNotice({ codigo: 'OTRA_HOJA_CON_TABLA', valor: 'Norte', filas: 2 })],
  ] as const;
  for (const [code, sentence] of said) {
    expect(sentence).toContain('--');
    expect(messageOf({ codigo: code, mensaje: sentence })).toMatch(/^[^-]+[a-z]\.$/);
  }
  expect(messageOf({ codigo: said[0][0], mensaje: said[0][1] })).toBe(
    'Ninguna columna tiene el comprobante, y sin ese dato hay 3 filas que no se envían. Si es una de las que no se usan («Doc», «Caja 2»), elegila en el paso Columnas.',
  );
});

test('the other rows are proposed until the person chose, however late the proposal comes', () => {
  const [untouched, others] = [new OthersState(), new OthersState()];
  untouched.propose();
  expect(untouched.are).toBe(true);
  others.choose(true);
  others.choose(false);
  others.propose();
  expect(others.are).toBe(false);
});

test('a row that was unticked stays out until the others are chosen anew', () => {
  const others = new OthersState();
  others.choose(true);
  others.tick(3, false);
  others.tick(4, false);
  others.tick(3, true);
  expect(others.unticked).toEqual([4]);
  others.choose(true);
  expect(others.unticked).toEqual([]);
});

test('a value in place of the proposal is not for the other rows until the person says so', () => {
  const others = new OthersState();
  others.propose();
  others.write(true, false);
  expect(others.are).toBe(false);
  others.propose();
  expect(others.are).toBe(false);
  others.choose(true);
  expect(others.are).toBe(true);
});

test('the other rows stay chosen while the person types the value for them', () => {
  const others = new OthersState();
  others.choose(true);
  others.tick(3, false);
  others.write(false, false);
  expect([others.are, others.unticked]).toEqual([true, [3]]);
});

const PLACE: ReviewPlace = { posicion: 6, fila: ROW };

/** Rows whose next error depends on the searched text. */
function makeRows(placeWith: (text: string) => ReviewPlace | null) {
  const api = makeApi({
    'revision.filas': () => ({ version: 1, total: 10, desde: 0, filas: [] }),
    'revision.siguiente': ({ texto }) => placeWith(texto ?? ''),
  });
  return { api, rows: new RowsState(api, () => ({ cuenta: 'mía', revision: 'r' })) };
}

test('the next error is found among all the rows where the searched text hides it, and the text is cleared', async () => {
  const { rows } = makeRows((text) => (text === '' ? PLACE : null));
  rows.show('error', 'visa');
  expect(await rows.findNext('error', 0)).toEqual(PLACE);
  expect([rows.filter, rows.text]).toEqual(['error', '']);
});

test('the searched text stays where the next error is among its rows', async () => {
  const { api, rows } = makeRows(() => PLACE);
  rows.show('todas', 'visa');
  expect(await rows.findNext('error', 0)).toEqual(PLACE);
  expect(rows.text).toBe('visa');
  expect(api.pedidos.filter(([method]) => method === 'revision.siguiente')).toHaveLength(1);
});

test('the searched text stays where there is no such row at all', async () => {
  const { rows } = makeRows(() => null);
  rows.show('todas', 'visa');
  expect(await rows.findNext('error', 0)).toBeUndefined();
  expect(rows.text).toBe('visa');
});

test.each([
  ['fecha_venta', '2026-12-01', '01/12/2026'],
  ['importe', '1950.00', '$\u00a01.950,00'],
  ['importe', '1.950', '1.950'],
  ['importe', 'mil doscientos', 'mil doscientos'],
  ['lote', '0741', '0741'],
] as const)(
  'a corrected value is shown as on the screens, and what was not understood as it came: %s %s',
  (field, value, text) => {
    expect(formatValue(field, value)).toBe(text);
  },
);
