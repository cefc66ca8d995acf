import { expect, test } from 'vitest';
import { describeGap } from '#app/browse/export-source.ts';
import type { CoverageDocument } from '#contract/documents.ts';

const whole: CoverageDocument = {
  estado: 'al_dia',
  contratado: true,
  desde: '2026-10-01',
  hasta: '2026-10-31',
  sincronizado: '2026-11-22 10:00:00',
  enDuda: 0,
};

test('a total of all that was asked says nothing of itself', () => {
  expect(describeGap(whole)).toBeUndefined();
  expect(describeGap({ ...whole, estado: 'desactualizada' })).toBeUndefined();
});

test('a total says that days are not in it', () => {
  expect(describeGap({ ...whole, estado: 'parcial' })).toBe('Faltan días: no es el total');
});

test('a total says that rows that nobody understood are not in it, old or not', () => {
  const apart = { ...whole, apartadas: 2 };
  expect(describeGap({ ...apart, estado: 'parcial', soloApartadas: true })).toMatch(/^Faltan filas apartadas/);
  expect(describeGap({ ...apart, estado: 'desactualizada' })).toMatch(/^Faltan filas apartadas/);
});

test('a total of rows that were read by another date may lack some', () => {
  expect(describeGap({ ...whole, estado: 'parcial', porOtraFecha: true })).toBe('Pueden faltar filas');
});
