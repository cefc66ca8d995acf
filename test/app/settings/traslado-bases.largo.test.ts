import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import type { Sandbox } from '#sandbox/index.ts';
import { conEnvio, test, type Pc } from './apoyo.ts';
import { reescribir } from './paquete-ajeno.ts';

const ESPIGA = 'Fecha;Importe;Comprobante;Tarjeta\n03/10/2026;100,50;000123;4417\n';

/** A package with one of every database: what was sent, what is under review, what was downloaded, a result. */
async function completo(pc: Pc, sandbox: Sandbox): Promise<string> {
  await conEnvio(pc, sandbox);
  await pc.llamar('datos.sincronizar', { desde: '2026-10-01', hasta: '2026-10-05', metodos: ['comercios'] });
  const archivo = path.join(path.dirname(pc.datos), 'revisar.csv');
  await writeFile(archivo, ESPIGA);
  await pc.llamar('revision.empezar', { archivos: [archivo] });
  const [una] = (await pc.llamar('conciliaciones.listar', {})).cargas;
  await pc.llamar('conciliaciones.leer', { id: String(una?.id) });
  const salida = path.join(path.dirname(pc.datos), 'completo.zip');
  await pc.llamar('traslado.exportar', { exportar: salida, conCache: true });
  return salida;
}

/** The package with one of its databases changed by SQL, as whoever made it could. */
async function conBase(
  origen: string,
  base: 'ledger' | 'cache' | 'revision' | 'resultados',
  cambiar: (db: Database.Database) => void,
): Promise<string> {
  const destino = origen.replace('.zip', `-${base}.zip`);
  await rm(destino, { force: true });
  return reescribir(origen, destino, async (carpeta) => {
    const [id = ''] = await readdir(path.join(carpeta, 'cuentas'));
    const db = new Database(path.join(carpeta, 'cuentas', id, `${base}.db`));
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    cambiar(db);
    db.close();
  });
}

const SIN_FIN = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x';

