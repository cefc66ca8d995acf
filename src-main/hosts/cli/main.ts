import { AppError, NOT_DONE, NOT_VALID, exitCodeOf, isAppError } from '#contract/errors.ts';
import type { StoppedUpload, SyncDocument } from '#contract/documents.ts';
import type { Progress } from '#contract/progress.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import type { Command, CommandRequest } from './command.ts';
import { createConsole, type CliConsole } from './printer.ts';
import { watchInterruptions } from './interruptions.ts';

/** Every command by its path, as `program.js` names it. Loaded when it is asked for: a command loads only what it needs. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  abrir: async () => (await import('./commands/open.ts')).openApp,
  demo: async () => (await import('./commands/demo.ts')).demo,
  sandbox: async () => (await import('./commands/sandbox.ts')).sandbox,
  validar: async () => (await import('./commands/validate.ts')).validateFiles,
  conciliar: async () => (await import('./commands/conciliar.ts')).conciliar,
  sincronizar: async () => (await import('./commands/data.ts')).synchroniseData,
  consultar: async () => (await import('./commands/data.ts')).queryRows,
  exportar: async () => (await import('./commands/data.ts')).exportRows,
  explicar: async () => (await import('./commands/explain.ts')).showExplanation,
  previa: async () => (await import('./commands/explain.ts')).showPrevia,
  faltantes: async () => (await import('./commands/missing.ts')).showWithoutCupon,
  vincular: async () => (await import('./commands/decisions.ts')).link,
  desvincular: async () => (await import('./commands/decisions.ts')).unlink,
  explicado: async () => (await import('./commands/decisions.ts')).explained,
  nota: async () => (await import('./commands/decisions.ts')).note,
  papel: async () => (await import('./commands/paper.ts')).exportPaper,
  'cuenta agregar': async () => (await import('./commands/account.ts')).addAccount,
  'cuenta listar': async () => (await import('./commands/account.ts')).listAccounts,
  'cuenta quitar': async () => (await import('./commands/account.ts')).removeAccount,
  'cuenta probar': async () => (await import('./commands/account-probe.ts')).testAccount,
  'cuenta salir': async () => (await import('./commands/account.ts')).signOut,
  'cuenta cambiar-clave': async () => (await import('./commands/account.ts')).changeSecret,
  'ajustes ver': async () => (await import('./commands/settings.ts')).showSettings,
  'ajustes cambiar': async () => (await import('./commands/settings.ts')).changeSettings,
  actualizar: async () => (await import('./commands/updates.ts')).showUpdate,
  soporte: async () => (await import('./commands/settings.ts')).writeSupport,
  'plantillas listar': async () => (await import('./commands/templates.ts')).listTemplates,
  'plantillas renombrar': async () => (await import('./commands/templates.ts')).renameTemplate,
  'plantillas borrar': async () => (await import('./commands/templates.ts')).deleteTemplate,
  'plantillas exportar': async () => (await import('./commands/templates.ts')).exportTemplates,
  'plantillas importar': async () => (await import('./commands/templates.ts')).importTemplates,
  'respaldo listar': async () => (await import('./commands/backup.ts')).listBackups,
  'respaldo crear': async () => (await import('./commands/backup.ts')).createBackup,
  'respaldo verificar': async () => (await import('./commands/backup.ts')).verifyBackup,
  'respaldo restaurar': async () => (await import('./commands/backup.ts')).restoreBackup,
  'respaldo segunda ver': async () => (await import('./commands/second-copy.ts')).showSecondCopy,
  'respaldo segunda elegir': async () => (await import('./commands/second-copy.ts')).chooseFolder,
  'respaldo segunda quitar': async () => (await import('./commands/second-copy.ts')).removeFolder,
  'respaldo segunda copiar': async () => (await import('./commands/second-copy.ts')).copyNow,
  'respaldo segunda listar': async () => (await import('./commands/second-copy.ts')).listSecondCopies,
  'respaldo segunda verificar': async () => (await import('./commands/second-copy.ts')).verifySecondCopy,
  'respaldo segunda restaurar': async () => (await import('./commands/second-copy.ts')).restoreSecondCopy,
  'trasladar exportar': async () => (await import('./commands/transfer.ts')).exportTransfer,
  'trasladar examinar': async () => (await import('./commands/transfer.ts')).examineTransfer,
  'trasladar importar': async () => (await import('./commands/transfer.ts')).importTransfer,
  'cuenta usar': async () => (await import('./commands/account.ts')).useAccount,
  'conciliaciones listar': async () => (await import('./commands/conciliaciones.ts')).listConciliaciones,
  'conciliaciones ver': async () => (await import('./commands/conciliaciones.ts')).showConciliacion,
  'conciliaciones resultado': async () => (await import('./commands/conciliaciones.ts')).showConciliacionResult,
  'conciliaciones borrar': async () => (await import('./commands/conciliaciones.ts')).deleteConciliacion,
  'conciliaciones nombrar': async () => (await import('./commands/conciliaciones.ts')).nameConciliacion,
  'conciliaciones retomar': async () => (await import('./commands/conciliar.ts')).resumeUploads,
};

/** The own documents of the commands that have one, when they are refused with exit 1 or 3, or stopped, before they begin (docs/cli.md, "Conventions"). */
const NOTHING_BEGAN: Readonly<Record<string, object>> = {
  conciliar: { carga: null, estado: 'RECHAZADA', enviados: 0, pendientes: 0 } satisfies Partial<StoppedUpload>,
  sincronizar: { metodos: [], fallas: [] } satisfies SyncDocument,
};

