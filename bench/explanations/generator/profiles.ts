import type { Random } from './random.ts';

/** A kind of shop. It determines how similar its sales are. */
export interface Profile {
  readonly name: string;
  readonly stores: number;
  readonly terminalsPerStore: readonly [number, number];
  /** Sales of all terminals on an ordinary day. */
  readonly salesPerDay: number;
  /** The amount of a sale, in centavos. */
  price(random: Random): number;
  /** `share`: the share of sales to regular customers; `count`: how many there are. */
  readonly regulars: { readonly share: number; readonly count: number };
  /** Share of sales followed by an equal one on the same card: charged twice, paid in two parts, or two coffees. */
  readonly twins: number;
  /** How terminals number vouchers. */
  readonly vouchers: { readonly digits: number; readonly eachLote: boolean };
  /** Share of sales in 3, 6 or 12 instalments. */
  readonly instalments: number;
}

const toPesos = (amount: number): number => Math.round(amount) * 100;
const drawLognormal = (random: Random, median: number, spread: number): number =>
  median * Math.exp(spread * random.normal());

/** Rounds an amount like a price: mostly to tens or hundreds, sometimes to the peso, rarely to the centavo. */
function round(random: Random, amount: number): number {
  const kind = random.next();
  if (kind < 0.35) return toPesos(Math.max(100, Math.round(amount / 100) * 100));
  if (kind < 0.65) return toPesos(Math.max(10, Math.round(amount / 10) * 10));
  if (kind < 0.85) return toPesos(Math.max(1, amount));
  return Math.max(100, Math.round(amount * 100));
}

/** The prices of a few products, for a kiosk, a parking or a café, where the same amounts come all day. */
const PRICE_LIST = [
  800, 1200, 1500, 1500, 1800, 2000, 2000, 2500, 2500, 3000, 3000, 3500, 4000, 4500, 5000, 5000, 6000, 7500, 8000,
  10_000,
];

export const PROFILES: readonly Profile[] = [
  {
    name: 'almacén',
    stores: 2,
    terminalsPerStore: [2, 3],
    salesPerDay: 520,
    price: (random) => round(random, drawLognormal(random, 6500, 0.9)),
    regulars: { share: 0.45, count: 3000 },
    twins: 0.008,
    vouchers: { digits: 4, eachLote: false },
    instalments: 0.04,
  },
  {
    name: 'estacionamiento',
    stores: 3,
    terminalsPerStore: [1, 2],
    salesPerDay: 560,
    price: (random) => toPesos(random.pick(PRICE_LIST)),
    regulars: { share: 0.6, count: 1800 },
    twins: 0.02,
    vouchers: { digits: 4, eachLote: true },
    instalments: 0,
  },
  {
    name: 'cadena',
    stores: 9,
    terminalsPerStore: [3, 5],
    salesPerDay: 560,
    price: (random) => round(random, drawLognormal(random, 14_000, 1)),
    regulars: { share: 0.3, count: 9000 },
    twins: 0.006,
    vouchers: { digits: 8, eachLote: false },
    instalments: 0.15,
  },
  {
    name: 'electrodomésticos',
    stores: 4,
    terminalsPerStore: [2, 3],
    salesPerDay: 510,
    // Prices end in 999.
    price: (random) =>
      random.chance(0.7)
        ? toPesos(Math.max(1, Math.round(drawLognormal(random, 90, 0.9))) * 1000 - 1)
        : round(random, drawLognormal(random, 60_000, 1)),
    regulars: { share: 0.1, count: 4000 },
    twins: 0.012,
    vouchers: { digits: 6, eachLote: false },
    instalments: 0.55,
  },
];
