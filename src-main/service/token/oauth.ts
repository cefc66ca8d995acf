/** The four authentication methods (API description, "Authentication methods"). `token_type` is never used. */
import * as z from 'zod';
import { AppError, isAppError, type ErrorCode } from '#contract/errors.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Clock } from '#domain/clock.ts';
import { namesToken } from '#domain/upload/diagnosis.ts';
import { readBody, describeAnswer, toRejection, retryAfterMs, type Redactor } from '../transport/answer.ts';
import type { BaseUrl } from '../transport/network.ts';
import type { Exchange, HttpAnswer } from '../transport/exchange.ts';
import { MAX_TOKEN_BYTES } from '../transport/json-bounds.ts';
import { detailOfMismatch, parserOf } from '../wire/fields.ts';

const THIRTY_DAYS_S = 2_592_000;

export type Oauth = ReturnType<typeof createOauth>;
/** The result of a login or a renewal. Its lifetimes count from the moment when the request was sent. */
export type TokenGrant = Awaited<ReturnType<Oauth['login']>>;

interface OauthOptions {
  /** Sent as X-Auth-Token if present. The description does not state whether the service needs it. */
  readonly current: string | undefined;
  readonly signal: AbortSignal;
}

interface OauthDeps {
  readonly baseUrl: BaseUrl;
  readonly exchange: Exchange;
  readonly redactor: Redactor;
  readonly clock: Clock;
}

const token = z.string('texto').min(1, 'texto');
const seconds = z.int('segundos').positive('segundos');
/** A renewal brings no refresh token, and neither does a login with an API key. */
const grantWire = z.object({
  access_token: token,
  expires_in: seconds,
  refresh_token: token.optional(),
  refresh_expires_in: seconds.default(THIRTY_DAYS_S),
});
const parseGrant = parserOf(grantWire);

export function createOauth({ baseUrl, exchange, redactor, clock }: OauthDeps) {
  function toFailure(answer: HttpAnswer, refused: ErrorCode): AppError {
    if (answer.status === 429) {
      const waitMs = retryAfterMs(answer.retryAfter, clock.now());
      return new AppError('DEMASIADOS_PEDIDOS', { detail: { esperaMs: waitMs } });
    }
    if (answer.status === 404) {
      return new AppError('PEDIDO_RECHAZADO', {
        mensaje: REFUSALS.noServiceThere,
        detail: describeAnswer(answer, redactor),
      });
    }
    const isRefusal = namesToken(answer.status) || answer.status === 400 || answer.status === 422;
    return isRefusal
      ? new AppError(refused, { detail: describeAnswer(answer, redactor) })
      : toRejection(answer, redactor);
  }

  async function grant(
    operation: string,
    request: { headers: Record<string, string>; form: Record<string, string>; refused: ErrorCode },
    signal: AbortSignal,
  ) {
    const answer = await exchange(
      {
        method: 'POST',
        url: `${baseUrl}/oauth/${operation}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...request.headers },
        body: new URLSearchParams(request.form).toString(),
        maxBytes: MAX_TOKEN_BYTES,
      },
      signal,
    );
    if (answer.status < 200 || answer.status >= 300) throw toFailure(answer, request.refused);
    const body = readBody(answer);
    const parsed = body.kind === 'json' ? parseGrant(body.value) : undefined;
    // Leave the answer out of the error: it may hold the token.
    if (parsed?.ok !== true) {
      const wrong = parsed === undefined ? {} : detailOfMismatch(parsed.mismatch);
      throw new AppError('RESPUESTA_INVALIDA', {
        detail: { metodo: `oauth/${operation}`, motivo: body.kind, ...wrong },
      });
    }
    const { access_token, expires_in, refresh_token, refresh_expires_in } = parsed.value;
    redactor.add(access_token);
    if (refresh_token !== undefined) redactor.add(refresh_token);
    return {
      accessToken: access_token,
      lifetimeMs: expires_in * 1000,
      /** Only a login with a password returns a refresh token. Renewals keep using that token, until `refreshLifetimeMs` after the login. */
      refreshToken: refresh_token,
      refreshLifetimeMs: refresh_expires_in * 1000,
    };
  }

  const toAuthHeader = (token: string | undefined): Record<string, string> =>
    token === undefined ? {} : { 'X-Auth-Token': token };

  /** Sends the request with the current token; if the service refuses (401, 403), repeats it without a token. */
  async function withOrWithoutToken(
    operation: string,
    request: { form: Record<string, string>; refused: ErrorCode },
    { current, signal }: OauthOptions,
  ) {
    try {
      return await grant(operation, { ...request, headers: toAuthHeader(current) }, signal);
    } catch (error) {
      const status = isAppError(error, request.refused) ? error.detail['estado'] : undefined;
      if (current === undefined || (status !== 401 && status !== 403)) throw error;
      return grant(operation, { ...request, headers: {} }, signal);
    }
  }

  return {
    clientToken: (apiKey: string, apiSecret: string, signal: AbortSignal) => {
      const basic = Buffer.from(`${apiKey}:${apiSecret}`).toString('base64');
      redactor.add(basic);
      return grant(
        'access_token',
        {
          headers: { Authorization: `Basic ${basic}` },
          form: { grant_type: 'client_credentials' },
          refused: 'CREDENCIALES_RECHAZADAS',
        },
        signal,
      );
    },
    login: (user: string, key: string, options: OauthOptions) =>
      withOrWithoutToken(
        'access_login',
        { form: { usuario: user, clave: key }, refused: 'CREDENCIALES_RECHAZADAS' },
        options,
      ),
    /** Renews the access token. Throws `SESION_VENCIDA` if the refresh token is expired or unknown. */
    refresh: (refreshToken: string, options: OauthOptions) =>
      withOrWithoutToken(
        'refresh_token',
        { form: { refresh_token: refreshToken }, refused: 'SESION_VENCIDA' },
        options,
      ),
    async revoke(accessToken: string, signal: AbortSignal): Promise<void> {
      const answer = await exchange(
        {
          method: 'POST',
          url: `${baseUrl}/oauth/revoke_token`,
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...toAuthHeader(accessToken) },
        },
        signal,
      );
      if (answer.status !== 200) throw toFailure(answer, 'TOKEN_RECHAZADO');
    },
  };
}

/** A failure of the login or renewal before a request. Its code is not the request's: a 404 here does not mean that a record is missing. */
class LoginFailure extends AppError {
  constructor(cause: AppError) {
    super(cause.code, { cause, detail: cause.detail, mensaje: cause.message });
  }
}

export async function asLogin<T>(login: () => Promise<T>): Promise<T> {
  try {
    return await login();
  } catch (error) {
    throw error instanceof AppError ? new LoginFailure(error) : error;
  }
}

export const isLoginFailure = (error: unknown): boolean => error instanceof LoginFailure;

/** Whether the service answered a login completely but unreadably, so that a repetition gives the same. A cut answer may come whole the next time. */
export const isUnreadableLogin = (error: unknown): boolean =>
  isLoginFailure(error) && isAppError(error, 'RESPUESTA_INVALIDA') && error.detail['motivo'] !== 'cortada';

/** Like `isAppError`, but false for failures of the login before the request. */
export const isOfRequest = (error: unknown, ...codes: readonly ErrorCode[]): error is AppError =>
  isAppError(error, ...codes) && !isLoginFailure(error);
