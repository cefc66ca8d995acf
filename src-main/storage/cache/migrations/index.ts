import type { Migration } from '../../sqlite/abrir.ts';
import { cacheCreate } from './0001-cache-create.ts';

export const MIGRATIONS: readonly Migration[] = [cacheCreate];
/** The schema that this program knows. */
export const VERSION_CACHE = MIGRATIONS.at(-1)?.version ?? 0;
