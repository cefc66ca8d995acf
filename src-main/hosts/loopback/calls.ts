import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Answer } from '#contract/bridge.ts';
import { getErrorMessage } from '#contract/errors.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import type { Handles } from '../screens/handles.ts';
import { ANSWER, CALL, CANCEL, createRunningCalls, type PageCall } from '../screens/running-calls.ts';
import { headersOf, HEARTBEAT_MS, type PageEvents } from './events.ts';
import type { Questions } from '../screens/questions.ts';

interface CallsDeps {
  readonly dispatch: Dispatch;
  readonly events: PageEvents;
  readonly handles: Handles;
  readonly questions: Questions;
}

/** The running calls, so that they can be stopped and awaited. */
export interface Calls {
  /** Runs a call whose answer is part of another answer: only the end of the program stops it. */
  answerCall(call: PageCall): Promise<Answer<unknown>>;
  /** Stops every call and resolves when all have ended. */
  stop(): Promise<void>;
}

/**
 * Registers `POST /api/llamadas` (one call, answered when it ends), `/api/cancelar` and `/api/contestar` on a guarded server. A call stops when
 * its page goes away; what it did is kept, as with any stop.
 */
export function serveCalls(server: FastifyInstance, deps: CallsDeps): Calls {
  const { events, questions } = deps;
  const running = createRunningCalls(deps);

  /** Runs a call. Its failure is an answer too. */
  function run(body: PageCall, log: FastifyBaseLogger) {
    const { control, answered } = running.start(body.llamada, body, (progress) => {
      events.noteProgress(body.llamada, progress);
    });
    const told = answered.catch((error: unknown): Answer<never> => {
      log.error(error);
      return { ok: false, error: { code: 'INTERNO', message: getErrorMessage('INTERNO') } };
    });
    return { control, answered: told };
  }

  server.post('/api/llamadas', async (request, reply) => {
    const parsed = CALL.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    if (running.has(parsed.data.llamada)) return reply.code(409).send({ error: 'repetida' });

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...headersOf(reply.getHeaders()), 'content-type': 'application/json; charset=utf-8' });
    raw.flushHeaders(); // so that the server notices a page that leaves
    const heartbeat = setInterval(() => raw.write(' '), HEARTBEAT_MS);
    const { control, answered } = run(parsed.data, request.log);
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
    running.cancel(parsed.data.llamada);
    return { ok: true };
  });

  server.post('/api/contestar', async (request, reply) => {
    const parsed = ANSWER.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    return { ok: questions.answer(parsed.data.pregunta, parsed.data.clave) };
  });

  return {
    answerCall: (call) => run(call, server.log).answered,
    stop: running.stop,
  };
}
