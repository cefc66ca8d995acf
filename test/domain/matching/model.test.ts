import { describe, expect, test } from 'vitest';
import { groupCuponesByOperacion } from '#domain/matching/explain/reverse.ts';
import { weighLevels, weighPair } from '#domain/matching/explain/weights.ts';
import { FREE } from '#domain/matching/held.ts';
import { NO_DECISIONS } from '#domain/matching/decisions.ts';
import { match, type Matching } from '#domain/matching/match.ts';
import { measureAmounts } from '#domain/matching/model/amount-shares.ts';
import { normalise, PATTERNS, placesOf, rowOf } from '#domain/matching/model/layout.ts';
import { mOf, noneOf } from '#domain/matching/model/parameters.ts';
import { PRIOR } from '#domain/matching/model/priors.ts';
import { prepareOperaciones } from '#domain/matching/prepare.ts';
import { runInPieces, runToEnd, type Progress } from '#domain/matching/progress.ts';
import { addDays } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import { cuponOf, cuponTable, fullCuponOf, matchAccount, someOperaciones } from './account.ts';
import { anOperacion, pesos, tableOf } from './builders.ts';

const OPERACIONES = someOperaciones(30);
const at = (place: number): Operacion => OPERACIONES[place] ?? anOperacion();
const holderOf = ({ prepared, holders, matched }: Matching, id: string): string | undefined => {
  const holder = holders.holder[prepared.table.rowOf(id) ?? -1] ?? FREE;
  return holder < 0 ? undefined : matched.keys[holder];
};
/** The best candidate of the only coupon, by identifier. */
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
    const matching = matchAccount({
      operaciones: OPERACIONES,
      cupones: {},
      conciliados: {
        'a/1': [
          cuponOf(anOperacion({ liquidaciones_id: '1', comprobante: '1', tarjeta_nro: '9' })),
          anOperacion({ liquidaciones_id: '1' }),
        ],
      },
    });
    expect(Array.from(matching.holders.rowOf)).toEqual([-1]);
  });
});

