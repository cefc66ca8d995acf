import { readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { LeaveOut } from '../import/lock-files.ts';
import { chooseIn, type Shared } from '../open/index.ts';
import { createOnce, type Once } from '../once.ts';
import type { Reconcile } from './index.ts';

/** The methods of the main job, and what was sent before. */
export function createWizardMethods(
  reconcile: Once<Reconcile>,
  shared: Shared,
  leaveOut: LeaveOut,
): MethodsOf<`cargas.${string}`> {
  const choose = chooseIn(shared);
  const recent = createOnce(async () =>
    (await import('./recent.ts')).createRecent({
      choose,
      ledgers: await shared.ledgers(),
      caches: await shared.caches(),
    }),
  );
  const tandas = createOnce(async () =>
    (await import('./tandas.ts')).createTandas({ choose, ledgers: await shared.ledgers() }),
  );
  const corrected = createOnce(async () =>
    (await import('./corrected.ts')).createCorrected({ choose, ledgers: await shared.ledgers() }),
  );
  return {
    'cargas.conciliar': withLock(async (input, context) =>
      (await reconcile()).reconcile({ ...input, archivos: [...leaveOut(input.archivos)] }, context),
    ),
    'cargas.retomar': withLock(async (input, context) => (await reconcile()).resume(input, context)),
    'cargas.recientes': readOnly(async (input) => (await recent())(input)),
    'cargas.corregidos': readOnly(async (input) => (await corrected())(input)),
    'cargas.tandas': readOnly(async (input) => (await tandas())(input)),
  };
}
