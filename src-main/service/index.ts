/** The client of the remote API: one object per account, over one token. Nothing happens until a method is called. */
import { isClockOff, type Clock } from '#domain/clock.ts';
import type { ConciliacionesService } from '#domain/conciliacion.ts';
import { createCalendario } from './calendario/client.ts';
import { createComercios } from './comercios/client.ts';
import { createConciliaciones, createConciliacionList, type ConciliacionList } from './conciliaciones/client.ts';
import { createSender } from './conciliaciones/send.ts';
import { createImpuestosTotals, createLiquidacionesTotals } from './totals.ts';
import { createLearned, type Learned, type LearnedStore } from './learned.ts';
import type { MethodDeps } from './list/reader.ts';
import { createLists, type Lists } from './lists.ts';
import { createConsult } from './query/consult.ts';
import { createGetter, RETRIES, type Log } from './query/get.ts';
import type { Credentials, NewRefreshToken } from './token/credentials.ts';
import { createOauth } from './token/oauth.ts';
import { createSession, type OnLogin } from './token/session.ts';
import type { BaseUrl } from './transport/base-url.ts';
import { createExchange, type Exchange } from './transport/exchange.ts';
import { createStraightNetwork, type Network } from './transport/network.ts';
import { createPace } from './transport/pace.ts';
import { createRedactor } from './transport/redact.ts';
import { breakSilence } from './transport/silence.ts';
import type { Quarantine } from './wire/rows.ts';

export { parseBaseUrl } from './transport/base-url.ts';

export interface ServiceDeps {
  readonly baseUrl: BaseUrl;
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** From 0 to 1: spreads retries. */
  readonly random: () => number;
  readonly learned: LearnedStore;
  /** Called when a login gave a refresh token: it belongs in the keychain. */
  readonly refreshTokenStore: (fresh: NewRefreshToken) => void;
  readonly onLogin?: OnLogin;
  /** How long one request may take, in ms (`CONCILIADOR_ESPERA_PEDIDO`). */
  readonly timeoutMs?: number;
  /** How requests leave this PC. Default: without a proxy, trusting the authorities of Node. */
  readonly network?: Network;
  /** Further tries of a GET (`CONCILIADOR_REINTENTOS`). */
  readonly retries?: number;
  /** The service asked us to wait this long, in ms. */
  readonly onWait?: (ms: number) => void;
  /** Nothing came for this many ms, and we still wait; once for each silence. */
  readonly onSilence?: (ms: number) => void;
  /** The PC's clock differs from the service's by this many ms, which is more than any delay; once while it does. */
  readonly onClockOff?: (offMs: number) => void;
  /** Takes the rows that could not be understood. A reading that starts again may bring the same row again. */
  readonly quarantine: Quarantine;
  /** Facts without secrets and without data. */
  readonly log: Log;
}

/** The token methods as a person's actions. */
interface Access {
  /** Logs in with the stored or typed secret. Throws `CREDENCIALES_RECHAZADAS`, `SESION_VENCIDA`, `CLAVE_AUSENTE`. */
  signIn(signal: AbortSignal): Promise<void>;
  /** A new token in place of the one in use. */
  renew(signal: AbortSignal): Promise<void>;
  /** Ends the token in use on the service; false when there was none. */
  revoke(signal: AbortSignal): Promise<boolean>;
}

/** The clients of one account. Each list that is read by windows is under the name of its view. */
export interface Service extends Lists {
  readonly access: Access;
  /** What the account's server was seen to want. */
  readonly learned: Learned;
  readonly calendario: ReturnType<typeof createCalendario>;
  readonly comercios: ReturnType<typeof createComercios>;
  readonly liquidacionesTotales: ReturnType<typeof createLiquidacionesTotals>;
  readonly impuestosTotales: ReturnType<typeof createImpuestosTotals>;
  readonly conciliaciones: ConciliacionesService;
  /** The list of reconciliations, as the synchronisation reads it. */
  readonly conciliacionList: ConciliacionList;
  /** The PC's time less the service's at the last answer that said it, in ms. */
  readonly getClockOff: () => number | undefined;
}

/** What holds where nobody says otherwise (docs/cli.md, "Settings by environment"). */
export const REQUEST_DEFAULTS = { timeoutMs: 30_000, retries: RETRIES } as const;

/** Builds the client of one account's service. Source of every method: API description, "Endpoints". */
export function createService(deps: ServiceDeps): Service {
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
      renew: async (signal) => {
        await session.renewFrom(session.current(), signal);
      },
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
    getClockOff: () => clockOffMs,
  };
}
