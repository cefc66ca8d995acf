import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createApp, type App } from '#app/compose/index.ts';
import type { Desktop } from '#app/settings/support-file.ts';
import type { Outputs, Method, MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/host-events.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { test as base } from '../../platform/temporary-folder.ts';
import { environmentOf } from '../../sandbox/access.ts';

/** The whole core over a data folder of its own, as a host has it. */
export interface Pc {
  readonly data: string;
  readonly avisos: string[];
  readonly progresses: Progress[];
  call<M extends Method>(method: M, input: MethodInput<M>): Promise<Outputs[M]>;
  /** The code and the sentence with which a call is refused. */
  rechazo<M extends Method>(method: M, input: MethodInput<M>): Promise<{ code: string; message: string }>;
  reopen(): Promise<void>;
}

interface PcOptions {
  readonly clave?: string;
  readonly desktop?: Desktop;
  readonly environmentSandbox?: Sandbox;
  readonly onBoundary?: NonNullable<Parameters<typeof createApp>[0]['onBoundary']>;
}

interface Fixtures {
  readonly sandbox: Sandbox;
  /** Makes a PC; closed after the test. */
  readonly pc: (name: string, options?: PcOptions) => Pc;
}

export const test = base.extend<Fixtures>({
  sandbox: async ({}, use) => {
    const sandbox = await createSandbox({ clock: systemClock, operaciones: 1000 });
    await use(sandbox);
    await sandbox.close();
  },
  pc: async ({ folder }, use) => {
    const open: { close: () => Promise<void> }[] = [];
    await use((name, { clave, desktop = {}, environmentSandbox, onBoundary } = {}) => {
      const data = path.join(folder, name);
      const [notices, progresses]: [string[], Progress[]] = [[], []];
      const openApp = (): App =>
        createApp({
          env: {
            CONCILIADOR_HOME: data,
            CONCILIADOR_REINTENTOS: '0',
            ...(environmentSandbox === undefined ? {} : environmentOf(environmentSandbox)),
          },
          host: 'cli',
          askForSecret: () => Promise.resolve(clave),
          onNotice: (text) => notices.push(text),
          desktop,
          ...(onBoundary === undefined ? {} : { onBoundary }),
        });
      let app = openApp();
      open.push({ close: () => app.close() });
      const dispatch = <M extends Method>(method: M, input: MethodInput<M>) =>
        app.dispatch(method, input, {
          signal: new AbortController().signal,
          onProgress: (progress) => progresses.push(progress),
        });
      return {
        data,
        avisos: notices,
        progresses,
        call: async (method, input) => {
          const answer = await dispatch(method, input);
          if (answer.ok) return answer.value;
          throw new Error(`${answer.error.code}: ${answer.error.message}`);
        },
        rechazo: async (method, input) => {
          const answer = await dispatch(method, input);
          if (answer.ok) throw new Error('it was not refused');
          return answer.error;
        },
        reopen: async () => {
          await app.close();
          app = openApp();
        },
      };
    });
    for (const { close: closeAll } of open) await closeAll();
  },
});

export const credentialOf = (sandbox: Sandbox) =>
  ({ tipo: 'api', apiKey: sandbox.apiKey, secreto: sandbox.apiSecret }) as const;

/** An account with an upload, so that a ledger exists. */
export async function withSending(pc: Pc, sandbox: Sandbox, name = 'La Espiga'): Promise<void> {
  await pc.call('cuentas.agregar', { nombre: name, url: sandbox.url, credencial: credentialOf(sandbox) });
  await send(pc);
}

export async function send(pc: Pc): Promise<void> {
  const file = path.join(path.dirname(pc.data), 'cupones.csv');
  await writeFile(
    file,
    'Fecha;Importe;Comprobante;Tarjeta\n03/10/2026;100,50;000123;4417\n04/10/2026;80,25;000124;0086\n',
  );
  await pc.call('cargas.conciliar', {
    archivos: [file],
    tardanza: 1,
    estable: 0,
    espera: 20,
    guardarPlantilla: 'Caja',
  });
}
