import path from 'node:path';
import * as avisos from '#domain/cupones/avisos.ts';
import { createOccurrences, createSeenCoupons, type SeenCoupons } from '#domain/cupones/duplicates.ts';
import type { FilaAviso } from '#domain/hallazgo.ts';
import { huellaDe } from '#storage/ledger/index.ts';

interface Leidos {
  readonly filas: readonly number[];
  readonly textos: readonly string[];
}

/** What equal coupons say of the rows of a chunk. */
interface Repetidos {
  /** Rows that repeat a coupon of an earlier file. */
  readonly avisos: readonly FilaAviso[];
  /** Which of the equal sales of all the files each row is, from 1; empty where nobody asked. */
  readonly ocurrencias: readonly number[];
}

/** Asked a chunk at a time, in file order. */
export type MirarRepetidos = (leidos: Leidos) => Repetidos;

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

const NADA: Repetidos = { avisos: [], ocurrencias: [] };

/**
 * Equal coupons between the files of one upload (COUPONS.md, "Duplicates"; several files are one upload). Those within a file are told by its
 * own reading. Gives what to ask for each file, in order; the same file may come twice. `numerar`: also which of its equals each one is, over
 * all the files. Keeps bits of each coupon and not its text, and nothing of a file that is alone when nothing is numbered.
 */
export function createEntreArchivos(archivos: number, numerar: boolean): (archivo: string) => MirarRepetidos {
  if (archivos < 2 && !numerar) return () => () => NADA;
  const leidos: Leido[] = [];
  const veces = createOccurrences();
  return (archivo) => {
    const anteriores = [...leidos];
    const vistos = createSeenCoupons();
    leidos.push({ nombre: path.basename(archivo), vistos });
    return ({ filas, textos }) => {
      const found: FilaAviso[] = [];
      const ocurrencias: number[] = [];
      for (const [i, texto] of textos.entries()) {
        const huella = huellaDe(texto);
        // The first bytes are the day: the others say more.
        const [high, low] = [huella.readUInt32LE(4), huella.readUInt32LE(8)];
        if (numerar) ocurrencias.push(veces.next(high, low));
        if (archivos < 2) continue;
        const fila = filas[i] ?? 0;
        const primera = primeraEn(anteriores, high, low);
        if (primera === undefined) vistos.firstSeen(high, low, fila);
        else found.push(avisos.duplicadoEnOtro(fila, primera));
      }
      return { avisos: found, ocurrencias };
    };
  };
}
