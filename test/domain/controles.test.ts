import { describe, expect, test } from 'vitest';
import { ladoDe, motivoContraTotales, ultimoDiaCerrado } from '#domain/controles.ts';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';

function dia(text: string): CivilDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new Error(text);
  return date;
}
/** Noon in Buenos Aires. */
const instante = (text: string): number => Date.parse(`${text}T15:00:00Z`);
const tramo = (desde: string, hasta: string, leido = hasta, cambios: object = {}) => ({
  desde: dia(desde),
  hasta: dia(hasta),
  leido: instante(leido),
  estado: 'completa' as const,
  contratado: true,
  ...cambios,
});
const mes = { desde: dia('2026-10-01'), hasta: dia('2026-10-31') };

describe('what is known of one side', () => {
  test('is whole when the stretches leave no day out', () => {
    const tramos = [tramo('2026-09-20', '2026-10-10'), tramo('2026-10-11', '2026-11-05')];
    expect(ladoDe(tramos, mes)).toEqual({ motivo: null, primera: '2026-10-10', ultima: '2026-11-05' });
  });

  test.each([
    ['nothing was read', [], 'sin_leer'],
    ['the first days are missing', [tramo('2026-10-02', '2026-10-31')], 'parcial'],
    ['a day between is missing', [tramo('2026-10-01', '2026-10-10'), tramo('2026-10-12', '2026-10-31')], 'parcial'],
    ['the last days are missing', [tramo('2026-10-01', '2026-10-30')], 'parcial'],
    ['days were asked before they came', [tramo('2026-10-01', '2026-10-31', '2026-10-20')], 'parcial'],
    [
      'it changed while it was read',
      [tramo('2026-10-01', '2026-10-31', '2026-11-01', { estado: 'inestable' })],
      'inestable',
    ],
    [
      'there is no such service',
      [tramo('2026-10-01', '2026-10-31', '2026-11-01', { contratado: false })],
      'no_contratado',
    ],
  ] as const)('%s', (_caso, tramos, motivo) => {
    expect(ladoDe(tramos, mes).motivo).toBe(motivo);
  });
});

describe('rows against the totals of a month', () => {
  const totales = (leido: string) => [tramo('2026-10-01', '2026-10-31', leido)];

  test('a month that is over needs all its days', () => {
    expect(
      motivoContraTotales(totales('2026-11-02'), [tramo('2026-10-01', '2026-10-31', '2026-11-03')], mes),
    ).toBeNull();
    expect(motivoContraTotales(totales('2026-11-02'), [tramo('2026-10-01', '2026-10-30')], mes)).toBe('parcial');
  });

  test('a month that was not over needs the days up to the reading, read on the same day', () => {
    const filas = (leido: string) => [tramo('2026-10-01', leido, leido)];
    expect(motivoContraTotales(totales('2026-10-15'), filas('2026-10-15'), mes)).toBeNull();
    expect(motivoContraTotales(totales('2026-10-15'), filas('2026-10-14'), mes)).toBe('parcial');
    expect(motivoContraTotales(totales('2026-10-15'), filas('2026-10-16'), mes)).toBe('otro_dia');
  });

  test('a month that had not come says nothing, and neither does one that was not asked', () => {
    expect(motivoContraTotales(totales('2026-09-15'), [tramo('2026-09-01', '2026-09-15')], mes)).toBe('sin_leer');
    expect(motivoContraTotales([], [tramo('2026-10-01', '2026-10-31')], mes)).toBe('sin_leer');
  });
});

test('the day of a reading is not over: the last closed day is the one before the earlier of both', () => {
  const uno = ladoDe([tramo('2026-10-01', '2026-10-20')], mes);
  const otro = ladoDe([tramo('2026-10-01', '2026-10-31', '2026-11-04')], mes);
  expect(ultimoDiaCerrado(uno, otro)).toBe('2026-10-19');
  expect(ultimoDiaCerrado(uno, ladoDe([], mes))).toBeUndefined();
});
