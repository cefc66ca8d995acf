import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { abrirCache } from '#storage/cache/index.ts';
import { openIndexado, openPropuestas } from '../../../src-main/storage/cache/busqueda.ts';
import { MIGRATIONS } from '../../../src-main/storage/cache/migrations/index.ts';
import { reloj } from './apoyo.ts';

test('what was in the index stays, and what is added to it is found too', () => {
  const carpeta = mkdtempSync(path.join(tmpdir(), 'conciliador-cache-'));
  const ruta = path.join(carpeta, 'cache.db');
  const db = new Database(ruta);
  for (const { version, sql } of MIGRATIONS.filter((cada) => cada.version < 4)) {
    db.exec(sql);
    db.pragma(`user_version = ${String(version)}`);
  }
  const poner = (id: string): void => {
    db.exec(
      `INSERT INTO operaciones (id, fecha_venta, comercio, hash) VALUES ('${id}', '2026-10-05', 'La Espiga', 'h')`,
    );
  };
  const indexar = (): void => {
    const pieza = openIndexado(db);
    while (pieza({ cuantas: 10, siempre: true }));
  };
  poner('1');
  indexar();
  abrirCache(ruta, { clock: reloj }).close();
  poner('2');
  indexar();
  const propuesta = openPropuestas(db).propuestas('operaciones', 'espiga');
  expect(db.prepare(`SELECT propuesta FROM ${propuesta?.texto ?? ''}`).all(...(propuesta?.valores ?? []))).toEqual([
    { propuesta: 1 },
    { propuesta: 2 },
  ]);
  const ajustes = db.prepare("SELECT k, v FROM busqueda_operaciones_config WHERE k <> 'version' ORDER BY k").all();
  expect(ajustes).toEqual([
    { k: 'automerge', v: 8 },
    { k: 'hashsize', v: 16_777_216 },
  ]);
  db.close();
  rmSync(carpeta, { recursive: true });
});
