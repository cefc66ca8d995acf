import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { type Request } from 'got';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';

/** The longest answer that is read, after decompression. A page of 1,000 operations is under 1 MiB. */
const MAX_RESPONSE_MIB = 32;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
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
 * One request, one complete answer, whatever its status. Never retries, never follows a redirect. Throws `SIN_CONEXION`,
 * `TIEMPO_AGOTADO`, `RESPUESTA_ENORME`, `RESPUESTA_INVALIDA` (a cut answer); on an abort, the signal's reason.
 */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'DESCONOCIDO';

/** got's errors hold the whole request, secrets included: only the code goes on as the cause. */
const safeCause = (code: string): Error => new Error(`HTTP exchange failed: ${code}`);

function failure(error: unknown, answered: boolean): AppError {
  if (error instanceof AppError) return error;
  const codigo = codeOf(error);
  if (answered)
    return new AppError('RESPUESTA_INVALIDA', { cause: safeCause(codigo), detail: { motivo: 'cortada', codigo } });
  return new AppError('SIN_CONEXION', { cause: safeCause(codigo), detail: { codigo } });
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

async function readBounded(stream: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_RESPONSE_MIB * 1024 * 1024)
      throw new AppError('RESPUESTA_ENORME', { detail: { limiteMiB: MAX_RESPONSE_MIB } });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

export function createExchange({ clock, timeoutMs }: { clock: Clock; timeoutMs: number }): Exchange {
  const client = got.extend({
    decompress: true,
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
  });
  // A send on a kept connection that the server is just closing would be lost without having left: it gets its own.
  const ownConnection = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) };
  return async ({ method, url, headers, body }, signal) => {
    signal.throwIfAborted();
    const deadline = clock.timeout(timeoutMs);
    let answered = false;
    const stream = client.stream(url, {
      method,
      headers: {
        Accept: 'application/json',
        'User-Agent': 'Conciliador',
        ...headers,
        ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      },
      signal: AbortSignal.any([signal, deadline]),
      ...(method === 'GET' ? { allowGetBody: body !== undefined } : { agent: ownConnection }),
    });
    // As an option a body would be copied and cut into pieces with a turn between, and have Node load its `fetch` to see that it is no form of it.
    if (method !== 'GET' || body !== undefined) stream.end(body);
    try {
      stream.once('response', () => {
        answered = true;
      });
      const bytes = await readBounded(stream);
      const { response } = stream;
      if (response === undefined) throw new AppError('SIN_CONEXION', { detail: { codigo: 'SIN_RESPUESTA' } });
      return {
        status: response.statusCode,
        contentType: one(response.headers['content-type']) ?? '',
        retryAfter: one(response.headers['retry-after']),
        date: one(response.headers.date),
        body: bytes,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) throw new AppError('TIEMPO_AGOTADO', { detail: { segundos: timeoutMs / 1000 } });
      throw failure(error, answered);
    } finally {
      stream.destroy();
    }
  };
}
