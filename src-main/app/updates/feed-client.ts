import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { AppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { getSystemCode } from '#platform/disk-error.ts';
import type { Network } from '#service/transport/network.ts';

/** A feed may stay silent for so long. */
const SILENCE_MS = 30_000;
/** A whole small text may take so long. */
const TEXT_MS = 60_000;

interface ClientDeps {
  readonly network: () => Promise<Network>;
  readonly clock: Pick<Clock, 'timeout'>;
}

/** Requests to a feed: over TLS alone, without redirections, through the proxy and with the certificate authorities of this PC. */
export interface FeedClient {
  /**
   * A text of up to `maxBytes`; undefined when it does not exist. Throws `ACTUALIZACION_SIN_RESPUESTA`, `ACTUALIZACION_ILEGIBLE` for a longer
   * one.
   */
  getText(url: URL, maxBytes: number, signal: AbortSignal): Promise<string | undefined>;
  /** Requests the bytes from `from` on; the status is 200, 206, or 416 (there are none). Throws `ACTUALIZACION_SIN_RESPUESTA`. */
  open(url: URL, from: number, signal: AbortSignal): Promise<IncomingMessage>;
}

export function createFeedClient({ network, clock }: ClientDeps): FeedClient {
  async function ask(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    if (url.protocol !== 'https:') throw new AppError('ACTUALIZACION_INSEGURA');
    const { agents } = await (await network()).route(url, false);
    return new Promise((resolve, reject) => {
      // No cache may answer: it could have files of different versions.
      const asked = request(url, { agent: agents.https, signal, headers: { 'cache-control': 'no-cache', ...headers } });
      asked.setTimeout(SILENCE_MS, () => {
        asked.destroy(new Error('The feed says nothing'));
      });
      asked.once('error', (error) => {
        reject(toUnansweredError(error, signal));
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
        throw toUnansweredError(error, signal);
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

/** When the person stopped it, their reason; an `AppError` as it is; any other error as a feed that could not be reached. */
export function toUnansweredError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof AppError) return error;
  return new AppError('ACTUALIZACION_SIN_RESPUESTA', {
    cause: error,
    detail: { causa: getSystemCode(error) ?? 'cortada' },
  });
}
