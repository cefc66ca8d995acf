import { expect, test } from 'vitest';
import { getResultColumns } from '../../src-renderer/features/conciliaciones/columns.ts';

const REASON = {
  nombre: 'Comprobante',
  certeza: 'posible',
  decision: { texto: 'Reclamado' },
  espera: undefined,
} as const;
const columnsBy = (grouping: 'dia' | 'comercio' | 'tarjeta') =>
  getResultColumns('sin_conciliar', { agrupar: grouping, onFold: () => undefined, reasonOf: () => REASON });

test('grouped, what the headings say is in no column of its own', () => {
  const keys = (['dia', 'comercio', 'tarjeta'] as const).map((by) => columnsBy(by).map(({ clave }) => clave));
  expect(keys[0]).not.toContain('fecha_venta');
  expect(keys[1]).not.toContain('establecimiento');
  expect(keys[2]).not.toContain('tarjeta_desc');
});

test('grouped, the name of a card gives its room to the amount', () => {
  const card = columnsBy('dia').find(({ clave }) => clave === 'tarjeta_desc');
  expect(card?.secondary).toBe(2);
});
