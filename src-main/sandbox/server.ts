import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '#domain/clock.ts';
import { KINDS, type FailureKind, type Failures, type ServiceMethod, type Switches } from './switches.ts';
import { Refusal, readParameters, type ApiContext, type RouteRequest } from './parameters.ts';
import { ROUTES, WITHOUT_TOKEN, type Route } from './routes.ts';

export interface ReceivedRequest {
  /** Method and path without query: "POST /v2/conciliar-operaciones". */
  readonly pedido: string;
  readonly metodo: ServiceMethod;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly cuerpo: string;
  /** The status of the answer; undefined before the answer, and if a fault suppressed it. */
  estado: number | undefined;
}

/** How many requests, and characters of their bodies, to remember. Beyond these limits the oldest requests are forgotten. */
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
      // Forget half of the requests at once: forgetting one at each request would move the whole list every time.
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

interface ServerParts extends ApiContext {
  readonly failures: Failures;
  readonly received: ReceivedRequests;
}

const MAX_BODY = 64 * 1024 * 1024;
const DELAY_MS = 5000;
const JSON_TYPE = 'application/json; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';

interface SandboxResponse {
  readonly estado: number;
  readonly tipo: string;
  readonly cuerpo: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const writeHtml = (title: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

const FAILURE_RESPONSE = {
  '500': { estado: 500, tipo: JSON_TYPE, cuerpo: '{"error":"Error interno"}' },
  '403': { estado: 403, tipo: JSON_TYPE, cuerpo: '{"error":"Sin permiso"}' },
  '502': { estado: 502, tipo: HTML_TYPE, cuerpo: writeHtml('502 Bad Gateway') },
} as const;

function answerError(error: Refusal, switches: Switches): SandboxResponse {
  const { status, message, headers } = error;
  if (switches.cuerpo_error === 'vacio') return { estado: status, tipo: 'text/plain', cuerpo: '', headers };
  if (switches.cuerpo_error === 'html')
    return { estado: status, tipo: HTML_TYPE, cuerpo: writeHtml(`Error ${String(status)}`), headers };
  return {
    estado: status,
    tipo: JSON_TYPE,
    cuerpo: JSON.stringify({ estado: false, error: message, msg: message }),
    headers,
  };
}

const refuseWithoutToken = (switches: Switches): SandboxResponse =>
  answerError(new Refusal(Number(switches.token_vencido), 'Token inexistente o vencido'), switches);

function createLimit(switches: Switches, clock: Clock): () => void {
  let second = 0;
  let count = 0;
  return () => {
    if (switches.limite_por_segundo === 0) return;
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) {
      second = now;
      count = 0;
    }
    if (++count > switches.limite_por_segundo) throw new Refusal(429, 'Demasiados pedidos', { 'retry-after': '1' });
  };
}

const onlyValueOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const isType = (request: FastifyRequest, type: string): boolean =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() === type;

/** Reads the parameters of a request: a GET's from body or query as the switch `parametros` says, any other's from its body. */
function readRequest(request: FastifyRequest, [metodo, verb]: Route, switches: Switches): RouteRequest {
  const text = typeof request.body === 'string' ? request.body : '';
  const mark = request.url.indexOf('?');
  const query = mark < 0 ? '' : request.url.slice(mark + 1);
  const form = isType(request, 'application/x-www-form-urlencoded') ? text : '';
  if (metodo === 'subir' && !isType(request, 'application/json')) {
    throw new Refusal(415, 'El cuerpo tiene que ser application/json');
  }
  const { parametros } = switches;
  const sources =
    verb !== 'GET' || parametros === 'cuerpo' ? [form] : parametros === 'consulta' ? [query] : [query, form];
  return {
    parametros: readParameters(...sources),
    cuerpo: text,
    id:
      typeof request.params === 'object' && request.params !== null && 'id' in request.params
        ? String(request.params.id)
        : '',
    token: onlyValueOf(request.headers['x-auth-token']),
    autorizacion: request.headers.authorization,
  };
}

/** Builds the HTTP server, which listens when `listen` is called. All routes answer through `handle`, which plays the injected faults. */
export function createSandboxServer({ failures, received, ...context }: ServerParts) {
  const { switches, tokens, clock } = context;
  const app = Fastify({
    bodyLimit: MAX_BODY,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  // GET requests carry their parameters in the body, which fastify ignores by default.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  const closing = new AbortController();
  const passLimit = createLimit(switches, clock);
  const formatDate = (): string => new Date(clock.now()).toUTCString();

  const processRequest = (request: FastifyRequest, route: Route): SandboxResponse => {
    try {
      if (switches.redirige === 'si') {
        const destination = `${app.listeningOrigin.replace('127.0.0.1', 'localhost')}${request.url}`;
        return { estado: 302, tipo: HTML_TYPE, cuerpo: writeHtml('302 Found'), headers: { location: destination } };
      }
      passLimit();
      const call = readRequest(request, route, switches);
      const [metodo, , , serve] = route;
      if (!WITHOUT_TOKEN.includes(metodo) && !tokens.isCurrent(call.token)) return refuseWithoutToken(switches);
      const { json } = serve(context, call);
      return { estado: 200, tipo: JSON_TYPE, cuerpo: json };
    } catch (error) {
      if (error instanceof Refusal) return answerError(error, switches);
      throw error;
    }
  };

  const cut = (reply: FastifyReply): void => {
    reply.hijack();
    reply.raw.destroy();
  };

  /** Plays a cut answer: sends the headers of the whole answer and half of its body. */
  const truncate = (reply: FastifyReply, answer: SandboxResponse): void => {
    const bytes = Buffer.from(answer.cuerpo);
    reply.hijack();
    reply.raw.writeHead(answer.estado, {
      'content-type': answer.tipo,
      'content-length': String(Math.max(2, bytes.length)),
      date: formatDate(),
    });
    reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.raw.destroy());
  };

  const send = (reply: FastifyReply, { estado, tipo, cuerpo, headers }: SandboxResponse): FastifyReply =>
    reply
      .code(estado)
      .headers({ 'content-type': tipo, date: formatDate(), ...headers })
      .send(cuerpo);

  /** Plays a fault on a request. Returns the answer to send; undefined if the connection was cut or gets no answer. */
  const fail = async (
    kind: FailureKind,
    reply: FastifyReply,
    respond: () => SandboxResponse,
  ): Promise<SandboxResponse | undefined> => {
    const { isDone, answer } = KINDS[kind];
    const response = isDone ? respond() : undefined;
    switch (answer) {
      case 'dropped':
        cut(reply);
        return undefined;
      case '403':
      case '500':
      case '502':
        return FAILURE_RESPONSE[answer];
      case 'cut half-way':
        if (response !== undefined) truncate(reply, response);
        return undefined;
      case 'five seconds later':
        try {
          await clock.sleep(DELAY_MS, closing.signal);
        } catch (error) {
          if (!closing.signal.aborted) throw error;
          cut(reply);
          return undefined;
        }
        return response;
      case 'never':
        reply.hijack();
        return undefined;
    }
  };

  const handle = async (route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [metodo] = route;
    const failure = failures.nextFault(metodo);
    const receivedRequest: ReceivedRequest = {
      pedido: `${request.method} ${request.url.split('?')[0] ?? ''}`,
      metodo,
      url: request.url,
      headers: request.headers,
      cuerpo: typeof request.body === 'string' ? request.body : '',
      estado: undefined,
    };
    received.note(receivedRequest);
    const respond = (): SandboxResponse => processRequest(request, route);
    const answer = failure === undefined ? respond() : await fail(failure, reply, respond);
    if (answer === undefined) return reply;
    receivedRequest.estado = answer.estado;
    return send(reply, answer);
  };

  for (const route of ROUTES) {
    const [, method, url] = route;
    app.route({ method, url, handler: (request, reply) => handle(route, request, reply) });
  }
  app.setNotFoundHandler((_request, reply) => send(reply, answerError(new Refusal(404, 'No existe'), switches)));
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    send(reply, answerError(new Refusal(error.statusCode ?? 500, error.message), switches)),
  );

  return {
    listen: (port: number): Promise<string> => app.listen({ host: '127.0.0.1', port }),
    async close(): Promise<void> {
      closing.abort();
      await app.close();
    },
  };
}
