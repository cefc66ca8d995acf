import type { Clock } from '#domain/clock.ts';
import type { Cuenta } from '../accounts/account.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { Service } from '#service/index.ts';
import type { Credentials, RefreshTokenNuevo } from '#service/token/credentials.ts';

/** How long leaving waits for the service to end a token: it ends by itself within the hour. */
const REVOKE_MS = 5_000;

/** An account with its client of the service. */
export interface Sesion {
  readonly cuenta: Cuenta;
  readonly servicio: Service;
}

export interface Sesiones {
  /**
   * The session of the account of a command; one per account, shared by everything in this process. `sinPreguntar`: for what no person asked for, which
   * throws what is missing (`CLAVE_AUSENTE`, `SESION_VENCIDA`, `LLAVERO_NO_DISPONIBLE`) where another would ask for the secret.
   */
  abrir(
    nombre: string | undefined,
    signal: AbortSignal,
    modo?: { readonly sinPreguntar?: boolean | undefined },
  ): Promise<Sesion>;
  /** Revokes the tokens of one account and forgets its session: its secret changed, or is gone. */
  olvidar(cuentaId: string): Promise<void>;
  /** Revokes every token in use; what the service does not answer in a few seconds is left to expire. */
  cerrar(): Promise<void>;
}

interface Deps {
  readonly cuentas: Cuentas;
  readonly clock: Clock;
  readonly crear: (
    cuenta: Cuenta,
    credentials: Credentials,
    onRefresh: (nuevo: RefreshTokenNuevo) => void,
  ) => Promise<Service>;
  /** The service took the credential of an account. */
  readonly onEntrada: (cuenta: Cuenta) => Promise<void>;
  /** A refresh token that could not be kept: the person will have to log in again. */
  readonly onRefreshPerdido: (error: unknown) => void;
}

/** Sessions of this process: opened when first needed, one for each account. */
export function crearSesiones({ cuentas, clock, crear, onEntrada, onRefreshPerdido }: Deps): Sesiones {
  const open = new Map<string, Promise<Sesion>>();
  const pending = new Set<Promise<void>>();

  async function enter(cuenta: Cuenta, signal: AbortSignal): Promise<Sesion> {
    const credentials = await cuentas.credenciales.obtener(cuenta, signal);
    const keep = (nuevo: RefreshTokenNuevo): void => {
      const saving = cuentas.credenciales.guardarRefresh(cuenta, nuevo).catch(onRefreshPerdido);
      pending.add(saving);
      void saving.finally(() => pending.delete(saving)); // never rejects: its failure was told above
    };
    const servicio = await crear(cuenta, credentials, keep);
    await cuentas.credenciales.probarEscrita(cuenta, () => servicio.acceso.entrar(signal));
    await onEntrada(cuenta);
    return { cuenta, servicio };
  }

  return {
    async abrir(nombre, signal, { sinPreguntar = false } = {}) {
      const cuenta = await cuentas.elegir(nombre);
      const known = open.get(cuenta.id);
      if (known !== undefined) return known;
      if (sinPreguntar) await cuentas.credenciales.exigirGuardadas(cuenta);
      const entering = enter(cuenta, signal);
      open.set(cuenta.id, entering);
      try {
        return await entering;
      } catch (error) {
        open.delete(cuenta.id);
        throw error;
      }
    },
    async olvidar(cuentaId) {
      const known = open.get(cuentaId);
      open.delete(cuentaId);
      const [sesion] = await Promise.allSettled([known]);
      if (sesion?.status !== 'fulfilled' || sesion.value === undefined) return;
      await Promise.allSettled([sesion.value.servicio.acceso.revocar(clock.timeout(REVOKE_MS))]);
      await Promise.all(pending);
    },
    async cerrar() {
      const entered = await Promise.allSettled(open.values());
      open.clear();
      const limit = clock.timeout(REVOKE_MS);
      await Promise.allSettled(
        entered.flatMap((sesion) =>
          sesion.status === 'fulfilled' ? [sesion.value.servicio.acceso.revocar(limit)] : [],
        ),
      );
      await Promise.all(pending);
    },
  };
}
