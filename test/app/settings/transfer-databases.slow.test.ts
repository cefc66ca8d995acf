import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import { withSending, test, type Pc } from './support.ts';
import { rewrite } from './foreign-package.ts';

const SAMPLE = 'Fecha;Importe;Comprobante;Tarjeta\n03/10/2026;100,50;000123;4417\n';

/** A package with one of every database: what was sent, what is under review, what was downloaded, a result. */
async function sendFullTransfer(pc: Pc, sandbox: Sandbox): Promise<string> {
  await withSending(pc, sandbox);
  await pc.call('datos.sincronizar', { desde: '2026-10-01', hasta: '2026-10-05', metodos: ['comercios'] });
  const file = path.join(path.dirname(pc.data), 'revisar.csv');
  await writeFile(file, SAMPLE);
  await pc.call('revision.empezar', { archivos: [file] });
  const [one] = (await pc.call('conciliaciones.listar', {})).cargas;
  await pc.call('conciliaciones.leer', { id: String(one?.id) });
  const output = path.join(path.dirname(pc.data), 'completo.zip');
  await pc.call('traslado.exportar', { exportar: output, conCache: true });
  return output;
}

/** The package with one of its databases changed by SQL, as whoever made it could. */
async function withDatabase(
  origin: string,
  base: 'ledger' | 'cache' | 'revision' | 'resultados',
  change: (db: Database.Database) => void,
): Promise<string> {
  const destination = origin.replace('.zip', `-${base}.zip`);
  await rm(destination, { force: true });
  return rewrite(origin, destination, async (folder) => {
    const [id = ''] = await readdir(path.join(folder, 'cuentas'));
    const db = new Database(path.join(folder, 'cuentas', id, `${base}.db`));
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    change(db);
    db.close();
  });
}

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x';

