import { cacheCreate } from './0001-cache-create.ts';

/** One step of the schema; `version` is `user_version` after it. Never edited once released. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [cacheCreate];
export const SCHEMA_VERSION = 1;
