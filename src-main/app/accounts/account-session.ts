import type { Comercio } from '#domain/comercio.ts';
import { isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Credentials, RefreshTokenNuevo } from '#service/token/credentials.ts';
import type { Cuenta } from './account.ts';

/** How long the service is waited for when all we want is to say good-bye: the token ends by itself within the hour. */
const REVOKE_MS = 15_000;

/** A session on the service, as much of it as accounts need. */
interface Conexion {
  /** Logs in. Throws `CREDENCIALES_RECHAZADAS`, `SESION_VENCIDA`, or what the network causes. */
  entrar(signal: AbortSignal): Promise<void>;
  /** `nombre` is null when the service gave none. */
  comercios(signal: AbortSignal): Promise<readonly Omit<Comercio, 'extra'>[]>;
  /** Ends the access token that it has, if it has one. */
  revocar(signal: AbortSignal): Promise<unknown>;
}

/** Makes a session; `onRefreshToken` hears of every refresh token that a login gives. */
export type Conectar = (
  cuenta: Cuenta,
  credentials: Credentials,
  onRefreshToken: (nuevo: RefreshTokenNuevo) => void,
) => Conexion;

interface Deps {
  readonly conectar: Conectar;
  readonly clock: Clock;
}

/** What a session gave, and the refresh token if there was a login with a password. */
interface EnSesion<T> {
  readonly valor: T;
  readonly refresh: RefreshTokenNuevo | undefined;
}

export interface SesionDeCuenta {
  /** Logs in, works, and revokes the access token however the work ended. */
  con<T>(
    cuenta: Cuenta,
    credentials: Credentials,
    options: { readonly signal: AbortSignal; readonly work: (conexion: Conexion) => Promise<T> },
  ): Promise<EnSesion<T>>;
  /** Logs in to revoke; false when the service could not be told. Throws only when `signal` is aborted. */
  despedir(cuenta: Cuenta, credentials: Credentials, signal: AbortSignal): Promise<boolean>;
}

export function sesionDeCuenta({ conectar, clock }: Deps): SesionDeCuenta {
  return {
    async con(cuenta, credentials, { signal, work }) {
      let refresh: RefreshTokenNuevo | undefined;
      const conexion = conectar(cuenta, credentials, (nuevo) => {
        refresh = nuevo;
      });
      let valor;
      try {
        await conexion.entrar(signal);
        valor = await work(conexion);
      } finally {
        await tellGoodbye(conexion, clock.timeout(REVOKE_MS));
      }
      return { valor, refresh };
    },

    async despedir(cuenta, credentials, signal) {
      const limited = AbortSignal.any([signal, clock.timeout(REVOKE_MS)]);
      const conexion = conectar(cuenta, credentials, () => undefined);
      try {
        await conexion.entrar(limited);
        await conexion.revocar(limited);
        return true;
      } catch (error) {
        signal.throwIfAborted();
        if (isAppError(error) || limited.aborted) return false;
        throw error;
      }
    },
  };
}

/** A service that cannot be told does not spoil what was done: its token ends by itself. */
async function tellGoodbye(conexion: Conexion, limit: AbortSignal): Promise<void> {
  try {
    await conexion.revocar(limit);
  } catch (error) {
    if (!isAppError(error) && !limit.aborted) throw error;
  }
}
