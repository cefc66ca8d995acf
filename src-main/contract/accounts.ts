import { z } from 'zod';
import { cuenta, name, place, secret, withInput } from './common-inputs.ts';
import type { ErrorCode } from './errors.ts';

/** The accounts of the service: `cuentas.*` and `ejemplo.*`. */

export interface ListedAccount {
  readonly nombre: string;
  readonly url: string;
  readonly tipo: 'api' | 'usuario';
  readonly predeterminada: boolean;
}

export interface AddedAccount {
  readonly nombre: string;
  /** False without a keychain: the program asks for the secret in each session. */
  readonly claveGuardada: boolean;
}

export interface RemovedAccount {
  readonly nombre: string;
  /** False if the service could not be reached to revoke; the secrets were deleted anyway. */
  readonly revocada: boolean;
  readonly datosBorrados: boolean;
}

export interface TestedAccount {
  readonly nombre: string;
  readonly comercios: readonly TestedComercio[];
  /** The methods of the API that failed; absent if they were not tried. */
  readonly fallas?: readonly FailedMethod[];
}

export interface FailedMethod {
  readonly metodo: string;
  readonly codigo: ErrorCode;
  readonly mensaje: string;
}

/** A store as the service sent it; missing fields are empty. */
interface TestedComercio {
  readonly id: string;
  readonly nombre: string;
  readonly cuit?: string;
  readonly localidad?: string;
  readonly provincia?: string;
}

/** The running example: the name of its account and a workbook to reconcile with it. */
export interface StartedExample {
  readonly nombre: string;
  readonly archivo: string;
}

export interface ClosedAccount {
  readonly nombre: string;
  /** False if the service could not be reached. The secret was deleted anyway. */
  readonly revocada: boolean;
}

/** `sesion`: in memory until the program closes, because there is no keychain. `ejemplo`: this program serves the example itself. */
export type SecretPlace = 'llavero' | 'sesion' | 'entorno' | 'ejemplo';

/**
 * `guardada`: a secret or a session to log in with exists, and `en` names its place. `vence`: when it ends, `YYYY-MM-DD HH:MM:SS` in Buenos Aires;
 * null if it does not end by itself.
 */
export interface AccountSession {
  readonly estado: 'guardada' | 'vencida' | 'sin_clave';
  readonly vence: string | null;
  readonly en?: SecretPlace;
}

export interface AccountDetail {
  readonly nombre: string;
  /** The API key or the user name. Never the secret. */
  readonly identidad: string;
  readonly sesion: AccountSession;
  /** When the service last accepted its credential, `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null if unknown. */
  readonly aceptada: string | null;
  /** When the service last refused it and with which failure, unless it accepted it since; else null. */
  readonly rechazada: {
    readonly codigo: 'CREDENCIALES_RECHAZADAS' | 'TOKEN_RECHAZADO' | 'SESION_VENCIDA';
    readonly cuando: string;
  } | null;
  /** The downloaded stores; null if they were never downloaded. */
  readonly comercios: readonly Required<TestedComercio>[] | null;
  /** Bytes on disk. `bajado` can be downloaded again; `propio` cannot: uploads, their copies, files under review. */
  readonly disco: { readonly bajado: number; readonly propio: number };
}

export const ACCOUNTS_INPUTS = {
  'cuentas.listar': withInput({}).answers<readonly ListedAccount[]>(),
  'cuentas.agregar': withInput({
    nombre: name,
    url: place,
    credencial: z.discriminatedUnion('tipo', [
      z.strictObject({ tipo: z.literal('api'), apiKey: secret, secreto: secret }),
      z.strictObject({ tipo: z.literal('usuario'), usuario: secret, secreto: secret }),
    ]),
  }).answers<AddedAccount>(),
  'cuentas.quitar': withInput({ nombre: name, si: z.boolean(), conDatos: z.boolean() }).answers<RemovedAccount>(),
  /** `metodos`: also reads every method of the API once, one day of each list, and returns those that failed. */
  'cuentas.probar': withInput({ cuenta, metodos: z.boolean().optional() }).answers<TestedAccount>(),
  'cuentas.usar': withInput({ nombre: name }).answers<{ readonly nombre: string }>(),
  /** Ends the session on the service and deletes the secret; the account and its data stay. */
  'cuentas.salir': withInput({ nombre: name }).answers<ClosedAccount>(),
  /** Changes the secret or password, after the service accepted the new one. */
  'cuentas.clave': withInput({ nombre: name, secreto: secret }).answers<AddedAccount>(),
  /** The facts of an account on this PC: its stores, the end of its session, its disk space. */
  'cuentas.detalle': withInput({ cuenta }).answers<AccountDetail>(),
  /** Starts the example service in this process and adds its account. */
  'ejemplo.iniciar': withInput({}).answers<StartedExample>(),
} as const;
