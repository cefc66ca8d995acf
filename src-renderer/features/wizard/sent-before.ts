import type { ReviewSummary } from '#contract/revision.ts';

/** What is to be done with the coupons that were sent before. */
export type SentChoice = 'omitir' | 'mandar';

interface SentBefore {
  readonly cupones: number;
  /** Coupons of the files, including those sent before, without the ones that were left out for other reasons. */
  readonly of: number;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0);

/** How many coupons under review were sent before, in all the uploads that had some. */
export function findSentBefore({ enviados, listas }: Pick<ReviewSummary, 'enviados' | 'listas'>): SentBefore {
  const cupones = sum(enviados.map(({ cupones }) => cupones));
  const omitted = sum(enviados.map(({ omitidos }) => omitidos));
  const of = listas + omitted;
  return { cupones, of };
}
