import { AppError, isAppError, isErrorCode, type ErrorCode } from '#contract/errors.ts';
import { findElectronBinary, explainNoScreen, fetchElectron } from '../../electron/launch.ts';
import { type Command, type Environment, getExitCode } from '../command.ts';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureFolder } from '#platform/data-folder.ts';
import { FAILURES } from '#domain/texts/failures.ts';
import type { Words } from '#domain/texts/language.ts';
import type { UploadDocument } from '#contract/documents.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { EXAMPLE, getExampleSandbox, serveSandbox } from '#app/demo/example.ts';
import { withApp } from '../application.ts';
import { uploadLines } from '../upload-text.ts';
import { writeDocument, writeText } from '../terminal.js';
import { listValidationLines } from '../validation-text.ts';

/** `abrir`: the window; the browser when the person asks for it, or when there can be no window, saying why. */
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

/** Opens the window and waits until it is closed; gives the reason when there was none. */
async function openWindow({ env, signal, say }: Environment): Promise<string> {
  const without = explainNoScreen(env, process.platform, say);
  const { ROOT } = await import('../../loopback/open.ts');
  if (without !== undefined) {
    const missing = findElectronBinary(ROOT, env) === undefined;
    return missing ? say(`${without}, ni está Electron`, `${without}, nor is Electron there`) : without;
  }
  const binary = await fetchElectron(ROOT, env, { signal, say });
  if (signal.aborted) return 'closed';
  if (binary === undefined)
    return say(
      'falta Electron y no se lo pudo bajar (revisá la conexión)',
      'Electron is missing and could not be downloaded (check the connection)',
    );
  const [{ buildWindow }, { launchWindow }] = await Promise.all([
    import('../../../../scripts/build/window.ts'),
    import('../../electron/launch.ts'),
  ]);
  await buildWindow(ROOT);
  const end = await launchWindow({ binary, root: ROOT, env, signal });
  if (end.fin === 'falla') throw new AppError('INTERNO', { detail: { ventana: end.codigo } });
  return end.fin === 'cerrada'
    ? 'closed'
    : say(`Electron no arrancó (${end.codigo})`, `Electron did not start (${end.codigo})`);
}

/** Batches are small, so that the example has several. */
const PER_TANDA = 100;
/** The sandbox matches at once, so its result is stable sooner than a real service's. */
const STABLE_SECONDS = 1;

/** `demo`: the whole job on the embedded sandbox with the example workbook. It has its own data folder, which is deleted at the end. */
export const demo: Command = async (given, environment) => {
  const { consola, stdout, clock, say } = environment;
  const folder = path.resolve(given.text('carpeta') ?? '.');
  await ensureFolder(folder);
  const home = await mkdtemp(path.join(tmpdir(), 'conciliador-demo-'));
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

/** The document without the commands that go on with an upload: the data folder of the example is deleted. */
function toDemoDocument({ sinBajar: _, ...doc }: UploadDocument): UploadDocument {
  if (!('mensaje' in doc) || doc.codigo === undefined || !isErrorCode(doc.codigo)) return doc;
  return { ...doc, mensaje: withoutResuming(doc.codigo)[0] };
}

/** The same of what was thrown. `conciliar` names its own options. */
function toDemoError(error: unknown): unknown {
  if (!isAppError(error, 'CANCELADO', 'CARPETA_SIN_PERMISO')) return error;
  const { code, detail } = error;
  const mensaje = code === 'CANCELADO' ? withoutResuming(code) : USAGE.demoFolder;
  return new AppError(code, { cause: error, detail, mensaje });
}

/** The environment with the sandbox's account and its own data folder. */
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

/** `sandbox`: serves the example API until it is stopped; the first line has its address and credentials (docs/cli.md). */
export const sandbox: Command = async (given, { stdout, stderr, signal, clock, say }) => {
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
