import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { createService, parseBaseUrl, type ServiceDeps } from '#service/index.ts';
import type { LearnedStore } from '#service/learned.ts';
import type { BadRow } from '../../src-main/service/wire/rows.ts';
import { endServer, listen } from './loopback.ts';

/** A clock that moves only by `advance` and by sleeps, which end at once. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  readonly slept: readonly number[];
}

export function createTestClock(start = Date.UTC(2026, 9, 15, 15, 0, 0)): TestClock {
  let elapsed = 0;
  const slept: number[] = [];
  const timers: { at: number; controller: AbortController }[] = [];
  const advance = (ms: number): void => {
    elapsed += ms;
    for (const { at, controller } of timers)
      if (at <= elapsed) controller.abort(new DOMException('timeout', 'TimeoutError'));
  };
  return {
    // The wall clock has whole milliseconds; sleeps may have fractions.
    now: () => Math.floor(start + elapsed),
    monotonic: () => elapsed,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      advance(ms);
      await Promise.resolve();
    },
    timeout(ms) {
      const controller = new AbortController();
      timers.push({ at: elapsed + ms, controller });
      return controller.signal;
    },
    advance,
    slept,
  };
}

export interface MemoryLearned extends LearnedStore {
  readonly values: ReadonlyMap<string, string>;
}

export function memoryLearned(initial: Readonly<Record<string, string>> = {}): MemoryLearned {
  const values = new Map(Object.entries(initial));
  return { values, get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly form: URLSearchParams;
  /** The request's socket: requests with the same socket share a connection. */
  readonly socket: Socket;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text or bytes, or an object, which is written as JSON. */
  readonly body?: unknown;
  /** Answers with something else than a complete HTTP answer. */
  readonly raw?: (response: ServerResponse) => void;
}

export const API = { tipo: 'api', apiKey: 'llave-de-prueba', apiSecret: 'secreto-de-prueba' } as const;
export const USER = { tipo: 'usuario', usuario: 'cajera@tienda.example', clave: 'clave-de-prueba' } as const;

/** A server on loopback that grants tokens (`token-1`, `token-2`…) and answers the rest with `answer`. `certificate`: over TLS, at `localhost`. */
export async function startServer(
  answer: (request: Received, n: number) => Reply,
  certificate?: { readonly cert: string; readonly key: string },
) {
  const received: Received[] = [];
  let tokens = 0;
  const oauth = (path: string): Reply => {
    tokens += 1;
    const access = { access_token: `token-${String(tokens)}`, expires_in: 3600, token_type: 'basic' };
    return { body: path === '/oauth/access_login' ? { ...access, refresh_token: 'refresco-1' } : access };
  };
  const handle = (request: Received): Reply => {
    const reply = answer(request, received.filter((other) => other.path === request.path).length);
    return Object.keys(reply).length === 0 && request.path.startsWith('/oauth/') ? oauth(request.path) : reply;
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const text = Buffer.concat(chunks).toString('utf8');
      const { method = '', headers } = request;
      const asked = {
        method,
        path: url.pathname,
        query: url.searchParams,
        headers,
        text,
        form: new URLSearchParams(text),
        socket: request.socket,
      };
      received.push(asked);
      const { status = 200, headers: extra = {}, body = '', raw } = handle(asked);
      if (raw !== undefined) {
        raw(response);
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json', ...extra });
      response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  };
  const server = certificate === undefined ? createServer(listener) : createSecureServer(certificate, listener);
  const port = await listen(server);
  return {
    url: certificate === undefined ? `http://127.0.0.1:${String(port)}` : `https://localhost:${String(port)}`,
    received,
    /** How many requests came to a path. */
    count: (path: string) => received.filter((request) => request.path === path).length,
    [Symbol.asyncDispose]: () => endServer(server),
  };
}

export type TestService = ReturnType<typeof aService>;

/** A client of `url`, with records of what it set aside, learned and waited for. */
export function aService(
  url: string,
  options: Partial<Omit<ServiceDeps, 'baseUrl' | 'learned'>> & { clock: Clock; learned?: MemoryLearned },
) {
  const quarantined: (BadRow & { readonly metodo: string })[] = [];
  const logged: string[] = [];
  const waits: number[] = [];
  const learnedStore = options.learned ?? memoryLearned();
  const service = createService({
    credentials: API,
    random: () => 0.5,
    refreshTokenStore: () => undefined,
    quarantine: (method, row) => quarantined.push({ metodo: method, ...row }),
    log: (event, facts) => logged.push(`${event} ${JSON.stringify(facts)}`),
    onWait: (ms) => waits.push(ms),
    ...options,
    baseUrl: parseBaseUrl(url),
    learned: learnedStore,
  });
  return { ...service, quarantined, logged, waits, learnedStore };
}

type Answer = (request: Received, n: number) => Reply;
interface ClientOptions extends Partial<Parameters<typeof aService>[1]> {
  readonly clock?: TestClock;
  /** The answer to logins; by default they are granted. */
  readonly login?: Answer;
}

/** A server that answers all but logins with `answer`, and a client of it; both close with the test. */
export async function clientOf(
  answer: Answer,
  { clock = createTestClock(), login = () => ({}), ...options }: ClientOptions = {},
) {
  const server = await startServer((request, n) => (request.path.startsWith('/oauth/') ? login : answer)(request, n));
  onTestFinished(() => server[Symbol.asyncDispose]());
  const service = aService(server.url, { clock, ...options });
  return { server, clock, service, conciliaciones: service.conciliaciones };
}

export const noSignal = new AbortController().signal;
