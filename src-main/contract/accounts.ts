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
  /** False when there is no keychain: the secret is asked for in each session. */
  readonly claveGuardada: boolean;
}

export interface RemovedAccount {
  readonly nombre: string;
  /** False when the service could not be reached to revoke; the secrets were deleted all the same. */
  readonly revocada: boolean;
  readonly datosBorrados: boolean;
}

export interface TestedAccount {
  readonly nombre: string;
  readonly comercios: readonly TestedComercio[];
  /** The methods of the API that failed; absent where they were not tried. */
  readonly fallas?: readonly FailedMethod[];
}

export interface FailedMethod {
  readonly metodo: string;
  readonly codigo: ErrorCode;
  readonly mensaje: string;
}

/** A store as the service gave it; fields that the service did not give are empty. */
interface TestedComercio {
  readonly id: string;
  readonly nombre: string;
  readonly cuit?: string;
  readonly localidad?: string;
  readonly provincia?: string;
}

/** The example, ready: the name of its account and a workbook to reconcile with it. */
export interface StartedExample {
  readonly nombre: string;
  readonly archivo: string;
}

export interface ClosedAccount {
  readonly nombre: string;
  /** False when the service could not be told. The secret was deleted anyway. */
  readonly revocada: boolean;
}

/** `sesion`: in memory until the program is closed, because there is no keychain. `ejemplo`: this program itself serves the example. */
export type SecretPlace = 'llavero' | 'sesion' | 'entorno' | 'ejemplo';

/**
 * `guardada`: there is a secret or a session to enter with, and `en` says where. `vence`: when it ends, `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null when it
 * does not end by itself.
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
  /** When the service last took its credential, `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null when that is not known. */
  readonly aceptada: string | null;
  /** When the service last refused it and with which failure, if it has not taken it since; else null. */
  readonly rechazada: {
    readonly codigo: 'CREDENCIALES_RECHAZADAS' | 'TOKEN_RECHAZADO' | 'SESION_VENCIDA';
    readonly cuando: string;
  } | null;
  /** The stores as they were downloaded; null when they never were. */
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
  /** `metodos`: also reads every method of the API once, one day of each list, and answers which failed. */
  'cuentas.probar': withInput({ cuenta, metodos: z.boolean().optional() }).answers<TestedAccount>(),
  'cuentas.usar': withInput({ nombre: name }).answers<{ readonly nombre: string }>(),
  /** Ends the session on the service and deletes the secret; the account and its data stay. */
  'cuentas.salir': withInput({ nombre: name }).answers<ClosedAccount>(),
  /** Changes the secret or password. It is kept once the service accepted it. */
  'cuentas.clave': withInput({ nombre: name, secreto: secret }).answers<AddedAccount>(),
  /** What this PC knows of an account: its stores, until when its session lasts, how much disk it uses. */
  'cuentas.detalle': withInput({ cuenta }).answers<AccountDetail>(),
  /** Starts the example service in this process and adds its account. */
  'ejemplo.iniciar': withInput({}).answers<StartedExample>(),
} as const;
