import type { IncomingHttpHeaders } from 'node:http';
import type { FailureKind, ServiceMethod } from './failures.ts';

/** A request as it arrived, and its outcome. */
export interface ReceivedRequest {
  /** Method and path without query: "POST /v2/conciliar-operaciones". */
  readonly pedido: string;
  readonly metodo: ServiceMethod;
  /** Path with its query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly cuerpo: string;
  /** Wall-clock time of arrival, by the sandbox's clock. */
  readonly arrivedAt: number;
  /** The fault that was played on it, if any. */
  falla: FailureKind | undefined;
  /** The status of the answer; undefined while there is none, or when the fault suppressed it. */
  estado: number | undefined;
}

/** How many requests and characters are remembered. The oldest requests are forgotten first. */
const MAX_REQUESTS = 20_000;
const MAX_CHARACTERS = 200_000_000;

export function createReceived() {
  let received: ReceivedRequest[] = [];
  let characters = 0;
  return {
    note(receivedRequest: ReceivedRequest): void {
      received.push(receivedRequest);
      characters += receivedRequest.cuerpo.length;
      if (received.length <= MAX_REQUESTS && characters <= MAX_CHARACTERS) return;
      // Half of them are forgotten at a time, so that a long run does not move the whole list at every request.
      received = received.slice(Math.floor(received.length / 2));
      characters = received.reduce((n, r) => n + r.cuerpo.length, 0);
    },
    /** Requests in order of arrival: all, or those of a method and path ("POST /v1/ruta") or of a method's name (`subir`). */
    filter: (filter?: string): readonly ReceivedRequest[] =>
      filter === undefined ? [...received] : received.filter((r) => r.pedido === filter || r.metodo === filter),
    forget(): void {
      received = [];
      characters = 0;
    },
  };
}
export type ReceivedRequests = ReturnType<typeof createReceived>;
