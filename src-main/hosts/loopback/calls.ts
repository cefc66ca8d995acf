import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Answer } from '#contract/bridge.ts';
import { getErrorMessage } from '#contract/errors.ts';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import type { Handles } from '../screens/handles.ts';
import { ANSWER, CALL, CANCEL, createRunningCalls, CADENCE_MS } from '../screens/running-calls.ts';
import type { Questions } from '../screens/questions.ts';
import type { HostEvent, Progress } from '#contract/host-events.ts';

interface CallsDeps {
  readonly dispatch: Dispatch;
  readonly events: PageEvents;
  readonly handles: Handles;
  readonly questions: Questions;
}

/** Registers `POST /api/llamadas` (a call), `/api/cancelar`, `/api/contestar`, on a guarded server. A call stops when its page leaves; stored data stays. */
export function serveCalls(server: FastifyInstance, deps: CallsDeps) {
  const { events, questions } = deps;
  const running = createRunningCalls(deps);

  server.post('/api/llamadas', async (request, reply) => {
    const parsed = CALL.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'forma' });
    if (running.has(parsed.data.llamada)) return reply.code(409).send({ error: 'repetida' });

    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...headersOf(reply.getHeaders()), 'content-type': 'application/json; charset=utf-8' });
    raw.flushHeaders(); // without headers the server would not notice a page that leaves
    const heartbeat = setInterval(() => raw.write(' '), HEARTBEAT_MS);
    const { llamada } = parsed.data;
    const { control, answered } = running.start(llamada, parsed.data, (progress) => {
      events.noteProgress(llamada, progress);
    });
    raw.on('close', () => {
      if (!raw.writableFinished) control.abort();
    });
    const answer = await answered.catch((error: unknown): Answer<never> => {
      request.log.error(error);
      return { ok: false, error: { code: 'INTERNO', message: getErrorMessage('INTERNO') } };
    });
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
    stop: running.stop,
  };
}
export type Calls = ReturnType<typeof serveCalls>;

/** How often to send a character while there is no answer, because browsers give up after minutes of silence. */
const HEARTBEAT_MS = 15_000;

/** Registers `GET /api/eventos` on a server with guards. `onConnect`: the events for a page that has just connected. */
export function serveEvents(server: FastifyInstance, onConnect: () => readonly HostEvent[]) {
  const progresses = new Map<string, Progress>();
  let output: ServerResponse | undefined;
  const send = (event: HostEvent) => void output?.write(`${JSON.stringify(event)}\n`);
  const closeStream = (): void => {
    output?.end();
    output = undefined;
    progresses.clear();
  };
  const flushTimer = setInterval(() => {
    if (output === undefined || output.writableNeedDrain) return;
    for (const [callId, progress] of progresses) send({ tipo: 'avance', llamada: callId, progreso: progress });
    progresses.clear();
  }, CADENCE_MS);
  const heartbeat = setInterval(() => output?.write('\n'), HEARTBEAT_MS);
  for (const timer of [flushTimer, heartbeat]) timer.unref();

  server.get('/api/eventos', (_request, reply) => {
    closeStream(); // the page was reloaded, or another tab took over
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...headersOf(reply.getHeaders()), 'content-type': 'application/x-ndjson; charset=utf-8' });
    output = raw;
    raw.write('\n'); // sends the headers at once
    for (const event of onConnect()) send(event);
    raw.on('close', () => {
      if (output === raw) closeStream();
    });
  });

  return {
    send,
    /** Sends a call's progress, but not more often than people can see; discards it if no page listens. */
    noteProgress: (callId: string, progress: Progress) => {
      if (output !== undefined) progresses.set(callId, progress);
    },
    hasListener: () => output !== undefined,
    close: () => {
      clearInterval(flushTimer);
      clearInterval(heartbeat);
      closeStream();
    },
  };
}
/** The event stream of a page: JSON lines. Opening it needs the same secrets as a call. */
export type PageEvents = ReturnType<typeof serveEvents>;

function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
