import { readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { LeaveOut } from './lock-files.ts';
import { chooseIn, type Shared } from '../open/index.ts';
import { createOnce, type Once } from '../once.ts';
import type { Reconcile } from './reconcile.ts';

/** The methods of the main job, and what was sent before. */
export function createWizardMethods(
  reconcile: Once<Reconcile>,
  shared: Shared,
  leaveOut: LeaveOut,
): MethodsOf<`cargas.${string}`> {
  const sent = createOnce(async () =>
    (await import('./sent-uploads.ts')).createSentUploads({
      choose: chooseIn(shared),
      ledgers: await shared.ledgers(),
      caches: await shared.caches(),
    }),
  );
  return {
    'cargas.conciliar': withLock(async (input, context) =>
      (await reconcile()).reconcile({ ...input, archivos: [...leaveOut(input.archivos)] }, context),
    ),
    'cargas.retomar': withLock(async (input, context) => (await reconcile()).resume(input, context)),
    'cargas.recientes': readOnly(async (input) => (await sent()).recientes(input)),
    'cargas.corregidos': readOnly(async (input) => (await sent()).corregidos(input)),
    'cargas.tandas': readOnly(async (input) => (await sent()).tandas(input)),
  };
}
