/**
 * A request and its outcome, for whoever watches: never a header, nor what a login sends. The answer comes whole, also that of a login with its
 * tokens: it must not be shown or stored.
 */
import { isAppError, type ErrorCode } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { BaseUrl } from './base-url.ts';
import type { Exchange, HttpAnswer, HttpRequest } from './exchange.ts';

export interface SeenRequest {
  readonly method: HttpRequest['method'];
  /** From the base address on, without the query. */
  readonly path: string;
  readonly query: string;
  /** The form of a GET; empty for anything else, whose body may hold a secret or coupons. */
  readonly form: string;
  readonly ms: number;
  /** Absent where no complete answer came: `code` says why. */
  readonly answer?: Pick<HttpAnswer, 'status' | 'body' | 'contentType'>;
  readonly code?: ErrorCode;
}
export type Watcher = (seen: SeenRequest) => void;

export function watchExchange(
  exchange: Exchange,
  { clock, baseUrl, watcher }: { readonly clock: Clock; readonly baseUrl: BaseUrl; readonly watcher: Watcher },
): Exchange {
  return async (request, signal) => {
    const startedAt = clock.monotonic();
    const [path = '', query = ''] = request.url.slice(baseUrl.length + 1).split('?');
    const form = request.method === 'GET' && typeof request.body === 'string' ? request.body : '';
    const describeSeen = () => ({
      method: request.method,
      path,
      query,
      form,
      ms: Math.round(clock.monotonic() - startedAt),
    });
    try {
      const answer = await exchange(request, signal);
      watcher({ ...describeSeen(), answer });
      return answer;
    } catch (error) {
      if (isAppError(error)) watcher({ ...describeSeen(), code: error.code });
      throw error;
    }
  };
}