describe('the databases of a package', () => {
  test('as this program writes them are taken, all of them', async ({ pc, sandbox }) => {
    const packageFile = await sendFullTransfer(pc('vieja'), sandbox);
    const fresh = pc('nueva');
    await fresh.call('traslado.importar', { archivos: [packageFile], si: true });
    const [id = ''] = await readdir(path.join(fresh.data, 'cuentas'));
    expect((await readdir(path.join(fresh.data, 'cuentas', id))).sort()).toEqual(
      expect.arrayContaining(['cache.db', 'ledger.db', 'resultados.db', 'revision.db']),
    );
  });

  const FOREIGN = [
    ['ledger', `DROP TABLE disposicion; CREATE VIEW disposicion AS ${ENDLESS} FROM n;`],
    [
      'ledger',
      `DROP TRIGGER upload_no_update; DROP TRIGGER upload_no_delete; ALTER TABLE upload RENAME TO otra;
       CREATE VIEW upload AS ${ENDLESS} AS carga FROM n;`,
    ],
    ['ledger', 'CREATE TRIGGER uno AFTER INSERT ON event BEGIN DELETE FROM disposicion; END;'],
    ['ledger', 'CREATE TABLE una (x);'],
    ['ledger', 'DROP TABLE aprendido;'],
    [
      'ledger',
      `UPDATE sqlite_schema SET sql = replace(sql, '\n)', ', y TEXT AS (hex(zeroblob(9)))\n)') WHERE name = 'aprendido';`,
    ],
    ['ledger', "CREATE INDEX uno ON event (json_extract(detail, '$'));"],
    ['ledger', 'DROP TRIGGER event_no_delete;'],
    ['ledger', 'DROP INDEX cupon_huella;'],
    ['cache', `DROP TABLE calendario; CREATE VIEW calendario AS ${ENDLESS} AS n FROM n;`],
    ['cache', 'CREATE TABLE una (x);'],
    ['revision', 'CREATE TRIGGER uno AFTER DELETE ON fila BEGIN SELECT 1; END;'],
    ['resultados', `CREATE VIEW una AS ${ENDLESS} FROM n;`],
  ] as const;

  test('made of anything but what this program makes are refused', async ({ pc, sandbox }) => {
    const packageFile = await sendFullTransfer(pc('vieja'), sandbox);
    const fresh = pc('nueva');
    for (const [base, sql] of FOREIGN) {
      const bad = await withDatabase(packageFile, base, (db) => {
        db.exec(sql);
      });
      expect((await fresh.rechazo('traslado.examinar', { archivos: [bad] })).code, sql).toBe('PAQUETE_INVALIDO');
    }
    const bad = await withDatabase(packageFile, 'ledger', (db) => {
      db.exec('CREATE TABLE una (x)');
    });
    expect((await fresh.rechazo('traslado.importar', { archivos: [bad], si: true })).code).toBe('PAQUETE_INVALIDO');
    expect(existsSync(path.join(fresh.data, 'cuentas.json'))).toBe(false);
    expect((await readdir(fresh.data)).filter((name) => name.startsWith('.traslado'))).toEqual([]);
  });

  test('of a cache whose indexes are still to be made are taken', async ({ pc, sandbox }) => {
    const packageFile = await withDatabase(await sendFullTransfer(pc('vieja'), sandbox), 'cache', (db) => {
      db.exec('DROP INDEX operaciones_pago');
    });
    await pc('nueva').call('traslado.examinar', { archivos: [packageFile] });
  });

  test('of a version that would be made anew are left out', async ({ pc, sandbox }) => {
    const packageFile = await withDatabase(await sendFullTransfer(pc('vieja'), sandbox), 'revision', (db) => {
      db.pragma('user_version = 9');
    });
    const fresh = pc('nueva');
    await fresh.call('traslado.importar', { archivos: [packageFile], si: true });
    const [id = ''] = await readdir(path.join(fresh.data, 'cuentas'));
    expect(existsSync(path.join(fresh.data, 'cuentas', id, 'revision.db'))).toBe(false);
  });

  test('of a newer program are not touched', async ({ pc, sandbox }) => {
    const packageFile = await withDatabase(await sendFullTransfer(pc('vieja'), sandbox), 'ledger', (db) => {
      db.pragma('user_version = 99');
    });
    expect((await pc('nueva').rechazo('traslado.examinar', { archivos: [packageFile] })).code).toBe('DATOS_MAS_NUEVOS');
  });

  test('run no SQL that they bring', async ({ folder, pc, sandbox }) => {
    const written = path.join(folder, 'escrito.db');
    const bad = await withDatabase(await sendFullTransfer(pc('vieja'), sandbox), 'cache', (db) => {
      const sql = JSON.stringify([
        `ATTACH '${written}' AS otra; CREATE TABLE otra.una (x);`,
        `VACUUM INTO '${written}'`,
      ]);
      db.prepare("INSERT OR REPLACE INTO saber (clave, valor) VALUES ('indices_por_hacer', ?)").run(sql);
    });
    const fresh = pc('nueva', { clave: sandbox.apiSecret });
    await fresh.call('traslado.importar', { archivos: [bad], si: true });
    await fresh
      .call('datos.sincronizar', { desde: '2026-10-01', hasta: '2026-10-05', metodos: ['comercios', 'rechazos'] })
      .catch(() => undefined);
    expect(existsSync(written)).toBe(false);
  });

  test('name no folder that is deleted, and no file that is read', async ({ folder, pc, sandbox }) => {
    const foreign = path.join(folder, 'ajena');
    await mkdir(foreign);
    await writeFile(path.join(foreign, 'mio.csv'), SAMPLE);
    const old = pc('vieja');
    const packageFile = await sendFullTransfer(old, sandbox);
    const changeMeta = (db: Database.Database, edit: (state: Record<string, unknown>) => object): void => {
      const { texto } = db.prepare('SELECT texto FROM meta').get() as { texto: string };
      const state = JSON.parse(texto) as Record<string, unknown>;
      db.prepare('UPDATE meta SET texto = ?').run(JSON.stringify({ ...state, ...edit(state) }));
    };
    const fresh = pc('nueva');
    const [id = ''] = await readdir(path.join(old.data, 'cuentas'));
    const revision = path.relative(path.join(fresh.data, 'cuentas', id, 'revision'), foreign);
    const deletes = await withDatabase(packageFile, 'revision', (db) => {
      changeMeta(db, () => ({ revision }));
    });
    await fresh.call('traslado.importar', { archivos: [deletes], si: true });
    await fresh.call('revision.descartar', { revision }).catch(() => undefined);
    expect(existsSync(path.join(foreign, 'mio.csv'))).toBe(true);

    const reads = await withDatabase(packageFile, 'revision', (db) => {
      changeMeta(db, ({ archivos }) => ({
        archivos: (archivos as object[]).map((item) => ({ ...item, ruta: path.join(foreign, 'mio.csv') })),
      }));
    });
    await fresh.call('traslado.importar', { archivos: [reads], si: true });
    const show = await fresh.call('revision.ver', {});
    const reading = await fresh.call('revision.columnas', { revision: show?.revision ?? '', archivo: 0, mapear: {} });
    expect(reading.archivos[0]?.problema).not.toBeNull();
  });
});

test('what a program that was killed left of an import is swept by the next start', async ({ pc }) => {
  const one = pc('una');
  await one.call('ajustes.cambiar', { tema: 'oscuro' });
  await one.reopen();
  const rest = path.join(one.data, '.traslado-0123456789ab');
  await mkdir(rest);
  await writeFile(path.join(rest, 'ledger.db'), 'x');
  await one.call('ajustes.leer', {});
  expect(existsSync(rest)).toBe(false);
  await rm(rest, { recursive: true, force: true });
});
