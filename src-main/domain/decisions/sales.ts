/** Finds coupons of several readings that are one sale. Decisions name a sale by fields, wallet reference and place among the upload's equal sales. */
import { importeOf, pickFields, type Cupon, type CuponField } from '../cupon.ts';
import type { DecisionState } from './fold.ts';
import type { DecidedCupon } from './events.ts';
import { withoutZeros } from '../fold-text.ts';
import { getComparableKey } from '../upload/body.ts';

/** Fields that identify a sale and come back from the service without losing letters. */
const OF_THE_SALE = [
  'fecha_venta', 'importe', 'comprobante', 'tarjeta_nro', 'establecimiento', 'terminal', 'lote', 'cuotas', 'bin', 'autorizacion',
] as const satisfies readonly CuponField[]; // prettier-ignore

/** A key that equal sales share, whatever their zeros and capitals, without the wallet reference, which uploads of other PCs lack (docs/gaps.md). */
export const saleKeyOf = (cupon: Cupon): string => getComparableKey(pickFields(cupon, OF_THE_SALE), null);

/** The wallet reference, which tells a wallet sale from others of the same day and amount; undefined if unknown. */
export function referenceOf({ wallet_referencia: text = '' }: Cupon): string | undefined {
  const reference = withoutZeros(text.trim().toLowerCase());
  return reference === '' ? undefined : reference;
}

/** Whether the coupon has a number that identifies its sale. Without a number, two coupons of the same day and amount may be different sales. */
export const isNumbered = (cupon: Cupon): boolean =>
  [cupon.comprobante, cupon.autorizacion, referenceOf(cupon)].some((number = '') => /[^0\s]/.test(number));

/** The name of a sale. `vez`: its place among the equal sales of its upload, from 1. */
export interface SaleName {
  readonly vez: number;
  readonly key: string;
  readonly reference: string | undefined;
}

const textOfSale = ({ vez, key, reference }: SaleName): string =>
  `${String(vez)} ${key}${reference === undefined ? '' : `wallet_referencia=${JSON.stringify(reference)}\n`}`;

const saleNameOf = ({ vez, cupon }: { readonly vez: number; readonly cupon: Cupon }): SaleName => ({
  vez,
  key: saleKeyOf(cupon),
  reference: referenceOf(cupon),
});

export const saleIdOf = (decided: { readonly vez: number; readonly cupon: Cupon }): string =>
  textOfSale(saleNameOf(decided));

export function withReference(cupon: Cupon, reference: string | undefined): Cupon {
  if (referenceOf(cupon) === reference) return cupon;
  const { wallet_referencia: _, ...rest } = cupon;
  return reference === undefined ? rest : { ...rest, wallet_referencia: reference };
}

/** `key`: sorts coupons in the order of their reading. `of`: the reconciliation, or the upload if it has none yet. */
interface PlacedCupon {
  readonly key: string;
  readonly place: { readonly archivo: string | null; readonly fila: number | null };
  readonly of: string;
  readonly cupon: Cupon;
}
/** `importe`: in centavos. */
export interface UnmatchedCupon extends PlacedCupon {
  readonly importe: number;
}
export interface MatchedCupon extends PlacedCupon {
  readonly liquidacion: string | null;
}

/** A sale as decisions name it (`saleIdOf`), and its coupons in all readings: unmatched (`open`) and matched. */
export interface Sale<Open extends UnmatchedCupon> {
  readonly name: SaleName;
  readonly open: readonly Open[];
  readonly matched: readonly { readonly key: string; readonly liquidacion: string | null }[];
}

export interface Sales<Open extends UnmatchedCupon> {
  /** The sales of all unmatched coupons, and of the matched coupons that were added. */
  readonly sales: ReadonlyMap<string, Sale<Open>>;
  readonly saleOf: ReadonlyMap<string, string>;
  /** For each unmatched coupon (by key) whose sale, or whose correction, matched in another reading: the key of the matched coupon. */
  readonly matchedBy: ReadonlyMap<string, string>;
}

/** A sale about which there is a decision, with its amount in centavos. */
export interface DecidedSale {
  readonly sale: string;
  readonly name: SaleName;
  readonly importe: number;
  readonly by?: DecidedSale;
}

const decidedSaleOf = (cupon: DecidedCupon): DecidedSale => ({
  sale: saleIdOf(cupon),
  name: saleNameOf(cupon),
  importe: importeOf(cupon.cupon),
});

export const listDecidedSales = ({ cupones }: Pick<DecisionState, 'cupones'>): readonly DecidedSale[] =>
  Array.from(cupones.values(), ({ cupon, reemplazo }) =>
    reemplazo === null ? decidedSaleOf(cupon) : { ...decidedSaleOf(cupon), by: decidedSaleOf(reemplazo.decision.por) },
  );

type Member<Open> = { readonly open: Open } | { readonly matched: MatchedCupon };

const cuponOf = <Open extends UnmatchedCupon>(member: Member<Open>): PlacedCupon =>
  'open' in member ? member.open : member.matched;

/** Sorts coupons by file and row, else in the order of their reading. */
function byPlace<Open extends UnmatchedCupon>(a: Member<Open>, b: Member<Open>): number {
  const [one, other] = [cuponOf(a), cuponOf(b)];
  return (
    compare(one.place.archivo ?? '', other.place.archivo ?? '') ||
    (one.place.fila ?? 0) - (other.place.fila ?? 0) ||
    compare(one.key, other.key)
  );
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const listReplacements = (decided: readonly DecidedSale[]): readonly string[] =>
  decided.flatMap(({ sale, by }) => (by === undefined ? [] : [JSON.stringify([sale, by.sale])])).toSorted();
const isEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, i) => one === others[i]);

