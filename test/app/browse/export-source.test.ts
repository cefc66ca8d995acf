import { expect, test } from 'vitest';
import { describeExport, describeGap, type Export } from '#app/browse/export-source.ts';
import { filterInWords } from '#app/browse/index.ts';
import { requireCivilDate } from '#domain/civil-date.ts';
import { formatPesos } from '#domain/money.ts';
import { chooseIn } from '#domain/texts/language.ts';
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

const request = {
  vista: 'liquidaciones' as const,
  desde: requireCivilDate('2026-10-01'),
  hasta: requireCivilDate('2026-10-31'),
  filtros: [
    { campo: 'total_acreditado', op: 'mayor' as const, valor: '1000' },
    { campo: 'comercio', op: 'contiene' as const, valor: 'Centro' },
  ],
  retiradas: true,
} satisfies Parameters<typeof filterInWords>[0];

test('the lines over the rows are in the language of the screen', () => {
  const filtro = filterInWords(request, 'en');
  expect(filtro).toBe(
    `from 01/10/2026 to 31/10/2026 · Credited > ${formatPesos(100_000n)} · Store contains Centro · with the withdrawn ones`,
  );
  const inDoubt = { rows: 1, sums: { total_acreditado: 500n } };
  const exported: Export = {
    vista: 'liquidaciones',
    idioma: 'en',
    cuenta: 'La Espiga',
    filtro,
    campos: [{ nombre: 'total_acreditado', tipo: 'importe' }],
    rowBatches: async function* () {},
    detalle: false,
    retiradas: true,
    cobertura: whole,
    summary: { rows: 3, withdrawn: 2, sums: {}, missing: { total_acreditado: 1 }, inDoubt },
  };
  expect(describeExport(exported)).toEqual([
    'Settlements',
    `La Espiga · ${filtro}`,
    'Data from 01/10/2026 to 31/10/2026 · read on 22/11/2026 10:00 · up to date',
    expect.stringMatching(/^Not reported by the service, and in no sum \(how many rows\): .+ \(1\)$/),
    expect.stringMatching(/^In doubt: 1 row, .+\. The service stopped showing it/),
    'Withdrawn: 2 rows that the service stopped giving, in no sum',
  ]);
  expect(describeExport({ ...exported, idioma: undefined })[0]).toBe('Liquidaciones');
  expect(describeGap({ ...whole, estado: 'parcial' }, chooseIn('en'))).toBe('Days are missing: this is not the total');
});

test('the command line names the fields of a filter as it takes them', () => {
  expect(filterInWords(request, undefined)).toBe(
    `del 01/10/2026 al 31/10/2026 · total_acreditado > ${formatPesos(100_000n)} · comercio contiene Centro · con las retiradas`,
  );
});
