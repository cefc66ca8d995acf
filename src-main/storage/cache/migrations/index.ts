import type { Migration } from '../../sqlite/abrir.ts';
import { cacheCreate } from './0001-cache-create.ts';

export const MIGRATIONS: readonly Migration[] = [cacheCreate];
