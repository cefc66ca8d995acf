/** The local data of a synchronised sandbox, as the screens ask for it. */

import path from 'node:path';
import type { Account } from '#app/accounts/account.ts';
import { createData } from '#app/browse/data.ts';
import { createVistas } from '#app/browse/vistas.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import type { KeyedRow } from '#contract/data.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Results } from '#storage/results/open.ts';
import { askOf } from '../context.ts';
import { createViews } from '../papers/world.ts';

export type TestData = Awaited<ReturnType<typeof someData>>;

/** All rows of a view that a question lets through, page by page. */
export async function readAll(
  { data }: Pick<TestData, 'data'>,
  query: Partial<MethodParsed<'datos.pagina'>> & Pick<MethodParsed<'datos.pagina'>, 'vista'>,
): Promise<readonly KeyedRow[]> {
  const rows: KeyedRow[] = [];
  for (;;) {
    const { filas, hayMas } = await data.pagina({ cuenta: undefined, filas: 1000, ...query, desdeFila: rows.length });
    rows.push(...filas);
    if (!hayMas) return rows;
  }
}

export const never = new AbortController().signal;

/** `libro`: the ledger of the account; absent for an account without one. */
export async function someData(
  options: Parameters<typeof createViews>[0] = {},
  ledger?: (account: Account) => Ledger,
  results?: Results,
) {
  const views = await createViews(options);
  const { world, caches, cuenta: account } = views;
  const root = path.dirname(path.dirname(views.carpeta));
  const accounts = { choose: () => Promise.resolve(account) };
  const opened = ledger?.(account);
  const ledgers = { openExisting: () => Promise.resolve(opened) };
  return {
    world,
    caches,
    cuenta: account,
    root,
    clock: world.clock,
    data: askOf(
      createData({
        accounts,
        caches: { ...caches, existingResults: () => Promise.resolve(results) },
        ledgers,
        folder: getDataFolder(root),
        clock: world.clock,
        onIndexFailure: (error) => {
          throw error;
        },
      }),
    ),
    vistas: askOf(createVistas({ data: { root }, accounts })),
    [Symbol.asyncDispose]: () => views[Symbol.asyncDispose](),
  };
}
