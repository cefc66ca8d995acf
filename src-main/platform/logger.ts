import { appendFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { getSystemCode } from './disk-error.ts';
import type { Clock } from '#domain/clock.ts';
import { isAppError } from '#contract/errors.ts';
import { makeFolders } from './data-folder.ts';

/** A log for technical support with events, counts and durations. Drops facts that are not on the list `PERMITTED`. */
export type Logger = ReturnType<typeof createLogger>;

interface LoggerOptions {
  /** The folder of the log. It is created with the first line, so that a command that only prints help creates nothing. */
  readonly folder: string;
  readonly clock: Clock;
  /** The most bytes of a file (by default 1 MiB): a line that would exceed them starts a new file. */
  readonly maxBytes?: number;
  /** How many files are kept (by default 5): `conciliador.log`, older: `conciliador.1.log`… */
  readonly keep?: number;
}

/** Opens the file for each line: the line is on disk at once, and several processes can write to the same log. */
export function createLogger({ folder, clock, maxBytes = 1_048_576, keep = 5 }: LoggerOptions) {
  const pathOf = (n: number): string => path.join(folder, n === 0 ? 'conciliador.log' : `conciliador.${String(n)}.log`);

  function write(nivel: 'info' | 'error', event: string, facts: object): void {
    const hora = new Date(clock.now()).toISOString();
    const line = `${JSON.stringify({ nivel, hora, pid: process.pid, evento: pickPermittedEvent(event), ...facts })}\n`;
    guardDisk(() => {
      makeFolders(folder);
      const { size = 0 } = statSync(pathOf(0), { throwIfNoEntry: false }) ?? {};
      if (size + Buffer.byteLength(line) > maxBytes) {
        for (let n = keep - 2; n >= 0; n -= 1) renameIfThere(pathOf(n), pathOf(n + 1));
      }
      appendFileSync(pathOf(0), line, { mode: 0o600 });
    });
  }

  return {
    /** `event`: a dotted lower-case word (`carga.tanda`), never a sentence. */
    info: (event: string, facts: Readonly<Record<string, unknown>>): void => {
      write('info', event, pickPermittedFacts(facts));
    },
    /** Logs the code of the error, the codes of its causes, and the place in our sources; never its message. */
    error: (event: string, error: unknown, facts: Readonly<Record<string, unknown>> = {}): void => {
      write('error', event, { ...pickPermittedFacts(facts), ...describe(error) });
    },
  };
}

/** Ignores errors of the disk, because a log that cannot be written must not stop work; rethrows bugs. */
function guardDisk(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (getSystemCode(error) === undefined) throw error;
  }
}

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

/** Tries once, because a line must not wait for another program. After a failure this line is dropped, and the next one tries again. */
function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (getSystemCode(error) !== 'ENOENT') throw error;
  }
}

/** The shapes of texts that the log accepts. None fits a card number (13 to 19 digits) or a secret, so a mistaken call loses a fact instead of logging it. */

const word = /^[a-z]{1,16}(?:[._][a-z]{1,16}){0,4}$/;
const code = /^[A-Z]{1,20}(?:_[A-Z]{1,20}){0,4}$/;
/** A method: `v1/operaciones`, `oauth/access_token`, `cargas/conciliar`. The service's names with hyphens are listed: others may be a password. */
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

export const pickPermittedEvent = (event: string): string => createTextField(word)(event) ?? 'evento.invalido';

/** Keeps the facts on the list `PERMITTED` that have the right shape; `omitidos` counts the dropped ones. */
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
