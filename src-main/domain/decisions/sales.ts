/**
 * Finds the coupons of several readings that are one sale, as decisions name it: by its text and its wallet's reference, and by its number among the
 * equal ones of its upload. A coupon whose sale matched in another reading is no work: the queue, the rail, _Inicio_ and the explanations ask here.
 */
import { importeOf, type Cupon } from '../cupon.ts';
import type { DecisionState } from './fold.ts';
import { isNumbered, referenceOf, saleKeyOf, saleNameOf, textOfSale, type SaleName } from './sale-key.ts';

/** A coupon of a reading. Keys sort as the coupons of a reading were read. `of`: its reconciliation, or its upload while that has none. */
interface PlacedCupon {
  readonly key: string;
  readonly place: { readonly archivo: string | null; readonly fila: number | null };
  readonly of: string;
  readonly cupon: Cupon;
}
/** `importe`: centavos. */
export interface UnmatchedCupon extends PlacedCupon {
  readonly importe: number;
}
export interface MatchedCupon extends PlacedCupon {
  readonly liquidacion: string | null;
}

/** A sale as decisions name it (`saleIdOf`), and the coupons of all readings that are it. */
export interface Sale<Open extends UnmatchedCupon> {
  readonly name: SaleName;
  readonly open: readonly Open[];
  readonly matched: readonly { readonly key: string; readonly liquidacion: string | null }[];
}

export interface Sales<Open extends UnmatchedCupon> {
  /** The sales of every open coupon, and of the matched coupons that were added. */
  readonly sales: ReadonlyMap<string, Sale<Open>>;
  /** The sale of an open coupon, by the coupon's key. */
  readonly saleOf: ReadonlyMap<string, string>;
  /** For an open coupon (its key) whose sale matched in another reading, the key of the coupon that matched. It is no work. */
  readonly matchedBy: ReadonlyMap<string, string>;
}

/** A sale that somebody decided about, and its amount in centavos. */
export interface DecidedSale {
  readonly sale: string;
  readonly name: SaleName;
  readonly importe: number;
}

export const listDecidedSales = ({ cupones }: Pick<DecisionState, 'cupones'>): readonly DecidedSale[] =>
  Array.from(cupones, ([sale, { cupon }]) => ({ sale, name: saleNameOf(cupon), importe: importeOf(cupon.cupon) }));

type Member<Open> = { readonly open: Open } | { readonly matched: MatchedCupon };

const cuponOf = <Open extends UnmatchedCupon>(member: Member<Open>): PlacedCupon =>
  'open' in member ? member.open : member.matched;

/** Orders coupons as they stand in their file; where that is not known, as they were read. */
function byPlace<Open extends UnmatchedCupon>(a: Member<Open>, b: Member<Open>): number {
  const [one, other] = [cuponOf(a), cuponOf(b)];
  return (
    compare(one.place.archivo ?? '', other.place.archivo ?? '') ||
    (one.place.fila ?? 0) - (other.place.fila ?? 0) ||
    compare(one.key, other.key)
  );
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The names of the sales that somebody decided about. */
function createDecidedNames(decided: readonly DecidedSale[]) {
  const known = new Set(decided.map(({ sale }) => sale));
  /** Decisions about a sale with a reference, by its name without the reference. */
  const withReference = Map.groupBy(
    decided.filter(({ name }) => name.reference !== undefined),
    ({ name }) => textOfSale({ ...name, reference: undefined }),
  );
  return {
    has: (name: SaleName): boolean => known.has(textOfSale(name)),
    /** The only such decision: of two nobody knows which is meant. */
    findWithReference(name: SaleName): SaleName | undefined {
      const found = withReference.get(textOfSale(name)) ?? [];
      return found.length === 1 ? found[0]?.name : undefined;
    },
  };
}

/**
 * The names of equal sales of one reading, in their order. Sales with different references are not equal: each has a turn of its own. A decision of before
 * that was told counts the turn among all of them, and one of a reading without references has none: it is found where no decision has the sale's own name.
 */
function nameAll(
  key: string,
  references: readonly (string | undefined)[],
  decided: ReturnType<typeof createDecidedNames>,
): readonly SaleName[] {
  const turns = new Map<string | undefined, number>();
  const names = references.map((reference): SaleName => {
    const turn = (turns.get(reference) ?? 0) + 1;
    turns.set(reference, turn);
    return { vez: turn, key, reference };
  });
  const own = new Set(names.map(textOfSale));
  return names.map((name, i) => {
    if (decided.has(name)) return name;
    const among = { ...name, vez: i + 1 };
    const unknown = name.reference === undefined;
    const others = [among, unknown ? decided.findWithReference(among) : { ...among, reference: undefined }];
    return others.find((other) => other !== undefined && decided.has(other) && !own.has(textOfSale(other))) ?? name;
  });
}

/** `open`: the unmatched coupons of all readings. `decided`: the sales that somebody decided about; matched coupons of their amounts are wanted too. */
export function createSales<Open extends UnmatchedCupon>(open: readonly Open[], decided: readonly DecidedSale[]) {
  const near = new Set([...decided.map(({ importe }) => importe), ...open.map(({ importe }) => importe)]);
  const decidedNames = createDecidedNames(decided);
  /** By reading and by the text of the sale. */
  const groups = new Map<string, { readonly key: string; readonly members: Member<Open>[] }>();
  const add = (of: string, cupon: Cupon, member: Member<Open>): void => {
    const key = saleKeyOf(cupon);
    const name = `${of}\u{1f}${key}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { key, members: [member] });
    else group.members.push(member);
  };
  for (const one of open) add(one.of, one.cupon, { open: one });

  return {
    /** Whether a matched coupon of this amount may be a wanted sale. */
    isNear: (importe: number): boolean => near.has(importe),
    addMatched(cupon: MatchedCupon): void {
      add(cupon.of, cupon.cupon, { matched: cupon });
    },
    finish(): Sales<Open> {
      const sales = new Map<string, Sale<Open>>();
      const saleOf = new Map<string, string>();
      for (const { key, members } of groups.values()) {
        members.sort(byPlace);
        const names = nameAll(
          key,
          members.map((member) => referenceOf(cuponOf(member).cupon)),
          decidedNames,
        );
        for (const [i, member] of members.entries()) {
          const name = names[i];
          if (name === undefined) continue;
          const id = textOfSale(name);
          const { open: unmatched = [], matched = [] } = sales.get(id) ?? {};
          if ('open' in member) {
            saleOf.set(member.open.key, id);
            sales.set(id, { name, open: [...unmatched, member.open], matched });
          } else {
            const { key: its, liquidacion } = member.matched;
            sales.set(id, { name, open: unmatched, matched: [...matched, { key: its, liquidacion }] });
          }
        }
      }
      const matchedBy = new Map<string, string>();
      for (const [id, sale] of sales) {
        const [first] = sale.matched;
        if (first === undefined || sale.open.length === 0) continue;
        if (sale.open.every(({ cupon }) => isNumbered(cupon)))
          for (const { key } of sale.open) matchedBy.set(key, first.key);
        else sales.set(id, { ...sale, matched: [] });
      }
      return { sales, saleOf, matchedBy };
    },
  };
}
