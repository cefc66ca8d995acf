/**
 * Finds the coupons of several readings that are one sale, as decisions name it: by its text and its wallet's reference, and by its number among the
 * equal ones of its upload.
 */
import { isNumbered, referenceOf, saleKeyOf, textOfSale, type SaleName } from '#domain/decisions/sale-key.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { AccountCupones, OpenCupon, Sale } from './cupones.ts';
import type { ItemPlace, ScopeDecided } from './questions.ts';

interface MatchedCupon {
  readonly key: string;
  readonly place: ItemPlace;
  readonly of: string;
  readonly cupon: Cupon;
  readonly liquidacion: string | null;
}
type Member = { readonly open: OpenCupon } | { readonly matched: MatchedCupon };

const cuponOf = (member: Member): OpenCupon | MatchedCupon => ('open' in member ? member.open : member.matched);

/** Orders coupons as they stand in their file; where that is not known, as they were read. */
function byPlace(a: Member, b: Member): number {
  const [one, other] = [cuponOf(a), cuponOf(b)];
  return (
    compare(one.place.archivo ?? '', other.place.archivo ?? '') ||
    (one.place.fila ?? 0) - (other.place.fila ?? 0) ||
    compare(one.key, other.key)
  );
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The names of the sales that somebody decided about. */
function createDecidedNames(decided: readonly ScopeDecided[]) {
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
export function createSales(open: readonly OpenCupon[], decided: readonly ScopeDecided[]) {
  const near = new Set([...decided.map(({ importe }) => importe), ...open.map(({ importe }) => importe)]);
  const decidedNames = createDecidedNames(decided);
  /** By reading and by the text of the sale. */
  const groups = new Map<string, { readonly key: string; readonly members: Member[] }>();
  const add = (of: string, cupon: Cupon, member: Member): void => {
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
    finish(): Pick<AccountCupones, 'sales' | 'saleOf' | 'matchedBy'> {
      const sales = new Map<string, Sale>();
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
