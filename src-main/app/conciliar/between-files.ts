import { hash } from 'node:crypto';
import path from 'node:path';
import { makePossibleDuplicateNotice } from '#domain/cupones/notices.ts';
import { createOccurrences, createSeenCupones, type SeenCupones, nameOfSale } from '#domain/cupones/duplicates.ts';
import type { RowNotice } from '#domain/finding.ts';
import { nameOfSource } from '#domain/texts/row-notices.ts';
import { parseCanonicalText } from '#domain/cupon.ts';
import { computeDigest } from '#storage/ledger/index.ts';

interface ReadChunk {
  readonly filas: readonly number[];
  readonly texts: readonly string[];
}

interface Repeated {
  readonly avisos: readonly RowNotice[];
  /** For each row, its place, from 1, among the sales of its file or sheet with the same name (`nameOfSale`); empty without `numbers`. */
  readonly occurrences: readonly number[];
}

/** Compares a chunk with the files and sheets before its own; call it in file order. */
export type FindRepeated = (chunk: ReadChunk) => Repeated;

export interface SheetName {
  readonly archivo: string;
  readonly hoja?: string | undefined;
}

interface ReadSource extends SheetName {
  readonly seen: SeenCupones;
}

function firstIn(previous: readonly ReadSource[], high: number, low: number) {
  for (const source of previous) {
    const row = source.seen.rowOf(high, low);
    if (row !== undefined) return { leido: source, fila: row };
  }
  return undefined;
}

const nameBeside = ({ archivo, hoja }: SheetName, other: SheetName): string =>
  nameOfSource({ archivo: path.basename(archivo), hoja }, archivo === other.archivo && hoja !== other.hoja);

/**
 * Finds coupons that repeat a coupon of another file or sheet (docs/coupons.md, "Duplicates"); repetitions within a sheet are found while it is read.
 * Call the returned function once per file or sheet, in order. `numbers`: also numbers the coupons of a file or sheet that have the same name
 * (`nameOfSale`). Stores a few bytes per coupon, and nothing for a single file without numbers.
 */
export function createAcrossFiles(files: number, numbers: boolean): (source: SheetName) => FindRepeated {
  const sources: ReadSource[] = [];
  return (source) => {
    const previous = [...sources];
    const seen = createSeenCupones();
    const times = createOccurrences();
    sources.push({ ...source, seen });
    return ({ filas, texts }) => {
      const found: RowNotice[] = [];
      const occurrences: number[] = [];
      for (const [i, text] of texts.entries()) {
        if (numbers) {
          const name = hash('sha256', nameOfSale(parseCanonicalText(text)) ?? text, 'buffer');
          occurrences.push(times.next(name.readUInt32LE(0), name.readUInt32LE(4)));
        }
        if (files < 2) continue;
        const fingerprint = computeDigest(text);
        // Skip the first bytes of the digest: they are the day, which many coupons share.
        const [high, low] = [fingerprint.readUInt32LE(4), fingerprint.readUInt32LE(8)];
        const row = filas[i] ?? 0;
        const first = firstIn(previous, high, low);
        if (first === undefined) seen.firstSeen(high, low, row);
        else found.push(makePossibleDuplicateNotice(row, { fila: first.fila, de: nameBeside(first.leido, source) }));
      }
      return { avisos: found, occurrences };
    };
  };
}
