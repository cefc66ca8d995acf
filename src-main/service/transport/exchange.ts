import { Agent as HttpAgent, request as overHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { ACCEPTED_CODINGS, decompress } from './content-coding.ts';
import { MAX_PAGE_BYTES, tooLarge } from './json-bounds.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The longest answer that is read, before and after decompression; a page's when left out. */
  readonly maxBytes?: number | undefined;
}

/** A complete answer: every byte of it arrived. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly date: string | undefined;
  /** Where a redirect points to; absent in any other answer. */
  readonly location?: string;
  readonly body: Buffer;
}

/**
 * One request, one complete answer, whatever its status. Never retries, never follows a redirect. Throws `SIN_CONEXION`,
 * `TIEMPO_AGOTADO`, `RESPUESTA_ENORME`, `RESPUESTA_INVALIDA` (a cut answer); on an abort, the signal's reason.
 */
export type Exchange = (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'DESCONOCIDO';

/** Only the code goes on as the cause: an error of the network may hold the request, secrets included. */
const safeCause = (code: string): Error => new Error(`HTTP exchange failed: ${code}`);

function failure(error: unknown, { answered, maxBytes }: { answered: boolean; maxBytes: number }): AppError {
  if (error instanceof AppError) return error;
  const codigo = codeOf(error);
  if (codigo === 'ERR_BUFFER_TOO_LARGE') return tooLarge('bytes', maxBytes);
  if (answered)
    return new AppError('RESPUESTA_INVALIDA', { cause: safeCause(codigo), detail: { motivo: 'cortada', codigo } });
  return new AppError('SIN_CONEXION', { cause: safeCause(codigo), detail: { codigo } });
}

async function readBounded(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxBytes) throw tooLarge('bytes', maxBytes);
    chunks.push(chunk);
  }
  return decompress(Buffer.concat(chunks, size), response.headers['content-encoding'] ?? '', maxBytes);
}

/** Resolves with the answer's head; what fails after it is the answer's own error. */
function headOf(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
  });
}

/** Node's own client, without a library over it: docs/decisions/0013. */
export function createExchange({ clock, timeoutMs }: { clock: Clock; timeoutMs: number }): Exchange {
  // A send on a kept connection that the server is just closing would be lost without having left: it gets its own.
  const ownConnection = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) };

  function open({ method, url, headers, body }: HttpRequest): ClientRequest {
    const target = new URL(url);
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const options = {
      method,
      headers: {
        Accept: 'application/json',
        'Accept-Encoding': ACCEPTED_CODINGS,
        'User-Agent': 'Conciliador',
        ...headers,
        ...length,
      },
    };
    if (target.protocol === 'https:')
      return overHttps(target, method === 'GET' ? options : { ...options, agent: ownConnection.https });
    return overHttp(target, method === 'GET' ? options : { ...options, agent: ownConnection.http });
  }

  return async (request, signal) => {
    signal.throwIfAborted();
    const deadline = clock.timeout(timeoutMs);
    const { maxBytes = MAX_PAGE_BYTES } = request;
    let sent: ClientRequest | undefined;
    let answered = false;
    const stop = (): void => {
      sent?.destroy();
    };
    signal.addEventListener('abort', stop);
    deadline.addEventListener('abort', stop);
    try {
      sent = open(request);
      const head = headOf(sent);
      sent.end(request.body);
      const response = await head;
      answered = true;
      const body = await readBounded(response, maxBytes);
      return {
        status: response.statusCode ?? 0,
        contentType: response.headers['content-type'] ?? '',
        retryAfter: response.headers['retry-after'],
        date: response.headers.date,
        ...(response.headers.location === undefined ? {} : { location: response.headers.location }),
        body,
      };
    } catch (error) {
      stop();
      signal.throwIfAborted();
      if (deadline.aborted) throw new AppError('TIEMPO_AGOTADO', { detail: { segundos: timeoutMs / 1000 } });
      throw failure(error, { answered, maxBytes });
    } finally {
      signal.removeEventListener('abort', stop);
      deadline.removeEventListener('abort', stop);
    }
  };
}
