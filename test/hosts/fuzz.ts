import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { createApp } from '#app/compose/index.ts';
import { forkAside } from '#platform/aside.ts';
import { isErrorCode } from '#contract/errors.ts';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { DESKTOP_WORDS } from '#hosts/electron/desktop-words.ts';
import { createCore } from '#hosts/electron/core.ts';
import { openGate, REQUEST } from '#hosts/electron/ipc.ts';
import { CANAL } from '#hosts/electron/bridge.ts';
import { createShell } from '#hosts/electron/shell.ts';
import { startLoopback } from '#hosts/loopback/start.ts';
import { createQuestions } from '#hosts/screens/questions.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createFakeElectron, FakeWindow } from '../electron/fake-electron.ts';
import type { JsonSchema } from '../../scripts/methods.ts';
import { around, valuesOf } from './fuzz-values.ts';
import { enter, sendJson, getOrigin, fetchPath } from './loopback/client.ts';

/** What must never be in an answer. It is the secret of the account that the methods work with. */
const SECRET = 'secreto-que-no-se-dice-7c1f';

/** One way into the core: a call as a page makes it, and its whole answer as text. */
export interface EntryPoint {
  call(method: string, input: unknown): Promise<string>;
  /** The handle of a workbook that the page gave. */
  readonly archivo: string;
  close(): Promise<void>;
}

/** An account of a service that nobody serves: what needs it goes as far as the network, and no further. */
const environmentOf = (home: string): Record<string, string> => ({
  CONCILIADOR_HOME: home,
  CONCILIADOR_URL: 'http://127.0.0.1:9',
  CONCILIADOR_API_KEY: 'clave',
  CONCILIADOR_API_SECRET: SECRET,
  CONCILIADOR_REINTENTOS: '0',
  CONCILIADOR_ESPERA_PEDIDO: '1',
});

const SHEET = 'Fecha;Importe;Comprobante;Tarjeta\n03/10/2026;100,50;000123;4417\n';

export async function throughLoopback(): Promise<EntryPoint> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
  const questions = createQuestions();
  const app = createApp({
    env: environmentOf(path.join(folder, 'datos')),
    host: 'loopback',
    askForSecret: questions.ask,
    onNotice: questions.notify,
  });
  const loopback = await startLoopback({
    dispatch: app.dispatch,
    questions,
    rendererFolder: folder,
  });
  const session = await enter(loopback);
  const uploaded = await fetchPath(loopback, '/api/archivos', {
    metodo: 'POST',
    cuerpo: SHEET,
    headers: {
      ...session,
      origin: getOrigin(loopback),
      'content-type': 'application/octet-stream',
      'x-conciliador-nombre': 'cupones.csv',
    },
  });
  let n = 0;
  return {
    archivo: (JSON.parse(uploaded.body) as { archivo: string }).archivo,
    call: async (method, input) => {
      const { status, body } = await sendJson(
        loopback,
        '/api/llamadas',
        { llamada: String(++n), metodo: method, entrada: input },
        session,
      );
      if (status === 200) return body;
      // The server's own parser refuses a prototype before anybody sees it.
      expect({ status, prototype: JSON.stringify(input).includes('"__proto__"') }).toEqual({
        status: 400,
        prototype: true,
      });
      return JSON.stringify({ ok: false, error: { code: 'ENTRADA_INVALIDA', message: body } });
    },
    close: async () => {
      await loopback.close();
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

export async function throughElectron(): Promise<EntryPoint> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
  const { electron, channels } = createFakeElectron();
  const window = new FakeWindow({});
  const onFailure = (error: unknown): void => expect.unreachable(String(error));
  const words = () => DESKTOP_WORDS['es-AR'];
  const shell = createShell({ electron, getWindow: () => window as never, words, onFailure });
  const privateFolder = await mkdtemp(path.join(folder, 'privada-'));
  const env = environmentOf(path.join(folder, 'datos'));
  const core = createCore({
    installer: undefined,
    aside: forkAside,
    desktopProxy: async () => undefined,
    createApp,
    env,
    clock: systemClock,
    getWindow: () => window as never,
    shell,
    words,
    onLocale: () => undefined,
    folder: privateFolder,
    onFailure,
  });
  openGate({
    ipcMain: electron.ipcMain,
    getWindow: () => window as never,
    handle: core.handle,
    onRechazo: () => undefined,
  });
  const page = window.webContents;
  const send = (message: unknown): Promise<unknown> => {
    const handler = channels.get(CANAL);
    if (handler === undefined) throw new Error('no channel');
    return handler({ sender: page, senderFrame: page.mainFrame } as never, message);
  };
  let n = 0;
  return {
    archivo: String(
      await send({
        tipo: 'recibir',
        nombre: 'cupones.csv',
        sigue: null,
        bytes: new TextEncoder().encode(SHEET),
        fin: true,
      }),
    ),
    call: async (method, input) => {
      const message = { tipo: 'llamar', llamada: String(++n), metodo: method, entrada: input };
      // What the channel's own schema refuses rejects, and is no answer: a method's name that is too long.
      if (!REQUEST.safeParse(message).success)
        return JSON.stringify({ ok: false, error: { code: 'USO', message: '' } });
      return JSON.stringify(await send(message));
    },
    close: async () => {
      await core.close();
      await rm(folder, { recursive: true });
    },
  };
}

const answer = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown().optional() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      code: z.string().refine(isErrorCode),
      message: z.string(),
      english: z.string().optional(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    }),
  }),
]);

/** The closed envelope, without a fault of ours, a stack trace nor the secret. */
export function judge(method: string, input: unknown, text: string): void {
  const testCase = `${method} ${JSON.stringify(input)} → ${text.slice(0, 600)}`;
  const reading = answer.safeParse(JSON.parse(text));
  expect(reading.success, testCase).toBe(true);
  if (reading.data?.ok === false) expect(reading.data.error.code, testCase).not.toBe('INTERNO');
  expect(text.includes(SECRET), testCase).toBe(false);
  expect(text, testCase).not.toMatch(/\bat .{1,200}\.[jt]s:\d+|node_modules|ZodError|SqliteError/);
}

/** JSON is what both hosts carry: what it cannot say never arrives. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null') as unknown;

/** What takes a while by itself, or starts a service: fewer times. */
const SLOW: ReadonlySet<string> = new Set([
  'ejemplo.iniciar',
  'cargas.conciliar',
  'cargas.retomar',
  'revision.enviar',
  'datos.sincronizar',
]);

/** Calls one method `veces` times with what its schema takes, and as many around it. */
export async function tryMethod(method: Method, input: EntryPoint, times: number): Promise<void> {
  const schema = z.toJSONSchema(INPUTS[method], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const good = valuesOf(schema, '', input.archivo);
  const tryOut = async (value: unknown): Promise<void> => {
    const said = toJson(value);
    judge(method, said, await input.call(method, said));
  };
  const numRuns = SLOW.has(method) ? Math.min(1, times) : times;
  await fc.assert(fc.asyncProperty(good, tryOut), { numRuns });
  await fc.assert(fc.asyncProperty(around(good), tryOut), { numRuns: times });
}
