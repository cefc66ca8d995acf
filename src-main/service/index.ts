/** The client of the remote API: one object per account, over one token. It does nothing before a method is called. */
import { isClockOff, type Clock } from '#domain/clock.ts';
import { createCalendario, createComercios, createImpuestosTotals, createLiquidacionesTotals } from './single.ts';
import { createConciliaciones, createConciliacionList } from './conciliaciones/client.ts';
import { createSender } from './conciliaciones/send.ts';
import { createLearned, type LearnedStore } from './learned.ts';
import type { MethodDeps } from './list/definition.ts';
import { createLists } from './lists.ts';
import { createConsult } from './query/consult.ts';
import { createGetter, RETRIES, type Log } from './query/get.ts';
import { type Credentials, type NewRefreshToken, createSession, type OnLogin } from './token/session.ts';
import { createOauth } from './token/oauth.ts';
import { type BaseUrl, createStraightNetwork, type Network } from './transport/network.ts';
import { createExchange, type Exchange, createPace, breakSilence } from './transport/exchange.ts';
import { createRedactor } from './transport/answer.ts';
import type { Quarantine } from './wire/rows.ts';

export { parseBaseUrl } from './transport/network.ts';

export interface ServiceDeps {
  readonly baseUrl: BaseUrl;
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** Gives numbers from 0 to 1, which spread retries over time. */
  readonly random: () => number;
  readonly learned: LearnedStore;
  /** Receives the refresh token of a login; the caller stores it in the keychain. */
  readonly refreshTokenStore: (fresh: NewRefreshToken) => void;
  readonly onLogin?: OnLogin;
  /** The time limit of a request, in ms (`CONCILIADOR_ESPERA_PEDIDO`). */
  readonly timeoutMs?: number;
  /** How requests leave this PC. By default they use no proxy and trust the certificate authorities of Node. */
  readonly network?: Network;
  /** How often a GET is tried again (`CONCILIADOR_REINTENTOS`). */
  readonly retries?: number;
  /** Called before a pause after a 429, with its length in ms. */
  readonly onWait?: (ms: number) => void;
  /** Called when a request has had no answer for this many ms; once until an answer comes in time again. */
  readonly onSilence?: (ms: number) => void;
  /** Called when the PC's clock differs from the service's by more than the network's delay explains, in ms; once until the clocks agree again. */
  readonly onClockOff?: (offMs: number) => void;
  /** Receives unreadable rows. A reading that starts again may report the same row again. */
  readonly quarantine: Quarantine;
  readonly log: Log;
}

/** The clients of one account. Each dated list is a member with the name of its view (`domain/views/`). */
export type Service = ReturnType<typeof createService>;

/** The defaults of `timeoutMs` and `retries` (docs/cli.md, "Settings by environment"). */
export const REQUEST_DEFAULTS = { timeoutMs: 30_000, retries: RETRIES } as const;

export function createService(deps: ServiceDeps) {
  const { baseUrl, credentials, clock, random, quarantine, log } = deps;
  const { timeoutMs = REQUEST_DEFAULTS.timeoutMs, retries = REQUEST_DEFAULTS.retries } = deps;
  let newestDate: number | undefined;
  let clockOffMs: number | undefined;
  const redactor = createRedactor();
  const { network = createStraightNetwork(), onSilence = () => undefined, onLogin = () => undefined } = deps;
  const bare = breakSilence(createExchange({ clock, timeoutMs, network }), { clock, onSilence });
  const exchange: Exchange = async (request, signal) => {
    const answer = await bare(request, signal);
    const at = answer.date === undefined ? Number.NaN : Date.parse(answer.date);
    if (Number.isNaN(at)) return answer;
    newestDate = at;
    const wasOff = isClockOff(clockOffMs);
    clockOffMs = clock.now() - at;
    if (isClockOff(clockOffMs) && !wasOff) deps.onClockOff?.(clockOffMs);
    return answer;
  };
  const oauth = createOauth({ baseUrl, exchange, redactor, clock });
  const session = createSession({
    oauth,
    credentials,
    clock,
    redactor,
    refreshTokenStore: deps.refreshTokenStore,
    onLogin,
  });
  const wire = { baseUrl, exchange, session, clock, redactor, log };
  const pace = createPace(clock);
  const { onWait = () => undefined } = deps;
  const getter = createGetter({ ...wire, random, pace, retries, onWait, onLogin });
  const learned = createLearned(deps.learned);
  const methods: MethodDeps = { consult: createConsult({ getter, learned }), learned, quarantine };
  const conciliacionList = createConciliacionList(methods);

  return {
    access: {
      signIn: session.login,
      revoke: session.revoke,
    },
    learned,
    ...createLists(methods),
    calendario: createCalendario(methods),
    comercios: createComercios(methods),
    liquidacionesTotales: createLiquidacionesTotals(methods),
    impuestosTotales: createImpuestosTotals(methods),
    conciliaciones: createConciliaciones({
      ...methods,
      session,
      sender: createSender(wire),
      list: conciliacionList,
      serverDate: () => newestDate,
    }),
    conciliacionList,
    /** The PC's time minus the service's, in ms, at the last answer with a `Date` header. */
    getClockOff: () => clockOffMs,
  };
}
