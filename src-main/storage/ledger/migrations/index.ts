import type { Migration } from '../../sqlite/open.ts';
import { ledgerCreate } from './0001-ledger-create.ts';
import { ledgerCuponOnce } from './0002-ledger-cupon-once.ts';
import { ledgerCuponIdentity } from './0003-ledger-cupon-identity.ts';
import { ledgerDecision } from './0004-ledger-decision.ts';

export const MIGRATIONS: readonly Migration[] = [ledgerCreate, ledgerCuponOnce, ledgerCuponIdentity, ledgerDecision];
