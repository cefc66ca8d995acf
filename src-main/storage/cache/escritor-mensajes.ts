/** What goes between the program and the thread that writes its cache: the name of a method of `Escribible`, and what it takes. */
import Database from 'better-sqlite3';
import { AppError, isAppError, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import type { Escribible } from './tipos.ts';

/** `escribir` is the only one that is not called from afar: its rows are objects (`escribirPlanas`). */
export type Operacion = Exclude<keyof Escribible, 'escribir'>;

export type Pedido =
  | { readonly n: number; readonly que: Operacion; readonly con: readonly unknown[] }
  | { readonly n: number; readonly que: 'cerrar' };

/** An error that crossed: what kind of error it was matters to who catches it. */
export type Falla =
  | { readonly tipo: 'nuestra'; readonly codigo: ErrorCode; readonly detalle: ErrorDetail }
  | { readonly tipo: 'sqlite'; readonly codigo: string; readonly mensaje: string }
  | { readonly tipo: 'otra'; readonly mensaje: string };

export type Respuesta =
  | { readonly n: number; readonly ok: true; readonly valor: unknown }
  | { readonly n: number; readonly ok: false; readonly falla: Falla };

export function empaquetar(error: unknown): Falla {
  if (isAppError(error)) return { tipo: 'nuestra', codigo: error.code, detalle: error.detail };
  if (error instanceof Database.SqliteError) return { tipo: 'sqlite', codigo: error.code, mensaje: error.message };
  return { tipo: 'otra', mensaje: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function desempaquetar(falla: Falla): Error {
  switch (falla.tipo) {
    case 'nuestra':
      return new AppError(falla.codigo, { detail: falla.detalle });
    case 'sqlite':
      return new Database.SqliteError(falla.mensaje, falla.codigo);
    case 'otra':
      return new Error(falla.mensaje);
  }
}
