import type { HostEvent } from '#contract/host-events.ts';
import type { HostRequest } from '#contract/bridge.ts';
import { NoResponse, NoSession } from './failure.ts';
import type { Transport } from './api.ts';

const TAB_HEADER = 'x-conciliador-pestana';
const STORAGE_KEY = 'conciliador.pestana';
const PATH_STORAGE_KEY = 'conciliador.camino';
const RETRY_MS = 1500;

const ROUTES: Record<HostRequest['tipo'], string> = {
  llamar: '/api/llamadas',
  cancelar: '/api/cancelar',
  contestar: '/api/contestar',
  abrir: '/api/descargas',
};

interface TabPass {
  readonly pestana: string;
  /** The first part of the address of each call. The browser sends the cookie of this tab only to addresses that begin with it. */
  readonly camino: string;
}

interface PageHost {
  readonly location: Pick<Location, 'hash' | 'pathname'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Exchanges the one-time code in the address for the secret of this tab, and removes the code. Without a valid code, gives the tab's stored secret, or throws
 * `NoSession`.
 */
export async function enterByHttp({ location, history, storage }: PageHost): Promise<TabPass> {
  const entry = /^#entrada=([\w-]+)$/.exec(location.hash)?.[1];
  if (entry !== undefined) {
    history.replaceState(null, '', location.pathname);
    const answer = await fetch('/api/sesion', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ entrada: entry }),
    });
    if (answer.ok) {
      const { pestana, camino } = (await answer.json()) as TabPass;
      storage.setItem(STORAGE_KEY, pestana);
      storage.setItem(PATH_STORAGE_KEY, camino);
      return { pestana, camino };
    }
  }
  // The code may come from an old bookmark, opened in a tab whose stored session is still valid.
  const [pestana, camino] = [storage.getItem(STORAGE_KEY), storage.getItem(PATH_STORAGE_KEY)];
  if (pestana === null || camino === null) throw new NoSession();
  return { pestana, camino };
}

export function createHttpTransport(
  { pestana, camino: path }: TabPass,
  download: (blob: Blob, name: string) => void,
): Transport {
  /** Throws `NoResponse` in place of the browser's errors for a program that closed before or during its answer; throws any other error unchanged. */
  const toNoResponse = (error: unknown): never => {
    throw error instanceof TypeError || error instanceof SyntaxError ? new NoResponse(error.message) : error;
  };
  const sendPost = async (route: string, body: BodyInit, headers: Record<string, string>, signal?: AbortSignal) => {
    const answer = await fetch(path + route, {
      method: 'POST',
      body,
      headers: { [TAB_HEADER]: pestana, ...headers },
      ...(signal === undefined ? {} : { signal }),
    }).catch(toNoResponse);
    if (answer.status === 401) throw new NoSession();
    if (!answer.ok) throw new Error(`${route}: ${String(answer.status)}`);
    return answer;
  };
  const sendJson = (route: string, body: unknown) =>
    sendPost(route, JSON.stringify(body), { 'content-type': 'application/json' });

  return {
    send: async (request) => {
      const { tipo, ...rest } = request;
      const answer = await sendJson(ROUTES[tipo], rest);
      return answer.json().catch(toNoResponse);
    },
    listen: (onEvent, onConnection, signal) => {
      const keepGoing = async (): Promise<void> => {
        while (!signal.aborted) {
          try {
            const answer = await fetch(`${path}/api/eventos`, { headers: { [TAB_HEADER]: pestana }, signal });
            onConnection(answer.ok);
            if (answer.ok && answer.body !== null) await readLines(answer.body, onEvent);
          } catch (error) {
            if (!(error instanceof TypeError) && !signal.aborted) throw error;
          }
          if (signal.aborted) return;
          onConnection(false);
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      };
      keepGoing().catch((error: unknown) => {
        onConnection(false);
        reportError(error);
      });
    },
    file: async (file, signal) => {
      const headers = {
        'content-type': 'application/octet-stream',
        'x-conciliador-nombre': encodeURIComponent(file.name),
      };
      const answer = await sendPost('/api/archivos', file, headers, signal);
      return ((await answer.json()) as { archivo: string }).archivo;
    },
    hand: async (file, readme) => {
      for (const each of readme === undefined ? [file] : [file, readme]) {
        const answer = await sendJson('/api/descargas', { archivo: each });
        download(await answer.blob(), nameOf(each));
      }
      return nameOf(file);
    },
  };
}

const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

/** Reads newline-delimited JSON. Skips blank lines, which the host sends as heartbeats. */
async function readLines(body: ReadableStream<Uint8Array>, onEvent: (event: HostEvent) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onEvent(JSON.parse(line) as HostEvent);
  }
}
