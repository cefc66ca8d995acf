import { expect, test } from 'vitest';
import { mundo } from './mundo.ts';

test('a list with rows that are never understood stops the upload, and says what is not understood', async () => {
  const { uploads, borrador, servidor, servicio, signal } = mundo({ porTanda: 3 });
  const listar = servicio.listar.bind(servicio);
  servicio.listar = async (...pedido) => ({
    ...(await listar(...pedido)),
    completa: false,
    ilegible: 'estado: código',
  });
  expect(await uploads.iniciar(borrador(1), { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'RESPUESTA_INVALIDA',
    mensaje: expect.stringContaining('(estado: código)'),
    enviados: 0,
  });
  expect(servidor.conciliaciones.size).toBe(0);
});
