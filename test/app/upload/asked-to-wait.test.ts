import { expect, test } from 'vitest';
import { progressOf } from '#app/upload/progress.ts';
import { createUploadWorld } from './world.ts';

test('a send that the service refuses for too many requests is told as the wait that it asked for', async () => {
  const {
    uploads,
    borrador: draft,
    told,
    signal,
  } = createUploadWorld({
    sendings: [{ k: 1, luck: { que: 'rechazo', status: 429 } }],
  });
  await uploads.start(draft(1), { marcador: 'auto' }, signal);
  const waits = told
    .map(progressOf)
    .flatMap(({ fase, texto }) => (fase === 'envio' && texto !== undefined ? [texto] : []));
  expect(waits).toEqual(['el servicio pidió que esperemos, seguimos en 2 s. No hace falta que hagas nada']);
});
