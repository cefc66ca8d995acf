import type { Clock } from '#domain/clock.ts';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { FallaClase, Fallas } from './fallas.ts';
import { leerParametros, Rechazado } from './parametros.ts';
import type { Rasgos } from './rasgos.ts';
import type { Recibido, Recibidos } from './recibidos.ts';
import type { Pedido, Ruta } from './rutas.ts';
import type { Tokens } from './tokens.ts';

interface Partes {
  readonly rutas: readonly Ruta[];
  readonly rasgos: Rasgos;
  readonly fallas: Fallas;
  readonly recibidos: Recibidos;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

const CUERPO_MAXIMO = 64 * 1024 * 1024;
const DEMORA_MS = 5000;
const JSON_TIPO = 'application/json; charset=utf-8';
const HTML_TIPO = 'text/html; charset=utf-8';

interface Respuesta {
  readonly estado: number;
  readonly tipo: string;
  readonly cuerpo: string;
  readonly cabeceras?: Readonly<Record<string, string>>;
}

const html = (titulo: string): string =>
  `<!DOCTYPE html><html><head><title>${titulo}</title></head><body><h1>${titulo}</h1></body></html>`;

const FALLA_RESPUESTA: Partial<Record<FallaClase, Respuesta>> = {
  '500': { estado: 500, tipo: JSON_TIPO, cuerpo: '{"error":"Error interno"}' },
  '500-despues': { estado: 500, tipo: JSON_TIPO, cuerpo: '{"error":"Error interno"}' },
  '403': { estado: 403, tipo: JSON_TIPO, cuerpo: '{"error":"Sin permiso"}' },
  '502': { estado: 502, tipo: HTML_TIPO, cuerpo: html('502 Bad Gateway') },
  '502-despues': { estado: 502, tipo: HTML_TIPO, cuerpo: html('502 Bad Gateway') },
};

/** An error's body as `cuerpo_error` wants it. */
function deError(error: Rechazado, rasgos: Rasgos): Respuesta {
  const { estado, message, cabeceras } = error;
  if (rasgos.cuerpo_error === 'vacio') return { estado, tipo: 'text/plain', cuerpo: '', cabeceras };
  if (rasgos.cuerpo_error === 'html')
    return { estado, tipo: HTML_TIPO, cuerpo: html(`Error ${String(estado)}`), cabeceras };
  return {
    estado,
    tipo: JSON_TIPO,
    cuerpo: JSON.stringify({ estado: false, error: message, msg: message }),
    cabeceras,
  };
}

function sinToken(rasgos: Rasgos): Respuesta {
  if (rasgos.token_vencido === '200-html') return { estado: 200, tipo: HTML_TIPO, cuerpo: html('Iniciar sesión') };
  return deError(new Rechazado(Number(rasgos.token_vencido), 'Token inexistente o vencido'), rasgos);
}

/** Lets through so many requests in each second of the clock. */
function crearLimite(rasgos: Rasgos, clock: Clock): () => void {
  let segundo = 0;
  let cuenta = 0;
  return () => {
    if (rasgos.limite_por_segundo === 0) return;
    const ahora = Math.floor(clock.now() / 1000);
    if (ahora !== segundo) {
      segundo = ahora;
      cuenta = 0;
    }
    if (++cuenta > rasgos.limite_por_segundo) throw new Rechazado(429, 'Demasiados pedidos', { 'retry-after': '1' });
  };
}

const unica = (valor: string | string[] | undefined): string | undefined =>
  typeof valor === 'string' && valor !== '' ? valor : undefined;

const esTipo = (request: FastifyRequest, tipo: string): boolean =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() === tipo;

/** Reads what a method takes: GET parameters where the switch says, form fields of a POST always from the body. */
function leerPedido(request: FastifyRequest, ruta: Ruta, rasgos: Rasgos): Pedido {
  const texto = typeof request.body === 'string' ? request.body : '';
  const corte = request.url.indexOf('?');
  const query = corte < 0 ? '' : request.url.slice(corte + 1);
  const form = esTipo(request, 'application/x-www-form-urlencoded') ? texto : '';
  if (ruta.metodo === 'subir' && !esTipo(request, 'application/json')) {
    throw new Rechazado(415, 'El cuerpo tiene que ser application/json');
  }
  const { parametros } = rasgos;
  const fuentes =
    ruta.verbo !== 'GET' || parametros === 'cuerpo' ? [form] : parametros === 'consulta' ? [query] : [query, form];
  return {
    parametros: leerParametros(...fuentes),
    cuerpo: texto,
    id:
      typeof request.params === 'object' && request.params !== null && 'id' in request.params
        ? String(request.params.id)
        : '',
    token: unica(request.headers['x-auth-token']),
    autorizacion: request.headers.authorization,
  };
}

/** Builds the HTTP server; it listens when told. Every answer goes through one place, where faults are played. */
export function crearServidor({ rutas, rasgos, fallas, recibidos, tokens, clock }: Partes) {
  const app = Fastify({
    logger: false,
    bodyLimit: CUERPO_MAXIMO,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  });
  // The parameters of a GET come in its body, which fastify does not read unless told to.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: CUERPO_MAXIMO }, (_request, body, done) => {
    done(null, body);
  });

  const cierre = new AbortController();
  const pasarLimite = crearLimite(rasgos, clock);
  const fecha = (): string => new Date(clock.now()).toUTCString();
  const origen = (): string => app.listeningOrigin;

  const procesar = (request: FastifyRequest, ruta: Ruta): Respuesta => {
    try {
      if (rasgos.redirige === 'si') {
        const destino = `${origen().replace('127.0.0.1', 'localhost')}${request.url}`;
        return { estado: 302, tipo: HTML_TIPO, cuerpo: html('302 Found'), cabeceras: { location: destino } };
      }
      pasarLimite();
      const pedido = leerPedido(request, ruta, rasgos);
      if (ruta.conToken && !tokens.vigente(pedido.token)) return sinToken(rasgos);
      const { json } = ruta.atender(pedido);
      const cuerpo = rasgos.unicode === 'nfd' && ruta.ruta.startsWith('/v1/') ? json.normalize('NFD') : json;
      return { estado: 200, tipo: JSON_TIPO, cuerpo };
    } catch (error) {
      if (error instanceof Rechazado) return deError(error, rasgos);
      throw error;
    }
  };

  const cortar = (reply: FastifyReply): void => {
    reply.hijack();
    reply.raw.destroy();
  };

  /** Sends the head of the whole answer and half of its body. */
  const truncar = (reply: FastifyReply, respuesta: Respuesta): void => {
    const bytes = Buffer.from(respuesta.cuerpo);
    reply.hijack();
    reply.raw.writeHead(respuesta.estado, {
      'content-type': respuesta.tipo,
      'content-length': String(Math.max(2, bytes.length)),
      date: fecha(),
    });
    reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.raw.destroy());
  };

  const enviar = (reply: FastifyReply, { estado, tipo, cuerpo, cabeceras }: Respuesta): FastifyReply =>
    reply
      .code(estado)
      .headers({ 'content-type': tipo, date: fecha(), ...cabeceras })
      .send(cuerpo);

  /** Plays a fault on a request; undefined when the answer goes out as usual. */
  const fallar = async (
    clase: FallaClase,
    reply: FastifyReply,
    responder: () => Respuesta,
  ): Promise<Respuesta | undefined> => {
    switch (clase) {
      case 'corte-antes':
        cortar(reply);
        return undefined;
      case 'corte-despues':
        responder();
        cortar(reply);
        return undefined;
      case '403':
      case '500':
      case '502':
        return FALLA_RESPUESTA[clase];
      case '500-despues':
      case '502-despues':
        responder();
        return FALLA_RESPUESTA[clase];
      case 'truncada':
        truncar(reply, responder());
        return undefined;
      case 'demorada': {
        const respuesta = responder();
        try {
          await clock.sleep(DEMORA_MS, cierre.signal);
        } catch (error) {
          if (!cierre.signal.aborted) throw error;
          cortar(reply);
          return undefined;
        }
        return respuesta;
      }
      case 'colgada':
        responder();
        reply.hijack();
        return undefined;
      case 'colgada-antes':
        reply.hijack();
        return undefined;
    }
  };

  const atender = async (ruta: Ruta, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const falla = fallas.proxima(ruta.metodo);
    const recibido: Recibido = {
      pedido: `${request.method} ${request.url.split('?')[0] ?? ''}`,
      metodo: ruta.metodo,
      url: request.url,
      cabeceras: request.headers,
      cuerpo: typeof request.body === 'string' ? request.body : '',
      llegada: clock.now(),
      falla,
      estado: undefined,
    };
    recibidos.anotar(recibido);
    const responder = (): Respuesta => procesar(request, ruta);
    const respuesta = falla === undefined ? responder() : await fallar(falla, reply, responder);
    if (respuesta === undefined) return reply;
    recibido.estado = respuesta.estado;
    return enviar(reply, respuesta);
  };

  for (const ruta of rutas) {
    app.route({ method: ruta.verbo, url: ruta.ruta, handler: (request, reply) => atender(ruta, request, reply) });
  }
  app.setNotFoundHandler((_request, reply) => enviar(reply, deError(new Rechazado(404, 'No existe'), rasgos)));
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    enviar(reply, deError(new Rechazado(error.statusCode ?? 500, error.message), rasgos)),
  );

  return {
    /** Listens on loopback only and gives the base URL. */
    escuchar: (puerto: number): Promise<string> => app.listen({ host: '127.0.0.1', port: puerto }),
    async cerrar(): Promise<void> {
      cierre.abort();
      await app.close();
    },
  };
}
