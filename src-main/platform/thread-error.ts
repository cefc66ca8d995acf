/** Carries an error out of a thread with its kind, which matters to whoever catches it. */
import Database from 'better-sqlite3';
import { AppError, isAppError, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import { getSystemCode } from './disk-error.ts';

export type Packed =
  | { readonly tipo: 'nuestra'; readonly codigo: ErrorCode; readonly detalle: ErrorDetail }
  | { readonly tipo: 'sqlite'; readonly codigo: string; readonly mensaje: string }
  /** An error of the system, by its code. */
  | { readonly tipo: 'sistema'; readonly codigo: string; readonly mensaje: string }
  | { readonly tipo: 'otra'; readonly mensaje: string };

export function toThread(error: unknown): Packed {
  if (isAppError(error)) return { tipo: 'nuestra', codigo: error.code, detalle: error.detail };
  if (error instanceof Database.SqliteError) return { tipo: 'sqlite', codigo: error.code, mensaje: error.message };
  const codigo = getSystemCode(error);
  const mensaje = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return codigo === undefined ? { tipo: 'otra', mensaje } : { tipo: 'sistema', codigo, mensaje };
}

export function fromThread(packed: Packed): Error {
  switch (packed.tipo) {
    case 'nuestra':
      return new AppError(packed.codigo, { detail: packed.detalle });
    case 'sqlite':
      return new Database.SqliteError(packed.mensaje, packed.codigo);
    case 'sistema':
      return Object.assign(new Error(packed.mensaje), { code: packed.codigo });
    case 'otra':
      return new Error(packed.mensaje);
  }
}
