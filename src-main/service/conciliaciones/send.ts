/** Sends each request once: no retry, no redirect, no second token (docs/upload.md). The upload finds out what an unclear answer means. */
import { isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Removal, SendingResponse } from '#domain/conciliacion.ts';
import { describeServiceAnswer } from '#domain/texts/upload-sentences.ts';
import type { Log } from '../query/get.ts';
import type { Session, Token } from '../token/session.ts';
import { describeAnswer, readBody, retryAfterMs, type Redactor } from '../transport/answer.ts';
import type { BaseUrl } from '../transport/network.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../transport/exchange.ts';
import { sendingWire, statusWire } from './wire.ts';

const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 413, 422, 429]);

interface SenderDeps {
  readonly baseUrl: BaseUrl;
  readonly exchange: Exchange;
  readonly session: Session;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly log: Log;
}

export type Sender = ReturnType<typeof createSender>;

export const pathOfConciliacion = (id: string): string => `v2/conciliar-operaciones/${encodeURIComponent(id)}`;

export function createSender(deps: SenderDeps) {
  const { baseUrl, exchange, session, clock, redactor, log } = deps;

  let used: Token | undefined;

  async function exchangeOnce(
    method: string,
    request: Omit<HttpRequest, 'headers'> & { type?: string },
    signal: AbortSignal,
  ) {
    used = undefined;
    const token = await session.token(signal);
    used = token;
    const { type, ...rest } = request;
    const answer = await exchange(
      { ...rest, headers: { 'X-Auth-Token': token.value, ...(type === undefined ? {} : { 'Content-Type': type }) } },
      signal,
    );
    log('envio', { metodo: method, estado: answer.status, bytes: answer.body.length });
    return answer;
  }

  function judge(answer: HttpAnswer): SendingResponse {
    const detail = describeAnswer(answer, redactor).respuesta;
    if (REFUSALS.has(answer.status)) {
      const wait = retryAfterMs(answer.retryAfter, clock.now());
      return { kind: 'rechazo', status: answer.status, retryAfterMs: wait, detalle: detail };
    }
    if (answer.status < 200 || answer.status >= 300) {
      const motivo = describeServiceAnswer(answer.status);
      return answer.status >= 500 ? { kind: 'perdida', motivo, status: answer.status } : { kind: 'perdida', motivo };
    }
    const body = readBody(answer, { ownIds: true });
    const parsed = body.kind === 'json' ? sendingWire.safeParse(body.value) : undefined;
    if (parsed?.success !== true) return { kind: 'perdida', motivo: `respuesta sin la forma esperada: ${detail}` };
    const { estado, id, recibidos, total, nuevos, existen, error } = parsed.data;
    return { kind: 'respuesta', estado, id, contadores: { recibidos, total, nuevos, existentes: existen, error } };
  }

  /** Judges a failure before or during the send. After a refused login the batch never left, so that is a refusal. */
  function toFailed(error: unknown): SendingResponse {
    if (!isAppError(error)) return { kind: 'perdida', motivo: 'falla del programa durante el envío' };
    const { code } = error;
    const { estado, respuesta } = error.detail;
    const refusedLogin = isAppError(error, 'CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA', 'CLAVE_AUSENTE');
    if (!refusedLogin) return { kind: 'perdida', motivo: code };
    return {
      kind: 'rechazo',
      status: typeof estado === 'number' && REFUSALS.has(estado) ? estado : 401,
      retryAfterMs: null,
      detalle: typeof respuesta === 'string' ? respuesta : code,
    };
  }

  return {
    /** The token of the last request; undefined without a request or a token. */
    usedToken: (): Token | undefined => used,
    async send(body: Uint8Array, signal: AbortSignal): Promise<SendingResponse> {
      const request = {
        method: 'POST',
        url: `${baseUrl}/v2/conciliar-operaciones`,
        body,
        type: 'application/json',
      } as const;
      try {
        return judge(await exchangeOnce('conciliar-operaciones', request, signal));
      } catch (error) {
        signal.throwIfAborted();
        log('envio', { metodo: 'conciliar-operaciones', codigo: isAppError(error) ? error.code : 'INTERNO' });
        return toFailed(error);
      }
    },
    async remove(id: string, signal: AbortSignal): Promise<Removal> {
      let answer: HttpAnswer;
      try {
        const request = { method: 'DELETE', url: `${baseUrl}/${pathOfConciliacion(id)}` } as const;
        answer = await exchangeOnce('conciliar-operaciones-borrar', request, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!isAppError(error)) throw error;
        return 'perdida';
      }
      const body = readBody(answer);
      const said = body.kind === 'json' ? statusWire.safeParse(body.value) : undefined;
      const isAnswered = (answer.status >= 200 && answer.status < 300) || answer.status === 404;
      if (said?.success !== true || !isAnswered) return 'perdida';
      return said.data.estado && answer.status !== 404 ? 'borrada' : 'ausente';
    },
  };
}