function createDecidedNames(decided: readonly DecidedSale[]) {
  const known = new Set(decided.map(({ sale }) => sale));
  /** The decided names that have a reference, by the same name without its reference. */
  const withReference = Map.groupBy(
    decided.filter(({ name }) => name.reference !== undefined),
    ({ name }) => textOfSale({ ...name, reference: undefined }),
  );
  return {
    has: (name: SaleName): boolean => known.has(textOfSale(name)),
    /** Finds the decided name that equals this name but for a missing reference; undefined for no such name, or several. */
    findWithReference(name: SaleName): SaleName | undefined {
      const found = withReference.get(textOfSale(name)) ?? [];
      return found.length === 1 ? found[0]?.name : undefined;
    },
  };
}

/**
 * Names the equal sales of a reading, in order. Sales with different references are numbered separately. A decision made when a reading had no references has a
 * name without one, numbered among all equal sales: the sale takes that name, unless a decision has the sale's own name.
 */
function nameAll<Open extends UnmatchedCupon>(
  key: string,
  members: readonly Member<Open>[],
  decided: ReturnType<typeof createDecidedNames>,
): readonly SaleName[] {
  const turns = new Map<string | undefined, number>();
  const names = members.map((member): SaleName => {
    const reference = referenceOf(cuponOf(member).cupon);
    const turn = (turns.get(reference) ?? 0) + 1;
    turns.set(reference, turn);
    return { vez: turn, key, reference };
  });
  const own = new Set(names.map(textOfSale));
  return names.map((name, i) => {
    if (decided.has(name)) return name;
    const among = { ...name, vez: i + 1 };
    const unknown = name.reference === undefined;
    const other = unknown ? decided.findWithReference(among) : { ...among, reference: undefined };
    return other !== undefined && decided.has(other) && !own.has(textOfSale(other)) ? other : name;
  });
}

/** Finds sales. `open`: the unmatched coupons of all readings. `decided`: the sales with decisions, whose matched coupons are searched too. */
export function createSales<Open extends UnmatchedCupon>(open: readonly Open[], decided: readonly DecidedSale[]) {
  const near = new Set([...decided, ...decided.flatMap(({ by = [] }) => by), ...open].map(({ importe }) => importe));
  const decidedNames = createDecidedNames(decided);
  const byKey = new Map<string, Map<string, Member<Open>[]>>();
  const add = (of: string, cupon: Cupon, member: Member<Open>): void => {
    const key = saleKeyOf(cupon);
    const readings = byKey.get(key) ?? new Map<string, Member<Open>[]>();
    byKey.set(key, readings);
    const members = readings.get(of);
    if (members === undefined) readings.set(of, [member]);
    else members.push(member);
  };
  const listNames = (key: string, names: ReturnType<typeof createDecidedNames>): readonly string[] =>
    [...(byKey.get(key)?.values() ?? [])].flatMap((members) => nameAll(key, members, names)).map(textOfSale);
  for (const one of open) add(one.of, one.cupon, { open: one });

  return {
    /** Whether a matched coupon of this amount may belong to one of these sales. */
    isNear: (importe: number): boolean => near.has(importe),
    /** Whether other decisions give the same result: their matched coupons were added, and they have the same names and corrections. */
    hasSalesOf(others: readonly DecidedSale[]): boolean {
      if (!others.every(({ importe, by }) => near.has(importe) && (by === undefined || near.has(by.importe))))
        return false;
      if (!isEqual(listReplacements(others), listReplacements(decided))) return false;
      const names = createDecidedNames(others);
      const keys = new Set([...decided, ...others].map(({ name }) => name.key));
      return [...keys].every((key) => isEqual(listNames(key, names), listNames(key, decidedNames)));
    },
    addMatched(cupon: MatchedCupon): void {
      add(cupon.of, cupon.cupon, { matched: cupon });
    },
    finish(): Sales<Open> {
      const sales = new Map<string, Sale<Open>>();
      const saleOf = new Map<string, string>();
      const put = (name: SaleName, member: Member<Open>): void => {
        const id = textOfSale(name);
        const { open: unmatched = [], matched = [] } = sales.get(id) ?? {};
        if ('open' in member) {
          saleOf.set(member.open.key, id);
          sales.set(id, { name, open: [...unmatched, member.open], matched });
        } else {
          const { key, liquidacion } = member.matched;
          sales.set(id, { name, open: unmatched, matched: [...matched, { key, liquidacion }] });
        }
      };
      for (const [key, readings] of byKey) {
        for (const members of readings.values()) {
          members.sort(byPlace);
          for (const [i, name] of nameAll(key, members, decidedNames).entries()) {
            const member = members[i];
            if (member !== undefined) put(name, member);
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
      // Corrected coupons need no work once their correction matched.
      for (const { sale, by } of decided) {
        const [first] = by === undefined ? [] : (sales.get(by.sale)?.matched ?? []);
        if (first !== undefined) for (const { key } of sales.get(sale)?.open ?? []) matchedBy.set(key, first.key);
      }
      return { sales, saleOf, matchedBy };
    },
  };
}
