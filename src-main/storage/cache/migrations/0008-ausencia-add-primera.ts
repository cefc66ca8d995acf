import type { Migration } from '../../sqlite/open.ts';

/**
 * The first absence of a row that counts towards giving it up; null while none does. `desde` is since when the row is in doubt. Of a row that was in
 * doubt before, nobody knows whether its first absence counts.
 */
export const addFirstAbsence: Migration = {
  version: 8,
  sql: 'ALTER TABLE ausencia ADD COLUMN primera INTEGER;',
};
