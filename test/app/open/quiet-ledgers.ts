import { createLedgers, type Ledgers } from '#app/open/index.ts';
import type { LedgerBackups } from '#storage/ledger/index.ts';

const NO_BACKUPS: LedgerBackups = {
  exist: () => false,
  takeFullest: async () => undefined,
  makeDaily: async () => undefined,
};

/** The ledgers of a data folder, without notices. */
export const createQuietLedgers = ({
  data,
  clock,
}: Pick<Parameters<typeof createLedgers>[0], 'data' | 'clock'>): Ledgers =>
  createLedgers({ data, clock, random: Math.random, onNotice: () => undefined, backupsFor: () => NO_BACKUPS });
