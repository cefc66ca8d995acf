import type { SecretStore } from '#platform/secrets/secret-store.ts';
import { readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { Import } from './read-files.ts';
import type { LeaveOut } from './lock-files.ts';
import { chooseIn, type Shared } from '../open/index.ts';
import { createOnce, type Once } from '../once.ts';
import type { OpenSent } from '../uploaded/sent.ts';
import type { Reconcile } from './reconcile.ts';
import type { FixesOf } from '../explanations/index.ts';

interface Deps {
  readonly importer: Once<Import>;
  readonly sent: Once<OpenSent>;
  readonly reconcile: Once<Reconcile>;
  readonly fixesOf: FixesOf;
  readonly keychain: SecretStore;
  readonly leaveOut: LeaveOut;
}

/** The methods `revision.*`. Everything that changes rows or files is a writer. */
export function reviewMethods(
  shared: Shared,
  { importer, sent, reconcile, fixesOf, keychain, leaveOut }: Deps,
): MethodsOf<`revision.${string}`> {
  const revision = createOnce(async () =>
    (await import('./revision.ts')).createRevision({
      choose: chooseIn(shared),
      reviews: await shared.reviews(),
      ledgers: await shared.ledgers(),
      sent: await sent(),
      importer: await importer(),
      reconcile,
      fixesOf,
      keychain,
      clock: shared.clock,
      random: shared.random,
    }),
  );
  return {
    'revision.empezar': withLock(async (input, context) =>
      (await revision()).empezar({ ...input, archivos: [...leaveOut(input.archivos)] }, context),
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
  };
}
