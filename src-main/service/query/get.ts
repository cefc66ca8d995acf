/** One GET, from token to parsed answer: renews a refused token, retries brief failures, waits when asked. Sends never repeat (`conciliaciones/send.ts`). */
import { REASONS } from '#domain/texts/failures.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { namesToken } from '#domain/upload/diagnosis.ts';
import type { ParametersMode } from '../learned.ts';
import { isUnreadableLogin } from '../token/oauth.ts';
import { getTokenAgeMs, type OnLogin, type Session, type Token } from '../token/session.ts';
import { describeAnswer, readBody, toRejection, retryAfterMs, type Redactor } from '../transport/answer.ts';
import { type BaseUrl, isWrongCertificate } from '../transport/network.ts';
import type { Exchange, HttpAnswer, HttpRequest, Pace } from '../transport/exchange.ts';
import { detailOfMismatch, type Parsed } from '../wire/fields.ts';

/** The longest that one call may take with its retries and waits, in ms; the last request may add its own timeout (docs/cli.md: "about two minutes"). */
const TOTAL_BUDGET_MS = 90_000;
/** The longest pause before a request is sent again, in ms; if the service asks for a longer one (`Retry-After`), the call fails. */
const MAX_WAIT_MS = 60_000;
export const RETRIES = 2;
/** Pause before the first retry; each further pause is twice as long. A person hardly notices the first. */
const FIRST_BACKOFF_MS = 500;
/** If a fresh token did not help against a refusal that may have another cause (such as a 400), no other token is tried for this long. */
const CURE_PAUSE_MS = 60_000;
/** The most renewals in one call. Two PCs that use one account end each other's tokens, and without a limit they would renew for ever. */
const MAX_RENEWALS = 5;
/** Pause before the second renewal of a call; each further pause is twice as long. */
const RENEWAL_PAUSE_MS = 1_000;
const RETRYABLE = ['SIN_CONEXION', 'TIEMPO_AGOTADO', 'SERVICIO_FALLA', 'RESPUESTA_INVALIDA'] as const;

export type Param = readonly [name: string, value: string];
export type Log = (event: string, facts: Readonly<Record<string, string | number | boolean | null>>) => void;

interface Asked {
  /** Path after the base URL, already encoded: `v1/operaciones`. */
  readonly path: string;
  readonly params: readonly Param[];
}

