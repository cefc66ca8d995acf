import { expect, test } from 'vitest';
import { describeFailedParts } from '../../src-renderer/shared/sections.ts';

test('each reason names its lists once, and no reason stands for another', () => {
  const lines = describeFailedParts([
    { metodo: 'operaciones', codigo: 'TIEMPO_AGOTADO' },
    { metodo: 'operaciones', codigo: 'TIEMPO_AGOTADO' },
    { metodo: 'impuestos', codigo: 'RESPUESTA_INVALIDA' },
    { metodo: 'movimientos', codigo: 'TIEMPO_AGOTADO' },
  ]);
  expect(lines.map((line) => line.split(':')[0])).toEqual(['Operaciones, Movimientos', 'Impuestos']);
  expect(new Set(lines.map((line) => line.split(': ')[1])).size).toBe(2);
});
