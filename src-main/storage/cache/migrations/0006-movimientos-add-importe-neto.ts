import type { Migration } from '../../sqlite/open.ts';

/**
 * Bank movements come without a sign: `D` or `C` says it. `importe_neto` is the signed amount, by the one rule that every sum, screen and export
 * uses; with any other letter it is null, which means unknown. SQLite computes it, so that no row can disagree with it.
 */
export const addNetAmount: Migration = {
  version: 6,
  sql: `ALTER TABLE movimientos ADD COLUMN importe_neto INTEGER
    GENERATED ALWAYS AS (CASE debito_credito WHEN 'C' THEN importe WHEN 'D' THEN -abs(importe) END) VIRTUAL;`,
};
