/**
 * Reads operations that another process wrote (`cache-data.ts`): a page of up to 1,000 rows in each line, in stretches of whole days. A process that measures
 * its memory then has only one stretch in memory, and nothing of the sandbox.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { z } from 'zod';

const stretch = z.object({ desde: z.number(), hasta: z.number(), pages: z.array(z.number()) });
const index = z.object({ stretches: z.array(stretch) });
export type Stretches = z.infer<typeof index>;

export interface Stretch {
  /** Days since 1970, both included. */
  readonly desde: number;
  readonly hasta: number;
  /** The JSON text of each page. The bytes are valid until the next stretch is read. */
  readonly pages: readonly { readonly text: string; readonly bytes: Buffer }[];
}

export const indexOf = (file: string): string => `${file}.json`;

const readIndex = (file: string): Stretches => index.parse(JSON.parse(readFileSync(indexOf(file), 'utf8')));

/** The first and the last day of the file. */
export function daysOf(file: string): { readonly desde: number; readonly hasta: number } {
  const { stretches } = readIndex(file);
  return { desde: stretches[0]?.desde ?? 0, hasta: stretches.at(-1)?.hasta ?? 0 };
}

export function* readStretches(fileName: string): Generator<Stretch> {
  const { stretches } = readIndex(fileName);
  const file = openSync(fileName, 'r');
  try {
    const sumOf = (pages: readonly number[]): number => pages.reduce((sum, bytes) => sum + bytes, 0);
    const room = Buffer.allocUnsafe(Math.max(...stretches.map(({ pages }) => sumOf(pages))));
    for (const { desde, hasta, pages } of stretches) {
      if (readSync(file, room, 0, sumOf(pages), null) !== sumOf(pages)) throw new Error('The file ended early');
      let at = 0;
      const texts = pages.map((length) => {
        const bytes = room.subarray(at, (at += length));
        return { bytes, text: bytes.toString('utf8') };
      });
      yield { desde, hasta, pages: texts };
    }
  } finally {
    closeSync(file);
  }
}
