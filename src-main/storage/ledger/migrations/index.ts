import { ledgerCreate } from './0001-ledger-create.ts';

/** One step of the schema; `version` is `user_version` after it. Never edited once released. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [ledgerCreate];
export const SCHEMA_VERSION = 1;
