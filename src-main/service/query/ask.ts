/**
 * One GET exactly as it is given, and its answer whatever it is: a refused token is not renewed, nothing is learnt, no answer is refused. It serves
 * `app/probe`, which finds out how a service answers what the description leaves open. When the service asks to wait, it waits.
 */
import { isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { ParametersMode } from '../learned.ts';
import type { Oauth } from '../token/oauth.ts';
import type { Session, Token } from '../token/session.ts';
import { readBody, retryAfterMs, type Body } from '../transport/answer.ts';
import type { BaseUrl } from '../transport/base-url.ts';
import type { Exchange } from '../transport/exchange.ts';
import { makeGet, MAX_WAIT_MS, type Param } from './get.ts';

export interface Question {
  readonly path: string;
  readonly params: readonly Param[];
  readonly modo: ParametersMode;
  /**
   * `desconocido`: a token that no service gave. `anterior`: the token that was in use before another was obtained for this question; it is revoked
   * afterwards. Left out: the account's own token.
   */
  readonly token?: 'desconocido' | 'anterior';
}

export interface Reply {
  readonly status: number;
  readonly body: Body;
}

/** Throws errors of the network, and `RESPUESTA_ENORME` for an answer that is too large to be read. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<Reply>;

interface AskDeps {
  readonly baseUrl: BaseUrl;
  readonly exchange: Exchange;
  readonly session: Session;
  readonly oauth: Pick<Oauth, 'revoke'>;
  readonly clock: Clock;
}

const UNKNOWN_TOKEN = '0000000000000000000000000000000000000000';
/** How often a 429 is waited for, a minute each at most. The next 429 is the answer, or the error of a renewal. */
const MAX_WAITS = 3;
/** The wait where the service does not say how long. */
const DEFAULT_WAIT_MS = 1_000;

export function createAsk({ baseUrl, exchange, session, oauth, clock }: AskDeps): Ask {
  async function tokenOf(kind: Question['token'], signal: AbortSignal): Promise<string> {
    if (kind === 'desconocido') return UNKNOWN_TOKEN;
    const token = await session.token(signal);
    if (kind === 'anterior') await renewToken(token, signal);
    return token.value;
  }

  /** Another token, also where the service asks to wait for it. */
  async function renewToken(token: Token, signal: AbortSignal): Promise<void> {
    for (let waits = 0; ; waits += 1) {
      try {
        await session.renewFrom(token, signal);
        return;
      } catch (error) {
        if (!isAppError(error, 'DEMASIADOS_PEDIDOS') || waits === MAX_WAITS) throw error;
        const { esperaMs } = error.detail;
        await clock.sleep(Math.min(typeof esperaMs === 'number' ? esperaMs : DEFAULT_WAIT_MS, MAX_WAIT_MS), signal);
      }
    }
  }

  /** Revokes a token. A failure is ignored: the service may already have ended that token. */
  async function end(token: string, signal: AbortSignal): Promise<void> {
    try {
      await oauth.revoke(token, signal);
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }

  async function ask(question: Question, token: string, signal: AbortSignal): Promise<Reply> {
    const request = makeGet(baseUrl, question, { mode: question.modo, token });
    for (let waits = 0; ; waits += 1) {
      const answer = await exchange(request, signal);
      if (answer.status === 429 && waits < MAX_WAITS) {
        const ms = retryAfterMs(answer.retryAfter, clock.now()) ?? DEFAULT_WAIT_MS;
        await clock.sleep(Math.min(ms, MAX_WAIT_MS), signal);
      } else return { status: answer.status, body: readBody(answer) };
    }
  }

  return async (question, signal) => {
    const token = await tokenOf(question.token, signal);
    const reply = await ask(question, token, signal);
    if (question.token === 'anterior') await end(token, signal);
    return reply;
  };
}
