import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer } from '#contract/answer.ts';
import { ERROR_CATALOGUE } from '#contract/errors.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { llamar } from '../llamada.ts';
import type { Manijas } from '../manijas.ts';
import { headersOf, type Eventos } from './eventos.ts';
import type { Preguntas } from './preguntas.ts';
import type { Pestana } from './sesiones.ts';

/** While a long call runs a space goes out this often: browsers give up on an answer of which nothing has come for minutes. */
const LATIDO_MS = 15_000;

const id = z.string().min(1).max(64);
/** One call: its name for this tab, the method and what it takes. */
export const LLAMADA = z.strictObject({ llamada: id, metodo: z.string().max(64), entrada: z.unknown() });
const CANCELAR = z.strictObject({ llamada: id });
const CONTESTAR = z.strictObject({ pregunta: id, clave: z.string().max(4096).nullable() });

interface LlamadasDeps {
  readonly dispatch: Dispatch;
  readonly eventos: Eventos;
  readonly manijas: Manijas;
  readonly preguntas: Preguntas;
  readonly pestanaDe: (request: FastifyRequest) => Pestana;
}

/** The calls that run, so that they can be stopped and waited for. */
export interface Llamadas {
  /** One call whose answer goes with another one: nobody but the end of the program stops it. */
  contestar(pestana: Pestana, llamada: z.infer<typeof LLAMADA>): Promise<Answer<unknown>>;
  /** Stops every call and resolves when all have ended. */
  detener(): Promise<void>;
}

/**
 * Registers `POST /api/llamadas` (one call, answered when it ends), `/api/cancelar` and `/api/contestar` on a guarded server. A call
 * whose tab goes away is stopped: what it had done is kept, as with any stop.
 */
export function servirLlamadas(server: FastifyInstance, deps: LlamadasDeps): Llamadas {
  const { dispatch, eventos, manijas, preguntas, pestanaDe } = deps;
  const running = new Map<string, { readonly control: AbortController; readonly fin: Promise<unknown> }>();

  /** Runs a call until it is answered; whatever goes wrong in it is an answer too. */
  function correr(pestana: Pestana, body: z.infer<typeof LLAMADA>, log: FastifyBaseLogger) {
    const key = `${pestana.id}:${body.llamada}`;
    const control = new AbortController();
    const contestada = llamar({ dispatch, manijas }, body, {
      signal: control.signal,
      onProgress: (progreso) => {
        eventos.avance(pestana, body.llamada, progreso);
      },
    })
      .catch((error: unknown): Answer<never> => {
        log.error(error);
        return { ok: false, error: { code: 'INTERNO', message: ERROR_CATALOGUE.INTERNO.mensaje } };
      })
      .finally(() => running.delete(key));
    running.set(key, { control, fin: contestada });
    return { control, contestada };
  }

  server.post('/api/llamadas', async (request, reply) => {
    const parsed = LLAMADA.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    const pestana = pestanaDe(request);
    const key = `${pestana.id}:${parsed.data.llamada}`;
    if (running.has(key)) return reply.code(409).send({ error: 'repetida' });

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...headersOf(reply.getHeaders()), 'content-type': 'application/json; charset=utf-8' });
    raw.flushHeaders(); // so that a page that leaves is noticed
    const latido = setInterval(() => raw.write(' '), LATIDO_MS);
    const { control, contestada } = correr(pestana, parsed.data, request.log);
    raw.on('close', () => {
      if (!raw.writableFinished) control.abort();
    });
    const answer = await contestada;
    clearInterval(latido);
    raw.end(JSON.stringify(answer));
    return undefined;
  });

  server.post('/api/cancelar', async (request, reply) => {
    const parsed = CANCELAR.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    running.get(`${pestanaDe(request).id}:${parsed.data.llamada}`)?.control.abort();
    return { ok: true };
  });

  server.post('/api/contestar', async (request, reply) => {
    const parsed = CONTESTAR.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    return { ok: preguntas.contestar(parsed.data.pregunta, parsed.data.clave) };
  });

  return {
    contestar: (pestana, llamada) => correr(pestana, llamada, server.log).contestada,
    detener: async () => {
      const all = [...running.values()];
      for (const { control } of all) control.abort();
      await Promise.all(all.map(({ fin }) => fin));
    },
  };
}
