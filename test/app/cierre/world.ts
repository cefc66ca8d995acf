/** The closing over the cache of a synchronised sandbox. */
import path from 'node:path';
import { createCierre } from '#app/cierre/index.ts';
import { createWithData } from '#app/figures/adder.ts';
import type { CierreDocument } from '#contract/cierre.ts';
import { getDataFolder } from '#platform/data-folder.ts';
import { createTemporaryFolder } from '../../platform/temporary-folder.ts';
import { askOf, context, type Asked } from '../context.ts';
import { createViews, type Views } from '../papers/world.ts';

export const CUIT = '30715542189';

export interface Closing extends AsyncDisposable {
  readonly views: Views;
  readonly cierre: Asked<ReturnType<typeof createCierre>>;
  /** A folder for workbooks. */
  readonly salida: string;
  show(periodo: string, cuit?: string): Promise<CierreDocument>;
}

/** `datos`: switches of the sandbox's data. Everything from June on is synchronised, unless `desde` says otherwise. */
export async function createClosing({
  datos = [],
  rasgos = [],
  operaciones = 6000,
  desde = '2026-06-01',
}: {
  readonly datos?: readonly string[];
  readonly rasgos?: readonly string[];
  readonly operaciones?: number;
  readonly desde?: string;
} = {}): Promise<Closing> {
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
    show: (periodo, cuit) => cierre.ver({ periodo, ...(cuit === undefined ? {} : { cuit }) }, context),
    [Symbol.asyncDispose]: () => views[Symbol.asyncDispose](),
  };
}
