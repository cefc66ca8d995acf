/** Readings that nobody will finish: their program was killed while it kept them. */
import Database from 'better-sqlite3';
import { z } from 'zod';

/** Who writes, and how it is known whether another one still does. */
export interface ResultsWriter {
  readonly pid: number;
  readonly isRunning: (pid: number) => boolean;
}

const row = z.object({ n: z.number(), encabezado: z.string() });
const mark = z.object({ escribe: z.number() });

/** What an unfinished reading has in place of its header. */
export const markOf = (writer: ResultsWriter | undefined): string =>
  writer === undefined ? '' : JSON.stringify({ escribe: writer.pid });

function isAlive({ encabezado }: z.infer<typeof row>, { pid, isRunning }: ResultsWriter): boolean {
  const { data } = mark.safeParse(encabezado === '' ? undefined : JSON.parse(encabezado));
  // One of this number that is not finished while the file is being opened is of an earlier program.
  return data !== undefined && data.escribe !== pid && isRunning(data.escribe);
}

/** Deletes them, where this program writes. Another one may be keeping a result meanwhile: its readings stay. What cannot be deleted now is left for the next time. */
export function sweep(db: Database.Database, writer: ResultsWriter | undefined): void {
  if (writer === undefined) return;
  try {
    const unfinished = db.prepare('SELECT n, encabezado FROM lectura WHERE completa = 0').all();
    const left = z
      .array(row)
      .parse(unfinished)
      .filter((one) => !isAlive(one, writer));
    if (left.length === 0) return;
    const [coupons, reading] = ['DELETE FROM cupon WHERE lectura = ?', 'DELETE FROM lectura WHERE n = ?'].map((sql) =>
      db.prepare(sql),
    );
    db.transaction(() => {
      for (const { n } of left) {
        coupons?.run(n);
        reading?.run(n);
      }
    }).immediate();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}
