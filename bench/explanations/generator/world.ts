import { fromDayNumber, toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import type { Covered } from '#domain/matching/explain/explain.ts';
import type { Operacion } from '#domain/views/operaciones.ts';
import type { Rechazo } from '#domain/views/rechazos.ts';
import type { Shop } from './fault.ts';
import { createRandom, shuffle, type Random } from './random.ts';
import type { Profile } from './profiles.ts';
import { operacionOf, simulateSales, type Sale } from './sales.ts';
import { createTill, type Till } from './tills.ts';
import type { Case, MatchedCupon } from './pool.ts';
import { writeCases, type Roles } from './roles.ts';

/** An account with everything that the matching engine gets, and the true answers. */
export interface World {
  readonly name: string;
  readonly today: CivilDate;
  readonly operaciones: readonly Operacion[];
  readonly rechazos: readonly Rechazo[];
  readonly covered: readonly Covered[];
  readonly matched: readonly MatchedCupon[];
  readonly cases: readonly Case[];
  readonly shop: Shop;
  /** The sale of an operation in the cache; undefined if it has none. */
  saleOf(id: string): Sale | undefined;
  /** The till of a store. */
  tillOf(store: number): Till;
}

export interface WorldOptions {
  readonly profile: Profile;
  readonly seed: number;
  /** The number of days of sales in the cache. */
  readonly days?: number;
  /** Which unmatched coupons the world has; by default some for every reason. */
  readonly roles?: Roles;
}

/** The share of sales with a neighbour, in worlds with the role `neighbours`. */
const NEIGHBOURS = 0.05;
const FIRST = fromDayNumber(20_400);
/** How many days, the last ones, are uploaded. */
const UPLOADED = 60;
/** Days that are not downloaded, counted from the first uploaded day. */
const NOT_DOWNLOADED = [9, 10, 23, 41] as const;

/** Builds a world. Equal options always build the same world. */
export function createWorld({ profile, seed, days = 400, roles = 'reasons' }: WorldOptions): World {
  const random = createRandom(seed);
  const neighbours = roles === 'neighbours' ? NEIGHBOURS : 0;
  const sales = [...simulateSales({ profile, random: random.fork('sales'), from: FIRST, days, neighbours })];
  const first = toDayNumber(FIRST);
  const last = first + days - 1;
  const uploadedFrom = last - UPLOADED + 1;
  const missing = new Set(NOT_DOWNLOADED.map((day) => uploadedFrom + day));
  const stores = Array.from({ length: profile.stores }, (_, store) => store);
  const tills = createTills(random.fork('tills'), stores);
  const shop = shopOf(profile, sales);
  const written = writeCases(
    {
      sales: sales.filter(({ day }) => day >= uploadedFrom),
      random: random.fork('cases'),
      shop,
      today: last,
      missing,
      tillOf: (store) => tillAt(tills, store),
    },
    roles,
  );
  const kept = new Map<string, Sale>();
  for (const sale of sales) {
    if (missing.has(sale.day) || sale.presentation > last || written.removed.has(sale.id)) continue;
    kept.set(sale.id, sale);
  }
  for (const sale of written.added) kept.set(sale.id, sale);
  return {
    name: `${profile.name} ${String(seed)}`,
    today: fromDayNumber(last),
    operaciones: shuffle([...kept.values()], random.fork('order')).map(operacionOf),
    rechazos: written.rechazos,
    covered: listRangesWithout(first, last, missing).map((range) => ({ ...range, leido: fromDayNumber(last) })),
    matched: written.matched.filter(({ operacion }) => kept.has(operacion)),
    cases: written.cases,
    shop,
    saleOf: (id) => kept.get(id),
    tillOf: (store) => tillAt(tills, store),
  };
}

/** Gives half of the stores a till with required columns only. The first other till exports all columns. */
function createTills(random: Random, stores: readonly number[]): readonly Till[] {
  const offset = random.int(2);
  const isPlain = (store: number): boolean => (store + offset) % 2 === 0;
  const complete = stores.find((store) => !isPlain(store));
  return stores.map((store) => createTill(random, isPlain(store) ? 'plain' : store === complete ? 'complete' : 'some'));
}

function tillAt(tills: readonly Till[], store: number): Till {
  const till = tills[store];
  if (till === undefined) throw new Error(`No till for store ${String(store)}`);
  return till;
}

function shopOf(profile: Profile, sales: readonly Sale[]): Shop {
  const counts = new Map<number, number>();
  for (const { importe } of sales) counts.set(Math.abs(importe), (counts.get(Math.abs(importe)) ?? 0) + 1);
  return {
    price: (random) => profile.price(random),
    priceShare: (amount) => ((counts.get(Math.abs(amount)) ?? 0) + 0.1) / sales.length,
    establishments: [...new Set(sales.map(({ establecimiento }) => establecimiento))].sort(),
    terminals: [...new Set(sales.map(({ terminal }) => terminal))].sort(),
  };
}

function listRangesWithout(first: number, last: number, missing: ReadonlySet<number>) {
  const ranges: { desde: CivilDate; hasta: CivilDate }[] = [];
  let from = first;
  for (let day = first; day <= last + 1; day++) {
    if (day <= last && !missing.has(day)) continue;
    if (day > from) ranges.push({ desde: fromDayNumber(from), hasta: fromDayNumber(day - 1) });
    from = day + 1;
  }
  return ranges;
}
