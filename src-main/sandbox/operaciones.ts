import { listBankHolidays } from '#domain/bank-holidays.ts';
import { fromDayNumber, toDayNumber, weekdayOf } from '#domain/civil-date.ts';
import { COMERCIOS, WALLET_MARCA, MARCAS_WITH_TIME, TARJETAS } from './catalogue.ts';

const COLUMNS = {
  day: Int32Array,
  /** Second of the day; −1 if the processor does not report the time. */
  second: Int32Array,
  presented: Int32Array,
  paid: Int32Array,
  /** Number of the sale within its day; the id is made of the day and this number. */
  order: Int32Array,
  tarjeta: Uint8Array,
  comercio: Uint8Array,
  terminal: Uint8Array,
  comprobante: Int32Array,
  tarjetaNro: Uint16Array,
  bin: Int32Array,
  cuotas: Uint8Array,
  /** Negative in a refund. */
  importe: Int32Array,
  fee: Int32Array,
  financing: Int32Array,
  autorizacion: Int32Array,
  wallet: Uint8Array,
  /** Wallet reference, 11 digits; 0 without one. */
  referencia: Float64Array,
  liquidacion: Int32Array,
} as const;
const NAMES = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];
type Columns = { -readonly [K in keyof typeof COLUMNS]: InstanceType<(typeof COLUMNS)[K]> };

/**
 * Sales, one typed array per field: a million take 60 MB. Days count from 1970-01-01; amounts are centavos. A sale depends only on the seed, the total, its day
 * and its number within the day, never on "today": tomorrow the same world has one more day, and a workbook made from it today still matches.
 */
export interface Operaciones extends Columns {
  /** Rows in use; the columns may be longer. */
  count: number;
}

function createColumns(capacity: number): Columns {
  const columns = NAMES.map((name) => [name, new COLUMNS[name](capacity)]);
  return Object.fromEntries(columns) as Columns; // `COLUMNS` has one entry for each name, of the type that `Columns` states
}

export const createOperaciones = (capacity: number): Operaciones => ({ count: 0, ...createColumns(capacity) });

function reserve(ops: Operaciones): void {
  if (ops.count < ops.day.length) return;
  const larger = createColumns(Math.max(64, ops.count * 2));
  for (const name of NAMES) larger[name].set(ops[name]);
  Object.assign(ops, larger);
}

/** Sixty-five whole weeks, about fifteen months. Because they are whole weeks, the sales of the days add up to exactly the requested number. */
export const DAYS = 455;
/** Relative sales of Sunday … Saturday; they add up to 100. */
const DAY_WEIGHT = [8, 12, 13, 14, 15, 19, 19] as const;
const TOTAL_WEIGHT = (DAYS / 7) * 100;
/** The most operations in a day for which ids have room. */
const PER_DAY = 10_000;
const DAY_ZERO = 10_000;

/** How many operations come before a day, counted from a fixed day, so that a day's share does not depend on today. */
function accumulatedOn(total: number, day: number): number {
  let weight = Math.floor((day + 4) / 7) * 100;
  for (let d = 0; d < weekdayOf(day); d++) weight += DAY_WEIGHT[d] ?? 0;
  return Math.floor((total * weight) / TOTAL_WEIGHT);
}

export const getOperacionId = (day: number, order: number): number => (day - DAY_ZERO) * PER_DAY + order + 1;

/** A table in which each index appears as often as its weight, so that a weighted draw is one lookup. */
const buildRoulette = (pesos: readonly number[]): Uint8Array =>
  Uint8Array.from(pesos.flatMap((p, i) => Array<number>(p).fill(i)));

const CUOTAS = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 6, 6, 12] as const;
/** Financing cost in ten-thousandths of the sale. */
export const COST_BY_CUOTAS: Readonly<Record<number, number>> = { 1: 0, 3: 640, 6: 1180, 12: 2090 };

/** Length of a settlement's period in days: a busy merchant is settled daily, a small one weekly. */
export const getPeriodDays = (total: number): number => (total >= 100_000 ? 1 : 7);
export const periodOf = (day: number, days: number): number => Math.floor((day + 4) / days);
/** The date of a period's settlement: the day after the period ends. */
export const getPeriodDate = (period: number, days: number): number => (period + 1) * days - 4;

/** The bank holidays of all years of the data set and of the next one, when its last settlements are paid. */
export function listHolidays(from: number, to: number): ReadonlySet<number> {
  const [first = 0, last = 0] = [from, to].map((day) => Number(fromDayNumber(day).slice(0, 4)));
  const years = Array.from({ length: last - first + 2 }, (_, n) => first + n);
  return new Set(years.flatMap((year) => Array.from(listBankHolidays(year).keys(), toDayNumber)));
}

/** The day on which a settlement is paid: `term` days later, or the next day that is neither weekend nor holiday. */
export function getPaymentDay(date: number, term: number, holidays: ReadonlySet<number>): number {
  let day = date + term;
  while (weekdayOf(day) === 0 || weekdayOf(day) === 6 || holidays.has(day)) day++;
  return day;
}

/** The amount of a sale in pesos for a random fraction from 0 to 1: most sales are small, a few large. */
const drawPesos = (u: number): number => {
  const u2 = u * u;
  const u8 = u2 * u2 * u2 * u2;
  return 500 + 14_000 * u2 + 40_000 * u8 + 300_000 * u8 * u8 * u8 * u8;
};

