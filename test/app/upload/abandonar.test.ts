import { expect, test } from 'vitest';
import { mundo } from './mundo.ts';

/** The first send is lost and the service shows no open reconciliation: a person gives up. The second closes: something is there. */
test('giving up sends nothing more and tells what the service has', async () => {
  const { uploads, ledger, borrador, salidas, signal } = mundo({
    envios: [{ k: 3, suerte: { que: 'mitad' } }],
  });
  const carga = borrador(1);
  const pedida = await uploads.iniciar(carga, { marcador: 'auto' }, signal);
  expect(pedida).toMatchObject({ estado: 'necesita_decision' });
  const enviados = salidas.length;
  const final = await uploads.decidir(carga, 'abandonar', signal);
  expect(final).toMatchObject({ estado: 'abandonada', resumen: { estado: 'PENDIENTE', nuevos: 8, filas: 8 } });
  expect(salidas).toHaveLength(enviados);
  expect(Object.values(ledger.conteos(carga)).reduce((a, b) => a + b, 0)).toBe(8);
  expect(uploads.pendientes()).toEqual([]);
});

test('giving up works while the service does not answer', async () => {
  const { uploads, borrador, signal, cortar } = mundo({ envios: [{ k: 3, suerte: { que: 'mitad' } }] });
  const carga = borrador(1);
  await uploads.iniciar(carga, { marcador: 'auto' }, signal);
  cortar();
  expect(await uploads.decidir(carga, 'abandonar', signal)).toMatchObject({
    estado: 'abandonada',
    resumen: { filas: 8 },
  });
});

test('an upload that the service fails for over and over can be given up, though nothing was asked', async () => {
  const { uploads, ledger, borrador, servidor, salidas, signal } = mundo({});
  const aplicar = servidor.aplicar.bind(servidor);
  servidor.aplicar = (cuerpo) =>
    cuerpo.includes('"subir_mas":"false"') ? { kind: 'perdida', motivo: '500', status: 500 } : aplicar(cuerpo);
  const carga = borrador(1);
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'interrumpida',
    codigo: 'CARGA_INTERRUMPIDA',
    enviados: 7,
    mensaje: expect.stringContaining('fila 9 de a.'),
  });
  const enviados = salidas.length;
  expect(await uploads.decidir(carga, 'abandonar', signal)).toMatchObject({
    estado: 'abandonada',
    resumen: { enviados: 7 },
  });
  expect(ledger.conteos(carga).no_enviado).toBe(1);
  expect(salidas).toHaveLength(enviados);
  expect(uploads.pendientes()).toEqual([]);
  await expect(uploads.decidir(carga, 'abandonar', signal)).rejects.toMatchObject({ code: 'DECISION_INVALIDA' });
});

test('one whose last send nobody answered for is not given up before it is known what became of it (I2)', async () => {
  const { uploads, borrador, servidor, signal, cortar } = mundo({});
  const aplicar = servidor.aplicar.bind(servidor);
  servidor.aplicar = (cuerpo) => {
    if (!cuerpo.includes('"subir_mas":"false"')) return aplicar(cuerpo);
    cortar();
    return { kind: 'perdida', motivo: 'nada' };
  };
  const carga = borrador(1);
  expect(await uploads.iniciar(carga, { marcador: 'auto' }, signal)).toMatchObject({ estado: 'interrumpida' });
  await expect(uploads.decidir(carga, 'abandonar', signal)).rejects.toMatchObject({ code: 'DECISION_INVALIDA' });
});
