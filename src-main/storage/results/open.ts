import { guard } from '../sqlite/errors.ts';
import { openRebuildable } from '../sqlite/remakeable.ts';
import { openQueries } from './queries.ts';
import { openWriting } from './writing.ts';
import { TABLES, VERSION } from './schema.ts';
import { openPages } from './pages.ts';
import { openSums } from './sums.ts';
import type { Results } from './types.ts';
import type { ResultsWriter } from './unfinished.ts';

const PRAGMAS = ['journal_mode = WAL', 'synchronous = NORMAL', 'busy_timeout = 5000'];

/**
 * Opens the results of an account. A file that is damaged or of another version is made anew: the service has its content. `writer`: also deletes
 * what a killed program left unfinished. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`.
 */
export function openResults(path: string, writer?: ResultsWriter): Results {
  const db = guard(() => openRebuildable(path, { version: VERSION, tables: TABLES, pragmas: PRAGMAS }));
  const writing = openWriting(db, writer);
  const queries = openQueries(db);
  const pages = openPages(db);
  return {
    begin: (id) => guard(() => writing.begin(id)),
    remove: (id, when) => {
      guard(() => {
        writing.remove(id, when);
      });
    },
    markMissing: (id, when) => {
      guard(() => {
        writing.markMissing(id, when);
      });
    },
    reappear: (id) => {
      guard(() => {
        writing.reappear(id);
      });
    },
    ...queries,
    ...openSums(db),
    readPage: pages,
    close: () => {
      db.close();
    },
  };
}
