import path from 'node:path';
import { createRequire } from 'node:module';
import type pino from 'pino';
import { getSystemCode } from './disk-error.ts';
import type { Clock } from '#domain/clock.ts';
import { isAppError } from '#contract/errors.ts';
import { makeFolders } from './data-folder.ts';
import { pickPermittedEvent, pickPermittedFacts } from './log-facts.ts';
import { openRotatingFile } from './rotating-file.ts';

/** A log for support: events, counts and durations. Drops facts that are not on the allow-list (`PERMITTED`). */
export type Logger = ReturnType<typeof createLogger>;

interface LoggerOptions {
  /** The folder of the log files; created, like the file, with the first line. */
  readonly folder: string;
  readonly clock: Clock;
  /** Bytes of one file (1 MiB) and how many are kept (5). */
  readonly maxBytes?: number;
  readonly keep?: number;
}

/** Opens and loads nothing until the first line, so that a command that only prints help leaves no trace. */
export function createLogger({ folder, clock, maxBytes = 1_048_576, keep = 5 }: LoggerOptions) {
  let opened: { readonly log: pino.Logger; readonly close: () => void } | undefined;
  let closed = false;

  function open(): pino.Logger {
    if (opened !== undefined) return opened.log;
    const file = openRotatingFile({ file: path.join(folder, 'conciliador.log'), maxBytes, keep });
    const destination = {
      // Write at once, so that events before a crash are in the log.
      write: (line: string) =>
        guardDisk(() => {
          makeFolders(folder);
          file.write(line);
        }),
    };
    const create: typeof pino = createRequire(import.meta.url)('pino');
    const log = create(
      {
        base: { pid: process.pid },
        timestamp: () => `,"hora":"${new Date(clock.now()).toISOString()}"`,
        formatters: { level: (level) => ({ nivel: level }) },
      },
      destination,
    );
    opened = { log, close: file.close };
    return log;
  }

  return {
    /** `event` is a dotted lower-case word (`carga.tanda`), never a sentence: the log has no free text. */
    info: (event: string, facts: Readonly<Record<string, unknown>>): void => {
      if (!closed) open().info({ evento: pickPermittedEvent(event), ...pickPermittedFacts(facts) });
    },
    /** The error's code, its causes' codes and where in our sources it came from; never its message. */
    error: (event: string, error: unknown, facts: Readonly<Record<string, unknown>> = {}): void => {
      if (!closed)
        open().error({ evento: pickPermittedEvent(event), ...pickPermittedFacts(facts), ...describe(error) });
    },
    close: (): void => {
      closed = true;
      opened?.close();
      opened = undefined;
    },
  };
}

/** Ignores errors of the disk, because a failing log must not stop a cashier's work; rethrows bugs. */
function guardDisk(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error;
  }
}

/** The codes and places of an error, without its message, which may quote data. */
function describe(error: unknown): { codigo: string; causas: string[]; pila: string[] } {
  const causes: string[] = [];
  for (let cause = causeOf(error); cause !== undefined && causes.length < 5; cause = causeOf(cause)) {
    causes.push(codeOf(cause));
  }
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const frames = stack.matchAll(/^ {4}at .*\/src-main\/([\w./-]{1,120}\.ts:\d{1,6})/gm);
  return { codigo: codeOf(error), causas: causes, pila: [...frames].slice(0, 8).map((frame) => frame[1] ?? '') };
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined);

function codeOf(error: unknown): string {
  if (isAppError(error)) return error.code;
  const code = getSystemCode(error) ?? (error instanceof Error ? error.name : 'DESCONOCIDO');
  return /^[A-Za-z_]{1,40}$/.test(code) ? code : 'DESCONOCIDO';
}
