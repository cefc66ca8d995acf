/** The unmatched coupons with which something is left to do. The rail, *Inicio*, the queue and the closing of a month count these. */
import type { Account } from '../accounts/account.ts';
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { outcomesOf, type Outcome, type UploadSources } from '../uploaded/uploads.ts';
import { listUnmatched, type ListedCupon } from './unmatched.ts';

/** Whether nothing is left to do with a coupon now. */
export type IsResting = (cupon: ListedCupon) => boolean;

interface Work {
  readonly cupones: readonly ListedCupon[];
  /** How many coupons were uploaded. One that several results have counts once. */
  readonly total: number;
}

/** The work of an account; null when no result is known here. */
export type ListWork = (account: Account, signal: AbortSignal) => Promise<Work | null>;

interface Deps {
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly caches: Pick<Caches, 'existingResults'>;
  /** Matches the unmatched coupons of the account, which takes seconds the first time. */
  readonly restingOf: (account: Account, signal: AbortSignal) => Promise<IsResting>;
}

export const createListWork =
  ({ ledgers, caches, restingOf }: Deps): ListWork =>
  async (account, signal) => {
    const sources = { ledger: await ledgers.openExisting(account), results: await caches.existingResults(account) };
    const outcomes = outcomesOf(sources, account.id);
    if (outcomes.length === 0) return null;
    const open = listUnmatched(sources, outcomes).filter(({ replaced }) => !replaced);
    const isResting = open.length === 0 ? () => false : await restingOf(account, signal);
    return { cupones: open.filter((one) => !isResting(one)), total: countUploaded(sources, outcomes) };
  };

export function countUploaded({ ledger }: UploadSources, outcomes: readonly Outcome[]): number {
  if (outcomes.length === 1) return outcomes[0]?.total ?? 0;
  const own = outcomes.flatMap(({ carga }) => carga ?? []);
  const ofOthers = outcomes.reduce((sum, { carga, total }) => sum + (carga === null ? total : 0), 0);
  return (ledger?.countDistinct(own) ?? 0) + ofOthers;
}