/** The phases of `conciliar` in which nothing was sent yet. */
const BEFORE_SENDING: ReadonlySet<Progress['fase']> = new Set(['lectura', 'validacion']);

/** A console that knows whether the command went past the phases in which it only reads: then something may have been sent. */
interface WatchedConsole extends CliConsole {
  maySend(): boolean;
}

function withSending(cliConsole: CliConsole): WatchedConsole {
  let sends = false;
  return {
    ...cliConsole,
    maySend: () => sends,
    noteProgress: (progress) => {
      sends ||= !BEFORE_SENDING.has(progress.fase);
      cliConsole.noteProgress(progress);
    },
  };
}

/**
 * Runs one command and gives its exit code (docs/cli.md, "Exit codes"). A failure is a sentence on standard error and, with `--json`, a
 * document on standard output; never a stack trace.
 */
export async function runCommand(request: CommandRequest): Promise<number> {
  const cliConsole = withSending(createConsole({ json: request.opciones['json'] === true }));
  const interruptions = watchInterruptions();
  const output = await runArgv(request, cliConsole, interruptions.signal);
  interruptions.end();
  return (await cliConsole.flush()) ? output : exitCodeOf('DISCO_LLENO');
}

async function runArgv(request: CommandRequest, cliConsole: WatchedConsole, signal: AbortSignal): Promise<number> {
  try {
    const load = COMMANDS[request.command];
    if (load === undefined) throw new AppError('USO');
    requireFolder();
    const command = await load();
    return await command(request, { consola: cliConsole, signal, env: process.env });
  } catch (error) {
    const failure = isAppError(error)
      ? error
      : new AppError('INTERNO', { cause: error, detail: { lugar: placeOf(error) } });
    const { code, detail } = failure;
    const sentNothing = code === 'CANCELADO' && request.command === 'conciliar' && !cliConsole.maySend();
    const message = sentNothing ? `${new AppError(code).what} ${CONSOLE.nothingSent}` : failure.message;
    const exit = exitCodeOf(code);
    // A refused input (1) comes before anything is sent. A bug may come at any moment: nobody knows what was done until then.
    const neverBegan = sentNothing || exit === NOT_VALID || (exit === NOT_DONE && code !== 'INTERNO');
    return cliConsole.showFailure({ code, message, detail }, neverBegan ? NOTHING_BEGAN[request.command] : {});
  }
}

/** The place of a bug, for support: its name and line, without its message (which may quote data). */
const placeOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name} ${/(src-main|bin|node:)[^\s()]*:\d+/.exec(error.stack ?? '')?.[0] ?? ''}`.trim()
    : typeof error;

/** Refuses to run in a deleted folder, where a shell can stand: relative paths mean nothing there. */
function requireFolder(): void {
  try {
    process.cwd();
  } catch (error) {
    const message = 'La carpeta en la que estás ya no existe. No se hizo nada. Entrá en otra y probá de nuevo.';
    throw new AppError('USO', { cause: error, mensaje: message });
  }
}
