import path from 'node:path';
import * as avisos from '#domain/cupones/notices.ts';
import { createOccurrences, createSeenCoupons, type SeenCoupons } from '#domain/cupones/duplicates.ts';
import type { RowNotice } from '#domain/finding.ts';
import { computeDigest } from '#storage/ledger/index.ts';

interface ReadChunk {
  readonly filas: readonly number[];
  readonly texts: readonly string[];
}

/** What equal coupons say of the rows of a chunk. */
interface Repeated {
  /** Rows that repeat a coupon of an earlier file. */
  readonly avisos: readonly RowNotice[];
  /** Which of the equal sales of all the files each row is, from 1; empty where nobody asked. */
  readonly occurrences: readonly number[];
}

/** Asked a chunk at a time, in file order. */
export type FindRepeated = (readCount: ReadChunk) => Repeated;

/** What is read in one go: a file, or one of its sheets. */
export interface Source {
  readonly archivo: string;
  readonly hoja?: string | undefined;
}

interface ReadSource extends Source {
  readonly seen: SeenCoupons;
}

function firstIn(previous: readonly ReadSource[], high: number, low: number) {
  for (const leido of previous) {
    const fila = leido.seen.rowOf(high, low);
    if (fila !== undefined) return { leido, fila };
  }
  return undefined;
}

/** How an earlier one is called beside another: by its sheet where they are of one file. */
function nameBeside({ archivo, hoja }: Source, other: Source): string {
  if (hoja !== undefined && archivo === other.archivo && hoja !== other.hoja) return `la hoja «${hoja}»`;
  return `«${path.basename(archivo)}»${hoja === undefined ? '' : `, hoja «${hoja}»`}`;
}

const NOTHING: Repeated = { avisos: [], occurrences: [] };

/**
 * Equal coupons between the files of one upload, and their sheets (docs/coupons.md, "Duplicates"; several files are one upload). Those within one are
 * told by its own reading. Gives what to ask for each file, in order; the same file may come twice. `numerar`: also which of its equals each one is, over
 * all the files. Keeps bits of each coupon and not its text, and nothing of a file that is alone when nothing is numbered.
 */
export function createAcrossFiles(archivos: number, numbers: boolean): (source: Source) => FindRepeated {
  if (archivos < 2 && !numbers) return () => () => NOTHING;
  const readCount: ReadSource[] = [];
  const times = createOccurrences();
  return (source) => {
    const previous = [...readCount];
    const seen = createSeenCoupons();
    readCount.push({ ...source, seen });
    return ({ filas, texts }) => {
      const found: RowNotice[] = [];
      const occurrences: number[] = [];
      for (const [i, texto] of texts.entries()) {
        const huella = computeDigest(texto);
        // The first bytes are the day: the others say more.
        const [high, low] = [huella.readUInt32LE(4), huella.readUInt32LE(8)];
        if (numbers) occurrences.push(times.next(high, low));
        if (archivos < 2) continue;
        const fila = filas[i] ?? 0;
        const primera = firstIn(previous, high, low);
        if (primera === undefined) seen.firstSeen(high, low, fila);
        else
          found.push(
            avisos.duplicateInOtherNotice(fila, { fila: primera.fila, de: nameBeside(primera.leido, source) }),
          );
      }
      return { avisos: found, occurrences };
    };
  };
}
