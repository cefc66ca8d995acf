import { describe, expect, test } from 'vitest';
import { groupCuponesByOperacion } from '#domain/matching/explain/other-cupones.ts';
import { FREE } from '#domain/matching/held.ts';
import { NO_DECISIONS, match, type Matching } from '#domain/matching/match.ts';
import { measureAmounts } from '#domain/matching/model/frequencies.ts';
import { PATTERNS } from '#domain/matching/model/evidence.ts';
import { mOf, SHIPPED } from '#domain/matching/model/scorer.ts';
import { prepareOperaciones } from '#domain/matching/candidates.ts';
import { runToEnd, type Progress } from '#domain/shared-work.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { cuponOf, cuponTable, matchAccount, someOperaciones } from './account.ts';
import { anOperacion, pesos, tableOf } from './builders.ts';
import { calibrate, LEAST_PROBABILITY, MOST_PROBABILITY } from '#domain/matching/together.ts';
import { CALIBRATION, VERY_LIKELY } from '#domain/matching/model/tuned.ts';

const OPERACIONES = someOperaciones(30);
const at = (place: number): Operacion => OPERACIONES[place] ?? anOperacion();
const holderOf = ({ prepared, holders, matched }: Matching, id: string): string | undefined => {
  const holder = holders.holder[prepared.table.rowOf(id) ?? -1] ?? FREE;
  return holder < 0 ? undefined : matched.keys[holder];
};
const bestOf = ({ prepared, results }: Matching): string | undefined => {
  const [best] = results.at(0)?.matches ?? [];
  return best === undefined ? undefined : prepared.table.idOf(best.row);
};

describe('the operation of a matched coupon', () => {
  test('is held, and proposed to nobody', () => {
    const matching = matchAccount({
      operaciones: OPERACIONES,
      cupones: { 'b/1': cuponOf(at(7)) },
      conciliados: { 'a/1': [cuponOf(at(7)), at(7)] },
    });
    expect(holderOf(matching, at(7).id)).toBe('a/1');
    expect(bestOf(matching)).not.toBe(at(7).id);
  });

  test('is looked for inside its settlement', () => {
    const other = { ...at(7), id: '1', liquidaciones_id: '777' };
    const matching = matchAccount({
      operaciones: [...OPERACIONES, other],
      cupones: {},
      conciliados: { 'a/1': [cuponOf(at(7)), other] },
    });
    expect(holderOf(matching, '1')).toBe('a/1');
    expect(holderOf(matching, at(7).id)).toBeUndefined();
  });

  test('is one of the equal ones where they cannot be told apart, and two coupons hold two', () => {
    const twin = { ...at(7), id: '1' };
    const operaciones = [...OPERACIONES, twin];
    const one = matchAccount({ operaciones, cupones: {}, conciliados: { 'a/1': [cuponOf(at(7)), at(7)] } });
    expect([holderOf(one, '1'), holderOf(one, at(7).id)].filter((key) => key !== undefined)).toEqual(['a/1']);
    const two = matchAccount({
      operaciones,
      cupones: {},
      conciliados: { 'a/1': [cuponOf(at(7)), at(7)], 'a/2': [cuponOf(at(7)), at(7)] },
    });
    expect([holderOf(two, '1'), holderOf(two, at(7).id)].sort()).toEqual(['a/1', 'a/2']);
  });

  test('may be missing from the cache: then nothing is held for it', () => {
    const gone = anOperacion({ liquidaciones_id: '1', comprobante: '1', tarjeta_nro: '9' });
    const conciliados = { 'a/1': [cuponOf(gone), gone] } as const;
    const matching = matchAccount({ operaciones: OPERACIONES, cupones: {}, conciliados });
    expect(Array.from(matching.holders.rowOf)).toEqual([-1]);
  });
});

test('a text of a brand stands for what matched coupons show', () => {
  const visa = OPERACIONES.map((operacion, i) =>
    i % 2 === 0 ? operacion : { ...operacion, tarjeta: 'Maestro', marca: 'Fiserv' },
  );
  const matched = Object.fromEntries(
    visa
      .slice(0, 60)
      .map((operacion, i) => [
        `a/${String(i)}`,
        [cuponOf(operacion, { tarjeta_desc: i % 2 === 0 ? 'VISA' : 'DEB' }), operacion] as const,
      ]),
  );
  const { brands, prepared } = matchAccount({
    operaciones: visa,
    cupones: { 'b/1': cuponOf(at(70), { tarjeta_desc: 'visa' }) },
    conciliados: matched,
  });
  const meaning = (tarjeta_desc: string) =>
    brands.brandsOf(cuponTable([['x', cuponOf(at(70), { tarjeta_desc }), 'c']]).codesOf(0));
  expect(meaning('visa')).toEqual(new Set([prepared.table.brandCode(0)]));
  expect(meaning('Otra')).toBeUndefined();
});

test('probabilities of the levels of a pattern add up to one', () => {
  const m = mOf(SHIPPED);
  for (const pattern of PATTERNS) expect(pattern.reduce((sum, level) => sum + (m[level] ?? 0), 0)).toBeCloseTo(1, 9);
});

describe('how common an amount is', () => {
  const table = tableOf([
    ...Array.from({ length: 90 }, (_, i) => anOperacion({ id: String(i), importe: pesos(1500) })),
    anOperacion({ id: '1000', importe: pesos(1499.37) }),
  ]);
  const amounts = measureAmounts(table);

  test('is its share, less the one that is looked for', () => {
    expect(amounts.of(pesos(1500))).toBeCloseTo(90 / 91, 1);
  });
  test('does not come from the only sale that has it', () => {
    expect(amounts.of(pesos(1499.37))).toBeLessThan(1 / 91 / 10);
  });
  test('is never nothing', () => {
    expect(amounts.of(pesos(7_777_777.77))).toBeGreaterThan(0);
  });
});

test('the other way round: what coupon an operation may be of', () => {
  const cupones = { 'b/1': cuponOf(at(7), { importe: '1234.56' }), 'b/2': cuponOf(at(9)) };
  const found = groupCuponesByOperacion(matchAccount({ operaciones: OPERACIONES, cupones }));
  expect(found.get(at(7).id)?.[0]).toMatchObject({ key: 'b/1', assigned: true });
  expect(found.get(at(9).id)?.[0]).toMatchObject({ key: 'b/2', assigned: true });
  expect(found.get(at(300).id)).toBeUndefined();
});

test('in pieces it says how far it is', () => {
  const steps = match({
    prepared: runToEnd(prepareOperaciones(tableOf(OPERACIONES))),
    matched: cuponTable([]),
    cupones: cuponTable(
      OPERACIONES.slice(0, 500).map((operacion, i) => [
        `b/${String(i)}`,
        cuponOf(operacion, { tarjeta_nro: '0000' }),
        'c',
      ]),
    ),
    decisions: NO_DECISIONS,
  });
  const said: Progress[] = [];
  const { results } = runToEnd(steps, (progress) => said.push(progress));
  expect([...results]).toHaveLength(500);
  expect(new Set(said.map(({ stage }) => stage))).toEqual(new Set(['comparacion', 'asignacion']));
});

test('the calibration goes from hardly ever to nearly always, and never falls', () => {
  const said = Array.from({ length: 81 }, (_, i) => calibrate(CALIBRATION, (i - 40) / 2));
  expect(said).toEqual(said.toSorted((a, b) => a - b));
  expect([said[0], said.at(-1)]).toEqual([LEAST_PROBABILITY, MOST_PROBABILITY]);
  expect(VERY_LIKELY).toBeGreaterThanOrEqual(0.95);
});
