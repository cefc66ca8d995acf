/** A person's decisions as the engine takes them, and what is known now of their coupons and operations. Runs in the thread. */
import type { CuponFacts, OperacionFacts } from '#domain/decisions/contradictions.ts';
import type { DecidedOperacion } from '#domain/decisions/events.ts';
import { referenceOf, saleKeyOf, withReference } from '#domain/decisions/sale-key.ts';
import type { Decisions } from '#domain/matching/match.ts';
import { i32 } from '#domain/matching/fields/columns.ts';
import type { MatchingRows } from '#storage/cache/index.ts';
import type { AccountCupones, OpenCupon } from './cupones.ts';
import type { AskedCupon, DecidedFacts, ResolvedCupon, Resolved, ScopeDecisions } from './questions.ts';
import type { Explained } from './work.ts';

/** The current identifier of an operation; undefined when it is no longer there. */
export type IdOf = (operacion: DecidedOperacion) => string | undefined;

/** Each operation is looked for once: by its identifier, else by its natural key. */
export function createIdOf(rows: MatchingRows | undefined): IdOf {
  const found = new Map<string, string | undefined>();
  return (operacion) => {
    if (!found.has(operacion.id)) found.set(operacion.id, rows?.find(operacion)?.id);
    return found.get(operacion.id);
  };
}

/**
 * The key under which a sale is matched: that of its last reading. A sale whose reading is not here gets a key that no coupon has, so that its
 * operations still count as taken. Undefined for a sale that the service matched, which is not matched again, and for one whose reconciliation is gone:
 * no screen shows its decision any more, so it takes no operation from the coupon that is uploaded in its place.
 */
function keyOf({ sales }: AccountCupones, gone: ReadonlySet<string>, sale: string): string | undefined {
  const its = sales.get(sale);
  if (its === undefined) return gone.has(sale) ? undefined : `venta ${sale}`;
  const last = its.open.at(-1);
  if (its.matched.length > 0) return undefined;
  return last === undefined ? `venta ${sale}` : (last.same ?? last.key);
}

/** The decisions over the coupons that are there to be matched. */
export function decisionsFor(
  { linked, refused, gone }: ScopeDecisions,
  cupones: AccountCupones,
  idOf: IdOf,
): Decisions {
  const without = new Set(gone);
  const idsOf = (operaciones: readonly DecidedOperacion[]): string[] => operaciones.flatMap((one) => idOf(one) ?? []);
  return {
    linked: linked.flatMap(({ sale, operaciones }) => {
      const cupon = keyOf(cupones, without, sale);
      const ids = idsOf(operaciones);
      return cupon === undefined || ids.length === 0 ? [] : [{ cupon, operaciones: ids }];
    }),
    refused: refused.flatMap(({ sale, operaciones }) => {
      const cupon = keyOf(cupones, without, sale);
      return cupon === undefined ? [] : idsOf(operaciones).map((operacion) => ({ cupon, operacion }));
    }),
  };
}

/** What is known now of some sales that were decided about; contradictions are found by it. */
export function factsOf(
  { matching, accountCupones }: Explained,
  rows: MatchingRows | undefined,
  { linked, refused, gone }: ScopeDecisions,
  wanted: ReadonlySet<string>,
): readonly DecidedFacts[] {
  const { prepared, holders, matched } = matching;
  const { table } = prepared;

  function cuponFactsOf(sale: string): CuponFacts {
    const [first] = accountCupones.sales.get(sale)?.matched ?? [];
    if (first === undefined) return { conciliado: false };
    const place = matched.indexOf(first.key);
    const row = place === undefined ? -1 : i32(holders.rowOf, place);
    return { conciliado: true, operacion: row < 0 ? null : table.idOf(row), liquidacion: first.liquidacion };
  }
  function operacionFactsOf(operacion: DecidedOperacion): OperacionFacts {
    const found = rows?.find(operacion);
    if (found === undefined) return { importe: null, liquidacion: null, held: false };
    const row = table.rowOf(found.id);
    return {
      importe: found.importe,
      liquidacion: found.liquidacion,
      held: row !== undefined && i32(holders.holder, row) >= 0,
    };
  }
  const without = new Set(gone);
  const operaciones = new Map<string, DecidedOperacion[]>();
  for (const one of [...linked, ...refused]) {
    if (wanted.has(one.sale)) operaciones.set(one.sale, [...(operaciones.get(one.sale) ?? []), ...one.operaciones]);
  }
  return [...wanted].map((sale) => ({
    sale,
    gone: without.has(sale) && !accountCupones.sales.has(sale),
    cupon: cuponFactsOf(sale),
    // When nothing was downloaded, nothing is known of an operation: that does not mean that it was withdrawn.
    operaciones:
      table.size === 0
        ? []
        : (operaciones.get(sale) ?? []).map((operacion) => ({ id: operacion.id, facts: operacionFactsOf(operacion) })),
  }));
}

