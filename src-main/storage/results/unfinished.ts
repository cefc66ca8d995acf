/** Deletes readings that nobody will finish: their program was killed while it wrote them. */
import Database from 'better-sqlite3';
import { z } from 'zod';
import { readText } from '../fields.ts';

/** The writing process, and how to tell whether another one is still running. */
export interface ResultsWriter {
  readonly pid: number;
  readonly isRunning: (pid: number) => boolean;
}

const row = z.object({ n: z.number(), encabezado: z.string() });
const mark = z.object({ escribe: z.number() });

/** The mark that an unfinished reading has in place of its header. */
export const markOf = (writer: ResultsWriter | undefined): string =>
  writer === undefined ? '' : JSON.stringify({ escribe: writer.pid });

function isAlive({ encabezado }: z.infer<typeof row>, { pid, isRunning }: ResultsWriter): boolean {
  const written = readText(mark, encabezado);
  // A mark with our own process number is of an earlier program: this one is only just opening the file.
  return written !== undefined && written.escribe !== pid && isRunning(written.escribe);
}

/**
 * Deletes unfinished readings, when this program writes. Readings of another program that is still running stay. What cannot be deleted now is left
 * for the next time.
 */
export function sweep(db: Database.Database, writer: ResultsWriter | undefined): void {
  if (writer === undefined) return;
  try {
    const unfinished = db.prepare('SELECT n, encabezado FROM lectura WHERE completa = 0').all();
    const left = z
      .array(row)
      .parse(unfinished)
      .filter((one) => !isAlive(one, writer));
    if (left.length === 0) return;
    const deleteCupones = db.prepare('DELETE FROM cupon WHERE lectura = ?');
    const deleteReading = db.prepare('DELETE FROM lectura WHERE n = ?');
    db.transaction(() => {
      for (const { n } of left) {
        deleteCupones.run(n);
        deleteReading.run(n);
      }
    }).immediate();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}
