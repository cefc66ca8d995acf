import { expect, test } from 'vitest';
import { programOf } from '../../faults/program.ts';
import { createUploadWorld } from './world.ts';

/** A service whose header counts nothing until the reconciliation is closed. */
const muteWorld = () => createUploadWorld({ porTanda: 3, rasgos: { ...programOf(1).rasgos, cuentaAlCerrar: true } });

test('a service that counts when it is closed gets everything, once, after D has passed without a count', async () => {
  const { uploads, ledger, borrador: draft, servidor, salidas, reloj: clock, signal } = muteWorld();
  const desde = clock.monotonic();
  const carga = draft(1, 12);
  expect(await uploads.start(carga, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 12, enviados: 12, tandas: 6, completo: true },
  });
  expect([...servidor.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([12]);
  expect(salidas).toHaveLength(6);
  expect(ledger.readEvents(carga).filter(({ kind }) => kind === 'sin_cuentas')).toHaveLength(1);
  expect(clock.monotonic() - desde).toBeLessThan(300_000);
});

test.for(['llega', 'no llega'])(
  'a batch without an answer, where nothing is counted, begins again instead of being guessed: it %s',
  async (luck) => {
    const { uploads, borrador: draft, servidor, signal } = muteWorld();
    const apply = servidor.apply.bind(servidor);
    let sendings = 0;
    servidor.apply = (cuerpo, opciones) => {
      sendings += 1;
      if (sendings === 3 && luck === 'no llega') return { kind: 'perdida', motivo: 'silencio' };
      const respuesta = apply(cuerpo, opciones);
      return sendings === 3 ? { kind: 'perdida', motivo: 'silencio' } : respuesta;
    };
    expect(await uploads.start(draft(1, 12), { marcador: 'auto' }, signal)).toMatchObject({
      estado: 'terminada',
      resumen: { filas: 12, enviados: 12, completo: true },
    });
    const vivas = [...servidor.conciliaciones.values()].filter(({ muriendo }) => !muriendo);
    expect(vivas.map(({ filas }) => filas.length)).toEqual([12]);
  },
);
