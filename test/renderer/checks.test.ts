import { expect, test } from 'vitest';
import type { CheckDocument, CheckRow } from '#contract/checks.ts';
import { ChecksState } from '../../src-renderer/features/checks/checks.svelte.ts';
import { describeDays, describeRow, describeMotivo } from '../../src-renderer/features/checks/words.ts';
import { makeApi } from './double.ts';

const control = (part: Partial<CheckDocument>): CheckDocument => ({
  control: 'liquidaciones_totales',
  campo: 'total_facturado',
  periodo: '2026-09',
  desde: '2026-09-01',
  hasta: '2026-09-30',
  tarjeta: null,
  estado: 'difiere',
  motivo: null,
  esperado: '1.00',
  calculado: '2.00',
  diferencia: '1.00',
  filas: [],
  filasTotal: 0,
  abrir: { vista: 'liquidaciones' },
  ...part,
});
const rowWith = (part: Partial<CheckRow>): CheckRow => ({
  nombre: '00485310',
  esperado: null,
  calculado: null,
  diferencia: null,
  abrir: { vista: 'liquidaciones' },
  ...part,
});

test('the days of a comparison are said where they are not those of its month', () => {
  const month = { desde: '2026-09-01', hasta: '2026-09-30' };
  expect(describeDays(control({}), month)).toBe('');
  expect(describeDays(control({}), { desde: '2026-09-10', hasta: '2026-10-20' })).toBe('mes entero');
  expect(describeDays(control({ hasta: '2026-09-14' }), month)).toBe('del 01/09 al 14/09');
});

test('a row says what is the matter with it, and who names one that is missing', () => {
  expect(describeRow(rowWith({}))).toBe('');
  expect(describeRow(rowWith({ retirada: true }))).toBe('retirada');
  expect(describeRow(rowWith({ enDuda: true }))).toBe('en duda');
  const namedBy = [
    { vista: 'impuestos', filas: 1 },
    { vista: 'operaciones', filas: 12 },
  ] as const;
  expect(describeRow(rowWith({ nombradaPor: namedBy }))).toBe('falta acá · figura en Impuestos, Operaciones (12)');
});

test('without a bank feed it is not said that days are missing', () => {
  expect(describeMotivo(control({ control: 'calendario_acreditado', motivo: 'no_contratado' }))).toBe(
    'sin banco contratado no se sabe qué día se acreditó',
  );
  expect(describeMotivo(control({ motivo: 'no_contratado' }))).toBe('servicio no contratado');
});

test('of two papers that are written at once, each is busy until its own end', async () => {
  const written = { liquidaciones: Promise.withResolvers<undefined>(), impuestos: Promise.withResolvers<undefined>() };
  const api = makeApi({
    'papeles.exportar': async ({ papel: paper, salida }) => {
      await written[paper].promise;
      return { archivo: salida } as never;
    },
  });
  const state = new ChecksState(api, 'mía');
  const { signal } = new AbortController();
  const [first, second] = (['liquidaciones', 'impuestos'] as const).map((paper) =>
    state.writeFile({ papel: paper, salida: `${paper}.xlsx`, desde: '2026-09-01', hasta: '2026-09-30' }, signal),
  );
  expect(state.writing).toEqual(['liquidaciones', 'impuestos']);
  written.liquidaciones.resolve(undefined);
  await first;
  expect([state.writing, state.written]).toEqual([['impuestos'], 'liquidaciones.xlsx']);
  written.impuestos.resolve(undefined);
  await second;
  expect([state.writing, state.written]).toEqual([[], 'impuestos.xlsx']);
});
