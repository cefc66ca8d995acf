import type { Migration } from '../../sqlite/open.ts';

/**
 * A person's decisions about coupons, in the order in which they were taken: `detail` is the event, in the form of its version (`decision-forms.ts`);
 * `quien` is the name of the person who took it on this machine. Undoing adds a row: none is changed or deleted.
 */
export const ledgerDecision: Migration = {
  version: 4,
  sql: `
CREATE TABLE decision (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  quien TEXT NOT NULL,
  kind TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;
CREATE TRIGGER decision_no_update BEFORE UPDATE ON decision
BEGIN SELECT RAISE(ABORT, 'decision is append-only'); END;
CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision
BEGIN SELECT RAISE(ABORT, 'decision is append-only'); END;
`,
};
