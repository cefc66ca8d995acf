import type { HostEvent } from '#contract/host-events.ts';
import type { HostPedido } from '#contract/bridge.ts';
import type { Method } from '#contract/inputs.ts';
import { SinRespuesta, SinSesion } from './falla.ts';
import type { Transporte } from './transporte.ts';

const PESTANA = 'x-conciliador-pestana';
const ALMACEN = 'conciliador.pestana';
const ALMACEN_CAMINO = 'conciliador.camino';
const REINTENTO_MS = 1500;

const RUTAS: Record<HostPedido['tipo'], string> = {
  llamar: '/api/llamadas',
  cancelar: '/api/cancelar',
  contestar: '/api/contestar',
  abrir: '/api/descargas',
};

/** What lets a tab in. */
interface Paso {
  /** The secret of the tab. */
  readonly pestana: string;
  /** What goes before the address of each call: the browser sends the cookie of the tab with no other. */
  readonly camino: string;
  /** What the host answered to the first calls, by their method, when it answered them as it let the tab in. */
  readonly contestadas: ReadonlyMap<string, unknown>;
  /** What its browser keeps for pages that come later, where this tab has just come in (`tabs.ts`). */
  readonly puerta?: string;
}

interface Pagina {
  readonly location: Pick<Location, 'hash' | 'pathname'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Exchanges the one-time entry of the address for the secret of this tab, and takes it out of the address. A reloaded tab has its
 * secret already. `primeras`: methods that are called first and take nothing, asked for in the same turn. Throws `SinSesion` when neither is there.
 */
export async function entrarPorHttp(
  { location, history, storage }: Pagina,
  primeras: readonly Method[],
  nuevoId: () => string,
): Promise<Paso> {
  const conocido = (): Paso | undefined => {
    const pestana = storage.getItem(ALMACEN);
    const camino = storage.getItem(ALMACEN_CAMINO);
    return pestana === null || camino === null ? undefined : { pestana, camino, contestadas: new Map() };
  };
  const entrada = /^#entrada=([\w-]+)$/.exec(location.hash)?.[1];
  if (entrada === undefined) {
    const known = conocido();
    if (known === undefined) throw new SinSesion();
    return known;
  }
  history.replaceState(null, '', location.pathname);
  const paso = await exchangeEntry(entrada, storage, primeras, nuevoId);
  const known = paso ?? conocido(); // an old bookmark of this very tab: the session still is
  if (known === undefined) throw new SinSesion();
  return known;
}

/** Exchanges a one-time entry, and keeps what it gives for this tab; undefined when it is not good any more. */
export async function exchangeEntry(
  entrada: string,
  storage: Pagina['storage'],
  primeras: readonly Method[],
  nuevoId: () => string,
): Promise<Paso | undefined> {
  const llamadas = primeras.map((metodo) => ({ llamada: nuevoId(), metodo, entrada: {} }));
  const answer = await fetch('/api/sesion', jsonPost({ entrada, llamadas }));
  if (!answer.ok) return undefined;
  const { pestana, camino, puerta, respuestas } = (await answer.json()) as {
    pestana: string;
    camino: string;
    puerta: string;
    respuestas: readonly unknown[];
  };
  storage.setItem(ALMACEN, pestana);
  storage.setItem(ALMACEN_CAMINO, camino);
  return {
    pestana,
    camino,
    puerta,
    contestadas: new Map(primeras.map((metodo, indice) => [metodo, respuestas[indice]])),
  };
}

/** This tab was let in by a program that is gone: it begins again as one that nobody let in. */
export function forgetTab(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(ALMACEN);
  storage.removeItem(ALMACEN_CAMINO);
}

/** A new one-time entry, for another tab of this browser. */
export async function mintEntry({ pestana, camino }: Paso): Promise<string> {
  const { headers, ...rest } = jsonPost({});
  const answer = await fetch(`${camino}/api/entrada`, { ...rest, headers: { ...headers, [PESTANA]: pestana } });
  if (!answer.ok) throw new SinSesion();
  return ((await answer.json()) as { entrada: string }).entrada;
}

/** Asks the program to open a page that is let in; false when it finds no browser to open. Throws when it does not answer, or does not know us. */
export async function knock(puerta: string): Promise<boolean> {
  const answer = await fetch('/api/abrir', jsonPost({ puerta }));
  if (!answer.ok) throw new SinSesion();
  return ((await answer.json()) as { abierta: boolean }).abierta;
}

const jsonPost = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** The loopback host: calls by POST, events by one stream, both with the secret of the tab. */
export function transporteHttp(
  { pestana, camino, contestadas }: Paso,
  descargar: (blob: Blob, nombre: string) => void,
): Transporte {
  /** Each answer that came with the way in is good for one call. */
  const porTomar = new Map(contestadas);
  const post = async (ruta: string, body: BodyInit, headers: Record<string, string>, signal?: AbortSignal) => {
    const answer = await fetch(camino + ruta, {
      method: 'POST',
      body,
      headers: { [PESTANA]: pestana, ...headers },
      ...(signal === undefined ? {} : { signal }),
    }).catch((error: unknown) => {
      throw error instanceof TypeError ? new SinRespuesta(error.message) : error;
    });
    if (answer.status === 401) throw new SinSesion();
    if (!answer.ok) throw new Error(`${ruta}: ${String(answer.status)}`);
    return answer;
  };
  const json = (ruta: string, body: unknown) =>
    post(ruta, JSON.stringify(body), { 'content-type': 'application/json' });

  return {
    enviar: async (pedido) => {
      if (pedido.tipo === 'llamar' && porTomar.has(pedido.metodo)) {
        const contestada = porTomar.get(pedido.metodo);
        porTomar.delete(pedido.metodo);
        return contestada;
      }
      const { tipo, ...resto } = pedido;
      const answer = await json(RUTAS[tipo], resto);
      return answer.json();
    },
    escuchar: (onEvento, onConexion, signal) => {
      const seguir = async (): Promise<void> => {
        while (!signal.aborted) {
          try {
            const answer = await fetch(`${camino}/api/eventos`, { headers: { [PESTANA]: pestana }, signal });
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
    entregar: async (archivo, leeme) => {
      for (const cada of leeme === undefined ? [archivo] : [archivo, leeme]) {
        const answer = await json('/api/descargas', { archivo: cada });
        descargar(await answer.blob(), cada.split('/').at(-1) ?? cada);
      }
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
