import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { HostEvent } from '#contract/host-events.ts';
import type { Progreso } from '#contract/progress.ts';
import type { Pestana } from './sesiones.ts';

/** Progress is for eyes: the newest of each call, at most this often. */
const CADENCIA_MS = 60;
const LATIDO_MS = 15_000;

/** The event streams of the tabs: one each, newline-delimited JSON, opened with the same secrets as a call. */
export interface Eventos {
  /** To one tab, or to all of them. */
  enviar(event: HostEvent, pestana?: Pestana): void;
  /** Progress of a call: coalesced, dropped when the tab does not read. */
  avance(pestana: Pestana, llamada: string, progreso: Progreso): void;
  /** True while any tab listens. */
  hayAlguien(): boolean;
  cerrar(): void;
}

interface Canal {
  readonly salida: ServerResponse;
  readonly avances: Map<string, Progreso>;
  readonly latido: NodeJS.Timeout;
}

interface EventosDeps {
  readonly pestanaDe: (request: FastifyRequest) => Pestana;
  /** What a tab that has just connected must know. */
  readonly alConectar: () => readonly HostEvent[];
}

/** Registers `GET /api/eventos` on a guarded server. */
export function servirEventos(server: FastifyInstance, { pestanaDe, alConectar }: EventosDeps): Eventos {
  const canales = new Map<string, Canal>();
  const escribir = (canal: Canal, event: HostEvent): void => {
    canal.salida.write(`${JSON.stringify(event)}\n`);
  };
  const cerrarCanal = (id: string): void => {
    const canal = canales.get(id);
    if (canal === undefined) return;
    canales.delete(id);
    clearInterval(canal.latido);
    canal.salida.end();
  };
  const vaciar = setInterval(() => {
    for (const canal of canales.values()) {
      if (canal.salida.writableNeedDrain) continue;
      for (const [llamada, progreso] of canal.avances) escribir(canal, { tipo: 'avance', llamada, progreso });
      canal.avances.clear();
    }
  }, CADENCIA_MS);
  vaciar.unref();

  server.get('/api/eventos', (request, reply) => {
    const { id } = pestanaDe(request);
    cerrarCanal(id); // a reloaded page: the old stream has no reader any more
    reply.hijack();
    reply.raw.writeHead(200, {
      ...headersOf(reply.getHeaders()),
      'content-type': 'application/x-ndjson; charset=utf-8',
    });
    const latido = setInterval(() => reply.raw.write('\n'), LATIDO_MS);
    latido.unref();
    const canal: Canal = { salida: reply.raw, avances: new Map(), latido };
    canales.set(id, canal);
    reply.raw.write('\n'); // the headers go out at once
    for (const event of alConectar()) escribir(canal, event);
    reply.raw.on('close', () => {
      if (canales.get(id) === canal) cerrarCanal(id);
    });
  });

  return {
    enviar: (event, pestana) => {
      const chosen = pestana === undefined ? [...canales.values()] : [canales.get(pestana.id)];
      for (const canal of chosen) if (canal !== undefined) escribir(canal, event);
    },
    avance: (pestana, llamada, progreso) => {
      canales.get(pestana.id)?.avances.set(llamada, progreso);
    },
    hayAlguien: () => canales.size > 0,
    cerrar: () => {
      clearInterval(vaciar);
      for (const id of [...canales.keys()]) cerrarCanal(id);
    },
  };
}

/** Fastify's headers in the form that Node writes. */
export function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
