import type { FastifyInstance, FastifyRequest } from 'fastify';
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
const LLAMADA = z.strictObject({ llamada: id, metodo: z.string().max(64), entrada: z.unknown() });
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
  /** Stops every call and resolves when all have ended. */
  detener(): Promise<void>;
}

/**
 * Registers `POST /api/llamadas` (one call, answered when it ends), `/api/cancelar` and `/api/contestar` on a guarded server. A call
 * whose tab goes away is stopped: what it had done is kept, as with any stop.
 */
export function servirLlamadas(server: FastifyInstance, deps: LlamadasDeps): Llamadas {
  const { dispatch, eventos, manijas, preguntas, pestanaDe } = deps;
  const running = new Map<string, { readonly control: AbortController; readonly fin: Promise<void> }>();

  const call = (pestana: Pestana, body: z.infer<typeof LLAMADA>, signal: AbortSignal): Promise<Answer<unknown>> =>
    llamar({ dispatch, manijas }, body, {
      signal,
      onProgress: (progreso) => {
        eventos.avance(pestana, body.llamada, progreso);
      },
    });

  server.post('/api/llamadas', async (request, reply) => {
    const parsed = LLAMADA.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    const pestana = pestanaDe(request);
    const key = `${pestana.id}:${parsed.data.llamada}`;
    if (running.has(key)) return reply.code(409).send({ error: 'repetida' });

    const control = new AbortController();
    reply.hijack();
    const { raw } = reply;
    raw.on('close', () => {
      if (!raw.writableFinished) control.abort();
    });
    raw.writeHead(200, { ...headersOf(reply.getHeaders()), 'content-type': 'application/json; charset=utf-8' });
    raw.flushHeaders(); // so that a page that leaves is noticed
    const latido = setInterval(() => raw.write(' '), LATIDO_MS);
    const fin = call(pestana, parsed.data, control.signal)
      .catch((error: unknown): Answer<never> => {
        request.log.error(error);
        return { ok: false, error: { code: 'INTERNO', message: ERROR_CATALOGUE.INTERNO.mensaje } };
      })
      .then((answer) => {
        clearInterval(latido);
        running.delete(key);
        raw.end(JSON.stringify(answer));
      });
    running.set(key, { control, fin });
    return fin;
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
    detener: async () => {
      const all = [...running.values()];
      for (const { control } of all) control.abort();
      await Promise.all(all.map(({ fin }) => fin));
    },
  };
}
