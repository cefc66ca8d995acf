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

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly date: string | undefined;
  readonly body: Buffer;
}

/** Sends one request; follows no redirect. Throws `SIN_CONEXION`, `TIEMPO_AGOTADO`, `RESPUESTA_ENORME`, `RESPUESTA_INVALIDA` (cut) or the abort reason. */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'DESCONOCIDO';

/** Keeps only the code as the cause: got's errors hold the whole request with its secrets. */
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

/** Without `deflate`: servers use this name for two different formats. */
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
  /** Loads got with the first request, because commands that need no request would only wait for it. */
  const load = async (): Promise<Got> => {
    const { default: got } = await import('got');
    // Switch off got's own retries, redirects and timeouts: the callers have their own rules (docs/gaps.md).
    return got.extend({
      followRedirect: false,
      retry: { limit: 0 },
      throwHttpErrors: false,
      headers: { accept: 'application/json', 'accept-encoding': ACCEPTED_CODINGS, 'user-agent': 'Conciliador' },
    });
  };

  return async ({ method, url, headers, body, maxBytes = MAX_PAGE_BYTES }, signal) => {
    signal.throwIfAborted();
    // A POST or DELETE gets a fresh connection: a kept one may be closing, which would lose the request.
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
      // Write the body in one piece: as an option, got would cut it and yield to the event loop after each piece.
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

/** The service is reported as silent after this time without an answer to a request. */
const SILENCE_MS = 10_000;

/** Reports a service that does not answer a request, before the request's own time limit (by default 30 s) ends it. */
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
      // This answer came in time, so report the next silence again. A service that is always slow is reported once.
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

/** Waits between requests: longer after each 429, shorter again after good answers, so that an occasional 429 does not slow the reading down for good. */
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
