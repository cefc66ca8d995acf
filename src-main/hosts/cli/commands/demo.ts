import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureFolder } from '#platform/data-folder.ts';
import { AppError, isAppError, isErrorCode } from '#contract/errors.ts';
import type { UploadDocument } from '#contract/documents.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { EXAMPLE, getExampleSandbox } from '#app/demo/sample.ts';
import { serveSandbox } from '#app/demo/sandbox.ts';
import { withApp } from '../application.ts';
import { uploadLines } from '../upload-text.ts';
import { getExitCode, type Command, type Environment } from '../command.ts';
import { writeDocument, writeText } from '../terminal.js';
import { listValidationLines } from '../validation-text.ts';

/** Batches are small, so that the example has several. */
const PER_TANDA = 100;
/** The sandbox matches at once, so its result is stable sooner than a real service's. */
const STABLE_SECONDS = 1;

/** `demo`: the whole job on the embedded sandbox with the example workbook. It has its own data folder, which is deleted at the end. */
export const demo: Command = async (given, environment) => {
  const { consola, stdout, clock } = environment;
  const folder = path.resolve(given.text('carpeta') ?? '.');
  await ensureFolder(folder);
  const home = await mkdtemp(path.join(tmpdir(), 'conciliador-demo-'));
  const served = await serveSandbox(getExampleSandbox(clock.now()), clock);
  try {
    consola.showNotice(`Servicio de ejemplo en ${served.url}; planilla de ejemplo: ${EXAMPLE.archivo}`);
    return await withApp(withSandbox(environment, served, home), async (app) => {
      const documents = await app.call('archivos.validar', { archivos: [EXAMPLE.archivo], cupones: false });
      if (!consola.json) {
        for (const line of documents.flatMap((doc) => listValidationLines(doc))) writeText(stdout, `${line}\n`);
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
      consola.showResult(doc, () => uploadLines(doc));
      return getExitCode(doc);
    });
  } catch (error) {
    throw toDemoError(error);
  } finally {
    await served.close();
    await rm(home, { recursive: true, force: true });
  }
};

/** The document without the commands that go on with an upload: the data folder of the example is deleted. */
function toDemoDocument({ sinBajar: _, ...doc }: UploadDocument): UploadDocument {
  if (!('mensaje' in doc) || doc.codigo === undefined || !isErrorCode(doc.codigo)) return doc;
  return { ...doc, mensaje: `${new AppError(doc.codigo).what} ${CONSOLE.demoNotResumed}` };
}

/** The same of what was thrown. `conciliar` names its own options. */
function toDemoError(error: unknown): unknown {
  if (!isAppError(error, 'CANCELADO', 'CARPETA_SIN_PERMISO')) return error;
  const { code, detail } = error;
  const message = code === 'CANCELADO' ? `${new AppError(code).what} ${CONSOLE.demoNotResumed}` : CONSOLE.demoFolder;
  return new AppError(code, { cause: error, detail, mensaje: message });
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
export const sandbox: Command = async (given, { stdout, stderr, signal, clock }) => {
  const { close, ...access } = await serveSandbox(
    { ...given.numbers('puerto', 'semilla', 'operaciones'), rasgos: given.list('rasgo'), datos: given.list('datos') },
    clock,
  );
  writeDocument(stdout, access);
  writeText(stderr, 'Sirviendo la API de ejemplo. Ctrl-C para terminar.\n');
  if (!signal.aborted) await once(signal, 'abort');
  await close();
  return 0;
};
