/** Keeps one token per account, shared by all its requests (docs/architecture.md, "Accounts"; docs/gaps.md, `token_unico`). */
import { AppError, isAppError } from '#contract/errors.ts';
import type { Clock, Instant } from '#domain/clock.ts';
import type { Redactor } from '../transport/answer.ts';
import { type Oauth, type TokenGrant, asLogin } from './oauth.ts';
import { createSingleFlight } from '#domain/shared-work.ts';

const ADVISED_MS = 300_000;
const MANDATORY_MS = 60_000;
/** After a failed renewal, no other is tried for this long, unless less than `MANDATORY_MS` of the token is left. */
const ADVISED_PAUSE_MS = 30_000;

/** A token with the time of its request on both clocks: the wall clock may jump, the monotonic one may stop while the machine sleeps. */
export interface Token {
  readonly value: string;
  readonly sentWall: Instant;
  readonly sentMonotonic: number;
  readonly lifetimeMs: number;
}

export type Session = ReturnType<typeof createSession>;

interface SessionDeps {
  readonly oauth: Oauth;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly refreshTokenStore: (fresh: NewRefreshToken) => void;
  readonly onLogin: OnLogin;
}

/** Called after each login or renewal: null for success, else why it was refused. `TOKEN_RECHAZADO`: a fresh token was refused before any request succeeded. */
export type OnLogin = (refused: LoginRefusal | 'TOKEN_RECHAZADO' | null) => void;
const LOGIN_REFUSALS = ['CREDENCIALES_RECHAZADAS', 'SESION_VENCIDA'] as const;
export type LoginRefusal = (typeof LOGIN_REFUSALS)[number];

export const getTokenAgeMs = (token: Token, clock: Clock): number =>
  Math.max(clock.now() - token.sentWall, clock.monotonic() - token.sentMonotonic);

