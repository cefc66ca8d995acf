import type { SecretPlace } from '#contract/settings.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Credentials, NewRefreshToken } from '#service/token/credentials.ts';
import type { AccountsFile } from './account-file.ts';
import { aCredentials, typedToCredentials, type AccountSecrets } from './account-secrets.ts';
import type { Account } from './account.ts';
import { accountOfEnvironment, type Env } from './environment-account.ts';

/**
 * Asks a person for the secret of an account, without echo; undefined when there is nobody to ask. The host shows the address too: a name that
 * the person knows may stand for a server that they do not know.
 */
export type AskForSecret = (
  cuenta: Pick<Account, 'nombre' | 'url'>,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** Serves an account whose service is inside this program and gives its secret; undefined for any other account. */
export type WakeUp = (cuenta: Account) => Promise<string | undefined>;

interface Deps {
  readonly archivo: AccountsFile;
  readonly secrets: AccountSecrets;
  readonly env: Env;
  readonly clock: Clock;
  readonly askForSecret: AskForSecret;
  readonly wakeUp?: WakeUp | undefined;
}

/** The stored credentials of an account if they are still good, or why there are none. */
type Stored =
  | { readonly credentials: Credentials; readonly falta?: undefined }
  | { readonly credentials?: undefined; readonly falta: AppError };

export interface AccountCredentials {
  /** The stored credentials; asks nobody. */
  getStored(cuenta: Account): Promise<Stored>;
  /** Returns when `get` would not have to ask a person; else throws `CLAVE_AUSENTE`, `SESION_VENCIDA` or `LLAVERO_NO_DISPONIBLE`. */
  requireStored(cuenta: Account): Promise<void>;
  /** Where the secret of an account is, if there is one. */
  getPlace(cuenta: Account): Promise<SecretPlace>;
  /** From keychain, environment or person. Throws `CLAVE_AUSENTE`, `SESION_VENCIDA` or `LLAVERO_NO_DISPONIBLE`. */
  get(cuenta: Account, signal: AbortSignal): Promise<Credentials>;
  /**
   * Signs in if the secret was typed in this session and the service has not accepted it yet. A refused secret is forgotten, so that the next
   * `get` asks again instead of failing until the program is closed. Throws what `signIn` throws.
   */
  tryTyped(cuenta: Account, signIn: () => Promise<void>): Promise<void>;
  /** Keeps the refresh token of a login with the secrets. The token of the environment's account is not kept. */
  storeRefresh(cuenta: Account, nuevo: NewRefreshToken): Promise<void>;
  /**
   * Forgets what this session remembers, and deletes the secrets of these accounts from the keychain. False when the keychain is not available:
   * its secrets stay there.
   */
  forget(cuentas: readonly Account[]): Promise<boolean>;
}

export function createAccountCredentials({
  archivo,
  secrets,
  env,
  clock,
  askForSecret,
  wakeUp,
}: Deps): AccountCredentials {
  /** Accounts whose secret was typed and was not tried yet. */
  const sinProbar = new Set<string>();

  async function getStored(cuenta: Account): Promise<Stored> {
    const detail = { cuenta: cuenta.nombre };
    if (cuenta.isFromEnvironment) {
      const environment = accountOfEnvironment(env);
      return environment === undefined ? { falta: new AppError('CLAVE_AUSENTE', { detail }) } : environment;
    }
    const { cuentas } = await archivo.leer();
    const enLlavero = cuentas.find(({ id }) => id === cuenta.id)?.enLlavero ?? false;
    try {
      const secreto = await secrets.leer(cuenta, enLlavero);
      if (secreto === undefined) return { falta: missingSecret(cuenta, enLlavero) };
      if (secreto.tipo === 'usuario' && secreto.vence <= clock.now()) {
        return { falta: new AppError('SESION_VENCIDA', { detail }) };
      }
      return { credentials: aCredentials(cuenta, secreto) };
    } catch (error) {
      if (isAppError(error, 'LLAVERO_NO_DISPONIBLE', 'CLAVE_AUSENTE')) return { falta: error };
      throw error;
    }
  }

  return {
    getStored,
    async requireStored(cuenta) {
      if ((await wakeUp?.(cuenta)) !== undefined) return;
      const { falta: missing } = await getStored(cuenta);
      if (missing !== undefined) throw missing;
    },
    getPlace: async (cuenta) =>
      cuenta.isFromEnvironment ? 'entorno' : (await secrets.isInMemory(cuenta)) ? 'sesion' : 'llavero',
    async get(cuenta, signal) {
      const propio = await wakeUp?.(cuenta);
      if (propio !== undefined) {
        const { credentials } = await getStored(cuenta);
        if (credentials === undefined) await secrets.remember(cuenta, { tipo: 'api', apiSecret: propio });
        return typedToCredentials(cuenta, propio);
      }
      const stored = await getStored(cuenta);
      if (stored.credentials !== undefined) return stored.credentials;
      const clave = await askForSecret(cuenta, signal);
      if (clave === undefined || clave === '') throw stored.falta;
      // A password is not kept even in memory: the refresh token that it gives comes through `storeRefresh`.
      if (cuenta.tipo === 'api') await secrets.remember(cuenta, { tipo: 'api', apiSecret: clave });
      sinProbar.add(cuenta.id);
      return typedToCredentials(cuenta, clave);
    },
    async tryTyped(cuenta, signIn) {
      if (!sinProbar.has(cuenta.id)) return;
      try {
        await signIn();
        sinProbar.delete(cuenta.id);
      } catch (error) {
        if (isAppError(error, 'CREDENCIALES_RECHAZADAS')) await secrets.remove(cuenta, false);
        throw error;
      }
    },
    async storeRefresh(cuenta, { refreshToken, expiresAt }) {
      if (cuenta.isFromEnvironment) return;
      const enLlavero = await secrets.store(cuenta, { tipo: 'usuario', refreshToken, vence: expiresAt });
      const todas = await archivo.leer();
      const anterior = todas.cuentas.find(({ id }) => id === cuenta.id);
      // The mark `enLlavero` is never taken back here: a secret that was once in the keychain has to be deleted from it.
      if (anterior === undefined || anterior.enLlavero || !enLlavero) return;
      const cuentas = todas.cuentas.map((other) => (other === anterior ? { ...other, enLlavero } : other));
      await archivo.write({ ...todas, cuentas });
    },
    async forget(cuentas) {
      secrets.forgetSession();
      sinProbar.clear();
      try {
        for (const cuenta of cuentas) await secrets.remove(cuenta, true);
        return true;
      } catch (error) {
        if (isAppError(error, 'LLAVERO_NO_DISPONIBLE')) return false;
        throw error;
      }
    },
  };
}

function missingSecret({ nombre, tipo }: Account, enLlavero: boolean): AppError {
  const detail = { cuenta: nombre };
  if (enLlavero) return new AppError('CLAVE_AUSENTE', { detail });
  // There was no keychain when the secret was given, or the account came from another PC.
  const variables =
    tipo === 'api' ? 'CONCILIADOR_API_KEY y CONCILIADOR_API_SECRET' : 'CONCILIADOR_USUARIO y CONCILIADOR_CLAVE';
  return new AppError('CLAVE_AUSENTE', {
    mensaje: `La clave de «${nombre}» no está guardada en esta PC, y no hay dónde pedirla. Los datos guardados se pueden consultar. Ponela con «cuenta cambiar-clave», entrá desde una terminal, o definí CONCILIADOR_URL, ${variables}.`,
    detail,
  });
}
