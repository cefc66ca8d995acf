import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { createApp } from '#app/compose/index.ts';
import { ERROR_CATALOGUE } from '#contract/errors.ts';
import { INPUTS, type Method } from '#contract/inputs.ts';
import { crearNucleo } from '#hosts/electron/nucleo.ts';
import { abrirPuerta } from '#hosts/electron/puerta.ts';
import { CANAL, PEDIDO } from '#hosts/electron/mensajes.ts';
import { crearShell } from '#hosts/electron/shell.ts';
import { iniciarLoopback } from '#hosts/loopback/iniciar.ts';
import { crearPreguntas } from '#hosts/loopback/preguntas.ts';
import { systemClock } from '#platform/system-clock.ts';
import { crearElectronFalso, VentanaFalsa } from '../electron/electron-falso.ts';
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
  const loopback = await iniciarLoopback({ dispatch: app.dispatch, preguntas, rendererFolder: carpeta });
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
  const shell = crearShell({ electron, ventana: () => ventana as never, onFalla });
  const privada = await mkdtemp(path.join(carpeta, 'privada-'));
  const env = entorno(path.join(carpeta, 'datos'));
  const nucleo = crearNucleo({
    crearApp: createApp,
    env,
    clock: systemClock,
    ventana: () => ventana as never,
    shell,
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
  const planilla = path.join(carpeta, 'cupones.csv');
  await writeFile(planilla, PLANILLA);
  let n = 0;
  return {
    archivo: String(await send({ tipo: 'recibir', ruta: planilla })),
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

/** As much of a JSON Schema as ours come out as. */
interface Esquema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Esquema[];
  readonly oneOf?: readonly Esquema[];
  readonly items?: Esquema;
  readonly properties?: Readonly<Record<string, Esquema>>;
  readonly propertyNames?: Esquema;
  readonly additionalProperties?: Esquema | boolean;
  readonly required?: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

/** Texts that programs trip over, by the name of the field where there is something that means something. */
const RAROS = [
  '../../etc/passwd',
  '/etc/passwd',
  '__proto__',
  'constructor',
  'ﷺ\u0000',
  "'; DROP TABLE upload; --",
  '😀'.repeat(50),
  '=1+1',
  'a'.repeat(4096),
];
const DE_CAMPO: Readonly<Record<string, readonly string[]>> = {
  url: ['http://127.0.0.1:9', 'ftp://x', 'http://10.0.0.1', ''],
  exportar: ['r.xlsx', 'r.json', 'r.zip', '../r.xlsx', '/tmp/r.xlsx'],
  salida: ['r.xlsx', 'r.csv', '../r.csv', '/tmp/r.csv', 'r'],
  informe: ['r.xlsx', 'r\n.xlsx'],
  copia: ['ledger-20261121000000000.db', '../ledger.db'],
  cuenta: ['entorno', 'no-esta'],
  nombre: ['entorno', 'no-esta', 'Caja'],
};

/** Values of a schema. Waits are short: what they mean is tested elsewhere. */
function valoresDe(esquema: Esquema, campo: string, archivo: string): fc.Arbitrary<unknown> {
  const opciones = esquema.anyOf ?? esquema.oneOf;
  if (opciones !== undefined) return fc.oneof(...opciones.map((una) => valoresDe(una, campo, archivo)));
  if (esquema.const !== undefined) return fc.constant(esquema.const);
  if (esquema.enum !== undefined) return fc.constantFrom(...esquema.enum);
  switch (esquema.type) {
    case 'object':
      return objetosDe(esquema, archivo);
    case 'array': {
      const item = campo === 'archivos' ? fc.constant(archivo) : valoresDe(esquema.items ?? {}, campo, archivo);
      const minLength = esquema.minItems ?? 0;
      return fc.array(item, { minLength, maxLength: Math.min(esquema.maxItems ?? 3, Math.max(3, minLength)) });
    }
    case 'string':
      return textosDe(esquema, campo);
    case 'integer':
    case 'number': {
      const esEspera = ['espera', 'tardanza', 'estable'].includes(campo);
      const min = Math.max(esquema.minimum ?? 0, -1000);
      const max = esEspera ? Math.max(min, 1) : Math.min(esquema.maximum ?? 1000, 2 ** 41);
      return esquema.type === 'integer' || esEspera ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return fc.constantFrom('2026-10-01', '2026-11-21', '2020-02-29'); // a date
  }
}

function textosDe({ pattern, maxLength = 4096 }: Esquema, campo: string): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.constantFrom('08:00', '23:59', '2026-10-01', '1');
  const propios = DE_CAMPO[campo];
  if (campo === 'url') return fc.constantFrom(...(propios ?? []));
  const cortos = RAROS.filter((raro) => raro.length <= maxLength);
  return fc.oneof(
    fc.string({ minLength: 1, maxLength: 20, unit: 'binary' }),
    fc.constantFrom(...cortos),
    ...(propios === undefined ? [] : [fc.constantFrom(...propios)]),
  );
}

function objetosDe(esquema: Esquema, archivo: string): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = esquema;
  const campos = Object.fromEntries(
    Object.entries(properties).map(([nombre, valor]) => [nombre, valoresDe(valor, nombre, archivo)]),
  );
  const fijo = fc.record(campos, { requiredKeys: [...required] });
  if (typeof additionalProperties !== 'object' || propertyNames?.enum === undefined) return fijo;
  const llave = fc.constantFrom(...propertyNames.enum.map(String));
  return fc.dictionary(llave, valoresDe(additionalProperties, '', archivo), { maxKeys: 3 });
}

/** Around a schema: a value of it with one thing wrong, or anything at all. */
function alrededor(bueno: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const cualquiera = fc.anything({
    maxDepth: 2,
    withBigInt: false,
    withDate: false,
    key: fc.constantFrom('nombre', '__proto__', 'x'),
  });
  const torcido = fc
    .tuple(bueno, fc.nat(), cualquiera, fc.constantFrom('quitar', 'cambiar', 'agregar'))
    .map(([valor, cual, otro, como]) => {
      if (typeof valor !== 'object' || valor === null) return otro;
      const llaves = Object.keys(valor);
      const llave = llaves[cual % Math.max(1, llaves.length)] ?? 'x';
      const { [llave]: _fuera, ...resto } = valor as Record<string, unknown>;
      if (como === 'quitar') return resto;
      return como === 'agregar' ? { ...valor, demas: otro } : { ...resto, [llave]: otro };
    });
  return fc.oneof(torcido, torcido, cualquiera);
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
