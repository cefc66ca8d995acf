import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AppError, isAppError, isErrorCode, type ErrorCode } from '#contract/errors.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import { FAILURES } from '#domain/texts/failures.ts';
import { type Words, chooseIn, type Choose } from '#domain/texts/language.ts';
import type { UploadDocument } from '#contract/documents.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { uploadLines } from '../upload-text.ts';
import { writeDocument, writeText } from '../terminal.js';
import { listValidationLines } from '../validation-text.ts';
import { getExitCode, withApp, type Command, type Environment } from '../command.ts';

/** `abrir`: opens the window. With `--navegador`, or if no window is possible (and then says why), opens the browser instead. */
export const openApp: Command = async (given, environment) => {
  const reason = given.flag('navegador') ? undefined : await openWindow(environment);
  if (reason === 'closed') return 0;
  const { consola, env, signal, say } = environment;
  if (reason !== undefined) {
    consola.showNotice(
      say(
        `No se pudo abrir la ventana: ${reason}. Tus datos están como estaban. Se abre en el navegador.`,
        `The window could not be opened: ${reason}. Your data is as it was. The browser is opened.`,
      ),
    );
  }
  const { openInBrowser } = await import('../../loopback/open.ts');
  await openInBrowser({ env, signal, say, tell: consola.showNotice });
  return 0;
};

/** Opens the window and waits until it is closed. Returns 'closed', or a sentence that says why the window could not open. */
async function openWindow(environment: Environment): Promise<string> {
  const { env, signal, say } = environment;
  const without = explainNoScreen(env, process.platform, say);
  const { ROOT } = await import('../../loopback/open.ts');
  if (without !== undefined) {
    const missing = findElectronBinary(ROOT, env) === undefined;
    return missing ? say(`${without}, ni está Electron`, `${without}, nor is Electron there`) : without;
  }
  const binary = await fetchElectron(ROOT, environment);
  if (signal.aborted) return 'closed';
  if (binary === undefined)
    return say(
      'falta Electron y no se lo pudo bajar (revisá la conexión)',
      'Electron is missing and could not be downloaded (check the connection)',
    );
  const { buildWindow } = await import('../../../../scripts/build/bundle.ts');
  await buildWindow(ROOT);
  return launchWindow(binary, ROOT, environment);
}

/** How long, in ms, downloading Electron (some 120 MB) may take. */
const DEADLINE_MS = 5 * 60_000;

/** The reason, in words, why this machine cannot show a window now; undefined if none is known. */
export function explainNoScreen(
  env: Environment['env'],
  platform: string,
  say: Choose = chooseIn(),
): string | undefined {
  if (platform === 'win32' || platform === 'darwin') return undefined;
  const hasDisplay = [env['DISPLAY'], env['WAYLAND_DISPLAY']].some((value) => value !== undefined && value !== '');
  return hasDisplay ? undefined : say('esta sesión no tiene pantalla gráfica', 'this session has no graphic screen');
}

const folderOf = (root: string): string | undefined => {
  try {
    return path.dirname(createRequire(path.join(root, 'package.json')).resolve('electron/package.json'));
  } catch {
    return undefined; // installed without development dependencies
  }
};

