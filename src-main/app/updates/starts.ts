import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { getSystemCode } from '#platform/disk-error.ts';

/**
 * How the starts on this PC went, to notice a version that does not open. The file is read and written synchronously, before anything else
 * runs: any later part may be what keeps the program from opening.
 */
const FORM = z.object({
  version: z.literal(1),
  /** The version that started last, and how many times in a row it did not open. */
  programa: z.string(),
  sinAbrir: z.number().int().min(0),
  /** The version that was here before it. */
  anterior: z.string().nullable(),
  /** A version that did not open; it is not downloaded automatically again. */
  noAbrio: z.string().nullable(),
});
type Starts = z.infer<typeof FORM>;

/** After so many starts without opening, the person is told. */
const TOLD_AFTER = 3;

export interface Start {
  /** The version that was here before this one; null when unknown. */
  readonly previous: string | null;
  /** How many times in a row this version did not open. */
  readonly failures: number;
  /** Whether the person should be told. */
  readonly told: boolean;
}

const fileOf = (folder: string): string => path.join(folder, 'arranques.json');

/** A file that is absent or not understood counts as none: it is written anew. Throws what the disk causes. */
function read(folder: string): Starts | undefined {
  try {
    return FORM.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')));
  } catch (error) {
    const isNone = getSystemCode(error) === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError;
    if (isNone) return undefined;
    throw error;
  }
}

/** Throws what the disk causes. */
function write(folder: string, starts: Starts): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const aside = `${fileOf(folder)}.tmp`;
  writeFileSync(aside, `${JSON.stringify(starts)}\n`, { mode: 0o600 });
  renameSync(aside, fileOf(folder));
}

/** Notes that this version starts. Throws what the disk causes. */
export function noteStart(folder: string, version: string): Start {
  const known = read(folder);
  const same = known?.programa === version;
  const failures = same ? known.sinAbrir : 0;
  const previous = same ? known.anterior : (known?.programa ?? null);
  const told = failures >= TOLD_AFTER;
  const didNotOpen = told ? version : (known?.noAbrio ?? null);
  write(folder, { version: 1, programa: version, sinAbrir: failures + 1, anterior: previous, noAbrio: didNotOpen });
  return { previous, failures, told };
}

/** Notes that this version opened: its earlier failures no longer count. Throws what the disk causes. */
export function noteOpened(folder: string, version: string): void {
  const known = read(folder);
  if (known?.programa !== version) return;
  write(folder, { ...known, sinAbrir: 0, noAbrio: known.noAbrio === version ? null : known.noAbrio });
}

/** The version that did not open on this PC; undefined when there is none. */
export const findVersionThatDidNotOpen = (folder: string): string | undefined => read(folder)?.noAbrio ?? undefined;
