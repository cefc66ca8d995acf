import type { LugarDeSecreto } from '#contract/ajustes.ts';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import type { Credentials, RefreshTokenNuevo } from '#service/token/credentials.ts';
import type { CuentasArchivo } from './account-file.ts';
import { aCredentials, escritaACredentials, type SecretosDeCuenta } from './account-secrets.ts';
import type { Cuenta } from './account.ts';
import { cuentaDeEntorno, type Env } from './environment-account.ts';

/**
 * Asks a person for the secret of an account, without echo; undefined when there is nobody to ask. Whoever asks says the address too: a name that
 * the person knows may stand for a server that they do not.
 */
export type PedirClave = (cuenta: Pick<Cuenta, 'nombre' | 'url'>, signal: AbortSignal) => Promise<string | undefined>;

/** The secret of an account whose service is inside this program, which is served from then on; undefined for any other. */
export type Despertar = (cuenta: Cuenta) => Promise<string | undefined>;

interface Deps {
  readonly archivo: CuentasArchivo;
  readonly secretos: SecretosDeCuenta;
  readonly env: Env;
  readonly clock: Clock;
  readonly pedirClave: PedirClave;
  readonly despertar?: Despertar | undefined;
}

/** What is stored for an account and still good, or why there is nothing. */
type Stored =
  | { readonly credentials: Credentials; readonly falta?: undefined }
  | { readonly credentials?: undefined; readonly falta: AppError };

export interface CredencialesDeCuenta {
  /** Without asking anybody. */
  guardadas(cuenta: Cuenta): Promise<Stored>;
  /** Nothing while nobody would have to be asked; throws what is missing otherwise (`CLAVE_AUSENTE`, `SESION_VENCIDA`, `LLAVERO_NO_DISPONIBLE`). */
  exigirGuardadas(cuenta: Cuenta): Promise<void>;
  /** Where that is, when there is something. */
  lugar(cuenta: Cuenta): Promise<LugarDeSecreto>;
  /** From keychain, environment or person. Throws `CLAVE_AUSENTE`, `SESION_VENCIDA` or `LLAVERO_NO_DISPONIBLE`. */
  obtener(cuenta: Cuenta, signal: AbortSignal): Promise<Credentials>;
  /**
   * Enters when the secret was typed in this session and the service has not taken it yet. One that it refuses is forgotten: the next
   * `obtener` asks again, instead of failing with it until the program is closed. Throws what `entrar` does.
   */
  probarEscrita(cuenta: Cuenta, entrar: () => Promise<void>): Promise<void>;
  /** Keeps the refresh token of a login, where secrets go. That of the environment's account is not kept. */
  guardarRefresh(cuenta: Cuenta, nuevo: RefreshTokenNuevo): Promise<void>;
  /**
   * Forgets what this session remembers, and deletes what the keychain has of these accounts. False when the keychain cannot be asked: what it has
   * of them stays there.
   */
  olvidar(cuentas: readonly Cuenta[]): Promise<boolean>;
}

export function credencialesDeCuenta({
  archivo,
  secretos,
  env,
  clock,
  pedirClave,
  despertar,
}: Deps): CredencialesDeCuenta {
  /** Accounts whose secret was typed and is not known to be good. */
  const sinProbar = new Set<string>();

  async function guardadas(cuenta: Cuenta): Promise<Stored> {
    const detail = { cuenta: cuenta.nombre };
    if (cuenta.deEntorno) {
      const entorno = cuentaDeEntorno(env);
      return entorno === undefined ? { falta: new AppError('CLAVE_AUSENTE', { detail }) } : entorno;
    }
    const { cuentas } = await archivo.leer();
    const enLlavero = cuentas.find(({ id }) => id === cuenta.id)?.enLlavero ?? false;
    try {
      const secreto = await secretos.leer(cuenta, enLlavero);
      if (secreto === undefined) return { falta: claveAusente(cuenta, enLlavero) };
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
    guardadas,
    async exigirGuardadas(cuenta) {
      if ((await despertar?.(cuenta)) !== undefined) return;
      const { falta } = await guardadas(cuenta);
      if (falta !== undefined) throw falta;
    },
    lugar: async (cuenta) => (cuenta.deEntorno ? 'entorno' : (await secretos.enMemoria(cuenta)) ? 'sesion' : 'llavero'),
    async obtener(cuenta, signal) {
      const propio = await despertar?.(cuenta);
      if (propio !== undefined) {
        const { credentials } = await guardadas(cuenta);
        if (credentials === undefined) await secretos.recordar(cuenta, { tipo: 'api', apiSecret: propio });
        return escritaACredentials(cuenta, propio);
      }
      const stored = await guardadas(cuenta);
      if (stored.credentials !== undefined) return stored.credentials;
      const clave = await pedirClave(cuenta, signal);
      if (clave === undefined || clave === '') throw stored.falta;
      // A password is not kept even in memory: the refresh token that it gives comes through `guardarRefresh`.
      if (cuenta.tipo === 'api') await secretos.recordar(cuenta, { tipo: 'api', apiSecret: clave });
      sinProbar.add(cuenta.id);
      return escritaACredentials(cuenta, clave);
    },
    async probarEscrita(cuenta, entrar) {
      if (!sinProbar.has(cuenta.id)) return;
      try {
        await entrar();
        sinProbar.delete(cuenta.id);
      } catch (error) {
        if (isAppError(error, 'CREDENCIALES_RECHAZADAS')) await secretos.borrar(cuenta, false);
        throw error;
      }
    },
    async guardarRefresh(cuenta, { refreshToken, expira }) {
      if (cuenta.deEntorno) return;
      const enLlavero = await secretos.guardar(cuenta, { tipo: 'usuario', refreshToken, vence: expira });
      const todas = await archivo.leer();
      const anterior = todas.cuentas.find(({ id }) => id === cuenta.id);
      // Once in the keychain, always to be deleted from it: the mark is never taken back here.
      if (anterior === undefined || anterior.enLlavero || !enLlavero) return;
      const cuentas = todas.cuentas.map((otra) => (otra === anterior ? { ...otra, enLlavero } : otra));
      await archivo.escribir({ ...todas, cuentas });
    },
    async olvidar(cuentas) {
      secretos.olvidarSesion();
      sinProbar.clear();
      try {
        for (const cuenta of cuentas) await secretos.borrar(cuenta, true);
        return true;
      } catch (error) {
        if (isAppError(error, 'LLAVERO_NO_DISPONIBLE')) return false;
        throw error;
      }
    },
  };
}

function claveAusente({ nombre, tipo }: Cuenta, enLlavero: boolean): AppError {
  const detail = { cuenta: nombre };
  if (enLlavero) return new AppError('CLAVE_AUSENTE', { detail });
  // There was no keychain to put it in when it was given, or the account came from another PC.
  const variables =
    tipo === 'api' ? 'CONCILIADOR_API_KEY y CONCILIADOR_API_SECRET' : 'CONCILIADOR_USUARIO y CONCILIADOR_CLAVE';
  return new AppError('CLAVE_AUSENTE', {
    mensaje: `La clave de «${nombre}» no está guardada en esta PC, y no hay dónde pedirla. Los datos guardados se pueden consultar. Ponela con «cuenta cambiar-clave», entrá desde una terminal, o definí CONCILIADOR_URL, ${variables}.`,
    detail,
  });
}
