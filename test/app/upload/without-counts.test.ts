import { expect, test } from 'vitest';
import { programOf } from '../../faults/program.ts';
import { createUploadWorld } from './world.ts';

/** A service whose header counts nothing until the reconciliation is closed. */
const muteWorld = () => createUploadWorld({ porTanda: 3, rasgos: { ...programOf(1).rasgos, cuentaAlCerrar: true } });

test('a service that counts when it is closed gets everything, once, after D has passed without a count', async () => {
  const { uploads, ledger, borrador: draft, server, exits, timer: clock, signal } = muteWorld();
  const from = clock.monotonic();
  const upload = draft(1, 12);
  expect(await uploads.start(upload, { marcador: 'auto' }, signal)).toMatchObject({
    estado: 'terminada',
    resumen: { filas: 12, enviados: 12, tandas: 6, completo: true },
  });
  expect([...server.conciliaciones.values()].map(({ filas }) => filas.length)).toEqual([12]);
  expect(exits).toHaveLength(6);
  expect(ledger.readEvents(upload).filter(({ kind }) => kind === 'sin_cuentas')).toHaveLength(1);
  expect(clock.monotonic() - from).toBeLessThan(300_000);
});

test.for(['llega', 'no llega'])(
  'a batch without an answer, where nothing is counted, begins again instead of being guessed: it %s',
  async (luck) => {
    const { uploads, borrador: draft, server, signal } = muteWorld();
    const apply = server.apply.bind(server);
    let sendings = 0;
    server.apply = (body, options) => {
      sendings += 1;
      if (sendings === 3 && luck === 'no llega') return { kind: 'perdida', motivo: 'silencio' };
      const answer = apply(body, options);
      return sendings === 3 ? { kind: 'perdida', motivo: 'silencio' } : answer;
    };
    expect(await uploads.start(draft(1, 12), { marcador: 'auto' }, signal)).toMatchObject({
      estado: 'terminada',
      resumen: { filas: 12, enviados: 12, completo: true },
    });
    const live = [...server.conciliaciones.values()].filter(({ isDying }) => !isDying);
    expect(live.map(({ filas }) => filas.length)).toEqual([12]);
  },
);
