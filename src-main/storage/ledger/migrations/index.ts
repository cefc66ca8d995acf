import type { Migration } from '../../sqlite/abrir.ts';
import { ledgerCreate } from './0001-ledger-create.ts';

export const MIGRATIONS: readonly Migration[] = [ledgerCreate];