describe('the databases of a package', () => {
  test('as this program writes them are taken, all of them', async ({ pc, sandbox }) => {
    const paquete = await completo(pc('vieja'), sandbox);
    const nueva = pc('nueva');
    await nueva.llamar('traslado.importar', { archivos: [paquete], si: true });
    const [id = ''] = await readdir(path.join(nueva.datos, 'cuentas'));
    expect((await readdir(path.join(nueva.datos, 'cuentas', id))).sort()).toEqual(
      expect.arrayContaining(['cache.db', 'ledger.db', 'resultados.db', 'revision.db']),
    );
  });

  const AJENAS = [
    ['ledger', `DROP TABLE disposicion; CREATE VIEW disposicion AS ${SIN_FIN} FROM n;`],
    [
      'ledger',
      `DROP TRIGGER upload_no_update; DROP TRIGGER upload_no_delete; ALTER TABLE upload RENAME TO otra;
       CREATE VIEW upload AS ${SIN_FIN} AS carga FROM n;`,
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
    ['cache', `DROP TABLE calendario; CREATE VIEW calendario AS ${SIN_FIN} AS n FROM n;`],
    ['cache', 'CREATE TABLE una (x);'],
    ['revision', 'CREATE TRIGGER uno AFTER DELETE ON fila BEGIN SELECT 1; END;'],
    ['resultados', `CREATE VIEW una AS ${SIN_FIN} FROM n;`],
  ] as const;

  test('made of anything but what this program makes are refused', async ({ pc, sandbox }) => {
    const paquete = await completo(pc('vieja'), sandbox);
    const nueva = pc('nueva');
    for (const [base, sql] of AJENAS) {
      const malo = await conBase(paquete, base, (db) => {
        db.exec(sql);
      });
      expect((await nueva.rechazo('traslado.examinar', { archivos: [malo] })).code, sql).toBe('PAQUETE_INVALIDO');
    }
    const malo = await conBase(paquete, 'ledger', (db) => {
      db.exec('CREATE TABLE una (x)');
    });
    expect((await nueva.rechazo('traslado.importar', { archivos: [malo], si: true })).code).toBe('PAQUETE_INVALIDO');
    expect(existsSync(path.join(nueva.datos, 'cuentas.json'))).toBe(false);
    expect((await readdir(nueva.datos)).filter((nombre) => nombre.startsWith('.traslado'))).toEqual([]);
  });

  test('of a cache whose indexes are still to be made are taken', async ({ pc, sandbox }) => {
    const paquete = await conBase(await completo(pc('vieja'), sandbox), 'cache', (db) => {
      db.exec('DROP INDEX operaciones_pago');
    });
    await pc('nueva').llamar('traslado.examinar', { archivos: [paquete] });
  });

  test('of a version that would be made anew are left out', async ({ pc, sandbox }) => {
    const paquete = await conBase(await completo(pc('vieja'), sandbox), 'revision', (db) => {
      db.pragma('user_version = 9');
    });
    const nueva = pc('nueva');
    await nueva.llamar('traslado.importar', { archivos: [paquete], si: true });
    const [id = ''] = await readdir(path.join(nueva.datos, 'cuentas'));
    expect(existsSync(path.join(nueva.datos, 'cuentas', id, 'revision.db'))).toBe(false);
  });

  test('of a newer program are not touched', async ({ pc, sandbox }) => {
    const paquete = await conBase(await completo(pc('vieja'), sandbox), 'ledger', (db) => {
      db.pragma('user_version = 99');
    });
    expect((await pc('nueva').rechazo('traslado.examinar', { archivos: [paquete] })).code).toBe('DATOS_MAS_NUEVOS');
  });

  test('run no SQL that they bring', async ({ folder, pc, sandbox }) => {
    const escrito = path.join(folder, 'escrito.db');
    const malo = await conBase(await completo(pc('vieja'), sandbox), 'cache', (db) => {
      const sql = JSON.stringify([
        `ATTACH '${escrito}' AS otra; CREATE TABLE otra.una (x);`,
        `VACUUM INTO '${escrito}'`,
      ]);
      db.prepare("INSERT OR REPLACE INTO saber (clave, valor) VALUES ('indices_por_hacer', ?)").run(sql);
    });
    const nueva = pc('nueva', { clave: sandbox.apiSecret });
    await nueva.llamar('traslado.importar', { archivos: [malo], si: true });
    await nueva
      .llamar('datos.sincronizar', { desde: '2026-10-01', hasta: '2026-10-05', metodos: ['comercios', 'rechazos'] })
      .catch(() => undefined);
    expect(existsSync(escrito)).toBe(false);
  });

  test('name no folder that is deleted, and no file that is read', async ({ folder, pc, sandbox }) => {
    const ajena = path.join(folder, 'ajena');
    await mkdir(ajena);
    await writeFile(path.join(ajena, 'mio.csv'), ESPIGA);
    const vieja = pc('vieja');
    const paquete = await completo(vieja, sandbox);
    const cambiarMeta = (db: Database.Database, cambio: (estado: Record<string, unknown>) => object): void => {
      const { texto } = db.prepare('SELECT texto FROM meta').get() as { texto: string };
      const estado = JSON.parse(texto) as Record<string, unknown>;
      db.prepare('UPDATE meta SET texto = ?').run(JSON.stringify({ ...estado, ...cambio(estado) }));
    };
    const nueva = pc('nueva');
    const [id = ''] = await readdir(path.join(vieja.datos, 'cuentas'));
    const revision = path.relative(path.join(nueva.datos, 'cuentas', id, 'revision'), ajena);
    const borra = await conBase(paquete, 'revision', (db) => {
      cambiarMeta(db, () => ({ revision }));
    });
    await nueva.llamar('traslado.importar', { archivos: [borra], si: true });
    await nueva.llamar('revision.descartar', { revision }).catch(() => undefined);
    expect(existsSync(path.join(ajena, 'mio.csv'))).toBe(true);

    const lee = await conBase(paquete, 'revision', (db) => {
      cambiarMeta(db, ({ archivos }) => ({
        archivos: (archivos as object[]).map((uno) => ({ ...uno, ruta: path.join(ajena, 'mio.csv') })),
      }));
    });
    await nueva.llamar('traslado.importar', { archivos: [lee], si: true });
    const ver = await nueva.llamar('revision.ver', {});
    const leida = await nueva.llamar('revision.columnas', { revision: ver?.revision ?? '', archivo: 0, mapear: {} });
    expect(leida.archivos[0]?.problema).not.toBeNull();
  });
});

test('what a program that was killed left of an import is swept by the next start', async ({ pc }) => {
  const una = pc('una');
  await una.llamar('ajustes.cambiar', { tema: 'oscuro' });
  await una.reabrir();
  const resto = path.join(una.datos, '.traslado-0123456789ab');
  await mkdir(resto);
  await writeFile(path.join(resto, 'ledger.db'), 'x');
  await una.llamar('ajustes.leer', {});
  expect(existsSync(resto)).toBe(false);
  await rm(resto, { recursive: true, force: true });
});
