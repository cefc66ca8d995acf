import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReviewColumn, ReviewRow } from '#contract/revision.ts';
import { statementOf } from '../../src-renderer/features/conciliaciones/cupon-words.ts';
import { isCorrection, partsOf } from '../../src-renderer/features/review/fields.ts';
import { getRowColumns } from '../../src-renderer/features/review/columns-of-rows.ts';
import { describeMissing, describeWayOut, group, isRequired } from '../../src-renderer/features/review/columns.ts';
import { describeNotice, ROW_NOTICES } from '#domain/texts/row-notices.ts';
import { messageOf, titleOf } from '../../src-renderer/features/review/messages.ts';
import { overwriteGetLocale, getLocale } from '../../src-renderer/paraglide/runtime.js';

describe('what is wrong with a row', () => {
  const problem = {
    clase: 'error' as const,
    codigo: 'NO_ES_NUMERO' as const,
    campo: 'lote' as const,
    valor: 's/lote',
    mensaje: '«s/lote» no es un número para el lote.',
    arreglo: null,
  };

  test('is said as the core wrote it in Spanish, and by its code in English', () => {
    const spanish = getLocale;
    expect(messageOf(problem)).toBe(problem.mensaje);
    overwriteGetLocale(() => 'en');
    try {
      expect(messageOf(problem)).toMatch(/^“s\/lote” is not a number for /);
      // The result says the same about the row.
      const { clase: _kind, mensaje, ...rest } = problem;
      const inTheResult = { mensaje: `Lote: ${mensaje}`, problema: { ...rest, columna: 'Lote' } };
      expect(statementOf({ ...inTheResult, disposicion: 'error' })).toMatch(/^Lote: “s\/lote” is not a number for /);
      expect(statementOf({ mensaje: 'No.', disposicion: 'error' })).toBe('No.'); // a message that was kept before codes were
    } finally {
      overwriteGetLocale(spanish);
    }
  });
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
  [['importe', 'comprobante', 'tarjeta_nro'], /^¿Es la planilla de las ventas\?/], // contacts with a date
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

test('a narrow window keeps what a coupon is known by, and the columns where something is wrong', () => {
  const fields = ['fecha_venta', 'tarjeta_nro', 'comprobante', 'terminal', 'lote', 'auxiliar_1', 'importe'] as const;
  const columns = getRowColumns({ campos: fields, conProblema: ['lote'], hasProblems: false, archivos: ['a.xlsx'] });
  const dispensable = columns.filter(({ secondary = 0 }) => Number(secondary) > 0).map(({ clave }) => clave);
  expect(dispensable).toEqual(['terminal', 'auxiliar_1']);
});

test('a line of totals shows its amount', () => {
  const importe = getRowColumns({ campos: ['importe'], conProblema: [], hasProblems: true, archivos: [] }).find(
    ({ clave }) => clave === 'importe',
  );
  const problem = { clase: 'aviso', campo: null, mensaje: '', arreglo: null } as const;
  const line = { id: 1, archivo: 0, fila: 9, estado: 'ignorada', valores: {}, editada: false } as const;
  const amountOf = (codigo: 'FILA_DE_TOTALES' | 'FILA_IGNORADA', valor: string) =>
    importe?.valor?.({ ...line, problemas: [{ ...problem, codigo, valor }] });
  expect(amountOf('FILA_DE_TOTALES', '1420891.33')).toBe('1420891.33');
  expect(amountOf('FILA_IGNORADA', 'OTRO_ENCABEZADO')).toBeUndefined();
});

describe('the problem of a row, in words', () => {
  const error = {
    clase: 'error' as const,
    codigo: 'IMPORTE_INVALIDO' as const,
    campo: 'importe' as const,
    valor: '12.450.00',
    mensaje: '«12.450.00» no es un importe. La fila no se envía así.',
    arreglo: null,
  };
  const notice = {
    ...error,
    clase: 'aviso' as const,
    codigo: 'FECHA_FUTURA' as const,
    mensaje: 'Es una fecha futura.',
  };
  const row = { id: 1, archivo: 0, fila: 2, valores: {}, editada: false } as const;
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

  test('heads the rows that have it, without what one of them says', () => {
    expect(titleOf(error)).toBe('Importe: no es un importe');
    expect(tellOf({ id: -1, estado: 'grupo', problema: error, filas: 3 })).toBe('Importe: no es un importe · 3 filas');
    expect(titleOf({ clase: 'aviso', codigo: 'POSIBLE_DUPLICADO', campo: null })).toBe('Igual a otra fila');
  });
});

test('what the row says already is no correction of it', () => {
  const row: ReviewRow = {
    id: 1,
    archivo: 0,
    fila: 5,
    estado: 'error',
    valores: { importe: '1250.50', fecha_venta: '2026-10-05', lote: 's/lote' },
    problemas: [],
    editada: false,
  };
  expect(isCorrection(row, 'lote', 's/lote')).toBe(false);
  expect(isCorrection(row, 'importe', '1250,50')).toBe(false);
  expect(isCorrection(row, 'comprobante', '')).toBe(false);
  expect(isCorrection(row, 'lote', '12')).toBe(true);
});

test('the other half of what a wallet’s sale needs is to be decided, where the first one has a column with values', () => {
  const column = (letter: string, field: ReviewColumn['campo'], ...samples: string[]): ReviewColumn => ({
    ...{ letra: letter, titulo: letter, clave: letter, campo: field, muestras: samples },
    ...{ motivo: 'nombre', conflicto: null },
  });
  const fields = ['wallet_referencia', 'wallet_tipo_operacion', 'lote'] as const;
  const toDecide = (...columns: readonly ReviewColumn[]): readonly string[] => {
    const sheet = { hoja: null, hojas: [], encabezado: 1, filas: 2, plantilla: null, vista: [], dudas: [] };
    const table = { ...sheet, columnas: columns };
    const decide = group(table, fields, []).decidir.map(({ campo }) => campo);
    expect(decide.every((field) => isRequired(field, table))).toBe(true);
    return decide;
  };
  expect(toDecide(column('A', 'wallet_referencia', '84211'))).toEqual(['wallet_tipo_operacion']);
  expect(toDecide(column('A', 'wallet_tipo_operacion', 'SETTLEMENT'))).toEqual(['wallet_referencia']);
  expect(
    toDecide(column('A', 'wallet_referencia', '84211'), column('B', 'wallet_tipo_operacion', 'SETTLEMENT')),
  ).toEqual([]);
  expect(toDecide(column('A', 'wallet_referencia', ''))).toEqual([]);
  expect(toDecide(column('A', 'comprobante', '1'))).toEqual([]);
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
