import type { Migration } from '../../sqlite/open.ts';

/**
 * Why a row was set aside, as data (JSON): `motivo` was a sentence, which only one language could show. A row of before keeps its sentence until it
 * comes again.
 */
export const addProblems: Migration = {
  version: 7,
  sql: 'ALTER TABLE cuarentena ADD COLUMN problemas TEXT;',
};
