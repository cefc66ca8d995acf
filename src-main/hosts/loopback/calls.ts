import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answer } from '#contract/answer.ts';
import { errorMessage } from '#contract/errors.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { callMethod } from '../page/call.ts';
import type { Handles } from '../page/handles.ts';
import { headersOf, type TabEvents } from './events.ts';
import type { Questions } from '../page/questions.ts';
import type { Tab } from './sessions.ts';

/** During a long call a space is sent this often: browsers give up on an answer that stays silent for minutes. */
const HEARTBEAT_MS = 15_000;

const id = z.string().min(1).max(64);
/** A call: its name in this tab, the method and its input. */
export const CALL = z.strictObject({ llamada: id, metodo: z.string().max(64), entrada: z.unknown() });
const CANCEL = z.strictObject({ llamada: id });
const ANSWER = z.strictObject({ pregunta: id, clave: z.string().max(4096).nullable() });

interface CallsDeps {
  readonly dispatch: Dispatch;
  readonly eventos: TabEvents;
  readonly handles: Handles;
  readonly preguntas: Questions;
  readonly getTab: (request: FastifyRequest) => Tab;
}

/** The running calls, so that they can be stopped and awaited. */
export interface Calls {
  /** Runs a call whose answer is part of another answer: only the end of the program stops it. */
  answerCall(tab: Tab, call: z.infer<typeof CALL>): Promise<Answer<unknown>>;
  /** Stops every call and resolves when all have ended. */
  stop(): Promise<void>;
}

/**
 * Registers `POST /api/llamadas` (one call, answered when it ends), `/api/cancelar` and `/api/contestar` on a guarded server. A call stops when
 * its tab goes away; what it did is kept, as with any stop.
 */
export function serveCalls(server: FastifyInstance, deps: CallsDeps): Calls {
  const { dispatch, eventos: events, handles, preguntas, getTab } = deps;
  const running = new Map<string, { readonly control: AbortController; readonly fin: Promise<unknown> }>();

  /** Runs a call. Its failure is an answer too. */
  function run(tab: Tab, body: z.infer<typeof CALL>, log: FastifyBaseLogger) {
    const key = `${tab.id}:${body.llamada}`;
    const control = new AbortController();
    const answered = callMethod({ dispatch, handles }, body, {
      signal: control.signal,
      onProgress: (progreso) => {
        events.noteProgress(tab, body.llamada, progreso);
      },
    })
      .catch((error: unknown): Answer<never> => {
        log.error(error);
        return { ok: false, error: { code: 'INTERNO', message: errorMessage('INTERNO') } };
      })
      .finally(() => running.delete(key));
    running.set(key, { control, fin: answered });
    return { control, answered };
  }

  server.post('/api/llamadas', async (request, reply) => {
    const parsed = CALL.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    const tab = getTab(request);
    const key = `${tab.id}:${parsed.data.llamada}`;
    if (running.has(key)) return reply.code(409).send({ error: 'repetida' });

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...headersOf(reply.getHeaders()), 'content-type': 'application/json; charset=utf-8' });
    raw.flushHeaders(); // so that the server notices a page that leaves
    const heartbeat = setInterval(() => raw.write(' '), HEARTBEAT_MS);
    const { control, answered } = run(tab, parsed.data, request.log);
    raw.on('close', () => {
      if (!raw.writableFinished) control.abort();
    });
    const answer = await answered;
    clearInterval(heartbeat);
    raw.end(JSON.stringify(answer));
    return undefined;
  });

  server.post('/api/cancelar', async (request, reply) => {
    const parsed = CANCEL.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    running.get(`${getTab(request).id}:${parsed.data.llamada}`)?.control.abort();
    return { ok: true };
  });

  server.post('/api/contestar', async (request, reply) => {
    const parsed = ANSWER.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    return { ok: preguntas.answer(parsed.data.pregunta, parsed.data.clave) };
  });

  return {
    answerCall: (tab, call) => run(tab, call, server.log).answered,
    stop: async () => {
      const all = [...running.values()];
      for (const { control } of all) control.abort();
      await Promise.all(all.map(({ fin }) => fin));
    },
  };
}
