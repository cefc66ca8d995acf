import type { ListWork } from '../home/unmatched.ts';
import type { Shared } from '../open/index.ts';
import { createOnce } from '../once.ts';
import { readOnly, withLock, type MethodTable } from '../dispatch/dispatch.ts';

type Views =
  | 'inicio.ver'
  | 'inicio.sin_conciliar'
  | 'inicio.pendientes'
  | 'inicio.calendario'
  | 'inicio.visto'
  | 'controles.ver'
  | 'controles.caja'
  | 'papeles.exportar';

/** The methods over the local data as a whole: the first page, the tie-outs and the books. */
export function createPaperMethods(
  { accounts, caches, ledgers, folder, clock }: Shared,
  listWork: ListWork,
): Pick<MethodTable, Views> {
  const withData = createOnce(async () => (await import('../figures/adder.ts')).createWithData(await caches()));
  const start = createOnce(async () =>
    (await import('../home/index.ts')).createHome({
      accounts: await accounts(),
      withData: await withData(),
      ledgers: await ledgers(),
      caches: await caches(),
      listWork,
      data: folder,
      clock,
    }),
  );
  const checks = createOnce(async () =>
    (await import('../checks/index.ts')).createChecks({
      accounts: await accounts(),
      withData: await withData(),
      clock,
    }),
  );
  const till = createOnce(async () =>
    (await import('../checks/till.ts')).createTill({
      accounts: await accounts(),
      withData: await withData(),
      ledgers: await ledgers(),
      caches: await caches(),
      clock,
    }),
  );
  const papers = createOnce(async () =>
    (await import('./index.ts')).createPapers({
      accounts: await accounts(),
      withData: await withData(),
      clock,
      folder,
    }),
  );
  return {
    'inicio.ver': readOnly(async (input, { signal }) => (await start()).show(input, signal)),
    'inicio.calendario': readOnly(async (input, { signal }) => (await start()).calendario(input, signal)),
    'inicio.pendientes': readOnly(async (input, { signal }) => (await start()).listPending(input, signal)),
    'inicio.sin_conciliar': readOnly(async (input) => (await start()).listUnmatched(input)),
    'inicio.visto': withLock(async (input) => (await start()).markSeen(input)),
    'controles.ver': readOnly(async (input, { signal }) => (await checks()).show(input, signal)),
    'controles.caja': readOnly(async (input, { signal }) => (await till()).show(input, signal)),
    'papeles.exportar': readOnly(async (input, context) => (await papers()).writeFile(input, context)),
  };
}
