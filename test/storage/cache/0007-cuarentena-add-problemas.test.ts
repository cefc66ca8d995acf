import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAccountCache } from '#storage/cache/index.ts';
import { clock, createOldCache } from './support.ts';

test('a row that was set aside before keeps its sentence until it comes again', () => {
  const raw = '{"id":"9","importe":"mucho"}';
  const before = 'importe: importe sin separador de miles';
  const file = createOldCache(6, (db) => {
    db.prepare(
      "INSERT INTO cuarentena (metodo, huella, crudo, motivo, primera, ultima) VALUES ('operaciones', ?, ?, ?, 1, 1)",
    ).run(hash('sha256', raw, 'base64url'), raw, before);
  });
  const cache = openAccountCache(file, { clock });
  expect(cache.listQuarantined('operaciones')).toMatchObject([{ motivo: before, problemas: null }]);
  const problems = [{ campo: 'importe', forma: 'importe_sin_miles' }] as const;
  cache.setAside({ metodo: 'operaciones', crudo: raw, problemas: problems, cuando: 2 });
  expect(cache.listQuarantined('operaciones')).toMatchObject([
    { motivo: '', problemas: problems, primera: 1, ultima: 2 },
  ]);
  cache.close();
});
