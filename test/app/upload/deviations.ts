/** A service that answers otherwise than the description says, in one way at a time: the sandbox with somebody in front of it who rewrites its answers. */
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { endServer, listen, passOn } from '../../service/loopback.ts';

export interface Said {
  readonly status: number;
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
}
/** What it says in place of an answer; undefined: the answer as it is. */
export type Deviation = (asked: Asked, said: Said) => Said | undefined;

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const saying = (value: unknown): Said => ({ status: 200, body: Buffer.from(JSON.stringify(value)) });

const LIST = '/v2/conciliar-operaciones/listar';
const isHeader = (path: string): boolean => /^\/v2\/conciliar-operaciones\/[^/]+$/.test(path) && path !== LIST;
const isResult = (path: string): boolean => path.endsWith('/resultado');
const ofMethod =
  (isIt: (asked: Asked) => boolean) =>
  (rewrite: (value: Json, asked: Asked) => unknown): Deviation =>
  (asked, said) => {
    if (!isIt(asked) || said.status !== 200) return undefined;
    const value: unknown = JSON.parse(said.body.toString());
    if (!isJson(value)) return undefined;
    const other = rewrite(value, asked);
    return other === undefined ? undefined : saying(other);
  };

export const inList = ofMethod(({ method, path }) => method === 'GET' && path === LIST);
export const inHeader = ofMethod(({ method, path }) => method === 'GET' && isHeader(path));
export const inResult = ofMethod(({ method, path }) => method === 'GET' && isResult(path));
export const inSend = ofMethod(({ method }) => method === 'POST');
/** Of everything but the token. */
export const inAny = ofMethod(() => true);
export { isJson };

/** Stands in front of a sandbox, whose clock it shows as the date of its answers; `deviate` may be changed while it stands. */
export async function startDeviant(url: string, now: () => number) {
  const to = new URL(url);
  let deviation: Deviation | undefined;
  async function answer(asked: IncomingMessage): Promise<Said & { readonly type: string | undefined }> {
    const body = await buffer(asked);
    const { headers, ...said } = await passOn(to, asked, body);
    const { pathname, searchParams } = new URL(asked.url ?? '/', to);
    const form = new URLSearchParams([...searchParams, ...new URLSearchParams(body.toString())]);
    const isToken = pathname.startsWith('/oauth/');
    const other = isToken ? undefined : deviation?.({ method: asked.method ?? '', path: pathname, form }, said);
    return { ...(other ?? said), type: headers['content-type'] };
  }
  const server = createServer((asked, answered) => {
    answer(asked).then(
      ({ status, body, headers = {}, type = 'application/json' }) => {
        answered.writeHead(status, {
          'content-type': type,
          connection: 'close',
          date: new Date(now()).toUTCString(),
          ...headers,
        });
        answered.end(body);
      },
      () => answered.destroy(),
    );
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    deviate: (how: Deviation | undefined): void => {
      deviation = how;
    },
    close: () => endServer(server),
  };
}