describe('what is learnt', () => {
  test('of brands: a text stands for what matched coupons show', () => {
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

  test('of slips: where every date is a day late, that becomes what is expected', () => {
    const late = (operacion: Operacion): Cupon =>
      cuponOf({ ...operacion, fecha_venta: { fecha: addDays(operacion.fecha_venta.fecha, 1), hora: null } });
    const presented = OPERACIONES.map((operacion) => ({
      ...operacion,
      fecha_presentacion: operacion.fecha_venta.fecha,
    }));
    const cupones = Object.fromEntries(
      presented.slice(100, 400).map((operacion, i) => [`b/${String(i)}`, late(operacion)]),
    );
    const { parameters } = matchAccount({ operaciones: presented, cupones });
    expect(parameters.learntFrom).toBe(300);
    expect(parameters.slips.fecha['dia_despues']).toBeGreaterThan(0.7);
    expect(PRIOR.slips.fecha['dia_despues']).toBeLessThan(0.1);
    const few = matchAccount({
      operaciones: presented,
      cupones: Object.fromEntries(Object.entries(cupones).slice(0, 199)),
    });
    expect(few.parameters.slips.fecha['dia_despues']).toBeCloseTo(PRIOR.slips.fecha['dia_despues'] ?? 0, 4);
  });

  test('of the links that a person confirmed, from the first one', () => {
    const cupones = Object.fromEntries(
      OPERACIONES.slice(100, 130).map((operacion, i) => [
        `b/${String(i)}`,
        cuponOf(operacion, { tarjeta_nro: '0000' }),
      ]),
    );
    const linked = OPERACIONES.slice(100, 130).map(({ id }, i) => ({ cupon: `b/${String(i)}`, operaciones: [id] }));
    const { parameters, results } = matchAccount({ operaciones: OPERACIONES, cupones, decisions: { linked } });
    expect([...results]).toEqual([]);
    expect(parameters.slips.tarjeta['otra']).toBeGreaterThan(3 * (PRIOR.slips.tarjeta['otra'] ?? 1));
    expect(noneOf(parameters)).toBeLessThan(noneOf(PRIOR));
  });

  test('of coupons that a person said have no operation: none is believed sooner', () => {
    const cupones = { 'b/1': cuponOf(at(7), { tarjeta_nro: '0000', comprobante: '31415926' }) };
    const before = matchAccount({ operaciones: OPERACIONES, cupones });
    const after = matchAccount({
      operaciones: OPERACIONES,
      cupones,
      decisions: { withoutOperacion: Array.from({ length: 200 }, (_, i) => `x/${String(i)}`) },
    });
    expect(after.results.at(0)?.matches[0]?.uncalibrated).toBeLessThan(
      before.results.at(0)?.matches[0]?.uncalibrated ?? 0,
    );
  });

  test('is plain data, and used as it is when it is given back', () => {
    const cupones = { 'b/1': cuponOf(at(7), { tarjeta_nro: '0000' }) };
    const { parameters, results } = matchAccount({ operaciones: OPERACIONES, cupones });
    const back: typeof parameters = JSON.parse(JSON.stringify(parameters));
    const again = matchAccount({ operaciones: OPERACIONES, cupones, options: { parameters: back, learns: false } });
    expect([...again.results]).toEqual([...results]);
  });
});

describe('probabilities of levels', () => {
  test('of a pattern add up to one, in the prior and in m', () => {
    for (const row of [normalise(rowOf(PRIOR.slips)), mOf(PRIOR)]) {
      for (const pattern of PATTERNS)
        expect(pattern.reduce((sum, level) => sum + (row[level] ?? 0), 0)).toBeCloseTo(1, 9);
    }
  });

  test('of what is ordinary come from agreement, never from slips', () => {
    const ordinary = { ...PRIOR.ordinary, terminal: { ambos: 0.2, otro_lote: 0.8, lote_igual: 1, terminal_igual: 1 } };
    const place = placesOf('terminal');
    const m = mOf({ ...PRIOR, ordinary });
    expect(m[place('otro_lote')]).toBeGreaterThan(0.6);
    expect(m[place('ambos')]).toBeLessThan(0.3);
  });
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

describe('weights that are shown', () => {
  const cupones = { 'b/1': fullCuponOf(at(7), { importe: '1234.56' }) };
  const matching = matchAccount({ operaciones: OPERACIONES, cupones });

  test('add up from before looking to the odds of the candidate', () => {
    const pesos = weighPair(matching, 'b/1', at(7).id);
    const best = matching.results.at(0)?.matches[0];
    expect(pesos?.resultado).toBeCloseTo((best?.logOdds ?? 0) / Math.LN2, 6);
    expect(pesos?.inicio).toBeLessThan(0);
    expect(pesos?.pasos.find(({ comparacion }) => comparacion === 'autorizacion')?.puntos).toBeGreaterThan(10);
    expect(pesos?.pasos.find(({ comparacion }) => comparacion === 'importe')).toMatchObject({ nivel: 'otro' });
  });

  test('of all levels say m, u and points', () => {
    const levels = weighLevels(matching);
    const card = levels.find(({ comparacion, nivel }) => comparacion === 'tarjeta' && nivel === 'igual');
    expect(card?.u).toBeLessThan(0.01);
    expect(card?.puntos).toBeGreaterThan(8);
    expect(levels.every(({ m, u, puntos }) => [m, u, puntos].every(Number.isFinite))).toBe(true);
  });

  test('are not there for what is not there', () => {
    expect(weighPair(matching, 'b/9', at(7).id)).toBeUndefined();
    expect(weighPair(matching, 'b/1', '0')).toBeUndefined();
  });
});

test('the other way round: what coupon an operation may be of', () => {
  const cupones = { 'b/1': cuponOf(at(7), { importe: '1234.56' }), 'b/2': cuponOf(at(9)) };
  const found = groupCuponesByOperacion(matchAccount({ operaciones: OPERACIONES, cupones }));
  expect(found.get(at(7).id)?.[0]).toMatchObject({ key: 'b/1', assigned: true });
  expect(found.get(at(9).id)?.[0]).toMatchObject({ key: 'b/2', assigned: true });
  expect(found.get(at(300).id)).toBeUndefined();
});

describe('the error that is measured', () => {
  test('comes from coupons of the account whose operation is hidden, and is an interval', () => {
    const matched = Object.fromEntries(
      OPERACIONES.slice(0, 900).map((operacion, i) => [`a/${String(i)}`, [cuponOf(operacion), operacion] as const]),
    );
    const { error } = matchAccount({
      operaciones: OPERACIONES,
      cupones: { 'b/1': cuponOf(at(1000)) },
      conciliados: matched,
      options: { measures: true },
    });
    expect(error?.decoys).toBeGreaterThan(500);
    expect(error?.linked).toBeLessThan(20);
    expect(error?.from).toBeLessThanOrEqual(error?.share ?? 0);
    expect(error?.to).toBeGreaterThanOrEqual(error?.share ?? 1);
  });

  test('is what it is: where every sale has a twin, most decoys are linked to it', () => {
    const twins = OPERACIONES.flatMap((operacion, i) => [
      operacion,
      { ...operacion, id: `1${operacion.id}`, comprobante: String(900_000 + i), autorizacion: String(i) },
    ]);
    const matched = Object.fromEntries(
      OPERACIONES.slice(0, 900).map((operacion, i) => [`a/${String(i)}`, [cuponOf(operacion), operacion] as const]),
    );
    const { error } = matchAccount({
      operaciones: twins,
      cupones: { 'b/1': cuponOf(at(1000)) },
      conciliados: matched,
      options: { measures: true },
    });
    expect(error?.share).toBeGreaterThan(0.5);
  });
});

describe('in pieces', () => {
  const steps = () =>
    match({
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

  test('says how far it is, and lets others through', async () => {
    const said: Progress[] = [];
    let breaths = 0;
    const { results } = await runInPieces(steps(), {
      signal: new AbortController().signal,
      onProgress: (progress) => said.push(progress),
      breathe: () => Promise.resolve().then(() => void (breaths += 1)),
    });
    expect([...results]).toHaveLength(500);
    expect(breaths).toBe(said.length);
    expect(new Set(said.map(({ stage }) => stage))).toEqual(
      new Set(['aprendizaje', 'comparacion', 'asignacion', 'senuelos']),
    );
  });

  test('stops when it is told to', async () => {
    const stop = new AbortController();
    const run = runInPieces(steps(), {
      signal: stop.signal,
      onProgress: ({ stage }) => {
        if (stage === 'comparacion') stop.abort(new Error('enough'));
      },
      breathe: () => Promise.resolve(),
    });
    await expect(run).rejects.toThrow('enough');
  });
});
