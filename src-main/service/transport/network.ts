/** How a request leaves this PC: straight or through its proxy, and which authorities a service's certificate may come from. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import { AppError } from '#contract/errors.ts';
import { REASONS, sayAtConsole } from '#domain/texts/failures.ts';
import { isLoopback } from './base-url.ts';

export interface NetworkDeps {
  /** `HTTPS_PROXY` and `NO_PROXY`, in either case. Where they name a proxy the desktop is not asked. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The desktop's proxy for an address, as a URL; undefined for none. */
  readonly desktopProxy?: ((url: string) => Promise<string | undefined>) | undefined;
  /** The certificates of the authorities to believe, PEM; undefined for those of Node. Asked once, before the first `https:` request. */
  readonly authorities: () => readonly string[] | undefined;
}

/** What one request goes through. */
export interface Route {
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  /** Host and port of the proxy that this PC is told to use, without its password; undefined for none. */
  readonly proxy: string | undefined;
}

export interface Network {
  /**
   * The route to an address. `reuse`: over a connection that is kept; else over one of its own. Throws `SIN_CONEXION` for a proxy of another kind
   * than `http:` and `https:`.
   */
  route(url: URL, reuse: boolean): Promise<Route>;
  /** Ends every connection, and what was being asked over them: a program that is done does not wait for a service that says nothing. */
  close(): void;
}

/** How long a kept connection may be idle: what Node's own agent waits. */
const IDLE_MS = 5_000;
/** How long a proxy may take to open the way. */
const TUNNEL_MS = 20_000;

interface Proxy {
  readonly url: string;
  readonly host: string;
}

/** Ends also the ways through a proxy that are not open yet: Node counts a connection once it is. */
class SecureAgent extends HttpsAgent {
  readonly #opening = new Set<Duplex>();

  override createConnection(
    ...args: Parameters<HttpsAgent['createConnection']>
  ): ReturnType<HttpsAgent['createConnection']> {
    const socket = super.createConnection(...args);
    if (socket) {
      this.#opening.add(socket);
      socket.on('error', () => undefined); // whoever asks hears of it from its request
      socket.once('close', () => this.#opening.delete(socket));
    }
    return socket;
  }

  override destroy(): void {
    super.destroy();
    // Without an error whoever waits for it would not be told.
    for (const socket of this.#opening) socket.destroy(new Error('closed'));
  }
}

/** `proxy.example:8080` is how many write it: `http:` is what they mean. */
function parseProxy(text: string): Proxy {
  const written = text.includes('://') ? text : `http://${text}`;
  const url = URL.parse(written);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError('SIN_CONEXION', {
      detail: { motivo: 'proxy_desconocido' },
      mensaje: sayAtConsole(REASONS.proxy_desconocido),
    });
  }
  return { url: written, host: url.host };
}

/** One per program: its agents keep the connections of every account. */
export function createNetwork({ env, desktopProxy, authorities }: NetworkDeps): Network {
  const routes = new Map<string, Route>();
  const named = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? '';
  const except = env['no_proxy'] ?? env['NO_PROXY'];
  let trust: { readonly context: SecureContext | undefined } | undefined;

  /** Read once: an agent that is given the certificates themselves parses hundreds of them again for each connection. */
  function secureContext(): SecureContext | undefined {
    if (trust === undefined) {
      const ca = authorities();
      trust = { context: ca === undefined ? undefined : createSecureContext({ ca: [...new Set(ca)] }) };
    }
    return trust.context;
  }

  /** `NO_PROXY` is read by the agent itself. */
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
      const context = secure ? secureContext() : undefined;
      if (context !== undefined) options.secureContext = context;
      if (proxy !== undefined)
        options.proxyEnv = { HTTPS_PROXY: proxy.url, NO_PROXY: named === '' ? undefined : except };
      route = { agents: { http: new HttpAgent(options), https: new SecureAgent(options) }, proxy: proxy?.host };
      routes.set(key, route);
    }
    return route;
  }

  return {
    route: async (url, reuse) => routeBy(await proxyOf(url), url.protocol === 'https:', reuse),
    close() {
      for (const { agents } of routes.values()) {
        agents.http.destroy();
        agents.https.destroy();
      }
    },
  };
}

/** Straight, with the authorities of Node. */
export const straightNetwork = (): Network => createNetwork({ env: {}, authorities: () => undefined });