/** Makes a generator of the sales of days. `total`: the sales of the whole window, which sets the sales per day and the length of a settlement's period. */
export function createGenerator(seed: number, total: number, holidays: ReadonlySet<number>) {
  const tarjetas = buildRoulette(TARJETAS.map((t) => t.peso));
  const comercios = buildRoulette(COMERCIOS.map((c) => c.peso));
  const period = getPeriodDays(total);
  const withTime = TARJETAS.map((t) => MARCAS_WITH_TIME.has(t.marca));
  const ofWallet = TARJETAS.map((t) => t.marca === WALLET_MARCA);

  const writeOperacion = (
    ops: Operaciones,
    i: number,
    day: number,
    order: number,
    random: ReturnType<typeof createRandom>,
  ): number => {
    const index = valueAt(tarjetas, random.randomInteger(tarjetas.length));
    const tarjeta = TARJETAS[index];
    const comercio = valueAt(comercios, random.randomInteger(comercios.length));
    const shop = COMERCIOS[comercio];
    if (tarjeta === undefined || shop === undefined) throw new Error('Weights and catalogue disagree');
    const wallet = ofWallet[index] === true;
    const isRefund = random.randomInteger(83) === 0;
    const pesos = drawPesos(random.fraction());
    const rounding = random.randomInteger(20);
    const gross =
      rounding < 11
        ? Math.round(pesos / 10) * 1000
        : rounding < 15
          ? Math.round(pesos) * 100
          : Math.round(pesos * 2) * 50;
    const exact = Math.round(pesos * 100);
    // Never end an amount in 13 centavos: an example coupon has that ending so that it matches nothing (`scripts/sample-cupones.ts`).
    const importe = (rounding < 18 ? gross : exact % 100 === 13 ? exact + 1 : exact) * (isRefund ? -1 : 1);
    const cuotas = tarjeta.clase === 'credito' ? valueAt(CUOTAS, random.randomInteger(CUOTAS.length)) : 1;
    const second = random.randomInteger(500) === 0 ? 0 : 28_800 + random.randomInteger(50_400);
    const presentation = day + (random.randomInteger(8) === 0 ? 1 : 0);
    ops.day[i] = day;
    ops.order[i] = order;
    ops.second[i] = withTime[index] === true ? second : -1;
    ops.presented[i] = presentation;
    ops.paid[i] = getPaymentDay(getPeriodDate(periodOf(presentation, period), period), tarjeta.plazo, holidays);
    ops.tarjeta[i] = index;
    ops.comercio[i] = comercio;
    ops.terminal[i] = random.randomInteger(shop.terminales);
    ops.comprobante[i] = ((day - 18_000) * 61 + order) % 100_000_000;
    ops.tarjetaNro[i] = random.randomInteger(10_000);
    ops.bin[i] = wallet ? 0 : tarjeta.bin + random.randomInteger(100);
    ops.cuotas[i] = cuotas;
    ops.importe[i] = importe;
    ops.fee[i] = takeProportion(importe, tarjeta.arancel);
    ops.financing[i] = takeProportion(importe, COST_BY_CUOTAS[cuotas] ?? 0);
    ops.autorizacion[i] = random.randomInteger(1_000_000);
    ops.wallet[i] = wallet ? 1 : random.randomInteger(12) === 0 ? 2 : 0;
    ops.referencia[i] = wallet ? 60_000_000_000 + (day - 18_000) * 1_000_000 + order * 97 : 0;
    ops.liquidacion[i] = -1;
    return second;
  };

  return {
    countOfDay: (day: number): number => accumulatedOn(total, day + 1) - accumulatedOn(total, day),
    /** Appends the sales of a day up to the second `until`. */
    generateDay(ops: Operaciones, day: number, until: number): void {
      const random = createRandom(mix(seed, day));
      const howMany = accumulatedOn(total, day + 1) - accumulatedOn(total, day);
      for (let order = 0; order < howMany; order++)
        if (writeOperacion(ops, ops.count, day, order, random) <= until) ops.count++;
    },
    /** Appends one more sale to a day, after its other sales and at the second `until` at the latest. It has no settlement. */
    add(ops: Operaciones, day: number, order: number, until: number): number {
      reserve(ops);
      const row = ops.count++;
      writeOperacion(ops, row, day, order, createRandom(mix(seed + 1, day * PER_DAY + order)));
      ops.second[row] = Math.min(valueAt(ops.second, row), until);
      return row;
    },
  };
}

/** Reads a typed array. All indexes come from the data set, so the fallback to 0 is never used. */
export const valueAt = (column: { readonly [i: number]: number }, i: number): number => column[i] ?? 0;

/** Mixes whole numbers into one of 32 bits; the same numbers always give the same result. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A small seeded generator (mulberry32): the data must be the same on every machine and with every Node version. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const drawNext = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  return {
    fraction: () => drawNext() / 4_294_967_296,
    /** A whole number from 0 up to, not including, `n`. */
    randomInteger: (n: number) => Math.floor((drawNext() / 4_294_967_296) * n),
  };
}
export type Random = ReturnType<typeof createRandom>;

/** `rate` ten-thousandths of an amount in centavos, rounded half away from zero. */
export function takeProportion(centavos: number, rate: number): number {
  const value = Math.floor((Math.abs(centavos) * rate + 5000) / 10_000);
  return centavos < 0 ? -value : value;
}
