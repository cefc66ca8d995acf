import { randomBytes, createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HEADERS } from '../screens/files-of-page.ts';
import type { Clock } from '#domain/clock.ts';

/** The header for the tab's secret. Because the header is not standard, the browser asks the server before a page of another origin may send it. */
const TAB_HEADER = 'x-conciliador-pestana';

export interface Origin {
  /** `127.0.0.1:PORT`; known once the server listens. */
  readonly host: () => string;
}

/** The cookie's name. It contains the port, because browsers send cookies to all ports: otherwise two servers of one machine would replace each other's. */
export const getCookieName = (host: string): string => `conciliador-${host.split(':')[1] ?? ''}`;

/** A random path before `/api/`, known only to its tab: cookies ignore ports, so otherwise any server on this machine could get or replace the cookie. */
export const createPath = (): string => `/~${randomBytes(16).toString('base64url')}`;

/** The address without the path of a tab, as the routes are registered. The path gives no access; cookie and secret do. */
export const stripPath = (url: string): string => url.replace(/^\/~[\w-]{22}(?=\/api\/)/, '');

/** How many cookies of a request to read: browsers keep fewer per host. */
const MAX_COOKIES = 200;

/** All values of our cookie in a request: a server on another port can set one of the same name, and the browser sends both, in an order that it chooses. */
function cookiesOf(request: FastifyRequest, host: string): readonly string[] {
  const name = `${getCookieName(host)}=`;
  const pairs = (request.headers.cookie ?? '').split(';', MAX_COOKIES).map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(name)).map((pair) => pair.slice(name.length));
}

export const DOCUMENTS_ROUTE = '/*';

/** Whether a request is for the API, by the route that will serve it: an address can be written in many ways, and only the router knows which are the same. */
const isForApi = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url !== DOCUMENTS_ROUTE;

/** Refuses another Host (a rebound DNS name), other methods, a POST without our Origin, and calls that the browser marks as foreign. Runs before all else. */
export function setGuards(server: FastifyInstance, { host }: Origin): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    if (request.headers.host !== host()) return reply.code(421).send({ error: 'host' });
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && request.method !== 'POST') return reply.code(405).send({ error: 'metodo' });
    const { origin } = request.headers;
    if (isRead ? origin !== undefined && origin !== `http://${host()}` : origin !== `http://${host()}`) {
      return reply.code(403).send({ error: 'origen' });
    }
    const site = request.headers['sec-fetch-site'];
    if (isForApi(request) && site !== undefined && site !== 'same-origin')
      return reply.code(403).send({ error: 'origen' });
    return undefined;
  });
}

export function requireTab(server: FastifyInstance, { host }: Origin, sessions: Sessions): void {
  server.addHook('onRequest', async (request, reply) => {
    const header = request.headers[TAB_HEADER];
    const secret = typeof header === 'string' ? header : undefined;
    return sessions.admits(cookiesOf(request, host()), secret) ? undefined : reply.code(401).send({ error: 'sesion' });
  });
}

const createSecret = (): string => randomBytes(32).toString('base64url');
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const hasDigest = (text: string, digest: Buffer): boolean => timingSafeEqual(digestOf(text), digest);

/** How long a one-time token stays valid if the browser does not use it. */
const TOKEN_LIFE_MS = 120_000;

/**
 * Decides who may call. A one-time token is exchanged for a cookie (which page scripts cannot read, but browsers send to every port) and a secret of the tab
 * (which pages of other origins cannot read); a call needs both. Only one tab has access at a time. Stores only digests of the secrets.
 */
export function createSessions(clock: Clock) {
  let entry: { readonly token: Buffer; readonly since: number } | undefined;
  let tab: { readonly cookie: Buffer; readonly secret: Buffer } | undefined;
  return {
    token: () => {
      const token = createSecret();
      entry = { token: digestOf(token), since: clock.monotonic() };
      return token;
    },
    /** Exchanges a token and ends the access of the previous tab; undefined if the token is unknown, used or too old. */
    enter: (token: string) => {
      if (entry === undefined || !hasDigest(token, entry.token)) return undefined;
      const isOld = clock.monotonic() - entry.since > TOKEN_LIFE_MS;
      entry = undefined;
      if (isOld) return undefined;
      const given = { cookie: createSecret(), secreto: createSecret() };
      tab = { cookie: digestOf(given.cookie), secret: digestOf(given.secreto) };
      return given;
    },
    /** Whether a request has the secret of the tab with access, and its cookie among `cookies`. */
    admits: (cookies: readonly string[], secret: string | undefined) => {
      if (tab === undefined || secret === undefined) return false;
      const { cookie } = tab;
      return hasDigest(secret, tab.secret) && cookies.some((each) => hasDigest(each, cookie));
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
