import { fc, forAllOf } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import type { Cupon } from '#domain/cupon.ts';
import { prepareOperaciones } from '#domain/matching/candidates.ts';
import { runToEnd } from '#domain/shared-work.ts';
import { cuponOf, explainAccount, fullCuponOf, matchAccount, someOperaciones } from './account.ts';
import { anOperacion, tableOf } from './builders.ts';

const OPERACIONES = someOperaciones(6, 20);

/** A coupon of one of the operations with one field wrong, or none; some coupons have every field. */
const aSpoiltCupon = fc
  .tuple(
    fc.nat(OPERACIONES.length - 1),
    fc.constantFrom<Cupon>(
      {},
      { importe: '1234.00' },
      { tarjeta_nro: '1111' },
      { comprobante: '7' },
      { fecha_venta: '2026-09-03' },
      { comprobante: '7', tarjeta_nro: '1111' },
    ),
    fc.boolean(),
  )
  .map(([place, fault, full]): Cupon => (full ? fullCuponOf : cuponOf)(OPERACIONES[place] ?? anOperacion(), fault));
const someCupones = fc
  .array(aSpoiltCupon, { minLength: 1, maxLength: 12 })
  .map((cupones) => Object.fromEntries(cupones.map((cupon, i) => [`caja/${String(i).padStart(3, '0')}`, cupon])));

const shuffle = <T>(values: readonly T[], by: readonly number[]): T[] =>
  values
    .map((value, i) => ({ value, by: by[i % by.length] ?? 0, i }))
    .sort((a, b) => a.by - b.by || a.i - b.i)
    .map(({ value }) => value);
const someOrder = fc.array(fc.nat(1000), { minLength: 200, maxLength: 200 });

describe('whatever the coupons', () => {
  test('the order in which coupons and operations come changes nothing', () => {
    forAllOf(30, someCupones, someOrder, someOrder, (cupones, a, b) => {
      const held = Object.fromEntries(
        OPERACIONES.slice(0, 30).map((operacion, i) => [
          `antes/${String(i)}`,
          [cuponOf(operacion), operacion] as const,
        ]),
      );
      const one = explainAccount({ operaciones: OPERACIONES, cupones, conciliados: held });
      const other = explainAccount({
        operaciones: shuffle(OPERACIONES, a),
        cupones: Object.fromEntries(shuffle(Object.entries(cupones), b)),
        conciliados: Object.fromEntries(shuffle(Object.entries(held), b)),
      });
      expect([...other]).toEqual([...one]);
    });
  });

  test('what was linked or refused by hand is not proposed again', () => {
    forAllOf(40, someCupones, fc.nat(100), (cupones, n) => {
      const free = matchAccount({ operaciones: OPERACIONES, cupones });
      const proposals = [...free.results].flatMap(({ cupon, matches }) =>
        matches.map(({ row }) => ({
          cupon: free.cupones.keys[cupon] ?? '',
          operacion: free.prepared.table.idOf(row),
        })),
      );
      const refused = proposals.filter((_, i) => i % 3 === n % 3);
      const link = proposals.find(
        ({ cupon, operacion }) => !refused.some((other) => other.cupon === cupon && other.operacion === operacion),
      );
      const linked = link === undefined ? [] : [{ cupon: link.cupon, operaciones: [link.operacion] }];
      const said = explainAccount({ operaciones: OPERACIONES, cupones, decisions: { refused, linked } });
      for (const { cupon, operacion } of refused)
        expect(said.get(cupon)?.candidatos.map((c) => c.operacion) ?? []).not.toContain(operacion);
      if (link !== undefined) {
        expect(said.has(link.cupon)).toBe(false);
        const others = [...said.values()]
          .filter(({ motivo }) => motivo.codigo !== 'YA_USADA')
          .flatMap(({ candidatos }) => candidatos);
        expect(others.map((c) => c.operacion)).not.toContain(link.operacion);
      }
    });
  });

  test('undoing a decision restores exactly what was said, over the operations that are kept for all questions', () => {
    forAllOf(20, someCupones, (cupones) => {
      // As in the worker thread: one table and one index for all three readings.
      const options = { prepared: runToEnd(prepareOperaciones(tableOf(OPERACIONES))) };
      const account = { operaciones: OPERACIONES, cupones, options };
      const before = explainAccount(account);
      const [first] = before.values();
      const operacion = first?.candidatos[0]?.operacion;
      const decided = explainAccount({
        ...account,
        decisions: operacion === undefined ? {} : { linked: [{ cupon: first?.key ?? '', operaciones: [operacion] }] },
      });
      if (operacion !== undefined) expect(decided.has(first?.key ?? '')).toBe(false);
      expect([...explainAccount(account)]).toEqual([...before]);
    });
  });
});
