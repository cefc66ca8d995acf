/** Short sessions that add, try or sign off an account. */
import { isAppError } from '#contract/errors.ts';
import type { FailedMethod } from '#contract/accounts.ts';
import { monthOf, type CivilDate } from '#domain/civil-date.ts';
import { LIST_NAMES } from '#domain/views/index.ts';
import type { Service } from '#service/index.ts';
import type { Clock } from '#domain/clock.ts';
import type { Credentials, NewRefreshToken } from '#service/token/session.ts';
import type { Account } from './account.ts';

/**
 * Reads one day of each list and the calendar of the day's month. Returns the failures by method, with the names that `sincronizar` uses. Stops at the
 * first method without an answer, because each further method would wait as long.
 */
export async function listFailures(
  service: Service,
  day: CivilDate,
  signal: AbortSignal,
): Promise<readonly FailedMethod[]> {
  const ventana = { desde: day, hasta: day };
  const readings: readonly (readonly [method: string, read: () => Promise<unknown>])[] = [
    ...LIST_NAMES.map((name) => [name, () => service[name].readAll({ ventana }, signal)] as const),
    ['calendario', () => service.calendario({ mes: monthOf(day) }, signal)],
    ['conciliaciones', () => service.conciliacionList.readAll({ ventana }, signal)],
  ];
  const failures: FailedMethod[] = [];
  for (const [metodo, read] of readings) {
    try {
      await read();
    } catch (error) {
      signal.throwIfAborted();
      if (!isAppError(error)) throw error;
      failures.push({ metodo, codigo: error.code, mensaje: error.message });
      if (isAppError(error, 'SIN_CONEXION', 'TIEMPO_AGOTADO')) break;
    }
  }
  return failures;
}

/** How long to wait for the service to revoke a token, which expires by itself within the hour. */
export const REVOKE_MS = 5_000;
/** The time limit of signing off, which logs in first to get a token to revoke. */
const SIGN_OFF_MS = 15_000;

export type Connect = (
  account: Account,
  credentials: Credentials,
  onRefreshToken: (fresh: NewRefreshToken) => void,
) => Service;

interface Entering {
  readonly connect: Connect;
  readonly account: Account;
  readonly credentials: Credentials;
  readonly clock: Clock;
}

/** Logs in, works, and revokes the access token even after a failure. Returns also the refresh token of a login with a password. */
export async function withSession<T>(
  { connect, account, credentials, clock }: Entering,
  signal: AbortSignal,
  work: (service: Service) => Promise<T>,
): Promise<{ readonly valor: T; readonly refresh: NewRefreshToken | undefined }> {
  let refresh: NewRefreshToken | undefined;
  const service = connect(account, credentials, (fresh) => (refresh = fresh));
  let value;
  try {
    await service.access.signIn(signal);
    value = await work(service);
  } finally {
    // Ignores a failure: the work is done, and the token expires by itself.
    await Promise.allSettled([service.access.revoke(clock.timeout(REVOKE_MS))]);
  }
  return { valor: value, refresh };
}

/** Logs in to revoke the tokens; false if the service refuses or does not answer. Throws if `signal` is aborted. */
export async function signOff(
  { connect, account, credentials, clock }: Entering,
  signal: AbortSignal,
): Promise<boolean> {
  const limited = AbortSignal.any([signal, clock.timeout(SIGN_OFF_MS)]);
  const { access } = connect(account, credentials, () => undefined);
  try {
    await access.signIn(limited);
    await access.revoke(limited);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (isAppError(error) || limited.aborted) return false;
    throw error;
  }
}
