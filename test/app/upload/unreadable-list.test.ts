import { expect, test } from 'vitest';
import { createUploadWorld } from './world.ts';

test('a list with rows that are never understood stops the upload, and says what is not understood', async () => {
  const { uploads, borrador: draft, server, servicio: service, signal } = createUploadWorld({ porTanda: 3 });
  const listOriginal = service.list.bind(service);
  service.list = async (...request) => ({
    ...(await listOriginal(...request)),
    completa: false,
    ilegible: [{ campo: 'estado', forma: 'codigo' }],
  });
  expect(await uploads.start(draft(1), { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'RESPUESTA_INVALIDA',
    mensaje: expect.stringContaining('(estado: un código)'),
    enviados: 0,
  });
  expect(server.conciliaciones.size).toBe(0);
});