export function createSession(deps: SessionDeps) {
  const { oauth, credentials, clock, redactor, refreshTokenStore, onLogin } = deps;
  const never = new AbortController().signal;
  let current: Token | undefined;
  /** Tokens that a renewal replaced. They are revoked only together with the present token, because requests under way may still use them. */
  let replaced: readonly Token[] = [];
  let advisedNotBefore = Number.NEGATIVE_INFINITY;
  let refresh: NewRefreshToken | undefined;
  if (credentials.tipo === 'api') {
    redactor.add(credentials.apiKey);
    redactor.add(credentials.apiSecret);
  } else {
    if (credentials.clave !== undefined) redactor.add(credentials.clave);
    if (credentials.refreshToken !== undefined) {
      redactor.add(credentials.refreshToken);
      const expiresAt = credentials.refreshTokenExpira ?? Number.POSITIVE_INFINITY;
      refresh = { refreshToken: credentials.refreshToken, expiresAt };
    }
  }

  async function loginWithPassword(user: string, key: string): Promise<TokenGrant> {
    const sentWall = clock.now();
    const grant = await oauth.login(user, key, { current: current?.value, signal: never });
    if (grant.refreshToken !== undefined) {
      refresh = { refreshToken: grant.refreshToken, expiresAt: sentWall + grant.refreshLifetimeMs };
      refreshTokenStore(refresh);
    }
    return grant;
  }

  async function grantFor(forceLogin: boolean, abandoned: AbortSignal): Promise<TokenGrant> {
    if (credentials.tipo === 'api') return oauth.clientToken(credentials.apiKey, credentials.apiSecret, abandoned);
    const { usuario, clave } = credentials;
    if (refresh !== undefined && refresh.expiresAt > clock.now() && !(forceLogin && clave !== undefined)) {
      try {
        return await oauth.refresh(refresh.refreshToken, { current: current?.value, signal: never });
      } catch (error) {
        if (!isAppError(error, 'SESION_VENCIDA') || clave === undefined) throw error;
      }
    }
    if (clave !== undefined) return loginWithPassword(usuario, clave);
    throw new AppError(refresh === undefined ? 'CLAVE_AUSENTE' : 'SESION_VENCIDA');
  }

  const isAlive = (token: Token): boolean => getTokenAgeMs(token, clock) < token.lifetimeMs;

  async function obtain(forceLogin: boolean, abandoned: AbortSignal): Promise<Token> {
    const sentWall = clock.now();
    const sentMonotonic = clock.monotonic();
    const grant = await asLogin(() => grantFor(forceLogin, abandoned)).catch((error: unknown) => {
      const refusal = LOGIN_REFUSALS.find((code) => isAppError(error, code));
      if (refusal !== undefined) onLogin(refusal);
      throw error;
    });
    if (current !== undefined) replaced = [...replaced.filter(isAlive), current];
    current = { value: grant.accessToken, sentWall, sentMonotonic, lifetimeMs: grant.lifetimeMs };
    advisedNotBefore = Number.NEGATIVE_INFINITY;
    // Call `onLogin` last: it writes to disk, and an error there must not lose the token.
    onLogin(null);
    return current;
  }

  // When all callers have left, a login with an API key is aborted, so that one that hangs does not delay later callers. A login with a password goes on,
  // because its answer brings a refresh token that would be lost.
  const option = { isAbandoned: credentials.tipo === 'api' };
  const renew = createSingleFlight((abandoned) => obtain(false, abandoned), option);
  const login = createSingleFlight((abandoned) => obtain(true, abandoned), option);

  return {
    /** A token with at least a minute left; tries to renew it below five minutes (short-lived tokens: a tenth and a quarter of their life). */
    async token(signal: AbortSignal): Promise<Token> {
      const token = current;
      if (token === undefined) return renew(signal);
      const left = token.lifetimeMs - getTokenAgeMs(token, clock);
      // Short-lived tokens have lower limits: otherwise each request would renew the token.
      if (left <= Math.min(MANDATORY_MS, token.lifetimeMs / 10)) return renew(signal);
      if (left > Math.min(ADVISED_MS, token.lifetimeMs / 4) || clock.monotonic() < advisedNotBefore) return token;
      try {
        return await renew(signal);
      } catch (error) {
        signal.throwIfAborted();
        if (!isAppError(error)) throw error;
        advisedNotBefore = clock.monotonic() + ADVISED_PAUSE_MS;
        return token;
      }
    },
    /** Returns the current token if it is not `stale`, because another caller has renewed already; else a new one. */
    renewFrom: async (stale: Token | undefined, signal: AbortSignal): Promise<Token> =>
      current !== undefined && current.value !== stale?.value ? current : renew(signal),
    current: (): Token | undefined => current,
    login: async (signal: AbortSignal): Promise<void> => {
      await login(signal);
    },
    /** Revokes the current token at the service, and the replaced ones that are still valid. False without a token. */
    async revoke(signal: AbortSignal): Promise<boolean> {
      const token = current;
      if (token === undefined) return false;
      const former = replaced.filter(isAlive);
      replaced = [];
      // Ignore failures for replaced tokens, which the service may have ended itself.
      const ended = Promise.allSettled(former.map(({ value }) => oauth.revoke(value, signal)));
      await Promise.all([oauth.revoke(token.value, signal), ended]);
      if (current === token) current = undefined;
      return true;
    },
  };
}

/** Two kinds (docs/architecture.md, "Accounts"). Only a refresh token is stored, never a password, so a stored account has no `clave`. */
export type Credentials =
  | { readonly tipo: 'api'; readonly apiKey: string; readonly apiSecret: string }
  | {
      readonly tipo: 'usuario';
      readonly usuario: string;
      readonly clave?: string;
      readonly refreshToken?: string;
      /** When the refresh token expires; undefined counts as valid. */
      readonly refreshTokenExpira?: Instant;
    };

export interface NewRefreshToken {
  readonly refreshToken: string;
  readonly expiresAt: Instant;
}
