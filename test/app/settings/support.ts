import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createApp, type App } from '#app/compose/index.ts';
import type { Desktop } from '#app/settings/log-file.ts';
import type { Outputs } from '#contract/outputs.ts';
import type { Method, MethodInput } from '#contract/inputs.ts';
import type { Progress } from '#contract/progress.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { test as base } from '../../platform/temporary-folder.ts';

/** The whole core over a data folder of its own, as a host has it. */
export interface Pc {
  readonly data: string;
  readonly avisos: string[];
  readonly progresses: Progress[];
  call<M extends Method>(metodo: M, entrada: MethodInput<M>): Promise<Outputs[M]>;
  /** The code that a call is refused with, and its sentence. */
  rechazo<M extends Method>(metodo: M, entrada: MethodInput<M>): Promise<{ code: string; message: string }>;
  /** As after closing the program and opening it again. */
  reopen(): Promise<void>;
}

interface Fixtures {
  readonly sandbox: Sandbox;
  /** Makes a PC; closed after the test. */
  readonly pc: (nombre: string, opciones?: { clave?: string; desktop?: Desktop; isFromEnvironment?: Sandbox }) => Pc;
}

export const test = base.extend<Fixtures>({
  sandbox: async ({}, use) => {
    const sandbox = await createSandbox({ clock: systemClock, operaciones: 1000 });
    await use(sandbox);
    await sandbox.close();
  },
  pc: async ({ folder }, use) => {
    const open: { close: () => Promise<void> }[] = [];
    await use((nombre, { clave, desktop = {}, isFromEnvironment } = {}) => {
      const data = path.join(folder, nombre);
      const [avisos, progresses]: [string[], Progress[]] = [[], []];
      const openApp = (): App =>
        createApp({
          env: { CONCILIADOR_HOME: data, CONCILIADOR_REINTENTOS: '0', ...environmentOf(isFromEnvironment) },
          host: 'cli',
          askForSecret: () => Promise.resolve(clave),
          onNotice: (texto) => avisos.push(texto),
          desktop,
        });
      let app = openApp();
      open.push({ close: () => app.close() });
      const dispatch = <M extends Method>(metodo: M, entrada: MethodInput<M>) =>
        app.dispatch(metodo, entrada, {
          signal: new AbortController().signal,
          onProgress: (progreso) => progresses.push(progreso),
        });
      return {
        data,
        avisos,
        progresses,
        call: async (metodo, entrada) => {
          const answer = await dispatch(metodo, entrada);
          if (answer.ok) return answer.value;
          throw new Error(`${answer.error.code}: ${answer.error.message}`);
        },
        rechazo: async (metodo, entrada) => {
          const answer = await dispatch(metodo, entrada);
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

const environmentOf = (sandbox: Sandbox | undefined) =>
  sandbox === undefined
    ? {}
    : {
        CONCILIADOR_URL: sandbox.url,
        CONCILIADOR_API_KEY: sandbox.apiKey,
        CONCILIADOR_API_SECRET: sandbox.apiSecret,
      };

export const credentialOf = (sandbox: Sandbox) =>
  ({ tipo: 'api', apiKey: sandbox.apiKey, secreto: sandbox.apiSecret }) as const;

/** An account with something uploaded: what a ledger is for. */
export async function withSending(pc: Pc, sandbox: Sandbox, nombre = 'La Espiga'): Promise<void> {
  await pc.call('cuentas.agregar', { nombre, url: sandbox.url, credencial: credentialOf(sandbox) });
  await send(pc);
}

/** With the account that a command takes when nobody says which. */
export async function send(pc: Pc): Promise<void> {
  const archivo = path.join(path.dirname(pc.data), 'cupones.csv');
  await writeFile(
    archivo,
    'Fecha;Importe;Comprobante;Tarjeta\n03/10/2026;100,50;000123;4417\n04/10/2026;80,25;000124;0086\n',
  );
  await pc.call('cargas.conciliar', {
    archivos: [archivo],
    tardanza: 1,
    estable: 0,
    espera: 20,
    guardarPlantilla: 'Caja',
  });
}
