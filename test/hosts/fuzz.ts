import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { createApp } from '#app/compose/index.ts';
import { forkAside } from '#platform/aside.ts';
import { ERROR_CATALOGUE } from '#contract/errors.ts';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { DESKTOP_WORDS } from '#hosts/electron/desktop-words.ts';
import { crearNucleo } from '#hosts/electron/nucleo.ts';
import { abrirPuerta } from '#hosts/electron/puerta.ts';
import { CANAL, PEDIDO } from '#hosts/electron/mensajes.ts';
import { crearShell } from '#hosts/electron/shell.ts';
import { iniciarLoopback } from '#hosts/loopback/iniciar.ts';
import { crearPreguntas } from '#hosts/loopback/preguntas.ts';
import { systemClock } from '#platform/system-clock.ts';
import { crearElectronFalso, VentanaFalsa } from '../electron/electron-falso.ts';
import type { Esquema } from '../../scripts/metodos.ts';
import { alrededor, valoresDe } from './fuzz-valores.ts';
import { entrar, enviarJson, origenDe, pedir } from './loopback/cliente.ts';

/** What must never be in an answer. It is the secret of the account that the methods work with. */
const SECRETO = 'secreto-que-no-se-dice-7c1f';

/** One way into the core: a call as a page makes it, and its whole answer as text. */
export interface Entrada {
  llamar(metodo: string, entrada: unknown): Promise<string>;
  /** The handle of a workbook that the page gave. */
  readonly archivo: string;
  cerrar(): Promise<void>;
}

/** An account of a service that nobody serves: what needs it goes as far as the network, and no further. */
const entorno = (home: string): Record<string, string> => ({
  CONCILIADOR_HOME: home,
  CONCILIADOR_URL: 'http://127.0.0.1:9',
  CONCILIADOR_API_KEY: 'clave',
  CONCILIADOR_API_SECRET: SECRETO,
  CONCILIADOR_REINTENTOS: '0',
  CONCILIADOR_ESPERA_PEDIDO: '1',
});

const PLANILLA = 'Fecha;Importe;Comprobante;Tarjeta\n03/10/2026;100,50;000123;4417\n';

export async function porLoopback(): Promise<Entrada> {
  const carpeta = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
  const preguntas = crearPreguntas();
  const app = createApp({
    env: entorno(path.join(carpeta, 'datos')),
    host: 'loopback',
    preguntarClave: preguntas.preguntar,
    onAviso: preguntas.avisar,
  });
  const loopback = await iniciarLoopback({
    dispatch: app.dispatch,
    preguntas,
    rendererFolder: carpeta,
    openPage: () => Promise.resolve(false),
  });
  const sesion = await entrar(loopback);
  const subido = await pedir(loopback, '/api/archivos', {
    metodo: 'POST',
    cuerpo: PLANILLA,
    headers: {
      ...sesion,
      origin: origenDe(loopback),
      'content-type': 'application/octet-stream',
      'x-conciliador-nombre': 'cupones.csv',
    },
  });
  let n = 0;
  return {
    archivo: (JSON.parse(subido.body) as { archivo: string }).archivo,
    llamar: async (metodo, entrada) => {
      const { status, body } = await enviarJson(
        loopback,
        '/api/llamadas',
        { llamada: String(++n), metodo, entrada },
        sesion,
      );
      if (status === 200) return body;
      // The server's own parser refuses a prototype before anybody sees it.
      expect({ status, prototipo: JSON.stringify(entrada).includes('"__proto__"') }).toEqual({
        status: 400,
        prototipo: true,
      });
      return JSON.stringify({ ok: false, error: { code: 'ENTRADA_INVALIDA', message: body } });
    },
    cerrar: async () => {
      await loopback.cerrar();
      await app.cerrar();
      await rm(carpeta, { recursive: true });
    },
  };
}

export async function porElectron(): Promise<Entrada> {
  const carpeta = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
  const { electron, canales } = crearElectronFalso();
  const ventana = new VentanaFalsa({});
  const onFalla = (error: unknown): void => expect.unreachable(String(error));
  const words = () => DESKTOP_WORDS['es-AR'];
  const shell = crearShell({ electron, ventana: () => ventana as never, words, onFalla });
  const privada = await mkdtemp(path.join(carpeta, 'privada-'));
  const env = entorno(path.join(carpeta, 'datos'));
  const nucleo = crearNucleo({
    aside: forkAside,
    desktopProxy: async () => undefined,
    crearApp: createApp,
    env,
    clock: systemClock,
    ventana: () => ventana as never,
    shell,
    words,
    onLocale: () => undefined,
    carpeta: privada,
    onFalla,
  });
  abrirPuerta({
    ipcMain: electron.ipcMain,
    ventana: () => ventana as never,
    atender: nucleo.atender,
    onRechazo: () => undefined,
  });
  const page = ventana.webContents;
  const send = (message: unknown): Promise<unknown> => {
    const handler = canales.get(CANAL);
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
        bytes: new TextEncoder().encode(PLANILLA),
        fin: true,
      }),
    ),
    llamar: async (metodo, entrada) => {
      const message = { tipo: 'llamar', llamada: String(++n), metodo, entrada };
      // What the channel's own schema refuses rejects, and is no answer: a method's name that is too long.
      if (!PEDIDO.safeParse(message).success) return JSON.stringify({ ok: false, error: { code: 'USO', message: '' } });
      return JSON.stringify(await send(message));
    },
    cerrar: async () => {
      await nucleo.cerrar();
      await rm(carpeta, { recursive: true });
    },
  };
}

const respuesta = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown().optional() }),
  z.strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      code: z.string().refine((code) => code in ERROR_CATALOGUE),
      message: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    }),
  }),
]);

/** The closed envelope, without a fault of ours, a stack trace nor the secret. */
export function juzgar(metodo: string, entrada: unknown, texto: string): void {
  const caso = `${metodo} ${JSON.stringify(entrada)} → ${texto.slice(0, 600)}`;
  const leida = respuesta.safeParse(JSON.parse(texto));
  expect(leida.success, caso).toBe(true);
  if (leida.data?.ok === false) expect(leida.data.error.code, caso).not.toBe('INTERNO');
  expect(texto.includes(SECRETO), caso).toBe(false);
  expect(texto, caso).not.toMatch(/\bat .{1,200}\.[jt]s:\d+|node_modules|ZodError|SqliteError/);
}

/** JSON is what both hosts carry: what it cannot say never arrives. */
const comoJson = (valor: unknown): unknown => JSON.parse(JSON.stringify(valor) ?? 'null') as unknown;

/** What takes a while by itself, or starts a service: fewer times. */
const LENTOS: ReadonlySet<string> = new Set([
  'ejemplo.iniciar',
  'cargas.conciliar',
  'cargas.retomar',
  'revision.enviar',
  'datos.sincronizar',
]);

/** Calls one method `veces` times with what its schema takes, and as many around it. */
export async function probarMetodo(metodo: Method, entrada: Entrada, veces: number): Promise<void> {
  const esquema = z.toJSONSchema(INPUTS[metodo], { io: 'input', unrepresentable: 'any' }) as Esquema;
  const buenos = valoresDe(esquema, '', entrada.archivo);
  const probar = async (valor: unknown): Promise<void> => {
    const dicho = comoJson(valor);
    juzgar(metodo, dicho, await entrada.llamar(metodo, dicho));
  };
  const numRuns = LENTOS.has(metodo) ? Math.min(1, veces) : veces;
  await fc.assert(fc.asyncProperty(buenos, probar), { numRuns });
  await fc.assert(fc.asyncProperty(alrededor(buenos), probar), { numRuns: veces });
}
