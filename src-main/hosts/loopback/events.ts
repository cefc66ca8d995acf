import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { HostEvent, Progress } from '#contract/host-events.ts';
import type { Tab } from './sessions.ts';
import { CADENCE_MS } from '../page/running-calls.ts';

/** How often something is sent while there is nothing to say: browsers give up on an answer that stays silent for minutes. */
export const HEARTBEAT_MS = 15_000;

/** The event streams, one per tab: newline-delimited JSON, opened with the same secrets as a call. */
export interface TabEvents {
  /** Sends an event to one tab, or to all of them. */
  send(event: HostEvent, tab?: Tab): void;
  /** Sends progress of a call, not more often than people can see; drops it when the tab does not read. */
  noteProgress(tab: Tab, callId: string, progress: Progress): void;
  /** True while any tab listens. */
  hasListener(): boolean;
  close(): void;
}

interface Canal {
  readonly salida: ServerResponse;
  readonly progresses: Map<string, Progress>;
  readonly heartbeat: NodeJS.Timeout;
}

interface EventsDeps {
  readonly getTab: (request: FastifyRequest) => Tab;
  /** The events that a newly connected tab needs. */
  readonly onConnect: () => readonly HostEvent[];
}

/** Registers `GET /api/eventos` on a guarded server. */
export function serveEvents(server: FastifyInstance, { getTab, onConnect }: EventsDeps): TabEvents {
  const channels = new Map<string, Canal>();
  const writeTo = (canal: Canal, event: HostEvent): void => {
    canal.salida.write(`${JSON.stringify(event)}\n`);
  };
  const closeChannel = (id: string): void => {
    const canal = channels.get(id);
    if (canal === undefined) return;
    channels.delete(id);
    clearInterval(canal.heartbeat);
    canal.salida.end();
  };
  const flushTimer = setInterval(() => {
    for (const canal of channels.values()) {
      if (canal.salida.writableNeedDrain) continue;
      for (const [callId, progress] of canal.progresses)
        writeTo(canal, { tipo: 'avance', llamada: callId, progreso: progress });
      canal.progresses.clear();
    }
  }, CADENCE_MS);
  flushTimer.unref();

  server.get('/api/eventos', (request, reply) => {
    const { id } = getTab(request);
    closeChannel(id); // the page was reloaded: nobody reads the old stream
    reply.hijack();
    reply.raw.writeHead(200, {
      ...headersOf(reply.getHeaders()),
      'content-type': 'application/x-ndjson; charset=utf-8',
    });
    const heartbeat = setInterval(() => reply.raw.write('\n'), HEARTBEAT_MS);
    heartbeat.unref();
    const canal: Canal = { salida: reply.raw, progresses: new Map(), heartbeat };
    channels.set(id, canal);
    reply.raw.write('\n'); // sends the headers at once
    for (const event of onConnect()) writeTo(canal, event);
    reply.raw.on('close', () => {
      if (channels.get(id) === canal) closeChannel(id);
    });
  });

  return {
    send: (event, tab) => {
      const chosen = tab === undefined ? [...channels.values()] : [channels.get(tab.id)];
      for (const canal of chosen) if (canal !== undefined) writeTo(canal, event);
    },
    noteProgress: (tab, callId, progress) => {
      channels.get(tab.id)?.progresses.set(callId, progress);
    },
    hasListener: () => channels.size > 0,
    close: () => {
      clearInterval(flushTimer);
      for (const id of [...channels.keys()]) closeChannel(id);
    },
  };
}

/** Fastify's headers in the form that Node writes. */
export function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
