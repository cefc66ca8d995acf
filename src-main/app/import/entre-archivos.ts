import { hash } from 'node:crypto';
import path from 'node:path';
import * as avisos from '#domain/cupones/avisos.ts';
import { createSeenCoupons, type SeenCoupons } from '#domain/cupones/duplicates.ts';
import type { FilaAviso } from '#domain/hallazgo.ts';

interface Leidos {
  readonly filas: readonly number[];
  readonly textos: readonly string[];
}

/** Notices of the rows of one file that repeat a coupon of an earlier one, a chunk at a time. */
export type Repetidos = (leidos: Leidos) => readonly FilaAviso[];

interface Leido {
  readonly nombre: string;
  readonly vistos: SeenCoupons;
}

function primeraEn(anteriores: readonly Leido[], high: number, low: number) {
  for (const { nombre, vistos } of anteriores) {
    const fila = vistos.rowOf(high, low);
    if (fila !== undefined) return { archivo: nombre, fila };
  }
  return undefined;
}

/**
 * Equal coupons between the files of one upload (COUPONS.md, "Duplicates"; several files are one upload). Those within a file are told by its
 * own reading. Gives what to ask for each file, in order; the same file may come twice. Keeps bits of each coupon and not its text, and
 * nothing of a file that is alone.
 */
export function createEntreArchivos(archivos: number): (archivo: string) => Repetidos {
  if (archivos < 2) return () => () => [];
  const leidos: Leido[] = [];
  return (archivo) => {
    const anteriores = [...leidos];
    const vistos = createSeenCoupons();
    leidos.push({ nombre: path.basename(archivo), vistos });
    return ({ filas, textos }) =>
      textos.flatMap((texto, i) => {
        const fila = filas[i] ?? 0;
        const digest = hash('sha256', texto, 'buffer');
        const [high, low] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
        const primera = primeraEn(anteriores, high, low);
        if (primera !== undefined) return [avisos.duplicadoEnOtro(fila, primera)];
        vistos.firstSeen(high, low, fila);
        return [];
      });
  };
}
