/**
 * Writes what this version of the program leaves on disk, to be read by those that come: `node test/persisted/write.ts FOLDER`. In FOLDER: a
 * data folder (`home/`), a package for another PC (`traslado.zip`), an event of every form and a decision of every kind as the ledger has them
 * (`events.json`, `decisions.json`), and what this version says of all that (`expected.json`). A version that changes what is on disk adds a folder of its own to `test/fixtures`; those that
 * are there stay as they are.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import Database from 'better-sqlite3';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox } from '#sandbox/index.ts';
import { openLedger } from '#storage/ledger/index.ts';
import { formOfEvent } from './event-forms.ts';
import { ledgersOfEveryForm } from './every-form.ts';
import { accountFolderOf, fillHome } from './home.ts';
import { readAll } from './read-all.ts';

/** Enough for every form that was ever seen over many more. */
const SCHEDULES = 6_000;

/** Puts the uploads of one ledger in another: with other numbers, another account, and names of their own. */
async function merge(target: string, ledger: Uint8Array, { cuenta, folder }: { cuenta: string; folder: string }) {
  const file = path.join(folder, 'merged.db');
  await writeFile(file, ledger);
  const db = new Database(target);
  db.prepare('ATTACH ? AS other').run(file);
  const last = db.prepare<[], number>(`SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'borrador'`);
  const offset = last.pluck().get() ?? 0;
  const CHANGED: Readonly<Record<string, string>> = {
    carga: 'carga + @offset',
    cuenta: '@cuenta',
    ulid: `substr(ulid, 1, 22) || printf('%04d', carga + @offset)`,
  };
  db.transaction(() => {
    // The coupons first: none is added to an upload that is there.
    for (const table of ['cupon', 'hallazgo', 'batch', 'event', 'disposicion', 'upload']) {
      const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
      const values = columns.map((name) => CHANGED[name] ?? name);
      db.prepare(`INSERT INTO main.${table} (${columns.join()}) SELECT ${values.join()} FROM other.${table}`).run(
        table === 'upload' ? { offset, cuenta } : { offset },
      );
    }
    db.prepare(`UPDATE sqlite_sequence SET seq = (SELECT max(carga) FROM upload) WHERE name = 'borrador'`).run();
  })();
  db.close();
}

/** What a program that was killed while it read a file leaves. */
async function leaveDraft(ledger: string, account: string): Promise<void> {
  const ledgerDb = await openLedger(ledger, { clock: systemClock, random: Math.random });
  const uploadId = ledgerDb.createDraft({ cuenta: account, archivos: ['a medias.csv'] });
  const text = '{"fecha_venta":"2026-10-01","importe":"1.00","auxiliar_1":"x"}';
  ledgerDb.addCupones(uploadId, [{ archivo: 0, hoja: null, fila: 2, texto: text }]);
  ledgerDb.close();
}

/** One event of each form, as it is written. */
function eventsOf(ledger: string): readonly { readonly kind: string; readonly detail: string }[] {
  const db = new Database(ledger, { readonly: true });
  const rows = db
    .prepare<[], { kind: string; detail: string }>('SELECT kind, detail FROM event ORDER BY carga, n')
    .all();
  db.close();
  const byForm = new Map(rows.map((row) => [formOfEvent(row.kind, row.detail), row]));
  return [...byForm].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** One decision of each kind, as it is written. */
function decisionsOf(ledger: string): readonly string[] {
  const db = new Database(ledger, { readonly: true });
  const rows = db.prepare<[], { kind: string; detail: string }>('SELECT kind, detail FROM decision ORDER BY n').all();
  db.close();
  return [...new Map(rows.map(({ kind, detail }) => [kind, detail])).values()];
}

/** Brings what waits in the WAL into the file, so that the file is all there is. */
function settle(file: string): void {
  const db = new Database(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const out = path.resolve(process.argv[2] ?? '');
const work = await mkdtemp(path.join(tmpdir(), 'conciliador-'));
// Files are named from here: nothing of this machine is written.
process.chdir(work);
const sandbox = await createSandbox({ clock: systemClock, operaciones: 60, semilla: 7 });
try {
  await fillHome(work, sandbox);
} finally {
  await sandbox.close();
}
const { id, ledger } = await accountFolderOf(path.join(work, 'home'));
for (const one of await ledgersOfEveryForm(SCHEDULES)) {
  await merge(ledger, one, { cuenta: id, folder: work });
}
await leaveDraft(ledger, id);

settle(path.join(path.dirname(ledger), 'cache.db'));
await rm(path.join(work, 'home', 'registro'), { recursive: true, force: true });
await rm(path.join(work, 'home', 'bloqueo.db'), { force: true });
await mkdir(out, { recursive: true });
await cp(path.join(work, 'home'), path.join(out, 'home'), { recursive: true });
await cp(path.join(work, 'traslado.zip'), path.join(out, 'traslado.zip'));
await writeFile(path.join(out, 'events.json'), asJson(eventsOf(ledger)));
await writeFile(path.join(out, 'decisions.json'), asJson(decisionsOf(ledger)));
await writeFile(path.join(out, 'expected.json'), asJson(await readAll(work)));
await rm(work, { recursive: true });
