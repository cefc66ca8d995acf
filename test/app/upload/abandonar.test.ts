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
