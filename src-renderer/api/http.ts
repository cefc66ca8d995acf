import type { HostEvent } from '#contract/host-events.ts';
import type { HostPedido } from '#contract/bridge.ts';
import type { Transporte } from './transporte.ts';

const PESTANA = 'x-conciliador-pestana';
const ALMACEN = 'conciliador.pestana';
const REINTENTO_MS = 1500;

/** Thrown when this page was never let in, or no longer is. */
export class SinSesion extends Error {
  override readonly name = 'SinSesion';
}

const RUTAS: Record<HostPedido['tipo'], string> = {
  llamar: '/api/llamadas',
  cancelar: '/api/cancelar',
  contestar: '/api/contestar',
  abrir: '/api/descargas',
};

/**
 * Exchanges the one-time entry of the address for the secret of this tab, and takes it out of the address. A reloaded tab has its
 * secret already. Throws `SinSesion` when neither is there.
 */
export async function entrarPorHttp(location: Location, history: History, storage: Storage): Promise<string> {
  const entrada = /^#entrada=([\w-]+)$/.exec(location.hash)?.[1];
  const known = storage.getItem(ALMACEN);
  if (entrada === undefined) {
    if (known === null) throw new SinSesion();
    return known;
  }
  history.replaceState(null, '', location.pathname);
  const answer = await fetch('/api/sesion', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ entrada }),
  });
  if (!answer.ok) {
    if (known !== null) return known; // an old bookmark of this very tab: the session still is
    throw new SinSesion();
  }
  const { pestana } = (await answer.json()) as { pestana: string };
  storage.setItem(ALMACEN, pestana);
  return pestana;
}

/** The loopback host: calls by POST, events by one stream, both with the secret of the tab. */
export function transporteHttp(pestana: string, descargar: (blob: Blob, nombre: string) => void): Transporte {
  const post = async (ruta: string, body: BodyInit, headers: Record<string, string>, signal?: AbortSignal) => {
    const answer = await fetch(ruta, {
      method: 'POST',
      body,
      headers: { [PESTANA]: pestana, ...headers },
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.status === 401) throw new SinSesion();
    if (!answer.ok) throw new Error(`${ruta}: ${String(answer.status)}`);
    return answer;
  };
  const json = (ruta: string, body: unknown) =>
    post(ruta, JSON.stringify(body), { 'content-type': 'application/json' });

  return {
    enviar: async ({ tipo, ...resto }) => {
      const answer = await json(RUTAS[tipo], resto);
      return answer.json();
    },
    escuchar: (onEvento, onConexion, signal) => {
      const seguir = async (): Promise<void> => {
        while (!signal.aborted) {
          try {
            const answer = await fetch('/api/eventos', { headers: { [PESTANA]: pestana }, signal });
            onConexion(answer.ok);
            if (answer.ok && answer.body !== null) await leerLineas(answer.body, onEvento);
          } catch (error) {
            if (!(error instanceof TypeError) && !signal.aborted) throw error;
          }
          if (signal.aborted) return;
          onConexion(false);
          await new Promise((resolve) => setTimeout(resolve, REINTENTO_MS));
        }
      };
      seguir().catch((error: unknown) => {
        onConexion(false);
        reportError(error);
      });
    },
    archivo: async (file, signal) => {
      const headers = {
        'content-type': 'application/octet-stream',
        'x-conciliador-nombre': encodeURIComponent(file.name),
      };
      const answer = await post('/api/archivos', file, headers, signal);
      return ((await answer.json()) as { archivo: string }).archivo;
    },
    entregar: async (archivo) => {
      const answer = await json('/api/descargas', { archivo });
      descargar(await answer.blob(), archivo.split('/').at(-1) ?? archivo);
    },
  };
}

/** Newline-delimited JSON; blank lines are heartbeats. */
async function leerLineas(body: ReadableStream<Uint8Array>, onEvento: (event: HostEvent) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onEvento(JSON.parse(line) as HostEvent);
  }
}
