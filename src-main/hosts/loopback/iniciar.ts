import { rm } from 'node:fs/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '#domain/clock.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { createScratchFolder } from '#platform/scratch-folder.ts';
import { systemClock } from '#platform/system-clock.ts';
import { servirArchivos } from './archivos.ts';
import { serveDoor } from './door.ts';
import { escribirEntrada } from './entrada.ts';
import { servirEstaticos } from './estaticos.ts';
import { servirEventos, type Eventos } from './eventos.ts';
import { cookiesDe, exigirPestana, nombreCookie, ponerGuardias, type Origen } from './guardias.ts';
import { nuevoCamino, sinCamino } from './camino.ts';
import { LLAMADA, servirLlamadas, type Llamadas } from './llamadas.ts';
import type { Preguntas } from './preguntas.ts';
import { crearSesiones } from './sesiones.ts';

export interface Limites {
  /** Bytes of a JSON body. */
  readonly cuerpo: number;
  /** Bytes of a workbook: what `workbook/read` accepts. */
  readonly archivo: number;
  /** Milliseconds in which a whole request must have arrived. */
  readonly pedidoMs: number;
}
/** Calls that a page may make as it comes in. */
const MAX_PRIMERAS = 4;
const LIMITES: Limites = { cuerpo: 1024 * 1024, archivo: 256 * 1024 * 1024, pedidoMs: 60_000 };

export interface LoopbackOpciones {
  readonly dispatch: Dispatch;
  readonly preguntas: Preguntas;
  /** The built renderer (`out/renderer`). */
  readonly rendererFolder: string;
  /** Opens a local page in the person's browser; false when the system has no way of doing it. */
  readonly openPage: (file: string) => Promise<boolean>;
  readonly clock?: Clock;
  readonly limites?: Partial<Limites>;
}

export interface Loopback {
  /** `http://127.0.0.1:PORT/`. Of no use without an entry. */
  readonly url: string;
  /** A new one-time entry: the address that carries it, valid once and for two minutes. */
  entrada(): string;
  /** The same inside a page that only the user can read; gives its path. */
  paginaDeEntrada(): Promise<string>;
  /** Stops the calls, waits for them, closes the server and deletes what pages had sent. */
  cerrar(): Promise<void>;
}

/** The application in the browser, on 127.0.0.1 and a free port (docs/architecture.md, "Security"). */
export async function iniciarLoopback(options: LoopbackOpciones): Promise<Loopback> {
  const limites = { ...LIMITES, ...options.limites };
  const clock = options.clock ?? systemClock;
  const sesiones = crearSesiones(clock);
  const carpeta = await createScratchFolder();
  const server = fastify({
    bodyLimit: limites.cuerpo,
    requestTimeout: limites.pedidoMs,
    forceCloseConnections: true,
    rewriteUrl: ({ url }) => sinCamino(url ?? '/'),
    http: { headersTimeout: limites.pedidoMs, connectionsCheckingInterval: Math.min(1000, limites.pedidoMs) },
  });
  server.removeContentTypeParser('text/plain'); // JSON only: what a form of another site can send is refused unread

  const { host, escuchar } = origenDe(server);
  ponerGuardias(server, { host });
  const { eventos, llamadas } = await servirApi(server, { ...options, host, sesiones, carpeta, limites });
  const url = (): string => `http://${host()}/`;
  const entrada = (): string => `${url()}#entrada=${sesiones.token()}`;
  const paginaDeEntrada = (): Promise<string> => escribirEntrada(carpeta, entrada());
  const puerta = serveDoor(server, { clock, openEntry: async () => options.openPage(await paginaDeEntrada()) });
  servirSesion(server, { host, sesiones, llamadas, puerta });
  servirEstaticos(server, options.rendererFolder);
  await escuchar();

  return {
    url: url(),
    entrada,
    paginaDeEntrada,
    cerrar: async () => {
      await llamadas.detener();
      eventos.cerrar();
      await server.close();
      await rm(carpeta, { recursive: true, force: true });
    },
  };
}

function origenDe(server: FastifyInstance): Origen & { escuchar: () => Promise<void> } {
  let host = '';
  return {
    host: () => host,
    escuchar: async () => {
      host = new URL(await server.listen({ host: '127.0.0.1', port: 0 })).host;
    },
  };
}

const SESION = z.strictObject({
  entrada: z.string().min(1).max(200),
  llamadas: z.array(LLAMADA).max(MAX_PRIMERAS).default([]),
});

interface SesionDeps extends Origen {
  readonly sesiones: ReturnType<typeof crearSesiones>;
  readonly llamadas: Llamadas;
  /** What the page keeps for its browser (`door.ts`). */
  readonly puerta: string;
}

/**
 * `POST /api/sesion`: the exchange. With `/api/abrir` the only call without a session; wrong tokens are not told apart. Whoever is let in is answered what it
 * asks first in the same turn.
 */
function servirSesion(server: FastifyInstance, { host, sesiones, llamadas, puerta }: SesionDeps): void {
  server.post('/api/sesion', async (request, reply) => {
    const parsed = SESION.safeParse(request.body);
    const entrada = parsed.success ? sesiones.entrar(parsed.data.entrada, cookiesDe(request, host())) : undefined;
    const pestana = entrada === undefined ? undefined : sesiones.pestana([entrada.cookie], entrada.secreto);
    if (!parsed.success || entrada === undefined || pestana === undefined)
      return reply.code(401).send({ error: 'sesion' });
    const camino = nuevoCamino();
    const respuestas = await Promise.all(parsed.data.llamadas.map((una) => llamadas.contestar(pestana, una)));
    return reply
      .header('set-cookie', `${nombreCookie(host())}=${entrada.cookie}; HttpOnly; SameSite=Strict; Path=${camino}/`)
      .send({ pestana: entrada.secreto, camino, puerta, respuestas });
  });
}

interface ApiDeps extends LoopbackOpciones, Origen {
  readonly sesiones: ReturnType<typeof crearSesiones>;
  readonly carpeta: string;
  readonly limites: Limites;
}

async function servirApi(server: FastifyInstance, deps: ApiDeps): Promise<{ eventos: Eventos; llamadas: Llamadas }> {
  const { dispatch, preguntas, host, sesiones, carpeta, limites } = deps;
  let parts: { eventos: Eventos; llamadas: Llamadas } | undefined;
  await server.register(async (api) => {
    const pestanaDe = exigirPestana(api, { host }, sesiones);
    const eventos = servirEventos(api, { pestanaDe, alConectar: preguntas.alConectar });
    preguntas.conectar(eventos);
    // Whoever is in may let another tab of the same browser in.
    api.post('/api/entrada', () => ({ entrada: sesiones.token() }));
    const manijas = servirArchivos(api, { carpeta, maxBytes: limites.archivo });
    parts = { eventos, llamadas: servirLlamadas(api, { dispatch, eventos, manijas, preguntas, pestanaDe }) };
  });
  if (parts === undefined) throw new Error('fastify runs a plugin before register resolves');
  return parts;
}
