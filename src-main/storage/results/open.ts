import { openFile } from '../cache/open.ts';
import { openPages } from './pages.ts';
import { openQueries } from './queries.ts';
import { openWriting, tarjetaOf } from './writing.ts';

/** The results that were read, one for each reconciliation: its last whole reading. */
export type Results = ReturnType<typeof openResults>;
export type StoredReading = NonNullable<ReturnType<Results['show']>>;
export { tarjetaOf };
export type { PlaceSum, ReadingCupon, StoredCupon } from './queries.ts';

/** Opens the results that a cache keeps, on a connection of their own. Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`, and damage as SQLite reports it. */
export function openResults(cache: string) {
  const db = openFile(cache);
  // The readings that are being written are temporary tables, and one may have half a million coupons.
  db.pragma('temp_store = FILE');
  return {
    ...openWriting(db),
    ...openQueries(db),
    readPage: openPages(db),
    close: (): void => {
      db.close();
    },
  };
}
