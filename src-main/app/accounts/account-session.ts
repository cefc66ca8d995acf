/** One reading of each method of the API, for an account that is tried. */
import { isAppError } from '#contract/errors.ts';
import type { FailedMethod } from '#contract/documents.ts';
import { monthOf, type CivilDate } from '#domain/civil-date.ts';
import { LIST_NAMES } from '#domain/views/index.ts';
import type { Service } from '#service/index.ts';
import type { Comercio } from '#domain/views/comercios.ts';
import type { Clock } from '#domain/clock.ts';
import type { Credentials, NewRefreshToken } from '#service/token/session.ts';
import type { Account } from './account.ts';

/** The name of a method of the API, as errors and `sincronizar` write it, and a reading of it. */
export type Reading = readonly [method: string, read: (signal: AbortSignal) => Promise<unknown>];

/** Reads one day of each list, and the calendar of its month. */
export function listReadings(service: Service, day: CivilDate): readonly Reading[] {
  const ventana = { desde: day, hasta: day };
  return [
    ...LIST_NAMES.map((name): Reading => [name, (signal) => service[name].readAll({ ventana }, signal)]),
    ['calendario', (signal) => service.calendario({ mes: monthOf(day) }, signal)],
    ['conciliaciones', (signal) => service.conciliacionList.readAll({ ventana }, signal)],
  ];
}

/** Tries each reading once and returns those that failed. After one that got no answer, the rest is not tried: each would wait as long. */
export async function listFailures(
  readings: readonly Reading[],
  signal: AbortSignal,
): Promise<readonly FailedMethod[]> {
  const failures: FailedMethod[] = [];
  for (const [metodo, read] of readings) {
    try {
      await read(signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isAppError(error)) throw error;
      failures.push({ metodo, codigo: error.code, mensaje: error.message });
      if (isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO')) break;
    }
  }
  return failures;
}

/** How long we wait for the service to revoke a token. The token expires by itself within the hour. */
export const REVOKE_MS = 5_000;
/** Signing off enters first, to have a token to revoke. */
const SIGN_OFF_MS = 15_000;

/** The part of a session on the service that accounts need. */
interface Connection {
  /** Logs in. Throws `CREDENCIALES_RECHAZADAS`, `SESION_VENCIDA`, or what the network causes. */
  signIn(signal: AbortSignal): Promise<void>;
  /** `nombre` is null when the service gave none. */
  comercios(signal: AbortSignal): Promise<readonly Omit<Comercio, 'extra'>[]>;
  /** One reading of every other method of the API. */
  readonly readings: readonly Reading[];
  /** Revokes the access token, if there is one. */
  revoke(signal: AbortSignal): Promise<unknown>;
}

/** Makes a session. `onRefreshToken` receives every refresh token that a login gives. */
export type Connect = (
  account: Account,
  credentials: Credentials,
  onRefreshToken: (fresh: NewRefreshToken) => void,
) => Connection;

interface Deps {
  readonly connect: Connect;
  readonly clock: Clock;
}

/** The result of a session, and the refresh token if there was a login with a password. */
interface InSession<T> {
  readonly valor: T;
  readonly refresh: NewRefreshToken | undefined;
}

export const createAccountSession = ({ connect, clock }: Deps) => ({
  /** Logs in, works, and revokes the access token however the work ended. */
  async withSession<T>(
    account: Account,
    credentials: Credentials,
    { signal, work }: { readonly signal: AbortSignal; readonly work: (connection: Connection) => Promise<T> },
  ): Promise<InSession<T>> {
    let refresh: NewRefreshToken | undefined;
    const connection = connect(account, credentials, (fresh) => (refresh = fresh));
    let value;
    try {
      await connection.signIn(signal);
      value = await work(connection);
    } finally {
      await tellGoodbye(connection, clock.timeout(REVOKE_MS));
    }
    return { valor: value, refresh };
  },

  /** Logs in to revoke the tokens; false when the service could not be told. Throws only when `signal` is aborted. */
  async signOff(account: Account, credentials: Credentials, signal: AbortSignal): Promise<boolean> {
    const limited = AbortSignal.any([signal, clock.timeout(SIGN_OFF_MS)]);
    const connection = connect(account, credentials, () => undefined);
    try {
      await connection.signIn(limited);
      await connection.revoke(limited);
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (isAppError(error) || limited.aborted) return false;
      throw error;
    }
  },
});

/** A failure to revoke does not spoil the work that was done: the token expires by itself. */
async function tellGoodbye(connection: Connection, limit: AbortSignal): Promise<void> {
  try {
    await connection.revoke(limit);
  } catch (error) {
    if (!isAppError(error) && !limit.aborted) throw error;
  }
}
