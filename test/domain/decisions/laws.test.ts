import { fc, forAll } from '../../for-all.ts';
import { describe, expect, test } from 'vitest';
import { compareAmounts, problemOf, contradictionsOf } from '#domain/decisions/check.ts';
import {
  CLAIM_STATES,
  type DecidedCupon,
  type DecidedOperacion,
  type DecisionEntry,
  type DecisionEvent,
} from '#domain/decisions/events.ts';
import { foldDecisions, isPending, refusedOf, undoneOf } from '#domain/decisions/fold.ts';
import { saleIdOf } from '#domain/decisions/sales.ts';
import { toCentavos } from '#domain/money.ts';
import { civilDay } from '../civil-day.ts';

const cupon = (i: number): DecidedCupon => ({
  carga: 'CARGA', seq: i, conciliacion: '7', archivo: 'caja.csv', fila: i + 1, vez: 1,
  cupon: { fecha_venta: '2026-10-06', comprobante: String(100 + i), tarjeta_nro: '4777', importe: '10.00' },
}); // prettier-ignore
const operacion = (i: number): DecidedOperacion => ({
  id: String(5000 + i), fecha_venta: civilDay('2026-10-06'), importe: toCentavos(1000), establecimiento: null, terminal: null, lote: null,
  comprobante: String(100 + i), tarjeta_nro: '4777', autorizacion: null, referencia: null,
}); // prettier-ignore

const some = fc.nat(3);
/** Any decision, over few coupons and operations so that decisions meet; `undo` is the place of the decision to undo. */
const anAction = fc.oneof(
  fc
    .tuple(fc.uniqueArray(some, { minLength: 1, maxLength: 2 }), fc.uniqueArray(some, { minLength: 1, maxLength: 2 }))
    .map(([cupones, operaciones]): DecisionEvent => ({
      kind: 'vinculo',
      cupones: cupones.map(cupon),
      operaciones: operaciones.map(operacion),
      tolerancia: toCentavos(9999),
      diferencia: toCentavos(0),
      nota: null,
    })),
  fc
    .tuple(some, some)
    .map(([c, o]): DecisionEvent => ({ kind: 'no_es', cupon: cupon(c), operaciones: [operacion(o)], nota: null })),
  some.map((c): DecisionEvent => ({ kind: 'explicado', cupon: cupon(c), motivo: 'x' })),
  some.map((c): DecisionEvent => ({ kind: 'ajuste', cupon: cupon(c), importe: toCentavos(13), motivo: 'x' })),
  some.map((c): DecisionEvent => ({ kind: 'nota', cupon: cupon(c), texto: 'x' })),
  fc
    .tuple(some, fc.constantFrom(...CLAIM_STATES))
    .map(([c, state]): DecisionEvent => ({ kind: 'reclamo', cupon: cupon(c), estado: state, nota: null })),
  some.map((c): DecisionEvent => ({ kind: 'mirar', cupon: cupon(c), fecha: civilDay('2026-11-30'), nota: null })),
  fc.integer({ min: 1, max: 12 }).map((de): DecisionEvent => ({ kind: 'deshecha', de })),
);

/** The log after these actions in turn, leaving out those that `problemOf` refuses. */
function write(actions: readonly DecisionEvent[], before: readonly DecisionEntry[] = []): readonly DecisionEntry[] {
  let entries = before;
  for (const decision of actions) {
    if (problemOf(entries, decision) !== undefined) continue;
    entries = [...entries, { n: (entries.at(-1)?.n ?? 0) + 1, at: 0, quien: 'ana', decision }];
  }
  return entries;
}
const history = fc.array(anAction, { maxLength: 14 }).map((actions) => write(actions));

describe('whatever is decided', () => {
  test('no operation is of two links, and no coupon in two', () => {
    forAll(history, (entries) => {
      const { cupones, links, clashes } = foldDecisions(entries);
      expect(clashes).toEqual([]);
      const held = [...cupones.values()].flatMap(({ vinculo }) => (vinculo === null ? [] : [vinculo]));
      for (const [id, { n }] of links) {
        const holders = new Set(
          held.filter(({ decision }) => decision.operaciones.some((one) => one.id === id)).map((link) => link.n),
        );
        expect(holders).toEqual(new Set([n]));
      }
    });
  });

  test('undoing anything is as if it had never been decided', () => {
    forAll(history, fc.nat(20), (entries, which) => {
      const one = entries[which % Math.max(1, entries.length)];
      fc.pre(one !== undefined);
      const undone = write([{ kind: 'deshecha', de: one?.n ?? 0 }], entries);
      fc.pre(undone.length > entries.length);
      expect(foldDecisions(undone)).toEqual(foldDecisions(entries.filter(({ n }) => n !== one?.n)));
    });
  });

  test('what was refused stays refused until it is undone or linked by hand', () => {
    forAll(history, (entries) => {
      const undone = undoneOf(entries);
      const { cupones } = foldDecisions(entries);
      for (const { n, decision } of entries) {
        if (decision.kind !== 'no_es' || undone.has(n)) continue;
        const state = cupones.get(saleIdOf(decision.cupon));
        const linked = state?.vinculo?.decision.operaciones.map(({ id }) => id) ?? [];
        for (const { id } of decision.operaciones)
          expect(state !== undefined && (refusedOf(state).has(id) || linked.includes(id))).toBe(true);
      }
    });
  });
});

