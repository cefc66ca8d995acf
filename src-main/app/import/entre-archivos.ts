import { hash } from 'node:crypto';
import path from 'node:path';
import * as avisos from '#domain/cupones/avisos.ts';
import type { FilaAviso } from '#domain/hallazgo.ts';

interface Leidos {
  readonly filas: readonly number[];
  readonly textos: readonly string[];
}

/** Notices of the rows of one file that repeat a coupon of an earlier one, a chunk at a time. */
export type Repetidos = (leidos: Leidos) => readonly FilaAviso[];

/**
 * Equal coupons between the files of one upload (COUPONS.md, "Duplicates"; several files are one upload). Those within a file are told by its
 * own reading. Gives what to ask for each file, in order; the same file may come twice. Keeps a digest of each coupon and not its text, and
 * nothing of a file that is alone.
 */
export function createEntreArchivos(archivos: number): (archivo: string) => Repetidos {
  if (archivos < 2) return () => () => [];
  const primeras = new Map<string, { readonly de: object; readonly nombre: string; readonly fila: number }>();
  return (archivo) => {
    const lectura = { de: {}, nombre: path.basename(archivo) };
    return ({ filas, textos }) =>
      textos.flatMap((texto, i) => {
        const fila = filas[i] ?? 0;
        const clave = hash('sha256', texto, 'base64url').slice(0, 22);
        const primera = primeras.get(clave);
        if (primera === undefined) primeras.set(clave, { ...lectura, fila });
        return primera === undefined || primera.de === lectura.de
          ? []
          : [avisos.duplicadoEnOtro(fila, { fila: primera.fila, archivo: primera.nombre })];
      });
  };
}
