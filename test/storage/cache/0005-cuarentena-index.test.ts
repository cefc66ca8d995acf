import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { clock, createOldCache, explainQuery } from './support.ts';
import { civilDay } from '../../domain/civil-day.ts';

test('rows that were set aside stay, and their days are looked for by an index', () => {
  const file = createOldCache(4, (db) => {
    db.exec(`INSERT INTO cuarentena (metodo, huella, crudo, motivo, primera, ultima, ventana)
      VALUES ('operaciones', 'h', '{}', 'm', 1, 1, '2026-10-05..2026-10-06')`);
  });
  const cache = openAccountCache(file, { clock });
  expect(cache.listQuarantined('operaciones').map(({ ventana }) => ventana)).toEqual(['2026-10-05..2026-10-06']);
  expect(
    cache.hasNotUnderstood('operaciones', { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31'), leido: 1 }),
  ).toBe(true);
  expect(cache.hasNotUnderstood('operaciones', { desde: civilDay('2026-11-01'), leido: 1 })).toBe(false);
  cache.close();
  expect(
    explainQuery(
      createOldCache(5, () => undefined),
      "SELECT min(ventana) FROM cuarentena WHERE metodo = 'operaciones' AND ventana > ''",
    ),
  ).toContain('cuarentena_ventana');
});
