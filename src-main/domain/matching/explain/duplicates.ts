import { f64 } from '../fields/columns.ts';
import type { CuponTable } from '../fields/cupon-table.ts';
import type { Matching } from '../match.ts';
import type { Match, Matched } from '../matched-table.ts';

/** The coupon that another one repeats. */
export interface Repeated {
  readonly de: string;
  readonly conciliado: boolean;
}

/** The first coupon of each upload and identity. */
function createFirsts() {
  const byUpload = new Map<number, Map<number, number>>();
  return {
    add(table: CuponTable, cupon: number): void {
      const upload = f64(table.carga, cupon);
      const own = byUpload.get(upload) ?? new Map<number, number>();
      byUpload.set(upload, own);
      const identity = f64(table.identity, cupon);
      if (!own.has(identity)) own.set(identity, cupon);
    },
    find: (table: CuponTable, cupon: number): number | undefined =>
      byUpload.get(f64(table.carga, cupon))?.get(f64(table.identity, cupon)),
  };
}

/**
 * Finds coupons that are equal to another one of their upload. The original is the one that the service matched, else the first; it is no
 * duplicate.
 */
export function groupDuplicates({ cupones, matched, results }: Matching): (cupon: number) => Repeated | undefined {
  const [isMatched, first] = [createFirsts(), createFirsts()];
  for (let i = 0; i < matched.size; i++) isMatched.add(matched, i);
  for (const { cupon } of results) first.add(cupones, cupon);
  return (cupon) => {
    const original = isMatched.find(cupones, cupon);
    if (original !== undefined) return { de: matched.keys[original] ?? '', conciliado: true };
    const other = first.find(cupones, cupon);
    return other === undefined || other === cupon ? undefined : { de: cupones.keys[other] ?? '', conciliado: false };
  };
}

/**
 * The outcomes of equal coupons of one upload, by place. Nobody can say which of them an operation is of, and the matching gives each the same chance: two
 * coupons of one operation would each be unlikely, and would name each other. The first has what is there, up to one operation; what is left is the
 * next one's.
 */
export function shareInOrder({
  cupones,
  results,
}: Pick<Matching, 'cupones' | 'results'>): ReadonlyMap<number, Matched> {
  const firsts = createFirsts();
  const groups = new Map<number, Matched[]>();
  for (const result of results) {
    const first = firsts.find(cupones, result.cupon);
    if (first === undefined) firsts.add(cupones, result.cupon);
    else groups.set(first, [...(groups.get(first) ?? []), result]);
  }
  if (groups.size === 0) return new Map();
  const shared = new Map<number, Matched>();
  for (const result of results) {
    const others = groups.get(result.cupon);
    if (others === undefined) continue;
    for (const one of share([result, ...others])) shared.set(one.cupon, one);
  }
  return shared;
}

const rowsOf = ({ matches }: Matched): string => String(matches.map(({ row }) => row).toSorted((a, b) => a - b));

function share(equal: readonly Matched[]): readonly Matched[] {
  // A person refused an operation for one of them: then they are not alike any more.
  if (new Set(equal.map(rowsOf)).size > 1) return equal;
  const given = equal.map(({ assigned }) => assigned).filter((row) => row >= 0);
  const all = equal.flatMap(({ matches }) => matches);
  return equal.map((result, place): Matched => {
    const assigned = given[place] ?? -1;
    const scaleOf = (chance: 'uncalibrated' | 'probability'): number => {
      const sum = (matches: readonly Match[]): number => matches.reduce((total, match) => total + match[chance], 0);
      const own = sum(result.matches);
      return own === 0 ? 0 : Math.min(1, Math.max(0, sum(all) - place)) / own;
    };
    const [model, shown] = [scaleOf('uncalibrated'), scaleOf('probability')];
    const matches = result.matches
      .toSorted((a, b) => Number(b.row === assigned) - Number(a.row === assigned))
      .map((match, i) => ({
        ...match,
        uncalibrated: match.uncalibrated * model,
        // The curve gives the first one its probability, whichever it is.
        probability: (result.matches[i] ?? match).probability * shown,
      }));
    return { ...result, matches, assigned };
  });
}
