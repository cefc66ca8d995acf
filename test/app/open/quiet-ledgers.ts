import { createLedgers, type Ledgers } from '#app/open/ledgers.ts';

/** The ledgers of a data folder, where nobody listens to what they tell. */
export const createQuietLedgers = ({
  data,
  clock,
}: Pick<Parameters<typeof createLedgers>[0], 'data' | 'clock'>): Ledgers =>
  createLedgers({ data, clock, random: Math.random, onNotice: () => undefined, onError: () => undefined });