/** Looks for coupons, as a person names them, in the results; and for the coupons that hold some operations. */
export function resolve(
  { matching, accountCupones, byKey }: Explained,
  { cupones: asked, operaciones }: { readonly cupones: readonly AskedCupon[]; readonly operaciones: readonly string[] },
  { linked, idOf }: { readonly linked: ScopeDecisions['linked']; readonly idOf: IdOf },
): Resolved {
  const { prepared, holders, matched } = matching;
  const earlier = new Map(
    linked
      .flatMap((link) => link.operaciones.map((one) => [idOf(one), one.id] as const))
      .filter(([now, id]) => now !== id),
  );

  function findOpen(asked: AskedCupon): OpenCupon | undefined {
    const own = accountCupones.open.filter((one) => one.of === asked.of);
    if ('n' in asked) return own.find(({ place }) => place.n === asked.n);
    const { seq, archivo, fila } = asked;
    const [key, reference] = [saleKeyOf(asked.cupon), referenceOf(asked.cupon)];
    const says = own.filter(({ cupon }) => {
      const its = referenceOf(cupon);
      return saleKeyOf(cupon) === key && (reference === undefined || its === undefined || its === reference);
    });
    return (
      own.find(({ place }) => place.seq !== null && place.seq === seq) ??
      says.find(({ place }) => place.archivo === archivo && place.fila === fila) ??
      says[0]
    );
  }
  function find(one: AskedCupon): ResolvedCupon {
    const open = findOpen(one);
    if (open !== undefined) {
      const sale = accountCupones.saleOf.get(open.key) ?? '';
      const its = accountCupones.sales.get(sale);
      const explanation = byKey.get(open.key) ?? byKey.get(open.same ?? '');
      const { conciliacion, archivo, fila, seq } = open.place;
      // An earlier decision about it may not have known its reference: a further one is about the same sale.
      const cupon = its === undefined ? open.cupon : withReference(open.cupon, its.name.reference);
      return {
        estado: 'abierto',
        sale,
        cupon: { carga: null, seq, conciliacion, archivo, fila, vez: its?.name.vez ?? 1, cupon },
        primera: explanation?.candidatos[0]?.operacion ?? null,
        // Another reading of the same sale may have matched it since.
        conciliado: (its?.matched.length ?? 0) > 0,
      };
    }
    const isMatched = [...accountCupones.known.values()].some(
      ({ of, place }) =>
        of === one.of && ('n' in one ? place.n === one.n : place.archivo === one.archivo && place.fila === one.fila),
    );
    return isMatched ? { estado: 'conciliado' } : { estado: 'no_esta' };
  }
  return {
    cupones: asked.map(find),
    operaciones: operaciones.map((id) => {
      const row = prepared.table.rowOf(id);
      const holder = row === undefined ? -1 : i32(holders.holder, row);
      const key = holder < 0 ? undefined : matched.keys[holder];
      const de = key === undefined ? null : (accountCupones.known.get(key)?.place ?? null);
      return { id, de, earlier: earlier.get(id) ?? null };
    }),
  };
}
