import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/**
 * How the starts of this PC went, to tell of a version that does not open. Written and read at once, before anything else is: what keeps a program
 * from opening may be any of the rest of it.
 */
const FORM = z.object({
  version: z.literal(1),
  /** The program that started last, and how many times in a row it did not open. */
  programa: z.string(),
  sinAbrir: z.number().int().min(0),
  /** The one that was here before it. */
  anterior: z.string().nullable(),
  /** A version that did not open, which is not brought by itself again. */
  noAbrio: z.string().nullable(),
});
type Starts = z.infer<typeof FORM>;

/** As many starts without opening are told. */
const TOLD_AFTER = 3;

export interface Start {
  /** The version that was here before this one; null when it is not known. */
  readonly previous: string | null;
  /** How many times in a row this version had not opened. */
  readonly failures: number;
  /** Whether it is worth telling. */
  readonly told: boolean;
}

const fileOf = (folder: string): string => path.join(folder, 'arranques.json');

/** What is not there, or not understood, says nothing: it is remade. */
function read(folder: string): Starts | undefined {
  try {
    return FORM.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Throws what the disk says. */
function write(folder: string, starts: Starts): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const aside = `${fileOf(folder)}.tmp`;
  writeFileSync(aside, `${JSON.stringify(starts)}\n`, { mode: 0o600 });
  renameSync(aside, fileOf(folder));
}

/** This program starts. Throws what the disk says. */
export function noteStart(folder: string, version: string): Start {
  const known = read(folder);
  const same = known?.programa === version;
  const failures = same ? known.sinAbrir : 0;
  const previous = same ? known.anterior : (known?.programa ?? null);
  const told = failures >= TOLD_AFTER;
  const noAbrio = told ? version : (known?.noAbrio ?? null);
  write(folder, { version: 1, programa: version, sinAbrir: failures + 1, anterior: previous, noAbrio });
  return { previous, failures, told };
}

/** It opened: what had gone wrong with it is over. Throws what the disk says. */
export function noteOpened(folder: string, version: string): void {
  const known = read(folder);
  if (known?.programa !== version) return;
  write(folder, { ...known, sinAbrir: 0, noAbrio: known.noAbrio === version ? null : known.noAbrio });
}

/** The version that did not open on this PC; undefined for none. */
export const versionThatDidNotOpen = (folder: string): string | undefined => read(folder)?.noAbrio ?? undefined;
