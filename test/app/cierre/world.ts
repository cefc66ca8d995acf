import path from 'node:path';
import { createCierre } from '#app/cierre/index.ts';
import { createWithData } from '#app/figures/adder.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { askOf, context } from '../context.ts';
import { createViews } from '../papers/world.ts';

export const CUIT = '30715542189';

export type Closing = Awaited<ReturnType<typeof createClosing>>;

/** `datos`: switches of the sandbox's data. Synchronises from `desde` (by default June) on. */
export async function createClosing({
  datos = [] as readonly string[],
  rasgos = [] as readonly string[],
  operaciones = 6000,
  desde = '2026-06-01',
} = {}) {
  const views = await createViews({ datos, rasgos, operaciones });
  await views.world.synchronise({ desde, hasta: '2026-10-15' });
  const folder = getDataFolder(path.dirname(path.dirname(views.carpeta)));
  const cierre = createCierre({
    accounts: { choose: () => Promise.resolve(views.cuenta) },
    withData: createWithData(views.caches),
    folder,
    clock: views.world.clock,
    who: () => 'contadora',
    version: '0.1.0',
    listWork: () => Promise.resolve(null),
    afterChange: () => undefined,
  });
  return {
    views,
    cierre: askOf(cierre),
    salida: createTemporaryFolder(),
    show: (periodo: string, cuit?: string) => cierre.ver({ periodo, ...(cuit === undefined ? {} : { cuit }) }, context),
    [Symbol.asyncDispose]: () => views[Symbol.asyncDispose](),
  };
}
