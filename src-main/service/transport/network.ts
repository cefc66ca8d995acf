/** How a request leaves this PC: directly or through a proxy, and which authorities may certify a service. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { AppError, isAppError } from '#contract/errors.ts';
import { REASONS, PROXY_AT_CONSOLE, type FailureWords } from '#domain/texts/failures.ts';
import type { Words } from '#domain/texts/language.ts';

export interface NetworkDeps {
  /** `HTTPS_PROXY` and `NO_PROXY`, in upper or lower case. A proxy named here is used instead of the desktop's. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly desktopProxy?: ((url: string) => Promise<string | undefined>) | undefined;
  /** The certificates (PEM) of the trusted authorities; undefined for Node's own. Asked once, before the first `https:` request. */
  readonly authorities: () => readonly string[] | undefined;
}

export interface Route {
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  /** Host and port of this PC's proxy, without its password; undefined for none. */
  readonly proxy: string | undefined;
}

export type Network = ReturnType<typeof createNetwork>;

const IDLE_MS = 5_000;
/** How long a proxy may take to open the tunnel, and how long the connection may be idle then. */
const TUNNEL_MS = 20_000;

/** An agent whose `destroy` also ends tunnels that are still opening: Node's own agent forgets them. */
class SecureAgent extends HttpsAgent {
  readonly #opening = new Set<Duplex>();

  override createConnection(
    ...args: Parameters<HttpsAgent['createConnection']>
  ): ReturnType<HttpsAgent['createConnection']> {
    const socket = super.createConnection(...args);
    if (socket) {
      this.#opening.add(socket);
      socket.on('error', () => undefined); // the request reports the error
      socket.once('close', () => this.#opening.delete(socket));
    }
    return socket;
  }

  override destroy(): void {
    super.destroy();
    // Destroy with an error: without one, the request that waits for this tunnel would never end.
    for (const socket of this.#opening) socket.destroy(new Error('closed'));
  }
}

/** Reads a proxy's address. Adds `http:` where it is missing, because many people write `proxy.example:8080`. */
function parseProxy(text: string) {
  const written = text.includes('://') ? text : `http://${text}`;
  const url = URL.parse(written);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('SIN_CONEXION', {
      detail: { motivo: 'proxy_desconocido' },
      mensaje: REASONS.proxy_desconocido,
    });
  }
  return { url: written, host: url.host };
}
type Proxy = ReturnType<typeof parseProxy>;

/** Create one per program: its agents keep the connections of all accounts. */
export function createNetwork({ env, desktopProxy, authorities }: NetworkDeps) {
  const routes = new Map<string, Route>();
  const named = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '';
  const except = env['no_proxy'] ?? env['NO_PROXY'];
  let trust: { readonly context: SecureContext | undefined } | undefined;

  /** The context is made once and shared: otherwise each connection would parse hundreds of certificates. */
  function getSecureContext(): SecureContext | undefined {
    if (trust === undefined) {
      const ca = authorities();
      trust = { context: ca === undefined ? undefined : createSecureContext({ ca: [...new Set(ca)] }) };
    }
    return trust.context;
  }

  /** The proxy for an address; none for `http:` and loopback. Leaves `NO_PROXY` to the agent, which obeys it by itself. */
  async function proxyOf(url: URL): Promise<Proxy | undefined> {
    if (url.protocol !== 'https:' || isLoopback(url.hostname)) return undefined;
    const text = named === '' ? await desktopProxy?.(url.origin) : named;
    return text === undefined ? undefined : parseProxy(text);
  }

  function routeBy(proxy: Proxy | undefined, secure: boolean, reuse: boolean): Route {
    const key = `${secure ? 'https' : 'http'} ${String(reuse)} ${proxy?.url ?? ''}`;
    let route = routes.get(key);
    if (route === undefined) {
      const options: AgentOptions = { keepAlive: reuse, timeout: proxy === undefined ? IDLE_MS : TUNNEL_MS };
      const context = secure ? getSecureContext() : undefined;
      if (context !== undefined) options.secureContext = context;
      if (proxy !== undefined)
        options.proxyEnv = { HTTPS_PROXY: proxy.url, NO_PROXY: named === '' ? undefined : except };
      route = { agents: { http: new HttpAgent(options), https: new SecureAgent(options) }, proxy: proxy?.host };
      routes.set(key, route);
    }
    return route;
  }

  return {
    /** How to reach an address. `reuse`: whether a kept connection may be used. Throws `SIN_CONEXION` for a proxy that is neither `http:` nor `https:`. */
    route: async (url: URL, reuse: boolean): Promise<Route> =>
      routeBy(await proxyOf(url), url.protocol === 'https:', reuse),
    /** Ends all connections and pending requests, so that the program can exit while a service does not answer. */
    close(): void {
      for (const { agents } of routes.values()) {
        agents.http.destroy();
        agents.https.destroy();
      }
    },
  };
}

export const createStraightNetwork = (): Network => createNetwork({ env: {}, authorities: () => undefined });

/** The address of a service, without trailing slash. Branded: only `parseBaseUrl` makes one. */
export type BaseUrl = string & { readonly __baseUrl: unique symbol };

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** Parses a service's address: `https:`, or `http:` on loopback. Throws `URL_INSEGURA` for others, or with a user, a query or a fragment. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text.trim());
  const safe = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (!safe || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new AppError('URL_INSEGURA');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}` as BaseUrl;
}

const EXPIRED = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const OF_ANOTHER = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH']);
/** OpenSSL's other codes for a refused certificate; nearly always its authority is not trusted. */
const UNKNOWN_AUTHORITY = new Set([
  'CERT_CHAIN_TOO_LONG',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined;

/** The kind of failure and the sentence for it; undefined if neither the certificate nor a proxy is the cause. */
function wordsOf(
  code: string,
  cause: unknown,
  proxy: string | undefined,
): readonly [string, Words | FailureWords] | undefined {
  if (UNKNOWN_AUTHORITY.has(code)) return ['certificado_desconocido', REASONS.certificado_desconocido];
  if (EXPIRED.has(code)) return ['certificado_vencido', REASONS.certificado_vencido];
  if (OF_ANOTHER.has(code)) return ['certificado_ajeno', REASONS.certificado_ajeno];
  if (proxy === undefined) return undefined;
  const status = statusOf(cause);
  if (status === 407) return ['proxy_con_clave', PROXY_AT_CONSOLE.proxy_con_clave(proxy)];
  if (status !== undefined) return ['proxy_no_deja', PROXY_AT_CONSOLE.proxy_no_deja(proxy, status)];
  return ['proxy', PROXY_AT_CONSOLE.proxy(proxy)];
}

const CERTIFICATE = ['certificado_desconocido', 'certificado_vencido', 'certificado_ajeno'] as const;

/** Whether the certificate is not trusted. A retry would not change that, so the failure is reported at once. */
export const isWrongCertificate = (error: unknown): boolean =>
  isAppError(error, 'SIN_CONEXION') && CERTIFICATE.some((one) => one === error.detail['motivo']);

/** `cause`: the original error. `safe`: an error without secrets, which becomes the cause of the result. */
export function toUnreachable(
  code: string,
  { cause, safe, proxy }: { cause: unknown; safe: Error; proxy: string | undefined },
): AppError {
  const [motivo, message] = wordsOf(code, cause, proxy) ?? [];
  return new AppError('SIN_CONEXION', {
    cause: safe,
    detail: { codigo: code, ...(motivo === undefined ? {} : { motivo }) },
    ...(message === undefined ? {} : { mensaje: message }),
  });
}
