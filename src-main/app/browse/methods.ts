import type { Tell } from '#domain/texts/statements.ts';
import { readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { Shared } from '../open/index.ts';
import { createOnce } from '../once.ts';

type OfLocalData = Omit<MethodsOf<`datos.${string}` | `vistas.${string}`>, 'datos.sincronizar'>;

/** The methods over the local data. None needs the network; only the saved views are written. */
export function createDataMethods(
  { accounts, caches, ledgers, folder, clock }: Shared,
  { onIndexFailure, onNotice }: { readonly onIndexFailure: (error: unknown) => void; readonly onNotice: Tell },
): OfLocalData {
  const openDeps = async () => ({ cuentas: await accounts(), caches: await caches(), ledgers: await ledgers(), clock });
  const browse = createOnce(async () => (await import('./index.ts')).createBrowse(await openDeps()));
  const data = createOnce(async () =>
    (await import('./data.ts')).createData({ ...(await openDeps()), folder, onIndexFailure }),
  );
  const vistas = createOnce(async () =>
    (await import('./vistas.ts')).createVistas({ data: folder, cuentas: await accounts(), onNotice }),
  );
  return {
    'datos.consultar': readOnly(async (input) => (await browse()).query(input)),
    'datos.exportar': readOnly(async (input, context) => (await browse()).writeFile(input, context)),
    'datos.pagina': readOnly(async (input, { signal }) => (await data()).readPage(input, signal)),
    'datos.totales': readOnly(async (input, { signal }) => (await data()).readTotals(input, signal)),
    'datos.valores': readOnly(async (input, { signal }) => (await data()).readValues(input, signal)),
    'datos.detalle': readOnly(async (input, { signal }) => (await data()).readDetail(input, signal)),
    'datos.rastro': readOnly(async (input, { signal }) => (await data()).readTrail(input, signal)),
    'datos.cuarentena': readOnly(async (input) => (await data()).listQuarantined(input)),
    'datos.estado': readOnly(async (input) => (await data()).readStatus(input)),
    'datos.buscar': readOnly(async (input, { signal }) => (await data()).search(input, signal)),
    'datos.cupones_de_liquidacion': readOnly(async (input, { signal }) =>
      (await data()).listCuponesOfLiquidacion(input, signal),
    ),
    'vistas.listar': readOnly(async (input) => (await vistas()).list(input)),
    'vistas.guardar': withLock(async (input) => (await vistas()).save(input)),
    'vistas.borrar': withLock(async (input) => (await vistas()).remove(input)),
  };
}
