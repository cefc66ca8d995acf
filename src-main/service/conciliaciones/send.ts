/** Sends each batch once: without retries, redirects or a second token (docs/upload.md). After an unclear answer, the upload finds out what happened. */
import * as z from 'zod';
import { isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Removal, SendingResponse, Conciliacion, ResultCupon } from '#domain/conciliacion.ts';
import { describeServiceAnswer } from '#domain/texts/upload-sentences.ts';
import type { Log } from '../query/get.ts';
import type { Session, Token } from '../token/session.ts';
import { describeAnswer, readBody, retryAfterMs, type Redactor } from '../transport/answer.ts';
import type { BaseUrl } from '../transport/network.ts';
import type { Exchange, HttpAnswer, HttpRequest } from '../transport/exchange.ts';
import { CUPON_FIELDS, FIELDS_IN_ORDER, type Cupon } from '#domain/cupon.ts';
import { isObject } from '#domain/json.ts';
import {
  booleanoEscrito,
  codigo,
  cuenta,
  optionalCount,
  echoedNumber,
  echoedText,
  optionalDateTime,
  optionalIsoDate,
  identifier,
  texto,
  optionalLink,
  problemsOf,
} from '../wire/fields.ts';
import { notAs, type RowParser } from '../wire/rows.ts';

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

  /** Judges an error that was thrown before or during a send. A refused login counts as a refusal, because the batch never left. */
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
    /** The token that the last send or removal carried; undefined before the first one, or if it got no token. */
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

// These schemas follow "Reconciliation", "Coupon (uploaded)" and "Reconciliation result" in the API description.

const conciliacionWire = z.object({
  id: identifier,
  fecha: optionalDateTime,
  origen_desde: optionalIsoDate,
  origen_hasta: optionalIsoDate,
  total: cuenta,
  nuevos: cuenta,
  // The list of reconciliations calls this counter `existe`; every other answer calls it `existen`.
  existe: cuenta.optional(),
  existen: cuenta.optional(),
  error: cuenta,
  conciliados: cuenta,
  sin_conciliar: cuenta,
  estado: codigo,
});

export const parseConciliacion: RowParser<Conciliacion> = (raw) => {
  if (!isObject(raw)) return notAs('', 'objeto');
  const parsed = conciliacionWire.safeParse(raw);
  if (!parsed.success) return { ok: false, problemas: problemsOf(parsed.error) };
  const { fecha, origen_desde, origen_hasta, existe, existen, sin_conciliar, ...rest } = parsed.data;
  const existing = existen ?? existe;
  if (existing === undefined) return notAs('existen', cuenta.shape);
  return {
    ok: true,
    row: {
      ...rest,
      fecha: fecha?.fecha ?? null,
      origenDesde: origen_desde,
      origenHasta: origen_hasta,
      existentes: existing,
      sinConciliar: sin_conciliar,
    },
  };
};

const NUMBER_FIELDS = new Set(
  FIELDS_IN_ORDER.filter((field) => ['numero', 'decimal', 'importe'].includes(CUPON_FIELDS[field].tipo)),
);

/** Parses one row of a result. Calls each field's `read` instead of a zod schema, which is too slow: a result has 100,000 rows of 29 mostly empty fields. */
export const parseResultCupon: RowParser<ResultCupon> = (raw) => {
  if (!isObject(raw)) return notAs('', 'objeto');
  const cupon: { -readonly [Name in keyof Cupon]: Cupon[Name] } = {};
  for (const field of FIELDS_IN_ORDER) {
    const { read, shape } = NUMBER_FIELDS.has(field) ? echoedNumber : echoedText;
    const value = read(raw[field]);
    if (value === undefined) return notAs(field, shape);
    if (value !== null) cupon[field] = value;
  }
  const matched = booleanoEscrito.read(raw['conciliado']);
  if (matched === undefined) return notAs('conciliado', booleanoEscrito.shape);
  const mode = texto.read(raw['modo']);
  if (mode === undefined) return notAs('modo', texto.shape);
  const liquidacionNumber = optionalLink.read(raw['nro_liquidacion']);
  if (liquidacionNumber === undefined) return notAs('nro_liquidacion', optionalLink.shape);
  const liquidacionesId = optionalLink.read(raw['liquidaciones_id']);
  if (liquidacionesId === undefined) return notAs('liquidaciones_id', optionalLink.shape);
  const settledDate = optionalIsoDate.read(raw['fecha_liq']);
  if (settledDate === undefined) return notAs('fecha_liq', optionalIsoDate.shape);
  return {
    ok: true,
    row: {
      cupon,
      conciliado: matched,
      modo: mode,
      nroLiquidacion: liquidacionNumber,
      liquidacionesId,
      fechaLiq: settledDate,
    },
  };
};

/** The answer to a batch. `estado` is a boolean here, but a text in a reconciliation. The counters (docs/gaps.md, `contadores`) are only recorded. */
const sendingWire = z.object({
  estado: z.boolean(),
  id: identifier,
  recibidos: optionalCount,
  total: optionalCount,
  nuevos: optionalCount,
  existen: optionalCount,
  error: optionalCount,
});

const statusWire = z.object({ estado: z.boolean() });

/** Whether a complete answer says that the reconciliation does not exist (docs/gaps.md, `ver_ausente`). */
export const saysNotFound = (value: unknown): boolean => isObject(value) && value['estado'] === false;
