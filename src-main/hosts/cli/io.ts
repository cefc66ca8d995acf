import type { Readable, Writable } from 'node:stream';
import type { Clock } from '#domain/clock.ts';

/** A stream for text; on a terminal, `isTTY` and its width. */
export type TextOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Where one run of the command line reads, writes and is stopped: the process has these, and so does each test. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the command has to stop. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
}
