import type { Clock } from '#domain/clock.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Caches } from '../compose/caches.ts';
import type { Ledgers } from '../compose/ledgers.ts';
import type { OpenResults } from '../compose/results.ts';
import { once, type Once } from '../compose/once.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';
import type { Data } from './data.ts';
import type { Browse } from './index.ts';
import type { Vistas } from './vistas.ts';

type DataMethods = {
  readonly [
    M in keyof MethodTable as M extends 'datos.sincronizar'
      ? never
      : M extends `datos.${string}` | `vistas.${string}`
        ? M
        : never
  ]: MethodTable[M];
};

interface LocalData {
  readonly browse: Once<Browse>;
  readonly datos: Once<Data>;
  readonly vistas: Once<Vistas>;
}

interface Deps {
  readonly cuentas: Once<Accounts>;
  readonly caches: Once<Caches>;
  readonly libros: Once<Ledgers>;
  readonly resultados: Once<OpenResults>;
  readonly carpeta: DataFolder;
  readonly clock: Clock;
}

/** What is behind the methods over the local data, each made when it is first asked for. */
export function createLocalData({ cuentas, caches, libros, resultados, carpeta, clock }: Deps): LocalData {
  const deps = async () => ({ cuentas: await cuentas(), caches: await caches(), libros: await libros(), clock });
  return {
    browse: once(async () => (await import('./index.ts')).createBrowse(await deps())),
    datos: once(async () =>
      (await import('./data.ts')).createData({ ...(await deps()), resultados: await resultados() }),
    ),
    vistas: once(async () => (await import('./vistas.ts')).createVistas({ datos: carpeta, cuentas: await cuentas() })),
  };
}

/** The methods over the local data. None needs the network; only the saved views are written. */
export const dataMethods = ({ browse, datos, vistas }: LocalData): DataMethods => ({
  'datos.consultar': { writes: false, run: async (input, context) => (await browse()).query(input, context) },
  'datos.exportar': { writes: false, run: async (input, context) => (await browse()).writeFile(input, context) },
  'datos.pagina': { writes: false, run: async (input, { signal }) => (await datos()).readPage(input, signal) },
  'datos.totales': { writes: false, run: async (input, { signal }) => (await datos()).readTotals(input, signal) },
  'datos.valores': { writes: false, run: async (input, { signal }) => (await datos()).readValues(input, signal) },
  'datos.detalle': { writes: false, run: async (input, { signal }) => (await datos()).readDetail(input, signal) },
  'datos.rastro': { writes: false, run: async (input, { signal }) => (await datos()).readTrail(input, signal) },
  'datos.cuarentena': {
    writes: false,
    run: async (input, { signal }) => (await datos()).listQuarantined(input, signal),
  },
  'datos.estado': { writes: false, run: async (input, { signal }) => (await datos()).readStatus(input, signal) },
  'datos.buscar': { writes: false, run: async (input, { signal }) => (await datos()).search(input, signal) },
  'datos.cupones_de_liquidacion': {
    writes: false,
    run: async (input, { signal }) => (await datos()).cuponesDeLiquidacion(input, signal),
  },
  'vistas.listar': { writes: false, run: async (input) => (await vistas()).list(input) },
  'vistas.guardar': { writes: true, run: async (input) => (await vistas()).save(input) },
  'vistas.borrar': { writes: true, run: async (input) => (await vistas()).remove(input) },
});
