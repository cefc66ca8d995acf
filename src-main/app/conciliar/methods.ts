/** The methods of the main job: `archivos.validar`, `revision.*` and `cargas.*`. */
import path from 'node:path';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import { isLockFile } from '#workbook/read/sniff.ts';
import { readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { FixesOf } from '../explanations/index.ts';
import { chooseIn, type Shared } from '../open/index.ts';
import { createOnce, type Once } from '../once.ts';
import type { Import } from './read-files.ts';
import type { Reconcile, ReconcileDeps } from './reconcile.ts';

interface Deps extends Pick<
  ReconcileDeps,
  'turnsOf' | 'getSettings' | 'afterSending' | 'showExplanation' | 'who' | 'onBoundary'
> {
  readonly importer: Once<Import>;
  readonly names: Once<ReconcileDeps['names']>;
  readonly fixesOf: FixesOf;
  readonly onNotice: (text: string, said: Statement) => void;
}

/** Everything that changes rows, files or uploads is a writer. */
export function createConciliarMethods(
  shared: Shared,
  { importer, names, fixesOf, onNotice, ...sending }: Deps,
): MethodsOf<'archivos.validar' | `revision.${string}` | `cargas.${string}`> {
  const { clock, random } = shared;
  const choose = chooseIn(shared);
  const leaveOut = (files: readonly string[]) => [...leaveOutLockFiles(files, onNotice)];
  const openSent = createOnce(async () =>
    (await import('../uploaded/sent.ts')).createSent({
      ledgers: await shared.ledgers(),
      caches: await shared.caches(),
    }),
  );
  const reconcile: Once<Reconcile> = createOnce(async () =>
    (await import('./reconcile.ts')).createReconcile({
      ...sending,
      names: await names(),
      sessions: await shared.sessions(),
      ledgers: await shared.ledgers(),
      caches: await shared.caches(),
      importer: await importer(),
      clock,
      random,
    }),
  );
  const revision = createOnce(async () =>
    (await import('./revision.ts')).createRevision({
      choose,
      reviews: await shared.reviews(),
      ledgers: await shared.ledgers(),
      sent: await openSent(),
      importer: await importer(),
      reconcile,
      fixesOf,
      clock,
      random,
    }),
  );
  const uploads = createOnce(async () =>
    (await import('./sent-uploads.ts')).createSentUploads({
      choose,
      ledgers: await shared.ledgers(),
      caches: await shared.caches(),
    }),
  );
  return {
    // With an account, rows that it sent before are recognised.
    'archivos.validar': readOnly(async ({ archivos, cuenta, ...reading }, context) => {
      const alreadySent = cuenta === undefined ? undefined : await (await openSent())(await choose(cuenta));
      return (await importer()).validate(leaveOut(archivos), { ...reading, alreadySent }, context);
    }),
    'revision.empezar': withLock(async (input, context) =>
      (await revision()).empezar({ ...input, archivos: leaveOut(input.archivos) }, context),
    ),
    'revision.ver': readOnly(async (input, context) => (await revision()).ver(input, context)),
    'revision.columnas': withLock(async (input, context) => (await revision()).columnas(input, context)),
    'revision.dejar_afuera': withLock(async (input, context) => (await revision()).dejar_afuera(input, context)),
    'revision.leer': withLock(async (input, context) => (await revision()).leer(input, context)),
    'revision.filas': readOnly(async (input, context) => (await revision()).filas(input, context)),
    'revision.siguiente': readOnly(async (input, context) => (await revision()).siguiente(input, context)),
    'revision.agrupadas': readOnly(async (input, context) => (await revision()).agrupadas(input, context)),
    'revision.iguales': readOnly(async (input, context) => (await revision()).iguales(input, context)),
    'revision.corregir': withLock(async (input, context) => (await revision()).corregir(input, context)),
    'revision.usar': withLock(async (input, context) => (await revision()).usar(input, context)),
    'revision.orden': withLock(async (input, context) => (await revision()).orden(input, context)),
    'revision.omitir': withLock(async (input, context) => (await revision()).omitir(input, context)),
    'revision.deshacer': withLock(async (input, context) => (await revision()).deshacer(input, context)),
    'revision.rehacer': withLock(async (input, context) => (await revision()).rehacer(input, context)),
    'revision.puente': readOnly(async (input, context) => (await revision()).puente(input, context)),
    'revision.totales': readOnly(async (input, context) => (await revision()).totales(input, context)),
    'revision.corregidos': readOnly(async (input, context) => (await revision()).corregidos(input, context)),
    'revision.errores': readOnly(async (input, context) => (await revision()).errores(input, context)),
    'revision.mezclar': withLock(async (input, context) => (await revision()).mezclar(input, context)),
    'revision.enviar': withLock(async (input, context) => (await revision()).enviar(input, context)),
    'revision.descartar': withLock(async (input, context) => (await revision()).descartar(input, context)),
    'cargas.conciliar': withLock(async (input, context) =>
      (await reconcile()).reconcile({ ...input, archivos: leaveOut(input.archivos) }, context),
    ),
    'cargas.retomar': withLock(async (input, context) => (await reconcile()).resume(input, context)),
    'cargas.recientes': readOnly(async (input) => (await uploads()).recientes(input)),
    'cargas.corregidos': readOnly(async (input) => (await uploads()).corregidos(input)),
    'cargas.tandas': readOnly(async (input) => (await uploads()).tandas(input)),
  };
}

/**
 * Leaves out the lock files that a spreadsheet program makes while a workbook is open, and tells each one. When no other file was given they
 * stay: reading them says what they are.
 */
export function leaveOutLockFiles(
  files: readonly string[],
  onNotice: (text: string, said: Statement) => void,
): readonly string[] {
  const isLock = (file: string): boolean => isLockFile(path.basename(file));
  const rest = files.filter((file) => !isLock(file));
  if (rest.length === 0) return files;
  for (const lock of files.filter(isLock)) tellTo(onNotice, 'bloqueo_apartado', { nombre: path.basename(lock) });
  return rest;
}
