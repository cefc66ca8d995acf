import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { guard, isDamaged } from '../sqlite/errores.ts';
import { abrirConsultas } from './consultas.ts';
import { abrirEscritura } from './escritura.ts';
import { INDICES, TABLAS, VERSION } from './esquema.ts';
import { abrirPaginas } from './paginas.ts';
import type { Resultados } from './tipos.ts';

function prepare(ruta: string): Database.Database {
  const db = new Database(ruta);
  try {
    for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL', 'busy_timeout = 5000']) db.pragma(pragma);
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version !== 0 && version !== VERSION) throw new Database.SqliteError('another version', 'SQLITE_NOTADB');
    db.transaction(() => {
      if (version === 0) {
        db.exec(TABLAS);
        db.pragma(`user_version = ${String(VERSION)}`);
      }
      for (const indice of INDICES) db.exec(indice);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens the file, making it anew when it is damaged or of another version: the service has what was in it. */
function openOrRemake(ruta: string): Database.Database {
  try {
    return prepare(ruta);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(ruta + suffix, { force: true });
    return prepare(ruta);
  }
}

/** Throws `DISCO_LLENO`, `CARPETA_SIN_PERMISO`. */
export function abrirResultados(ruta: string): Resultados {
  const db = guard(() => openOrRemake(ruta));
  const escritura = abrirEscritura(db);
  const consultas = abrirConsultas(db);
  const paginas = abrirPaginas(db);
  return {
    empezar: (id) => guard(() => escritura.empezar(id)),
    olvidar: (id) => {
      guard(() => {
        escritura.olvidar(id);
      });
    },
    ...consultas,
    pagina: paginas,
    close: () => {
      db.close();
    },
  };
}
