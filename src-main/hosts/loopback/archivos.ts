import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Method } from '#contract/inputs.ts';
import { err, ok, type Result } from '#domain/result.ts';

/** A file name as a browser gives it, or as the page wants a report called: one part, no control characters, not hidden. */
const NOMBRE = /^(?!\.)[^/\\:*?"<>|\p{Cc}]{1,180}$/u;
const MANIJA = /^archivo:([0-9a-f-]{36})\//;
const conArchivos = z.looseObject({ archivos: z.array(z.string()) });
const conTexto = z.looseObject({
  informe: z.string().optional(),
  exportar: z.string().optional(),
  /** Where several reports go: a folder of the machine, which a page does not choose. */
  carpeta: z.never().optional(),
});
const EJEMPLO = z.object({ archivo: z.string() });
const DESCARGA = z.strictObject({ archivo: z.string().max(300) });

/**
 * Files in and out. A page never names a path of the machine: what it sends is received into a private folder and called by a handle
 * (`archivo:<id>/<name>`), and a report is written there and downloaded by its handle.
 */
export interface Archivos {
  /** The input of a call with handles turned into paths; an error when one is not ours. */
  entrada(input: unknown): Promise<Result<unknown, string>>;
  /** The answer of a call with paths of the private folder turned into handles, wherever they are; the example workbook too. */
  salida(metodo: Method, value: unknown): unknown;
}

interface ArchivosDeps {
  /** The private folder, readable by the user alone; deleted by who made it. */
  readonly carpeta: string;
  readonly maxBytes: number;
}

/** Registers `POST /api/archivos` (one file, as bytes) and `POST /api/descargas` on a guarded server. */
export function servirArchivos(server: FastifyInstance, { carpeta, maxBytes }: ArchivosDeps): Archivos {
  const propios = new Map<string, string>();

  async function nuevo(nombre: string): Promise<{ manija: string; ruta: string }> {
    const id = randomUUID();
    await mkdir(path.join(carpeta, id), { mode: 0o700 });
    return registrar(id, nombre);
  }
  function registrar(id: string, nombre: string): { manija: string; ruta: string } {
    const ruta = path.join(carpeta, id, nombre);
    const manija = `archivo:${id}/${nombre}`;
    propios.set(manija, ruta);
    return { manija, ruta };
  }

  /** A file of the program, which pages may use as if they had sent it. */
  function prestar(ruta: string): string {
    const known = [...propios].find(([, propia]) => propia === ruta);
    if (known !== undefined) return known[0];
    const manija = `archivo:${randomUUID()}/${path.basename(ruta)}`;
    propios.set(manija, ruta);
    return manija;
  }

  void server.register(async (bytes) => {
    bytes.removeAllContentTypeParsers();
    bytes.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
      done(null, payload);
    });
    bytes.post('/api/archivos', { bodyLimit: maxBytes }, async (request, reply) => {
      const header = request.headers['x-conciliador-nombre'];
      const nombre = typeof header === 'string' ? decodeName(header) : undefined;
      if (nombre === undefined || !(request.body instanceof Readable)) return reply.code(400).send({ error: 'forma' });
      const { manija, ruta } = await nuevo(nombre);
      try {
        await pipeline(request.body, atMost(maxBytes), createWriteStream(ruta, { mode: 0o600, flags: 'wx' }));
      } catch (error) {
        propios.delete(manija);
        await rm(path.dirname(ruta), { recursive: true, force: true });
        if (error instanceof TooLarge) return reply.code(413).send({ error: 'tamano' });
        throw error;
      }
      return { archivo: manija };
    });
  });

  server.post('/api/descargas', async (request, reply) => {
    const parsed = DESCARGA.safeParse(request.body);
    const ruta = parsed.success ? propios.get(parsed.data.archivo) : undefined;
    if (ruta === undefined) return reply.code(404).send({ error: 'no_existe' });
    const { size } = await stat(ruta);
    return reply.header('content-length', size).type('application/octet-stream').send(createReadStream(ruta));
  });

  return {
    entrada: async (input) => {
      const files = conArchivos.safeParse(input);
      const texts = conTexto.safeParse(input);
      if (!texts.success && isObject(input)) return err('informe: tiene que ser un nombre de archivo');
      const changed: Record<string, unknown> = {};
      if (files.success) {
        const rutas = files.data.archivos.map((manija) => propios.get(manija));
        if (rutas.includes(undefined)) return err('archivos: no son archivos de esta página');
        changed['archivos'] = rutas;
      }
      for (const key of ['informe', 'exportar'] as const) {
        const nombre = texts.success ? texts.data[key] : undefined;
        if (nombre === undefined) continue;
        if (!NOMBRE.test(nombre)) return err(`${key}: tiene que ser un nombre de archivo`);
        changed[key] = (await nuevo(nombre)).ruta; // a folder of its own: two reports of one name do not meet
      }
      return ok(Object.keys(changed).length === 0 || !isObject(input) ? input : { ...input, ...changed });
    },
    salida: (metodo, value) => {
      const prestado = metodo === 'ejemplo.iniciar' ? EJEMPLO.safeParse(value) : undefined;
      return mapStrings(value, (text) => {
        if (prestado?.success === true && text === prestado.data.archivo) return prestar(text);
        if (!text.startsWith(carpeta + path.sep)) return text;
        const [id = '', ...rest] = path.relative(carpeta, text).split(path.sep);
        const manija = `archivo:${id}/${rest.join('/')}`;
        if (MANIJA.test(manija) && !propios.has(manija)) registrar(id, rest.join(path.sep));
        return manija;
      });
    },
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function decodeName(header: string): string | undefined {
  try {
    const nombre = path.basename(decodeURIComponent(header)).normalize('NFC');
    return NOMBRE.test(nombre) ? nombre : undefined;
  } catch {
    return undefined; // not encoded as the page encodes it
  }
}

class TooLarge extends Error {}

/** Fails once more than `max` bytes went through, whatever the request had declared. */
function atMost(max: number): Transform {
  let seen = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      seen += chunk.length;
      if (seen > max) done(new TooLarge());
      else done(null, chunk);
    },
  });
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]));
}
