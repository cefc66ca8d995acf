import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Network } from '#service/transport/network.ts';

/** How long a feed may say nothing. */
const SILENCE_MS = 30_000;
/** And how long all of a small text may take. */
const TEXT_MS = 60_000;

interface ClientDeps {
  readonly network: () => Promise<Network>;
  readonly clock: Pick<Clock, 'timeout'>;
}

/** How a feed is asked: over TLS alone, without redirections, by the routes of this PC (its proxy, its authorities). */
export interface FeedClient {
  /** A text of up to `maxBytes`; undefined when it is not there. Throws `ACTUALIZACION_SIN_RESPUESTA`, `ACTUALIZACION_ILEGIBLE` for a longer one. */
  getText(url: URL, maxBytes: number, signal: AbortSignal): Promise<string | undefined>;
  /** The answer to a request for the bytes from `from` on, of status 200 or 206 (or 416: there are none). Throws `ACTUALIZACION_SIN_RESPUESTA`. */
  open(url: URL, from: number, signal: AbortSignal): Promise<IncomingMessage>;
}

export function createFeedClient({ network, clock }: ClientDeps): FeedClient {
  async function ask(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== 'https:') throw new AppError('ACTUALIZACION_INSEGURA');
    const { agents } = await (await network()).route(url, false);
    return new Promise((resolve, reject) => {
      // Two readers of a cache between would be told different versions: none is asked.
      const asked = request(url, { agent: agents.https, signal, headers: { 'cache-control': 'no-cache', ...headers } });
      asked.setTimeout(SILENCE_MS, () => {
        asked.destroy(new Error('The feed says nothing'));
      });
      asked.once('error', (error) => {
        reject(unanswered(error, signal));
      });
      asked.once('response', resolve);
      asked.end();
    });
  }

  return {
    async getText(url, maxBytes, signal) {
      const limited = AbortSignal.any([signal, clock.timeout(TEXT_MS)]);
      try {
        const response = await ask(url, {}, limited);
        if (response.statusCode === 404) {
          response.destroy();
          return undefined;
        }
        refuseStatus(response, [200]);
        return await textOf(response, maxBytes);
      } catch (error) {
        throw unanswered(error, signal);
      }
    },
    async open(url, from, signal) {
      const response = await ask(url, from === 0 ? {} : { range: `bytes=${String(from)}-` }, signal);
      refuseStatus(response, [200, 206, 416]);
      return response;
    },
  };
}

function refuseStatus(response: IncomingMessage, expected: readonly number[]): void {
  const { statusCode = 0 } = response;
  if (expected.includes(statusCode)) return;
  response.destroy();
  throw new AppError('ACTUALIZACION_SIN_RESPUESTA', { detail: { estado: statusCode } });
}

async function textOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response) {
    if (!(piece instanceof Buffer)) continue;
    bytes += piece.length;
    if (bytes > maxBytes) throw new AppError('ACTUALIZACION_ILEGIBLE', { detail: { motivo: 'tamano' } });
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** What the person stopped is theirs; anything that is not said already is a feed that could not be reached. */
export function unanswered(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof AppError) return error;
  const causa = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'cortada';
  return new AppError('ACTUALIZACION_SIN_RESPUESTA', { cause: error, detail: { causa } });
}