/** The path of Electron, if its binary is there. Downloads nothing. */
export function findElectronBinary(root: string, env: Environment['env']): string | undefined {
  const folder = folderOf(root);
  if (folder === undefined) return undefined;
  const note = path.join(folder, 'path.txt');
  if (!existsSync(note)) return undefined;
  const dist = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(folder, 'dist');
  const binary = path.join(dist, readFileSync(note, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}

/** The path of Electron, whose package downloads a missing binary; undefined without that package, or if the download fails or takes over five minutes. */
async function fetchElectron(root: string, { env, signal, say, stderr }: Environment): Promise<string | undefined> {
  const there = findElectronBinary(root, env);
  const folder = folderOf(root);
  if (there !== undefined || folder === undefined) return there;
  const downloading = say(
    'Bajando la ventana (Electron), solo la primera vez…',
    'Downloading the window (Electron), only the first time…',
  );
  writeText(stderr, `${downloading}\n`);
  const ended = await new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, [path.join(folder, 'install.js')], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 2, 'ignore'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  return ended ? findElectronBinary(root, env) : undefined;
}

/** Runs the window from the sources until a person or the signal closes it. Returns 'closed', or a sentence that says why the window could not open. */
function launchWindow(binary: string, root: string, { env, signal, say }: Environment): Promise<string> {
  // Editors based on Electron set this variable, with which the window would run as Node.
  const { ELECTRON_RUN_AS_NODE: _asNode, ...rest } = env;
  return new Promise((resolve, reject) => {
    let open = false;
    // The window's output goes to standard error, because standard output is for the command.
    const child = spawn(binary, [root], { env: rest, stdio: ['ignore', 2, 2, 'ipc'] });
    const close = () => child.kill('SIGTERM');
    signal.addEventListener('abort', close, { once: true });
    const end = (code: string, clean: boolean): void => {
      signal.removeEventListener('abort', close);
      if (clean || signal.aborted) resolve('closed');
      else if (open) reject(new AppError('INTERNO', { detail: { ventana: code } }));
      else resolve(say(`Electron no arrancó (${code})`, `Electron did not start (${code})`));
    };
    child.on('message', (message) => (open ||= message === 'ventana-abierta'));
    child.once('error', (error) => end(error.message, false));
    child.once('exit', (code, killedBy) => end(killedBy ?? String(code), code === 0));
    if (signal.aborted) close();
  });
}

/** Imports the example only when needed, because it loads a web server that other commands do not use. */
const importExample = () => import('#app/demo/example.ts');

/** Coupons per batch: few, so that the example has several batches. */
const PER_TANDA = 100;
/** How long the result must stay unchanged: short, because the sandbox matches at once. */
const STABLE_SECONDS = 1;

/** `demo`: the whole job with the example workbook and the built-in sandbox. Its data folder is deleted at the end. */
export const demo: Command = async (given, environment) => {
  const { consola, stdout, clock, say } = environment;
  const folder = path.resolve(given.text('carpeta') ?? '.');
  await ensureFolder(folder);
  const home = await mkdtemp(path.join(tmpdir(), 'conciliador-demo-'));
  const { EXAMPLE, getExampleSandbox, serveSandbox } = await importExample();
  const served = await serveSandbox(getExampleSandbox(clock.now()), clock);
  try {
    consola.showNotice(
      say(
        `Servicio de ejemplo en ${served.url}; planilla de ejemplo: ${EXAMPLE.archivo}`,
        `Example service at ${served.url}; example spreadsheet: ${EXAMPLE.archivo}`,
      ),
    );
    return await withApp(withSandbox(environment, served, home), async (app) => {
      const documents = await app.call('archivos.validar', { archivos: [EXAMPLE.archivo], cupones: false });
      if (!consola.json) {
        for (const line of documents.flatMap((doc) => listValidationLines(doc, say))) writeText(stdout, `${line}\n`);
        writeText(stdout, '\n');
      }
      const doc = toDemoDocument(
        await app.call('cargas.conciliar', {
          archivos: [EXAMPLE.archivo],
          omitirErrores: true,
          porTanda: PER_TANDA,
          estable: STABLE_SECONDS,
          carpeta: folder,
        }),
      );
      consola.showResult(doc, () => uploadLines(doc, say));
      return getExitCode(doc);
    });
  } catch (error) {
    throw toDemoError(error);
  } finally {
    await served.close();
    await rm(home, { recursive: true, force: true });
  }
};

const withoutResuming = (code: ErrorCode): Words => [
  `${FAILURES[code].es[0]} El ejemplo no se retoma: corré demo de nuevo.`,
  `${FAILURES[code].en[0]} The example is not resumed: run demo again.`,
];

/** The document without commands that resume the upload, because the example's data folder is deleted. */
function toDemoDocument({ sinBajar: _, ...doc }: UploadDocument): UploadDocument {
  if (!('mensaje' in doc) || doc.codigo === undefined || !isErrorCode(doc.codigo)) return doc;
  return { ...doc, mensaje: withoutResuming(doc.codigo)[0] };
}

/** Replaces the advice in errors that names options of `conciliar`, which `demo` does not have. */
function toDemoError(error: unknown): unknown {
  if (!isAppError(error, 'CANCELADO', 'CARPETA_SIN_PERMISO')) return error;
  const { code, detail } = error;
  const mensaje = code === 'CANCELADO' ? withoutResuming(code) : USAGE.demoFolder;
  return new AppError(code, { cause: error, detail, mensaje });
}

const withSandbox = (
  environment: Environment,
  { url, apiKey, apiSecret }: { url: string; apiKey: string; apiSecret: string },
  home: string,
): Environment => ({
  ...environment,
  env: {
    CONCILIADOR_HOME: home,
    CONCILIADOR_URL: url,
    CONCILIADOR_API_KEY: apiKey,
    CONCILIADOR_API_SECRET: apiSecret,
  },
});

/** `sandbox`: serves the example API until it is stopped. The first line has the address and credentials (docs/cli.md). */
export const sandbox: Command = async (given, { stdout, stderr, signal, clock, say }) => {
  const { serveSandbox } = await importExample();
  const { close, ...access } = await serveSandbox(
    { ...given.numbers('puerto', 'semilla', 'operaciones'), rasgos: given.list('rasgo'), datos: given.list('datos') },
    clock,
  );
  writeDocument(stdout, access);
  writeText(
    stderr,
    `${say('Sirviendo la API de ejemplo. Ctrl-C para terminar.', 'Serving the example API. Ctrl-C to end.')}\n`,
  );
  if (!signal.aborted) await once(signal, 'abort');
  await close();
  return 0;
};
