import { mkdir, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Dispatch } from '#app/dispatch/dispatch.ts';
import { startLoopback, type Limits, type Loopback } from '#hosts/loopback/start.ts';
import { createQuestions, type Questions } from '#hosts/screens/questions.ts';
import { test as base } from '../../platform/temporary-folder.ts';

export interface HostResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface HttpRequest {
  readonly metodo?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  readonly cuerpo?: string | Buffer;
}

/** One request exactly as written: Node adds only the headers that it must. */
export function callPath(loopback: Loopback, path: string, { metodo = 'GET', headers = {}, cuerpo }: HttpRequest = {}) {
  const { hostname, port, host } = new URL(loopback.url);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({ hostname, port, path, method: metodo, headers: { host, ...headers } }, resolve);
    sent.once('error', reject);
    sent.end(cuerpo);
  });
}

export async function fetchPath(loopback: Loopback, path: string, request: HttpRequest = {}): Promise<HostResponse> {
  const answer = await callPath(loopback, path, request);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

export const getOrigin = (loopback: Loopback): string => new URL(loopback.url).origin;

/** A POST of JSON as our page sends it; `headers` replaces or adds headers. */
export const sendJson = (loopback: Loopback, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetchPath(loopback, path, {
    metodo: 'POST',
    cuerpo: JSON.stringify(body),
    headers: { origin: getOrigin(loopback), 'content-type': 'application/json', ...headers },
  });

export const tokenOf = (loopback: Loopback): string => loopback.entryUrl().split('#entrada=')[1] ?? '';

/** Signs in as a browser does; returns the headers for later calls. */
export async function enter(loopback: Loopback): Promise<Record<string, string>> {
  const answer = await sendJson(loopback, '/api/sesion', { entrada: tokenOf(loopback) });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const { pestana } = JSON.parse(answer.body) as { pestana: string };
  return { cookie, 'x-conciliador-pestana': pestana };
}

interface Fixtures {
  readonly renderer: string;
  /** Starts a host over a dispatch; closed after the test. */
  readonly start: (
    dispatch: Dispatch,
    options?: { limits?: Partial<Limits>; questions?: Questions },
  ) => Promise<Loopback>;
  /** A host that answers every call with an empty list. */
  readonly loopback: Loopback;
  /** The headers of a signed-in tab. */
  readonly secrets: Record<string, string>;
}

/** A host with a small renderer folder beside a file that must never be served. */
export const test = base.extend<Fixtures>({
  renderer: async ({ folder }, use) => {
    const renderer = path.join(folder, 'renderer');
    await mkdir(path.join(renderer, 'assets'), { recursive: true });
    await writeFile(path.join(renderer, 'index.html'), '<!doctype html><meta property="csp-nonce" nonce="__NONCE__">');
    await writeFile(path.join(renderer, 'assets', 'a.js'), 'export {};');
    await writeFile(path.join(folder, 'secreto.js'), 'no');
    await use(renderer);
  },
  start: async ({ renderer }, use) => {
    const open: Loopback[] = [];
    await use(async (dispatch, { limits = {}, questions = createQuestions() } = {}) => {
      const loopback = await startLoopback({ dispatch, questions, rendererFolder: renderer, limits });
      open.push(loopback);
      return loopback;
    });
    for (const loopback of open) await loopback.close();
  },
  loopback: async ({ start }, use) => {
    await use(await start(answerWith(() => [])));
  },
  secrets: async ({ loopback }, use) => {
    await use(await enter(loopback));
  },
});

/** A dispatch whose answer to every method is `answer`'s. */
export const answerWith = (answer: (method: string, input: unknown, signal: AbortSignal) => unknown): Dispatch =>
  (async (method: string, input: unknown, { signal }: { signal: AbortSignal }) => ({
    ok: true,
    value: await answer(method, input, signal),
  })) as Dispatch;
