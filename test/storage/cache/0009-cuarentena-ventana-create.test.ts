import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { clock, createOldCache, explainQuery } from './support.ts';
import { civilDay } from '../../domain/civil-day.ts';

const day = (iso: string) => ({ desde: civilDay(iso), hasta: civilDay(iso) });

const createCacheWithRows = (): string =>
  createOldCache(8, (db) => {
    db.exec(`INSERT INTO cuarentena (metodo, huella, id, crudo, motivo, primera, ultima, ventana) VALUES
      ('operaciones', 'h', '1', '{}', '', 1, 3, '2026-10-05..2026-10-05'), ('comercios', 'i', '2', '{}', '', 1, 3, NULL)`);
  });

test('rows that were set aside before keep their days and when they last came', () => {
  const cache = openAccountCache(createCacheWithRows(), { clock });
  expect(cache.countSetAsideIn('operaciones', { ...day('2026-10-05'), leido: 3 })).toBe(1);
  expect(cache.countSetAsideIn('operaciones', { ...day('2026-10-06'), leido: 3 })).toBe(0);
  expect(cache.countSetAsideIn('operaciones', { ...day('2026-10-05'), leido: 4 })).toBe(0);
  expect(cache.countSetAsideIn('comercios', { leido: 3 })).toBe(1);
  expect(cache.hasNotUnderstood('operaciones', { ...day('2026-10-05'), leido: 3 })).toBe(true);
  cache.close();
});

test('a row that goes takes its days with it', () => {
  const file = createOldCache(9, (db) => {
    db.exec(`INSERT INTO cuarentena (n, metodo, huella, crudo, motivo, primera, ultima) VALUES (7, 'operaciones', 'h', '{}', '', 1, 1);
      INSERT INTO cuarentena_ventana (metodo, ventana, n, ultima) VALUES ('operaciones', '', 7, 1);
      DELETE FROM cuarentena`);
    expect(db.prepare('SELECT count(*) FROM cuarentena_ventana').pluck().get()).toBe(0);
  });
  expect(explainQuery(file, 'DELETE FROM cuarentena_ventana WHERE n = ?', 7)).toContain('cuarentena_ventana_n');
});

test('the days of which nothing was understood are looked for by their key', () => {
  const sql =
    "SELECT min(ventana) FROM cuarentena_ventana WHERE metodo = 'operaciones' AND ventana > '' AND ultima >= 1";
  expect(
    explainQuery(
      createOldCache(9, () => undefined),
      sql,
    ),
  ).toContain('USING PRIMARY KEY (metodo=? AND ventana>?)');
});
