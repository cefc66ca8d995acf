import path from 'node:path';
import { createRequire } from 'node:module';
import type pino from 'pino';
import { getSystemCode } from './disk-error.ts';
import type { Clock } from '#domain/clock.ts';
import { isAppError } from '#contract/errors.ts';
import { makeFolders } from './data-folder.ts';
import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';

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

interface RotatingOptions {
  readonly file: string;
  /** Starts a new file if the next line would make the present one longer than this. */
  readonly maxBytes: number;
  /** The number of files, the present one included: `conciliador.log`, `conciliador.1.log` (newer) … */
  readonly keep: number;
}

/** Appends lines to a file that only its owner can read, synchronously, and starts a new one by size. Several processes may share it. */
function openRotatingFile({ file, maxBytes, keep }: RotatingOptions) {
  let fd: number | undefined;

  const pathOf = (n: number): string => {
    const { dir, name, ext } = path.parse(file);
    return path.join(dir, `${name}.${String(n)}${ext}`);
  };
  const close = (): void => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
  const open = (): number => (fd ??= openSync(file, 'a', 0o600));

  /** Whether another process has moved our open file. */
  const isMovedAway = (): boolean => {
    try {
      return statSync(file).ino !== fstatSync(open()).ino;
    } catch (error) {
      if (getSystemCode(error) === 'ENOENT') return true;
      throw error;
    }
  };

  function rotate(): void {
    const moved = isMovedAway();
    close();
    if (moved) return;
    rmSync(pathOf(keep - 1), { force: true });
    for (let n = keep - 2; n >= 1; n -= 1) renameIfThere(pathOf(n), pathOf(n + 1));
    renameIfThere(file, pathOf(1));
  }

  return {
    write: (line: string): void => {
      if (fstatSync(open()).size + Buffer.byteLength(line) > maxBytes) rotate();
      writeSync(open(), line);
    },
    close,
  };
}

/** Tries once: a log line must not wait for another program that holds the file. The next line tries a failed rotation again. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (getSystemCode(error) !== 'ENOENT') throw error;
  }
}

/**
 * The permitted facts of the log: named, and each of a known shape. No shape has room for a card number (13 to 19 digits) or a secret, so that a
 * mistake in a call loses a fact instead of leaking one.
 */

const word = /^[a-z]{1,16}(?:[._][a-z]{1,16}){0,4}$/;
const code = /^[A-Z]{1,20}(?:_[A-Z]{1,20}){0,4}$/;
/**
 * A method: `v1/operaciones`, `oauth/access_token`, `cargas/conciliar`. The service's own names with hyphens are listed one by one: any other words
 * with hyphens between them may be a password.
 */
const method =
  /^(?:(?:[a-z]{1,20}|v\d)(?:[_/][a-z]{1,20}){0,4}|(?:conciliar-operaciones|liquidaciones|impuestos)(?:-(?:listar|ver|resultado|borrar|totales|conciliadas))?)$/;
const accountId = /^[0-9a-f]{16}$/;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const digitRun = /\d{12}/;

const createTextField = (shape: RegExp) => (value: unknown) =>
  typeof value === 'string' && shape.test(value) && !digitRun.test(value) ? value : undefined;
const oneOf = (...values: readonly string[]) => {
  return (value: unknown) => (typeof value === 'string' && values.includes(value) ? value : undefined);
};
/** Counts, sizes and milliseconds, which never have more than ten digits. */
const count = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e10 ? Math.round(value) : undefined;
const keepFlag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

const PERMITTED: ReadonlyMap<string, (value: unknown) => string | number | boolean | undefined> = new Map(
  Object.entries({
    metodo: createTextField(method),
    modo: oneOf('cuerpo', 'consulta', 'ambos'),
    fase: oneOf('lectura', 'validacion', 'envio', 'espera', 'resultado', 'auditoria', 'informe'),
    codigo: createTextField(code),
    cuenta: createTextField(accountId),
    carga: createTextField(ulid),
    estado: (value: unknown) => count(value) ?? createTextField(code)(value),
    salida: count,
    ms: count,
    esperaMs: count,
    intento: count,
    bytes: count,
    filas: count,
    validas: count,
    conError: count,
    enviados: count,
    pendientes: count,
    tanda: count,
    tandas: count,
    cuarentena: count,
    generacion: count,
    completo: keepFlag,
  }),
);

/** The event's name, or `evento.invalido` if it is not a dotted lower-case word. */
export const pickPermittedEvent = (event: string): string => createTextField(word)(event) ?? 'evento.invalido';

/** The facts on the list that have their shape; `omitidos` counts the others. */
export function pickPermittedFacts(
  facts: Readonly<Record<string, unknown>>,
): Record<string, string | number | boolean> {
  const out: Record<string, string | number | boolean> = {};
  let dropped = 0;
  for (const [name, value] of Object.entries(facts)) {
    const kept = PERMITTED.get(name)?.(value);
    if (kept === undefined) dropped += 1;
    else out[name] = kept;
  }
  return dropped === 0 ? out : { ...out, omitidos: dropped };
}
