import { expect, test } from 'vitest';
import type { BookInput } from '#app/cierre/sheets/common.ts';
import { buildPending, countPending } from '#app/cierre/sheets/pending.ts';
import { requireCivilDate } from '#domain/civil-date.ts';
import type { Tie } from '#domain/cierre/ties.ts';

const aTie = (part: Partial<Tie>): Tie => ({ clave: 'banco', comparados: 4, sinComparar: 0, filas: [], ...part });
const short = { numero: '7', clase: 'falta', importe: -5n, esperado: 5n, encontrado: 0n, procesador: 'QUINTAR', fecha: '2026-10-02' }; // prettier-ignore

const INPUT: BookInput = {
  contribuyente: { cuit: '30715542189', razonSocial: 'La Espiga S.R.L.' },
  plan: {},
  jurisdicciones: {},
  ajustes: [],
  evaluation: {
    mes: {
      mes: '2026-10',
      desde: requireCivilDate('2026-10-01'),
      hasta: requireCivilDate('2026-10-31'),
      cuit: '30715542189',
      isOwn: () => true,
      liquidaciones: [],
      impuestos: [],
      sinLiquidar: [],
      compactSettlements: [],
      ventas: [],
      bankMovements: [],
      conocidas: () => undefined,
      operacionesHasta: '',
      bancoHasta: null,
      sinCuit: [{ id: '1', comercio: 'Centro' }],
      totales: [],
      abiertos: [],
    },
    empates: [
      aTie({ filas: [short, { ...short, numero: '8' }] }),
      aTie({ clave: 'partes', comparados: 3, sinComparar: 1 }),
      aTie({ clave: 'retenciones', comparados: 0, sinComparar: 2 }),
    ],
    saldos: [],
    libro: [],
    payments: new Map(),
    asiento: [],
    difieren: [],
    abiertos: [
      { clave: 'cuit', cuantos: 1, importe: '0.00' },
      { clave: 'banco', cuantos: 2, importe: '0.10' },
      { clave: 'cupones', cuantos: 11, importe: '84430.50' },
    ],
  },
};

test('the screen counts the rows that the sheet has after the controls', () => {
  const [controls, ...others] = buildPending(INPUT).tables;
  expect(controls?.titulo).toBe('Controles');
  expect(others.map(({ titulo, filas }) => [titulo, filas.length])).toEqual([
    ['Qué quedó abierto al cerrar', 3],
    ['Diferencias', 2],
    ['CUIT sin determinar', 1],
  ]);
  expect(countPending(INPUT)).toBe(6);
});

test('a control has the word that the screen has for it', () => {
  const [controls] = buildPending(INPUT).tables;
  expect(controls?.filas.map((row) => row.at(-1))).toEqual(['Difiere', 'Coincide', 'Sin comparar']);
});

test('a month that is closed with something open says in the sheet why, who and when', () => {
  const cerrado = { motivo: 'se reclamó', quien: 'Ana', cuando: '2026-11-02 10:30:00' };
  expect(buildPending({ ...INPUT, cerrado }).data.slice(-2)).toMatchObject([
    { label: 'Motivo', valor: 'se reclamó' },
    { label: 'Cerrado', valor: '02/11/2026 10:30, por Ana' },
  ]);
});
