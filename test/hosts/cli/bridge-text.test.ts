import { expect, test } from 'vitest';
import type { LeftOutRows, Bridge, FileTotal } from '#domain/till-bridge.ts';
import { listBridgeLines as withSpaces } from '../../../src-main/hosts/cli/upload-text.ts';

/** The lines with a plain space in amounts, so that the tests can type them. */
const bridgeLines = (one: Bridge, leftSheets = false): string[] =>
  withSpaces(one, leftSheets).map((line) => line.replaceAll('\u00a0', ' '));
const sumOf = (rows: number, importe: string, withoutImporte = 0): LeftOutRows => ({
  filas: rows,
  importe,
  sinImporte: withoutImporte,
});
const NOTHING = sumOf(0, '0.00');
const total = (part: Partial<FileTotal>): FileTotal => ({
  fila: 1423,
  dice: '1250.50',
  importe: '1250.50',
  suman: '1250.50',
  deTodo: true,
  diferencia: '0.00',
  ...part,
});
const makeBridge = (omitted: Partial<Bridge['omitidos']>, totals: readonly FileTotal[] = []): Bridge => ({
  cupones: sumOf(3, '1250.50', 1),
  enviados: sumOf(1, '1000.00'),
  omitidos: {
    error: NOTHING,
    enviada: NOTHING,
    omitida: NOTHING,
    rechazada: NOTHING,
    sin_enviar: NOTHING,
    ...omitted,
  },
  lineas: { totales: totals.length, encabezado: 0, nota: 0 },
  hojas: [
    { archivo: 'caja.xlsx', hoja: 'Caja', lineas: { totales: 0, encabezado: 0, nota: 0 }, dias: [], totales: totals },
  ],
});

test('a file of which everything was sent, and that says no total, says nothing more', () => {
  expect(bridgeLines(makeBridge({}))).toEqual([]);
});

test('the rows of the file are told as what was sent and what was not, and why', () => {
  expect(bridgeLines(makeBridge({ error: sumOf(1, '0.00', 1), omitida: sumOf(1, '250.50') }))).toEqual([
    'Del archivo a lo enviado:',
    '  Enviados                 1  $ 1.000,00',
    '  Omitidos con errores     1      $ 0,00  (1 sin importe legible)',
    '  Omitidos a mano          1    $ 250,50',
    '  Filas, con lo corregido  3  $ 1.250,50  (1 sin importe legible)',
  ]);
});

test('where a sheet was not read, the sheet that was read is named', () => {
  const [title, , , all] = bridgeLines(makeBridge({ omitida: sumOf(1, '250.50') }), true);
  expect(title).toBe('De la hoja «Caja» a lo enviado:');
  expect(all).toContain('Cupones de lo leído');
});

test.each([
  [{}, 'dice $ 1.250,50: es lo que suman sus filas.'],
  [
    { suman: '1250.00', diferencia: '0.50' },
    'dice $ 1.250,50 y sus filas, con los importes del archivo, suman $ 1.250,00: $ 0,50 menos.',
  ],
  [
    { suman: '1251.00', diferencia: '-0.50' },
    'dice $ 1.250,50 y sus filas, con los importes del archivo, suman $ 1.251,00: $ 0,50 más.',
  ],
  [{ dice: '#REF!', importe: null, diferencia: null }, 'no dice un importe: #REF!.'],
])('the total of the file is compared: %o', (part, words) => {
  const lines = bridgeLines(makeBridge({}, [total({ fila: 7, deTodo: false }), total(part)]));
  expect(lines.at(-1)).toBe(`La línea de total de la fila 1423 ${words}`);
});
