import { exitCodeOf, type ErrorCode, type ErrorDetail } from '#contract/errors.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import type { Choose } from '#domain/texts/language.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { listDetailLines } from './format.ts';
import { createProgress } from './progress.ts';
import { waitForDrain, watchStream, writeDocument, writeText } from './terminal.js';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '#domain/clock.ts';

/**
 * The output of a command. Standard output gets only the result, as text for people or as one JSON document; standard error gets progress and
 * messages (docs/cli.md).
 */
export type CliConsole = ReturnType<typeof createConsole>;

const isRecord = (doc: unknown): doc is object => typeof doc === 'object' && doc !== null && !Array.isArray(doc);

export function createConsole(
  { stdout, stderr, clock }: Pick<Io, 'stdout' | 'stderr' | 'clock'>,
  { json, say }: { readonly json: boolean; readonly say: Choose },
) {
  let isLost = false;
  let masked = 0;
  watchStream(stdout, () => {
    if (!isLost) writeText(stderr, `${say(...USAGE.lostResult)}\n`);
    isLost = true;
  });
  watchStream(stderr, () => undefined);
  const progress = createProgress(stderr, clock, say('es', 'en'));
  return {
    json,
    /** The result: the document with `--json`, else the lines. */
    showResult: (doc: unknown, lines: () => readonly string[]): void => {
      progress.end();
      if (json) writeDocument(stdout, masked > 0 && isRecord(doc) ? { ...doc, tapados: masked } : doc);
      else writeText(stdout, `${lines().join('\n')}\n`);
    },
    /** Prints a failure and gives its exit code; with `--json` the failure is the document, added to the command's own where it has one. */
    showFailure: (
      { code, message, detail }: { code: ErrorCode; message: string; detail?: ErrorDetail },
      own: object = {},
    ): number => {
      progress.end();
      const extra = listDetailLines(detail, say);
      for (const line of [message, ...extra]) writeText(stderr, `${line}\n`);
      if (json)
        writeDocument(stdout, {
          ...own,
          codigo: code,
          mensaje: message,
          ...(extra.length > 0 ? { detalle: detail } : {}),
        });
      return exitCodeOf(code);
    },
    /** A line on standard error. */
    showNotice: (line: string): void => {
      progress.end();
      writeText(stderr, `${line}\n`);
    },
    noteProgress: progress.show,
    /** Says that card numbers were masked in that many typed texts; with `--json` also the document does, as `tapados`, where it is an object. */
    noteMasked: (texts: number): void => {
      masked += texts;
      progress.end();
      writeText(stderr, `${LABELS.cardMasked[say('es', 'en')]}\n`);
    },
    /** Resolves once everything written has left the process; false when the result could not be written whole. */
    flush: async (): Promise<boolean> => {
      progress.end();
      await Promise.all([waitForDrain(stdout), waitForDrain(stderr)]);
      return !isLost;
    },
  };
}

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
