import type { Tell } from '#domain/texts/statements.ts';
import type { MethodsOf } from '../dispatch/dispatch.ts';
import type { Shared } from '../open/index.ts';
import { createOnce } from '../once.ts';

type OfLocalData = Omit<MethodsOf<`datos.${string}` | `vistas.${string}`>, 'datos.sincronizar'>;

/** The methods over the local data. None needs the network; only the saved views are written. */
export function createDataMethods(
  { accounts, caches, ledgers, results, folder, clock }: Shared,
  { onIndexFailure, onNotice }: { readonly onIndexFailure: (error: unknown) => void; readonly onNotice: Tell },
): OfLocalData {
  const openDeps = async () => ({ cuentas: await accounts(), caches: await caches(), ledgers: await ledgers(), clock });
  const browse = createOnce(async () => (await import('./index.ts')).createBrowse(await openDeps()));
  const data = createOnce(async () =>
    (await import('./data.ts')).createData({ ...(await openDeps()), results: await results(), onIndexFailure }),
  );
  const vistas = createOnce(async () =>
    (await import('./vistas.ts')).createVistas({ data: folder, cuentas: await accounts(), onNotice }),
  );
  return {
    'datos.consultar': { writes: false, run: async (input) => (await browse()).query(input) },
    'datos.exportar': { writes: false, run: async (input, context) => (await browse()).writeFile(input, context) },
    'datos.pagina': { writes: false, run: async (input, { signal }) => (await data()).readPage(input, signal) },
    'datos.totales': { writes: false, run: async (input, { signal }) => (await data()).readTotals(input, signal) },
    'datos.valores': { writes: false, run: async (input, { signal }) => (await data()).readValues(input, signal) },
    'datos.detalle': { writes: false, run: async (input, { signal }) => (await data()).readDetail(input, signal) },
    'datos.rastro': { writes: false, run: async (input, { signal }) => (await data()).readTrail(input, signal) },
    'datos.cuarentena': {
      writes: false,
      run: async (input) => (await data()).listQuarantined(input),
    },
    'datos.estado': { writes: false, run: async (input) => (await data()).readStatus(input) },
    'datos.buscar': { writes: false, run: async (input, { signal }) => (await data()).search(input, signal) },
    'datos.cupones_de_liquidacion': {
      writes: false,
      run: async (input, { signal }) => (await data()).listCuponesOfLiquidacion(input, signal),
    },
    'vistas.listar': { writes: false, run: async (input) => (await vistas()).list(input) },
    'vistas.guardar': { writes: true, run: async (input) => (await vistas()).save(input) },
    'vistas.borrar': { writes: true, run: async (input) => (await vistas()).remove(input) },
  };
}
