import { expect, test } from 'vitest';
import { addDays, civilDateAt } from '#domain/civil-date.ts';
import { createSandbox, parseSwitches, type Sandbox } from '#sandbox/index.ts';
import { aService, createTestClock, noSignal, type TestService } from '../service/fixtures.ts';
import { truthOf } from './truth.ts';

async function withSandbox(
  switches: readonly string[],
  run: (service: TestService, sandbox: Sandbox) => Promise<void>,
): Promise<void> {
  const clock = createTestClock();
  const sandbox = await createSandbox({ clock, rasgos: switches, operaciones: 1000 });
  try {
    const { apiKey, apiSecret } = sandbox;
    const service = aService(sandbox.url, { clock, credentials: { tipo: 'api', apiKey, apiSecret } });
    await run(service, sandbox);
  } finally {
    await sandbox.close();
  }
}

const today = civilDateAt(createTestClock().now());
const window = { desde: addDays(today, -20), hasta: addDays(today, -5) };

test('a service that sends everyone elsewhere is not followed', () =>
  withSandbox(['redirige=si'], async (service, sandbox) => {
    await expect(service.access.signIn(noSignal)).rejects.toMatchObject({ code: 'REDIRECCION' });
    expect(sandbox.listReceived()).toHaveLength(1);
  }));

test('rows that keep appearing while pages are read are not said to be all', () =>
  withSandbox(['en_vivo=3'], async (service) => {
    service.learnedStore.set('pagina_maxima:operaciones', '2');
    // By a date without times: a day that no page holds.
    const day = { ventana: { desde: addDays(today, -1), hasta: today }, campoFecha: 'fecha_presentacion' } as const;
    const { isWhole } = await service.operaciones.readAll(day, noSignal);
    expect(isWhole).toBe(false);
  }));

test.for(['corte-antes', 'corte-despues', '500', '502', 'truncada', '500-despues'])(
  'a read that meets %s twice gets its rows at the third try',
  (kind) =>
    withSandbox([], async (service, sandbox) => {
      sandbox.injectFailure(`operaciones:1-2:${kind}`);
      const { rows } = await service.operaciones.readAll({ ventana: window }, noSignal);
      const truth = truthOf(sandbox, parseSwitches([]).rasgos).operaciones(window);
      expect(rows.map(({ id }) => id).toSorted()).toEqual(truth.map(({ id }) => id).toSorted());
    }),
);

test.for(['corte-antes', 'corte-despues', '500', '500-despues', '502', '502-despues', 'truncada'])(
  'a send that meets %s is lost, and goes out only once',
  (kind) =>
    withSandbox([], async (service, sandbox) => {
      sandbox.injectFailure(`subir:1:${kind}`);
      const body = new TextEncoder().encode(
        '{"id":"0","datos":[{"fecha_venta":"2026-10-01","comprobante":"1","tarjeta_nro":"1234","importe":"1.00"}],"subir_mas":"true"}',
      );
      expect(await service.conciliaciones.send(body, noSignal)).toMatchObject({ kind: 'perdida' });
      expect(sandbox.listReceived('subir')).toHaveLength(1);
    }),
);

test('revoking leaves no live token on the service', () =>
  withSandbox([], async (service, sandbox) => {
    await service.comercios(noSignal);
    expect(sandbox.truth.tokens()).toHaveLength(1);
    await service.access.revoke(noSignal);
    expect(sandbox.truth.tokens()).toEqual([]);
  }));