describe('a link', () => {
  const link = (cupones: number[], operaciones: number[], tolerance = 0): DecisionEvent => ({
    kind: 'vinculo', cupones: cupones.map(cupon), operaciones: operaciones.map(operacion), tolerancia: toCentavos(tolerance),
    diferencia: toCentavos(0), nota: null,
  }); // prettier-ignore

  test('of several coupons with several operations cannot be taken', () => {
    expect(problemOf([], link([1, 2], [1, 2], 9999))).toMatchObject({ problema: 'VARIOS_CON_VARIAS' });
  });

  test('of amounts that differ says both', () => {
    expect(problemOf([], link([1], [1, 2], 999))).toEqual({
      problema: 'IMPORTES_DISTINTOS', tolerancia: 999, cupones: 1000, operaciones: 2000, diferencia: -1000,
    }); // prettier-ignore
    expect(problemOf([], link([1], [1, 2], 1000))).toBeUndefined();
    expect(compareAmounts([cupon(1)], [operacion(1)]).diferencia).toBe(0);
  });

  test('cannot come back by undoing while another one has its operation', () => {
    const refusal: DecisionEvent = { kind: 'no_es', cupon: cupon(1), operaciones: [operacion(1)], nota: null };
    const entries = write([link([1], [1]), refusal, link([2], [1])]);
    expect(entries).toHaveLength(3);
    expect(problemOf(entries, { kind: 'deshecha', de: 2 })).toMatchObject({
      problema: 'VUELTO_A_VINCULAR',
      por: { n: 3 },
    });
  });
});

describe('the data contradicts', () => {
  const decided = (...actions: DecisionEvent[]) =>
    foldDecisions(write(actions)).cupones.get(saleIdOf(cupon(1))) ?? expect.unreachable();
  const linked = decided({
    kind: 'vinculo', cupones: [cupon(1)], operaciones: [operacion(1)], tolerancia: toCentavos(0), diferencia: toCentavos(0), nota: null,
  }); // prettier-ignore
  const facts = { importe: toCentavos(1000), liquidacion: '9', held: false };
  const FREE = { conciliado: false } as const;

  test('nothing where all is as it was, or the service matched the coupon with that operation', () => {
    expect(contradictionsOf(linked, FREE, () => facts)).toEqual([]);
    expect(contradictionsOf(linked, FREE, () => undefined)).toEqual([]);
    const same = { conciliado: true, operacion: '5001', liquidacion: '9' } as const;
    expect(contradictionsOf(linked, same, () => facts)).toEqual([]);
    expect(contradictionsOf(linked, { ...same, operacion: null }, () => facts)).toEqual([]);
  });

  test('a link by a settlement that is another one', () => {
    const other = { conciliado: true, operacion: null, liquidacion: '8' } as const;
    expect(contradictionsOf(linked, other, () => facts)).toEqual([{ codigo: 'CUPON_CONCILIADO', operacion: null }]);
  });

  test('an explanation by a match, and a refusal by a match with what was refused', () => {
    const said = decided({ kind: 'explicado', cupon: cupon(1), motivo: 'x' });
    const match = { conciliado: true, operacion: '5001', liquidacion: '9' } as const;
    expect(contradictionsOf(said, match, () => facts)).toEqual([{ codigo: 'CUPON_CONCILIADO', operacion: '5001' }]);
    const refused = decided({ kind: 'no_es', cupon: cupon(1), operaciones: [operacion(1)], nota: null });
    expect(contradictionsOf(refused, match, () => facts)).toEqual([{ codigo: 'CUPON_CONCILIADO', operacion: '5001' }]);
    expect(contradictionsOf(refused, { ...match, operacion: '5002' }, () => facts)).toEqual([]);
  });
});

test('a coupon whose day to look again passed and whose claim was refused afterwards is work again', () => {
  const taken = write([
    { kind: 'mirar', cupon: cupon(1), fecha: civilDay('2026-10-10'), nota: null },
    { kind: 'reclamo', cupon: cupon(1), estado: 'rechazado', nota: null },
  ]);
  const decision = foldDecisions(taken).cupones.get(saleIdOf(cupon(1)));
  if (decision === undefined) throw new Error('nothing was decided');
  expect(
    [civilDay('2026-10-09'), civilDay('2026-10-10'), civilDay('2026-11-01')].map((today) => isPending(decision, today)),
  ).toEqual([false, true, true]);
});
