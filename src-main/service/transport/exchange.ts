import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Got, Request } from 'got';
import { MAX_PAGE_BYTES, createTooLargeError } from './json-bounds.ts';
import { type Network, toUnreachable } from './network.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The largest answer in bytes after decompression; by default a page's limit. */
  readonly maxBytes?: number | undefined;
}

/** A complete answer: every byte of it arrived. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly date: string | undefined;
  readonly body: Buffer;
}

/**
 * One request, one complete answer of any status, without retries or redirects. Throws `SIN_CONEXION`, `TIEMPO_AGOTADO`, `RESPUESTA_ENORME`,
 * `RESPUESTA_INVALIDA` (a cut answer); on an abort, the signal's reason.
 */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'DESCONOCIDO';

/** Keep only the code as the cause: got's errors hold the whole request, secrets included. */
const toSafeCause = (code: string): Error => new Error(`HTTP exchange failed: ${code}`);

function toFailure(error: unknown, { answered, proxy }: { answered: boolean; proxy: string | undefined }): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const safe = toSafeCause(code);
  if (answered) return new AppError('RESPUESTA_INVALIDA', { cause: safe, detail: { motivo: 'cortada', codigo: code } });
  return toUnreachable(code, { cause: error instanceof Error ? error.cause : undefined, safe, proxy });
}

async function readBounded(stream: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxBytes) throw createTooLargeError('bytes', maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** Leaves out `deflate`: servers mean two different things by it, which got tells apart by one bit. */
const ACCEPTED_CODINGS = 'gzip, br';

const firstOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;

interface Deps {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly network: Network;
}

export function createExchange({ clock, timeoutMs, network }: Deps): Exchange {
  let client: Promise<Got> | undefined;
  /** Loaded with the first request, so that other commands do not wait for it. */
  const load = async (): Promise<Got> => {
    const { default: got } = await import('got');
    // Retries, waits and timeouts follow our own rules (docs/gaps.md).
    return got.extend({
      followRedirect: false,
      retry: { limit: 0 },
      throwHttpErrors: false,
      headers: { accept: 'application/json', 'accept-encoding': ACCEPTED_CODINGS, 'user-agent': 'Conciliador' },
    });
  };

  return async ({ method, url, headers, body, maxBytes = MAX_PAGE_BYTES }, signal) => {
    signal.throwIfAborted();
    // A send gets a connection of its own. On a kept connection that the server is just closing, it would be lost before leaving the PC.
    const [{ agents, proxy }, { stream: open }] = await Promise.all([
      network.route(new URL(url), method === 'GET'),
      (client ??= load()),
    ]);
    signal.throwIfAborted();
    const deadline = clock.timeout(timeoutMs);
    const stream = open(url, {
      method,
      headers: body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      agent: agents,
      allowGetBody: body !== undefined,
    });
    let answered = false;
    stream.once('response', () => (answered = true));
    const stop = () => stream.destroy(new Error('stopped'));
    signal.addEventListener('abort', stop);
    deadline.addEventListener('abort', stop);
    try {
      // Pass the body here instead of as an option: got would cut it into pieces, with a turn of the event loop between them.
      if (method !== 'GET' || body !== undefined) stream.end(body);
      const bytes = await readBounded(stream, maxBytes);
      const { response } = stream;
      if (response === undefined) throw new AppError('SIN_CONEXION', { detail: { codigo: 'SIN_RESPUESTA' } });
      return {
        status: response.statusCode,
        contentType: firstOf(response.headers['content-type']) ?? '',
        retryAfter: firstOf(response.headers['retry-after']),
        date: firstOf(response.headers.date),
        body: bytes,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) throw new AppError('TIEMPO_AGOTADO', { detail: { segundos: timeoutMs / 1000 } });
      throw toFailure(error, { answered, proxy });
    } finally {
      signal.removeEventListener('abort', stop);
      deadline.removeEventListener('abort', stop);
      stream.destroy();
    }
  };
}

/** A working service answers sooner than this. */
const SILENCE_MS = 10_000;

/** Reports a silent service while we still wait: one request may take half a minute, with retries. */
export function breakSilence(
  exchange: Exchange,
  { clock, onSilence }: { readonly clock: Clock; readonly onSilence: (ms: number) => void },
): Exchange {
  let told = false;
  return async (request, signal) => {
    const silence = clock.timeout(SILENCE_MS);
    const tell = (): void => {
      if (!told) onSilence(SILENCE_MS);
      told = true;
    };
    silence.addEventListener('abort', tell);
    try {
      const answer = await exchange(request, signal);
      // After an answer in time, report the next silence again. A service that stays slow is reported once.
      if (!silence.aborted) told = false;
      return answer;
    } finally {
      silence.removeEventListener('abort', tell);
    }
  };
}

const FIRST_PAUSE_MS = 100;
const GROWTH = 1.6;
const WEAR = 0.9;
const MAX_PAUSE_MS = 5000;

export type Pace = ReturnType<typeof createPace>;

/** A pause that grows with each 429 and shrinks with good answers, fast enough that occasional 429s do not slow reading down more and more. */
export function createPace(clock: Clock) {
  let pauseMs = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    async wait(signal: AbortSignal): Promise<void> {
      if (pauseMs === 0) return;
      const now = clock.monotonic();
      const at = Math.max(now, nextAt);
      nextAt = at + pauseMs;
      if (at > now) await clock.sleep(at - now, signal);
    },
    slowDown(): void {
      pauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, pauseMs * GROWTH));
    },
    speedUp(): void {
      pauseMs = pauseMs < 20 ? 0 : pauseMs * WEAR;
    },
  };
}