function makeGet(
  baseUrl: BaseUrl,
  { path, params }: Asked,
  { mode, token }: { readonly mode: ParametersMode; readonly token: string },
): HttpRequest {
  const form = new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString();
  const query = mode === 'cuerpo' || form === '' ? '' : `?${form}`;
  return {
    method: 'GET',
    url: `${baseUrl}/${path}${query}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Auth-Token': token },
    ...(mode === 'consulta' || form === '' ? {} : { body: form }),
  };
}

export interface GetSpec<T> extends Asked {
  readonly metodo: string;
  readonly parse: (value: unknown) => Parsed<T>;
  /** Receives the bytes of a good answer before parsing. If it returns a value, the bytes are not parsed. */
  readonly keepRaw?: (body: Buffer) => T | undefined;
  /** Whether to leave identifiers that look like a card number unmasked, because later requests name them. */
  readonly ownIds?: boolean;
  readonly maxBytes?: number;
}

/** What the requests of one call share: their time limit and the renewals so far. */
export interface Call {
  readonly signal: AbortSignal;
  readonly startedAt: number;
  /** The token at the start of the call. A refusal other than 401 and 403 causes a renewal only if the request carried this token. */
  readonly tokenBefore: Token | undefined;
  renewed: boolean;
  renewals: number;
  /** Whether to try a fresh token once after a refusal other than 401 and 403 (400, 422…). False while wrongly sent parameters may be the cause. */
  cure: boolean;
  /** Whether a refusal other than 401 and 403 came while `cure` was false. */
  suspect: boolean;
}

export interface GetDeps {
  readonly baseUrl: BaseUrl;
  readonly exchange: Exchange;
  readonly session: Session;
  readonly clock: Clock;
  readonly random: () => number;
  readonly redactor: Redactor;
  readonly pace: Pace;
  readonly retries: number;
  readonly onWait: (ms: number) => void;
  readonly onLogin: OnLogin;
  readonly log: Log;
}

type Outcome<T> =
  | { readonly kind: 'listo'; readonly value: T }
  /** Repeat the request with a fresh token; this does not count as a retry. */
  | { readonly kind: 'renovado'; readonly heals?: boolean }
  | { readonly kind: 'espera'; readonly ms: number | null }
  | { readonly kind: 'falla'; readonly error: AppError; readonly waitMs: number | null };

/** The error for a token that another login with the same account (on another PC) ended. */
const toContestedError = (answer: HttpAnswer, redactor: Redactor): AppError =>
  new AppError('TOKEN_RECHAZADO', {
    detail: { ...describeAnswer(answer, redactor), motivo: 'otra_pc' },
    mensaje: REASONS.otra_pc,
  });

export type Getter = ReturnType<typeof createGetter>;

export function createGetter(deps: GetDeps) {
  const { baseUrl, exchange, session, clock, random, redactor, pace, retries, onWait, onLogin, log } = deps;
  let lastCure: Token | undefined;
  /** Whether a fresh token has already cured a refusal other than 401 and 403, so that another one may help again. */
  let cureWorked = false;
  /** Whether a request of this session succeeded, so that the account has access. */
  let wasLetIn = false;
  /** Whether `onLogin` was already called for a token that the service refused right after the login. */
  let isShutOut = false;
  const isFreshCure = (token: Token): boolean =>
    token === lastCure && !cureWorked && getTokenAgeMs(token, clock) < CURE_PAUSE_MS;

  function noteLetIn(): void {
    wasLetIn = true;
    if (isShutOut) onLogin(null);
    isShutOut = false;
  }

  async function renewOnce(call: Call, stale: Token): Promise<{ kind: 'renovado' }> {
    await session.renewFrom(stale, call.signal);
    call.renewed = true;
    call.renewals += 1;
    return { kind: 'renovado' };
  }

  /** Whether another login ended this token: the session has a newer one, or a request succeeded before (not for a 403, which may mean a missing right). */
  const wasEnded = (token: Token, status: number): boolean =>
    session.current() !== token || (status !== 403 && wasLetIn);

  async function renewAgain(call: Call, token: Token, answer: HttpAnswer): Promise<{ kind: 'renovado' }> {
    if (call.renewals >= MAX_RENEWALS) throw toContestedError(answer, redactor);
    if (call.renewals > 0 && session.current() === token) {
      await clock.sleep(RENEWAL_PAUSE_MS * 2 ** (call.renewals - 1) * (0.5 + random() / 2), call.signal);
    }
    return renewOnce(call, token);
  }

  /** Renews the token for a failure that may have another cause. `heals`: the fresh token counts as the cure if the request then succeeds. */
  async function cure(call: Call, stale: Token): Promise<{ kind: 'renovado'; heals: boolean }> {
    const outcome = await renewOnce(call, stale);
    lastCure = session.current();
    cureWorked = false;
    return { ...outcome, heals: true };
  }

  async function judge<T>(
    spec: GetSpec<T>,
    answer: HttpAnswer,
    { call, token }: { call: Call; token: Token },
  ): Promise<Outcome<T>> {
    const { status } = answer;
    if (status >= 200 && status < 300) {
      const known = spec.keepRaw?.(answer.body);
      if (known !== undefined) return { kind: 'listo', value: known };
      const body = readBody(answer, { ownIds: spec.ownIds });
      const parsed = body.kind === 'json' ? spec.parse(body.value) : undefined;
      if (parsed?.ok === true) return { kind: 'listo', value: parsed.value };
      const said =
        parsed === undefined
          ? describeAnswer(answer, redactor)
          : { estado: status, ...detailOfMismatch(parsed.mismatch) };
      const error = new AppError('RESPUESTA_INVALIDA', { detail: { metodo: spec.metodo, motivo: body.kind, ...said } });
      return { kind: 'falla', error, waitMs: null };
    }
    if (namesToken(status)) {
      if (!call.renewed || wasEnded(token, status)) return renewAgain(call, token, answer);
      // Report the account as refused only if no request has succeeded so far; later refusals may concern this method alone.
      if (!wasLetIn) {
        isShutOut = true;
        onLogin('TOKEN_RECHAZADO');
      }
      throw toRejection(answer, redactor);
    }
    if (status === 429) return { kind: 'espera', ms: retryAfterMs(answer.retryAfter, clock.now()) };
    if (status >= 500) {
      const waitMs = retryAfterMs(answer.retryAfter, clock.now());
      return { kind: 'falla', error: toRejection(answer, redactor), waitMs };
    }
    if (status !== 404 && status !== 413 && status >= 400) {
      const curable = !call.renewed && token === call.tokenBefore && !isFreshCure(token);
      if (curable && call.cure) return cure(call, token);
      if (curable) call.suspect = true;
    }
    throw toRejection(answer, redactor);
  }

  async function attempt<T>(spec: GetSpec<T>, mode: ParametersMode, call: Call): Promise<Outcome<T>> {
    const { signal } = call;
    await pace.wait(signal);
    const startedAt = clock.monotonic();
    const describeCall = () => ({ metodo: spec.metodo, ms: Math.round(clock.monotonic() - startedAt) });
    try {
      const token = await session.token(signal);
      const request = makeGet(baseUrl, spec, { mode, token: token.value });
      const answer = await exchange({ ...request, maxBytes: spec.maxBytes }, signal);
      log('pedido', { ...describeCall(), modo: mode, estado: answer.status, bytes: answer.body.length });
      const outcome = await judge(spec, answer, { call, token });
      if (outcome.kind === 'listo') noteLetIn();
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      if (isAppError(error)) log('pedido', { ...describeCall(), modo: mode, codigo: error.code });
      if (isUnreadableLogin(error) || isWrongCertificate(error)) throw error;
      if (isAppError(error, ...RETRYABLE)) return { kind: 'falla', error, waitMs: null };
      // The service asked for a pause during the login: wait here, then repeat.
      if (isAppError(error, 'DEMASIADOS_PEDIDOS')) {
        const { esperaMs } = error.detail;
        return { kind: 'espera', ms: typeof esperaMs === 'number' ? esperaMs : null };
      }
      throw error;
    }
  }

  const backoffAfter = (tries: number): number => FIRST_BACKOFF_MS * 2 ** Math.min(tries, 6) * (0.5 + random() / 2);
  const hasTimeFor = (call: Call, ms: number): boolean => clock.monotonic() - call.startedAt + ms < TOTAL_BUDGET_MS;

  async function waitAsTold(call: Call, ms: number): Promise<void> {
    if (ms > MAX_WAIT_MS || !hasTimeFor(call, ms))
      throw new AppError('DEMASIADOS_PEDIDOS', { detail: { esperaSegundos: Math.ceil(ms / 1000) } });
    pace.slowDown();
    onWait(ms);
    await clock.sleep(ms, call.signal);
  }

  return {
    call: (signal: AbortSignal): Call => ({
      signal,
      startedAt: clock.monotonic(),
      tokenBefore: session.current(),
      renewed: false,
      renewals: 0,
      cure: true,
      suspect: false,
    }),
    async send<T>(spec: GetSpec<T>, mode: ParametersMode, call: Call): Promise<T> {
      let failures = 0;
      let waits = 0;
      let isCure = false;
      for (;;) {
        const outcome = await attempt(spec, mode, call);
        switch (outcome.kind) {
          case 'listo':
            pace.speedUp();
            cureWorked ||= isCure;
            return outcome.value;
          case 'renovado':
            isCure = outcome.heals === true;
            break;
          case 'espera':
            await waitAsTold(call, outcome.ms ?? backoffAfter(waits));
            waits += 1;
            break;
          case 'falla': {
            const ms = outcome.waitMs ?? backoffAfter(failures);
            if (failures >= retries || ms > MAX_WAIT_MS || !hasTimeFor(call, ms)) throw outcome.error;
            failures += 1;
            await clock.sleep(ms, call.signal);
            break;
          }
        }
        call.signal.throwIfAborted();
      }
    },
  };
}
