import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calibrate, fitCalibration, LEAST_PROBABILITY, MOST_PROBABILITY } from '#domain/matching/calibration.ts';
import { CALIBRATION, VERY_LIKELY } from '#domain/matching/model/tuned.ts';
import { computeWilson } from '../../../bench/explanations/statistics.ts';

const outcomes = fc.array(fc.record({ score: fc.double({ min: -9, max: 9, noNaN: true }), right: fc.boolean() }), {
  minLength: 1,
  maxLength: 120,
});

describe('a calibration', () => {
  test('never falls', () => {
    fc.assert(
      fc.property(
        outcomes,
        fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 2 }),
        (known, scores) => {
          const curve = fitCalibration(known, 5);
          const said = [...scores].sort((a, b) => a - b).map((score) => calibrate(curve, score));
          for (const [i, value] of said.entries()) expect(value).toBeGreaterThanOrEqual(said[i - 1] ?? 0);
        },
      ),
    );
  });

  test('is never certain of anything', () => {
    fc.assert(
      fc.property(outcomes, fc.double({ min: -50, max: 50, noNaN: true }), (known, score) => {
        const said = calibrate(fitCalibration(known), score);
        expect(said).toBeGreaterThanOrEqual(LEAST_PROBABILITY);
        expect(said).toBeLessThanOrEqual(MOST_PROBABILITY);
      }),
    );
  });

  test('says as many are right as are', () => {
    const known = Array.from({ length: 400 }, (_, i) => ({
      score: i < 200 ? -1 : 1,
      right: i < 200 ? i % 5 === 0 : i % 10 !== 0,
    }));
    const curve = fitCalibration(known);
    expect(calibrate(curve, -1)).toBeCloseTo(0.2, 6);
    expect(calibrate(curve, 1)).toBeCloseTo(0.9, 6);
    expect(calibrate(curve, 0)).toBeCloseTo(0.55, 6);
  });

  test('as it is shipped goes from hardly ever to nearly always', () => {
    expect(calibrate(CALIBRATION, -20)).toBe(LEAST_PROBABILITY);
    expect(calibrate(CALIBRATION, 20)).toBe(MOST_PROBABILITY);
    expect(VERY_LIKELY).toBeGreaterThanOrEqual(0.95);
  });
});

test('the interval of a share holds it, and narrows with the count', () => {
  const [from, to] = computeWilson(5, 100);
  expect(from).toBeLessThan(0.05);
  expect(to).toBeGreaterThan(0.05);
  const [nearer, near] = computeWilson(500, 10_000);
  expect(near - nearer).toBeLessThan(to - from);
  expect(computeWilson(0, 0)).toEqual([0, 1]);
  expect(computeWilson(0, 50)[0]).toBe(0);
});
