import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { abrirCache } from '#storage/cache/index.ts';
import { AHORA, HORA, reloj, unaCache } from './apoyo.ts';

describe('opening', () => {
  test('a newer schema is refused and left as it was', () => {
    using prueba = unaCache();
    const otra = path.join(path.dirname(prueba.ruta), 'nueva.db');
    const db = new Database(otra);
    db.pragma('user_version = 99');
    db.close();
    expect(() => abrirCache(otra, { clock: reloj })).toThrow(expect.objectContaining({ code: 'DATOS_MAS_NUEVOS' }));
    expect(existsSync(`${otra}-wal`)).toBe(false);
  });

  test('a damaged file is set aside, said, and begun again', () => {
    using prueba = unaCache();
    const rota = path.join(path.dirname(prueba.ruta), 'rota.db');
    writeFileSync(rota, 'this is no database at all, it only has its name '.repeat(100));
    const avisos: string[] = [];
    const cache = abrirCache(rota, { clock: reloj, onAviso: (texto) => avisos.push(texto) });
    expect(cache.contar({ metodo: 'operaciones' })).toBe(0);
    cache.close();
    expect(avisos).toHaveLength(1);
    expect(readdirSync(path.dirname(rota)).some((name) => name.startsWith('rota.db.danada-'))).toBe(true);
  });

  test('sets its pragmas every time', () => {
    using prueba = unaCache();
    const cache = abrirCache(prueba.ruta, { clock: reloj });
    cache.close();
    const db = new Database(prueba.ruta, { readonly: true });
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    db.close();
  });
});

describe('runs', () => {
  test('one that was cut is taken up again, one that ended is not', () => {
    using prueba = unaCache();
    const hace = { desde: AHORA - HORA };
    expect(prueba.cache.empezarCorrida('a', { ahora: AHORA, ...hace })).toBeUndefined();
    expect(prueba.cache.empezarCorrida('a', { ahora: AHORA + 5, ...hace })).toBe(AHORA);
    expect(prueba.cache.empezarCorrida('b', { ahora: AHORA + 6, ...hace })).toBeUndefined();
    prueba.cache.terminarCorrida('a', AHORA + 7);
    expect(prueba.cache.empezarCorrida('a', { ahora: AHORA + 8, ...hace })).toBeUndefined();
  });
});
