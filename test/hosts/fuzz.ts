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
import { openGate } from '#hosts/electron/gate.ts';
import { CANAL, REQUEST } from '#hosts/electron/messages.ts';
import { createShell } from '#hosts/electron/shell.ts';
import { startLoopback } from '#hosts/loopback/start.ts';
import { createQuestions } from '#hosts/page/questions.ts';
import { systemClock } from '#platform/system-clock.ts';
import { createFakeElectron, FakeWindow } from '../electron/fake-electron.ts';
import type { JsonSchema } from '../../scripts/methods.ts';
import { around, valuesOf } from './fuzz-values.ts';
import { enter, sendJson, getOrigin, fetchPath } from './loopback/client.ts';

/** What must never be in an answer. It is the secret of the account that the methods work with. */
const SECRET = 'secreto-que-no-se-dice-7c1f';

/** One way into the core: a call as a page makes it, and its whole answer as text. */
export interface EntryPoint {
  call(metodo: string, entrada: unknown): Promise<string>;
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
  const carpeta = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
  const preguntas = createQuestions();
  const app = createApp({
    env: environmentOf(path.join(carpeta, 'datos')),
    host: 'loopback',
    askForSecret: preguntas.ask,
    onNotice: preguntas.notify,
  });
  const loopback = await startLoopback({
    dispatch: app.dispatch,
    preguntas,
    rendererFolder: carpeta,
    openPage: () => Promise.resolve(false),
  });
  const sesion = await enter(loopback);
  const uploaded = await fetchPath(loopback, '/api/archivos', {
    metodo: 'POST',
    cuerpo: SHEET,
    headers: {
      ...sesion,
      origin: getOrigin(loopback),
      'content-type': 'application/octet-stream',
      'x-conciliador-nombre': 'cupones.csv',
    },
  });
  let n = 0;
  return {
    archivo: (JSON.parse(uploaded.body) as { archivo: string }).archivo,
    call: async (metodo, entrada) => {
      const { status, body } = await sendJson(
        loopback,
        '/api/llamadas',
        { llamada: String(++n), metodo, entrada },
        sesion,
      );
      if (status === 200) return body;
      // The server's own parser refuses a prototype before anybody sees it.
      expect({ status, prototype: JSON.stringify(entrada).includes('"__proto__"') }).toEqual({
        status: 400,
        prototype: true,
      });
      return JSON.stringify({ ok: false, error: { code: 'ENTRADA_INVALIDA', message: body } });
    },
    close: async () => {
      await loopback.close();
      await app.close();
      await rm(carpeta, { recursive: true });
    },
  };
}

export async function throughElectron(): Promise<EntryPoint> {
  const carpeta = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
  const { electron, channels } = createFakeElectron();
  const ventana = new FakeWindow({});
  const onFailure = (error: unknown): void => expect.unreachable(String(error));
  const words = () => DESKTOP_WORDS['es-AR'];
  const shell = createShell({ electron, getWindow: () => ventana as never, words, onFailure });
  const privateFolder = await mkdtemp(path.join(carpeta, 'privada-'));
  const env = environmentOf(path.join(carpeta, 'datos'));
  const core = createCore({
    installer: undefined,
    aside: forkAside,
    desktopProxy: async () => undefined,
    createApp,
    env,
    clock: systemClock,
    getWindow: () => ventana as never,
    shell,
    words,
    onLocale: () => undefined,
    carpeta: privateFolder,
    onFailure,
  });
  openGate({
    ipcMain: electron.ipcMain,
    getWindow: () => ventana as never,
    handle: core.handle,
    onRechazo: () => undefined,
  });
  const page = ventana.webContents;
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
    call: async (metodo, entrada) => {
      const message = { tipo: 'llamar', llamada: String(++n), metodo, entrada };
      // What the channel's own schema refuses rejects, and is no answer: a method's name that is too long.
      if (!REQUEST.safeParse(message).success)
        return JSON.stringify({ ok: false, error: { code: 'USO', message: '' } });
      return JSON.stringify(await send(message));
    },
    close: async () => {
      await core.close();
      await rm(carpeta, { recursive: true });
    },
  };
}

const respuesta = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown().optional() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      code: z.string().refine(isErrorCode),
      message: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    }),
  }),
]);

/** The closed envelope, without a fault of ours, a stack trace nor the secret. */
export function judge(metodo: string, entrada: unknown, texto: string): void {
  const testCase = `${metodo} ${JSON.stringify(entrada)} → ${texto.slice(0, 600)}`;
  const leida = respuesta.safeParse(JSON.parse(texto));
  expect(leida.success, testCase).toBe(true);
  if (leida.data?.ok === false) expect(leida.data.error.code, testCase).not.toBe('INTERNO');
  expect(texto.includes(SECRET), testCase).toBe(false);
  expect(texto, testCase).not.toMatch(/\bat .{1,200}\.[jt]s:\d+|node_modules|ZodError|SqliteError/);
}

/** JSON is what both hosts carry: what it cannot say never arrives. */
const comoJson = (valor: unknown): unknown => JSON.parse(JSON.stringify(valor) ?? 'null') as unknown;

/** What takes a while by itself, or starts a service: fewer times. */
const SLOW: ReadonlySet<string> = new Set([
  'ejemplo.iniciar',
  'cargas.conciliar',
  'cargas.retomar',
  'revision.enviar',
  'datos.sincronizar',
]);

/** Calls one method `veces` times with what its schema takes, and as many around it. */
export async function tryMethod(metodo: Method, entrada: EntryPoint, times: number): Promise<void> {
  const schema = z.toJSONSchema(INPUTS[metodo], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const good = valuesOf(schema, '', entrada.archivo);
  const tryOut = async (valor: unknown): Promise<void> => {
    const dicho = comoJson(valor);
    judge(metodo, dicho, await entrada.call(metodo, dicho));
  };
  const numRuns = SLOW.has(metodo) ? Math.min(1, times) : times;
  await fc.assert(fc.asyncProperty(good, tryOut), { numRuns });
  await fc.assert(fc.asyncProperty(around(good), tryOut), { numRuns: times });
}
