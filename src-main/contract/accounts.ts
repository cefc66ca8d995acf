import { z } from 'zod';
import { cuenta, name, place, secret, withInput } from './common-inputs.ts';
import type { ErrorCode } from './errors.ts';

export interface ListedAccount {
  readonly nombre: string;
  readonly url: string;
  readonly tipo: 'api' | 'usuario';
  readonly predeterminada: boolean;
}

export interface AddedAccount {
  readonly nombre: string;
  /** False if the keychain does not have the secret: the program then asks for the secret in each session. */
  readonly claveGuardada: boolean;
}

export interface RemovedAccount extends ClosedAccount {
  readonly datosBorrados: boolean;
}

export interface TestedAccount {
  readonly nombre: string;
  readonly comercios: readonly TestedComercio[];
  /** The methods of the API that failed; absent if no method was tried. */
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

/** `nombre`: the account of the example. `archivo`: a workbook to reconcile. */
export interface StartedExample {
  readonly nombre: string;
  readonly archivo: string;
}

export interface ClosedAccount {
  readonly nombre: string;
  /** True if the service revoked the session. The secret was deleted in any case. */
  readonly revocada: boolean;
}

/** Where a secret is. `sesion`: in memory until the program closes. `entorno`: in variables of the environment. `ejemplo`: in the program itself. */
export type SecretPlace = 'llavero' | 'sesion' | 'entorno' | 'ejemplo';

/** `guardada`: a secret or a session is stored at `en`. `vence`: when the session expires, `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null if never. */
export interface AccountSession {
  readonly estado: 'guardada' | 'vencida' | 'sin_clave';
  readonly vence: string | null;
  readonly en?: SecretPlace;
}

export interface AccountDetail {
  readonly nombre: string;
  /** The API key or the user name, without the secret. */
  readonly identidad: string;
  readonly sesion: AccountSession;
  /** When the service last accepted the credential, `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null if unknown. */
  readonly aceptada: string | null;
  /** When and why the service last refused the credential; null if never, or if it accepted the credential since. */
  readonly rechazada: {
    readonly codigo: 'CREDENCIALES_RECHAZADAS' | 'TOKEN_RECHAZADO' | 'SESION_VENCIDA';
    readonly cuando: string;
  } | null;
  /** The downloaded stores; null if they were never downloaded. */
  readonly comercios: readonly Required<TestedComercio>[] | null;
  /** Bytes on disk. `bajado`: data that can be downloaded again. `propio`: uploads, backups and files under review, which cannot. */
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
  /** Connects and lists the stores. `metodos`: also reads one day of every method of the API, and returns the methods that failed. */
  'cuentas.probar': withInput({ cuenta, metodos: z.boolean().optional() }).answers<TestedAccount>(),
  'cuentas.usar': withInput({ nombre: name }).answers<{ readonly nombre: string }>(),
  /** Ends the session at the service and deletes the secret; keeps the account and its data. */
  'cuentas.salir': withInput({ nombre: name }).answers<ClosedAccount>(),
  /** Replaces the secret or password after the service accepted the new value. */
  'cuentas.clave': withInput({ nombre: name, secreto: secret }).answers<AddedAccount>(),
  'cuentas.detalle': withInput({ cuenta }).answers<AccountDetail>(),
  /** Starts the example service in this process and adds its account. */
  'ejemplo.iniciar': withInput({}).answers<StartedExample>(),
} as const;
