import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { getSystemCode } from './disk-error.ts';
import { createRequire } from 'node:module';
import type pino from 'pino';
import type { Clock } from '#domain/clock.ts';
import { isAppError } from '#contract/errors.ts';
import { makeFolders } from './data-folder.ts';

interface RotatingOptions {
  readonly file: string;
  /** A new file is begun when the next line would make the current one longer than this. */
  readonly maxBytes: number;
  /** Files in all, the current one included: `conciliador.log`, `conciliador.1.log` (newer) … */
  readonly keep: number;
}

/** Appends lines to a file of its owner's, synchronously, and starts a new one by size. Several processes may share it. */
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

  /** True when another process already moved the file that we have open. */
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

/** Tried once: a line of the log must not wait for another program that holds the file. A rotation that fails is tried with the next line. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (getSystemCode(error) !== 'ENOENT') throw error;
  }
}

/** A log for support: what happened, how often, how long. Facts that are not on the allow-list are dropped (`PERMITTED`). */
export type Logger = ReturnType<typeof createLogger>;

interface LoggerOptions {
  /** The folder of the log files; created, like the file, with the first line. */
  readonly folder: string;
  readonly clock: Clock;
  /** Bytes of one file (1 MiB) and how many are kept (5). */
  readonly maxBytes?: number;
  readonly keep?: number;
}

/** Nothing is opened nor loaded until the first line: a command that only reads help leaves no trace. */
export function createLogger({ folder, clock, maxBytes = 1_048_576, keep = 5 }: LoggerOptions) {
  let opened: { readonly log: pino.Logger; readonly close: () => void } | undefined;
  let closed = false;

  function open(): pino.Logger {
    if (opened !== undefined) return opened.log;
    const file = openRotatingFile({ file: path.join(folder, 'conciliador.log'), maxBytes, keep });
    const destination = {
      // Written at once: what was logged before a crash is there after it.
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
    /** `event` is a dotted lower-case word (`carga.tanda`), never a sentence: there is no free text in the log. */
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

/** A log that cannot be written is no reason to stop a cashier's work; a bug of ours still is. */
function guardDisk(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error;
  }
}

/** Codes and places only: a message may quote data. */
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

/**
 * What may enter the log: named facts of a known shape, and nothing else. A shape never has room for a card number
 * (13 to 19 digits) nor for a secret, so that a mistake in a call loses a fact instead of leaking one.
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
/** Counts, sizes and milliseconds. No real one has more than ten digits. */
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

/** The event's name, or `evento.invalido` when it is not a dotted lower-case word. */
export const pickPermittedEvent = (event: string): string => createTextField(word)(event) ?? 'evento.invalido';

/** The facts that are on the list and have their shape; `omitidos` counts the others. */
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
