import { formatPlain } from '../money.ts';
import type { ReviewTotal, ReviewTotals } from '../review.ts';

/** The sums of the valid coupons, to compare with the till (docs/screens.md, step 3). */
export interface Totals extends ReviewTotals {
  /** Coupons with a lote whose closing is not in `porCierre`. */
  readonly inOtherClosings: number;
}

/** Ten terminals close 3,650 times a year. With more closings the column of lotes holds something else, and its sums would cost much time. */
const MAX_CLOSINGS = 10_000;

interface Sum {
  cupones: number;
  /** Centavos as a plain number; carried into `whole` before it stops being exact. */
  part: number;
  whole: bigint;
}

/** One amount is under 10^14 centavos, so adding one to a sum below this is still exact. */
const CARRY_AT = 2 ** 52;

function add(sum: Sum, centavos: number): void {
  sum.cupones++;
  sum.part += centavos;
  if (sum.part > CARRY_AT || sum.part < -CARRY_AT) {
    sum.whole += BigInt(sum.part);
    sum.part = 0;
  }
}

const formatSum = ({ whole, part }: Sum): string => formatPlain(whole + BigInt(part));

const createSum = (): Sum => ({ cupones: 0, part: 0, whole: 0n });

const list = (sums: Iterable<readonly [string, Sum]>): readonly ReviewTotal[] =>
  [...sums]
    .map(([key, sum]) => ({ clave: key, cupones: sum.cupones, importe: formatSum(sum) }))
    .sort((a, b) => (a.clave < b.clave ? -1 : a.clave > b.clave ? 1 : 0));

function addTo(sums: Map<string, Sum>, key: string, centavos: number): void {
  let sum = sums.get(key);
  if (sum === undefined) sums.set(key, (sum = createSum()));
  add(sum, centavos);
}

interface SummedCupon {
  readonly fecha: string;
  readonly tarjeta: string;
  readonly terminal: string;
  readonly lote: string;
  readonly centavos: number;
}

/** Numbers distinct texts in order of appearance; −1 for a new one once the numbering is closed. */
function createNumbers() {
  const numbers = new Map<string, number>();
  return {
    of(text: string, closed: boolean): number {
      const known = numbers.get(text);
      if (known !== undefined || closed) return known ?? -1;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    texts: () => [...numbers.keys()],
  };
}

/** More than the distinct days, terminals or lotes of `MAX_CLOSINGS` closings. */
const BASE = 2 ** 14;

/** Keys are numbers, because building a text for every coupon would cost more than all other sums. */
function createClosings() {
  const [days, terminals, lotes] = [createNumbers(), createNumbers(), createNumbers()];
  const sums = new Map<number, Sum>();
  let others = 0;
  return {
    add({ fecha, terminal, lote, centavos }: SummedCupon): void {
      const full = sums.size === MAX_CLOSINGS;
      const day = days.of(fecha, full);
      const shop = terminals.of(terminal, full);
      const lot = lotes.of(lote, full);
      const key = (day * BASE + shop) * BASE + lot;
      const sum = day < 0 || shop < 0 || lot < 0 ? undefined : sums.get(key);
      if (sum !== undefined) add(sum, centavos);
      else if (full) others++;
      else {
        const first = createSum();
        add(first, centavos);
        sums.set(key, first);
      }
    },
    others: () => others,
    all(): [string, Sum][] {
      const [dates, terminales, numbers] = [days.texts(), terminals.texts(), lotes.texts()];
      return [...sums].map(([key, sum]) => {
        const rest = Math.floor(key / BASE);
        return [[dates[Math.floor(rest / BASE)], terminales[rest % BASE], numbers[key % BASE]].join(' · '), sum];
      });
    },
  };
}

export function createTotals() {
  const all = createSum();
  const byDay = new Map<string, Sum>();
  const byCard = new Map<string, Sum>();
  const closings = createClosings();
  return {
    add(cupon: SummedCupon): void {
      add(all, cupon.centavos);
      addTo(byDay, cupon.fecha, cupon.centavos);
      addTo(byCard, cupon.tarjeta, cupon.centavos);
      if (cupon.lote !== '') closings.add(cupon);
    },
    /** The sum of a day's coupons so far; undefined for a day without any. */
    importeOfDay(day: string): string | undefined {
      const sum = byDay.get(day);
      return sum === undefined ? undefined : formatSum(sum);
    },
    result: (): Totals => ({
      cupones: all.cupones,
      importe: formatSum(all),
      porDia: list(byDay),
      porTarjeta: list(byCard),
      porCierre: list(closings.all()),
      inOtherClosings: closings.others(),
    }),
  };
}

interface ExactSum {
  cupones: number;
  centavos: number;
}

/** Without a label, a line that equals one coupon's amount may as well be a second coupon that lost its other cells. */
const MIN_CUPONES = { titled: 1, untitled: 2 };

/** Recognises lines of totals by their amount: the exact sum of all coupons above, or of those since the last such line. */
export function createProvenTotals() {
  const all: ExactSum = { cupones: 0, centavos: 0 };
  const since: ExactSum = { cupones: 0, centavos: 0 };
  return {
    add(centavos: number): void {
      for (const sum of [all, since]) {
        sum.cupones++;
        sum.centavos += centavos;
      }
    },
    /** Whether a row's amount is a total. `proven`: another sum has shown it. After a total, the sum since the last line begins again. */
    take(centavos: number, label: keyof typeof MIN_CUPONES, proven = false): boolean {
      const isSum = (sum: ExactSum): boolean =>
        sum.cupones >= MIN_CUPONES[label] && centavos === sum.centavos && Number.isSafeInteger(centavos);
      const is = proven || isSum(all) || isSum(since);
      if (is) Object.assign(since, { cupones: 0, centavos: 0 });
      return is;
    },
  };
}
