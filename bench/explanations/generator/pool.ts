import { fromDayNumber } from '#domain/civil-date.ts';
import type { Cupon } from '#domain/cupon.ts';
import type { Rechazo } from '#domain/views/rechazos.ts';
import type { FaultKind, Shop } from './fault.ts';
import { shuffle, type Random } from './random.ts';
import type { Sale } from './sales.ts';
import { cuponOf, type Till } from './tills.ts';

/** An unmatched coupon with its true reason and operations. */
export interface Case {
  readonly key: string;
  readonly carga: string;
  readonly cupon: Cupon;
  /** The sale of the coupon; undefined if the coupon is of no sale of the account. */
  readonly sale: Sale | undefined;
  /** The operations in the cache that are only this coupon's; empty if there are none. */
  readonly truth: readonly string[];
  readonly motivo: string;
  /** The names of the coupon's faults. */
  readonly faults: readonly string[];
  /** True if its till exports only the required fields. */
  readonly plain: boolean;
}

/** A coupon that the service matched. */
export interface MatchedCupon {
  readonly key: string;
  readonly carga: string;
  readonly cupon: Cupon;
  readonly liquidacionesId: string;
  /** The operation of the coupon. Only for judging answers, because the service does not give it. */
  readonly operacion: string;
}

export interface Setting {
  /** The sales of the uploaded days, in order. */
  readonly sales: readonly Sale[];
  readonly random: Random;
  readonly shop: Shop;
  readonly today: number;
  /** Days that were not downloaded. */
  readonly missing: ReadonlySet<number>;
  tillOf(store: number): Till;
}

/** Within this many days, ninety-five of a hundred sales of any processor are presented. */
export const NOT_RECENT = 5;
/** About how many coupons of each reason a world has. The actual number varies. */
const EACH = 140;

export type Pool = ReturnType<typeof createPool>;

/** Gives the sales of the uploaded days roles, at most one each, and collects the coupons that the roles make. */
export function createPool(setting: Setting) {
  const { random, today, missing, tillOf } = setting;
  const cases: Case[] = [];
  const matched: MatchedCupon[] = [];
  const rechazos: Rechazo[] = [];
  /** Sales that the processor never reported. */
  const removed = new Set<string>();
  /** Further operations, without exactly one sale of their own. */
  const added: Sale[] = [];
  const used = new Set<string>();
  const drawn = shuffle(setting.sales, random);
  let row = 0;

  const uploadOf = (sale: Sale): string =>
    `${sale.terminal.slice(-3)}-${sale.terminal.slice(0, 5)}-${fromDayNumber(sale.day)}`;
  const keyIn = (upload: string): string => `${upload}/${String(++row).padStart(6, '0')}`;
  const isPlain = (sale: Sale): boolean => tillOf(sale.store).columns.size === 0;

  return {
    ...setting,
    ...{ cases, matched, rechazos, removed, added, used, uploadOf, keyIn, isPlain },
    clean: (sale: Sale): Cupon => cuponOf(sale, tillOf(sale.store), random),
    isReported: (sale: Sale): boolean => sale.presentation <= today && !missing.has(sale.day),
    write: (
      sale: Sale,
      cupon: Cupon,
      {
        motivo,
        truth = [],
        faults = [],
      }: { readonly motivo: string; readonly truth?: readonly string[]; readonly faults?: readonly string[] },
    ): void => {
      used.add(sale.id);
      const carga = uploadOf(sale);
      cases.push({ key: keyIn(carga), carga, cupon, sale, truth, motivo, faults, plain: isPlain(sale) });
    },
    /** Calls `become` with sales that have no role, until it has made enough coupons. */
    take: (count: number, become: (sale: Sale) => boolean): void => {
      let left = count;
      for (const sale of drawn) {
        if (left <= 0) return;
        if (!used.has(sale.id) && become(sale)) left -= 1;
      }
    },
    /** Draws the number of coupons for a reason: about `times` the usual one. */
    drawCount: (times = 1): number =>
      Math.max(Math.round(EACH * times * 0.75), Math.round(EACH * times * Math.exp(0.35 * random.normal()))),
    oneOf: (kinds: readonly FaultKind[]): FaultKind | undefined =>
      kinds[random.weighted(kinds.map(({ weight }) => weight))],
  };
}
