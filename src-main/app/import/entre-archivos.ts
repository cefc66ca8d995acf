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

/** What is read in one go: a file, or one of its sheets. */
export interface Source {
  readonly archivo: string;
  readonly hoja?: string | undefined;
}

interface Leido extends Source {
  readonly vistos: SeenCoupons;
}

function primeraEn(anteriores: readonly Leido[], high: number, low: number) {
  for (const leido of anteriores) {
    const fila = leido.vistos.rowOf(high, low);
    if (fila !== undefined) return { leido, fila };
  }
  return undefined;
}

/** How an earlier one is called beside another: by its sheet where they are of one file. */
function nameBeside({ archivo, hoja }: Source, other: Source): string {
  if (hoja !== undefined && archivo === other.archivo && hoja !== other.hoja) return `la hoja «${hoja}»`;
  return `«${path.basename(archivo)}»${hoja === undefined ? '' : `, hoja «${hoja}»`}`;
}

const NADA: Repetidos = { avisos: [], ocurrencias: [] };

/**
 * Equal coupons between the files of one upload, and their sheets (docs/coupons.md, "Duplicates"; several files are one upload). Those within one are
 * told by its own reading. Gives what to ask for each file, in order; the same file may come twice. `numerar`: also which of its equals each one is, over
 * all the files. Keeps bits of each coupon and not its text, and nothing of a file that is alone when nothing is numbered.
 */
export function createEntreArchivos(archivos: number, numerar: boolean): (source: Source) => MirarRepetidos {
  if (archivos < 2 && !numerar) return () => () => NADA;
  const leidos: Leido[] = [];
  const veces = createOccurrences();
  return (source) => {
    const anteriores = [...leidos];
    const vistos = createSeenCoupons();
    leidos.push({ ...source, vistos });
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
        else found.push(avisos.duplicadoEnOtro(fila, { fila: primera.fila, de: nameBeside(primera.leido, source) }));
      }
      return { avisos: found, ocurrencias };
    };
  };
}
