import type { SecretStore } from '#platform/secrets/secret-store.ts';
import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { Import } from '../import/index.ts';
import type { LeaveOut } from '../import/methods.ts';
import { chooseIn, type Shared } from '../open/index.ts';
import { createOnce, type Once } from '../once.ts';
import type { OpenSent } from '../uploaded/sent.ts';
import type { Reconcile } from '../wizard/index.ts';
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
  const revision = createOnce(async () => {
    const { createRevision } = await import('./index.ts');
    return createRevision({
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
    });
  });
  return {
    'revision.empezar': {
      writes: true,
      run: async (input, context) =>
        (await revision()).empezar({ ...input, archivos: [...leaveOut(input.archivos)] }, context),
    },
    'revision.ver': { writes: false, run: async (input, context) => (await revision()).ver(input, context) },
    'revision.columnas': { writes: true, run: async (input, context) => (await revision()).columnas(input, context) },
    'revision.dejar_afuera': {
      writes: true,
      run: async (input, context) => (await revision()).dejar_afuera(input, context),
    },
    'revision.leer': { writes: true, run: async (input, context) => (await revision()).leer(input, context) },
    'revision.filas': { writes: false, run: async (input, context) => (await revision()).filas(input, context) },
    'revision.siguiente': {
      writes: false,
      run: async (input, context) => (await revision()).siguiente(input, context),
    },
    'revision.agrupadas': {
      writes: false,
      run: async (input, context) => (await revision()).agrupadas(input, context),
    },
    'revision.iguales': { writes: false, run: async (input, context) => (await revision()).iguales(input, context) },
    'revision.corregir': { writes: true, run: async (input, context) => (await revision()).corregir(input, context) },
    'revision.usar': { writes: true, run: async (input, context) => (await revision()).usar(input, context) },
    'revision.orden': { writes: true, run: async (input, context) => (await revision()).orden(input, context) },
    'revision.omitir': { writes: true, run: async (input, context) => (await revision()).omitir(input, context) },
    'revision.deshacer': { writes: true, run: async (input, context) => (await revision()).deshacer(input, context) },
    'revision.rehacer': { writes: true, run: async (input, context) => (await revision()).rehacer(input, context) },
    'revision.puente': { writes: false, run: async (input, context) => (await revision()).puente(input, context) },
    'revision.totales': { writes: false, run: async (input, context) => (await revision()).totales(input, context) },
    'revision.corregidos': {
      writes: false,
      run: async (input, context) => (await revision()).corregidos(input, context),
    },
    'revision.errores': { writes: false, run: async (input, context) => (await revision()).errores(input, context) },
    'revision.mezclar': { writes: true, run: async (input, context) => (await revision()).mezclar(input, context) },
    'revision.enviar': { writes: true, run: async (input, context) => (await revision()).enviar(input, context) },
    'revision.descartar': { writes: true, run: async (input, context) => (await revision()).descartar(input, context) },
  };
}
