import type { FastifyInstance } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { HostEvent, Progress } from '#contract/host-events.ts';
import { CADENCE_MS } from '../screens/running-calls.ts';

/** How often something is sent while there is nothing to say: browsers give up on an answer that stays silent for minutes. */
export const HEARTBEAT_MS = 15_000;

/** The event stream of the page: newline-delimited JSON, opened with the same secrets as a call. */
export interface PageEvents {
  /** Sends an event to the page; drops it when no page listens. */
  send(event: HostEvent): void;
  /** Sends progress of a call, not more often than people can see; drops it when the page does not read. */
  noteProgress(callId: string, progress: Progress): void;
  /** True while the page listens. */
  hasListener(): boolean;
  close(): void;
}

/** Registers `GET /api/eventos` on a guarded server. `onConnect`: the events that a newly connected page needs. */
export function serveEvents(server: FastifyInstance, onConnect: () => readonly HostEvent[]): PageEvents {
  const progresses = new Map<string, Progress>();
  let output: ServerResponse | undefined;
  const send = (event: HostEvent): void => {
    output?.write(`${JSON.stringify(event)}\n`);
  };
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
    closeStream(); // the page was reloaded, or another tab came in
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
    noteProgress: (callId, progress) => {
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

/** Fastify's headers in the form that Node writes. */
export function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
