import { AppError, NOT_DONE, NOT_VALID, exitCodeOf, isAppError } from '#contract/errors.ts';
import type { StoppedUpload, SyncDocument } from '#contract/documents.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { chooseIn } from '#domain/texts/language.ts';
import { systemClock } from '#platform/system-clock.ts';
import { ACCOUNTS } from './commands/accounts.ts';
import { CIERRE } from './commands/cierre.ts';
import { CONCILIACIONES } from './commands/conciliaciones.ts';
import { DATA } from './commands/data.ts';
import { DECISIONS } from './commands/decisions.ts';
import { demo, sandbox, openApp } from './commands/open.ts';
import { EXPLANATIONS } from './commands/explain.ts';
import { SETTINGS } from './commands/settings.ts';
import { type Io, createConsole, type CliConsole } from './printer.ts';
import { runArgv, type Request } from './program.js';
import type { Command } from './command.ts';
import { readGiven } from './reading.ts';

export const COMMANDS: Readonly<Record<string, Command>> = {
  abrir: openApp,
  demo,
  sandbox,
  ...ACCOUNTS,
  ...CONCILIACIONES,
  ...DATA,
  ...CIERRE,
  ...EXPLANATIONS,
  ...DECISIONS,
  ...SETTINGS,
};

/** The documents of commands that end before they began anything: refused (exit 1), not possible (exit 3) or stopped (docs/cli.md, "Conventions"). */
const NOTHING_BEGAN: Readonly<Record<string, object>> = {
  conciliar: { carga: null, estado: 'RECHAZADA', enviados: 0, pendientes: 0 } satisfies Partial<StoppedUpload>,
  sincronizar: { metodos: [], fallas: [] } satisfies SyncDocument,
};

/** Parses a command line and runs its command in this process, with these streams. Returns the exit code (docs/cli.md, "Exit codes"). */
export async function runCommandLine(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const answered = await runArgv([...argv], io, async (request) => {
    code = await runOver(request, io);
  });
  return answered ?? code;
}

export async function runCommand(request: Request): Promise<number> {
  const { signal, end } = watchInterruptions();
  const { stdin, stdout, stderr, env } = process;
  const code = await runOver(request, { stdin, stdout, stderr, env, signal, clock: systemClock });
  end();
  return code;
}

async function runOver(request: Request, io: Io): Promise<number> {
  const say = chooseIn(request.language);
  const cliConsole = createConsole(io, { json: request.given['json'] === true, say });
  const code = await runOrTell(request, io, cliConsole);
  return (await cliConsole.flush()) ? code : exitCodeOf('DISCO_LLENO');
}

/** Runs a command. Prints a failure as a sentence on standard error and, with `--json`, as a document on standard output; never a stack trace. */
async function runOrTell(
  { command: words, given, language }: Request,
  io: Io,
  cliConsole: CliConsole,
): Promise<number> {
  const say = chooseIn(language);
  try {
    const command = COMMANDS[words];
    if (command === undefined) throw new AppError('USO');
    requireFolder();
    return await command(readGiven(given, say), { ...io, say, consola: cliConsole });
  } catch (error) {
    const failure = isAppError(error)
      ? error
      : new AppError('INTERNO', { cause: error, detail: { lugar: placeOf(error) } });
    const { code, detail } = failure;
    const sentNothing = code === 'CANCELADO' && words === 'conciliar' && !cliConsole.maySend();
    const message = sentNothing
      ? say('Se detuvo a pedido. No se envió nada.', 'It was stopped as you asked. Nothing was sent.')
      : failure.say(language);
    const exit = exitCodeOf(code);
    // Input is refused (1) before anything is sent. A bug may come at any time, so what was done until then is unknown.
    const neverBegan = sentNothing || exit === NOT_VALID || (exit === NOT_DONE && code !== 'INTERNO');
    return cliConsole.showFailure({ code, message, detail }, neverBegan ? NOTHING_BEGAN[words] : {});
  }
}

/** Where a bug is, for support: its name and line, without its message, which may quote data. */
const placeOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name} ${/(src-main|bin|node:)[^\s()]*:\d+/.exec(error.stack ?? '')?.[0] ?? ''}`.trim()
    : typeof error;

/** Throws if the current folder was deleted while a shell is still in it, because relative paths then mean nothing. */
function requireFolder(): void {
  try {
    process.cwd();
  } catch (error) {
    throw new AppError('USO', { cause: error, mensaje: USAGE.folderGone });
  }
}

/** Two signals within this time count as one Ctrl-C, because a terminal signals the launcher and this process. */
const SAME_KEY_MS = 500;

/** An `AbortSignal` that Ctrl-C, SIGTERM and the launcher's message abort. A second Ctrl-C, or the death of the launcher (bin/relaunch.js), exits at once. */
function watchInterruptions(): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  let abortedAt = 0;
  const interrupt = (): void => {
    if (!controller.signal.aborted) {
      abortedAt = Date.now();
      controller.abort(new AppError('CANCELADO'));
    } else if (Date.now() - abortedAt > SAME_KEY_MS) {
      process.exit(exitCodeOf('CANCELADO'));
    }
  };
  const fromLauncher = (message: unknown): void => {
    if (message === 'interrumpir') interrupt();
  };
  const endOrphaned = () => process.kill(process.pid, 'SIGKILL');
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.on('message', fromLauncher);
  process.on('disconnect', endOrphaned);
  return {
    signal: controller.signal,
    end: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      process.off('message', fromLauncher);
      process.off('disconnect', endOrphaned);
      if (process.connected) process.disconnect();
    },
  };
}
