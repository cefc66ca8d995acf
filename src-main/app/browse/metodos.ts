import type { Clock } from '#domain/clock.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { Caches } from '../compose/caches.ts';
import type { Libros } from '../compose/libros.ts';
import type { ResultadosAbiertos } from '../compose/resultados.ts';
import { once, type Once } from '../compose/once.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';
import type { Datos } from './datos.ts';
import type { Browse } from './index.ts';
import type { Vistas } from './vistas.ts';

type DeDatos = {
  readonly [
    M in keyof MethodTable as M extends 'datos.sincronizar'
      ? never
      : M extends `datos.${string}` | `vistas.${string}`
        ? M
        : never
  ]: MethodTable[M];
};

interface DatosLocales {
  readonly browse: Once<Browse>;
  readonly datos: Once<Datos>;
  readonly vistas: Once<Vistas>;
}

interface Deps {
  readonly cuentas: Once<Cuentas>;
  readonly caches: Once<Caches>;
  readonly libros: Once<Libros>;
  readonly resultados: Once<ResultadosAbiertos>;
  readonly carpeta: DataFolder;
  readonly clock: Clock;
}

/** What is behind the methods over the local data, each made when it is first asked for. */
export function datosLocales({ cuentas, caches, libros, resultados, carpeta, clock }: Deps): DatosLocales {
  const deps = async () => ({ cuentas: await cuentas(), caches: await caches(), libros: await libros(), clock });
  return {
    browse: once(async () => (await import('./index.ts')).createBrowse(await deps())),
    datos: once(async () =>
      (await import('./datos.ts')).createDatos({ ...(await deps()), resultados: await resultados() }),
    ),
    vistas: once(async () => (await import('./vistas.ts')).createVistas({ datos: carpeta, cuentas: await cuentas() })),
  };
}

/** The methods over the local data. None needs the network; only the saved views are written. */
export const metodosDeDatos = ({ browse, datos, vistas }: DatosLocales): DeDatos => ({
  'datos.consultar': { writes: false, run: async (input, context) => (await browse()).consultar(input, context) },
  'datos.exportar': { writes: false, run: async (input, context) => (await browse()).exportar(input, context) },
  'datos.pagina': { writes: false, run: async (input, { signal }) => (await datos()).pagina(input, signal) },
  'datos.totales': { writes: false, run: async (input, { signal }) => (await datos()).totales(input, signal) },
  'datos.valores': { writes: false, run: async (input, { signal }) => (await datos()).valores(input, signal) },
  'datos.detalle': { writes: false, run: async (input, { signal }) => (await datos()).detalle(input, signal) },
  'datos.rastro': { writes: false, run: async (input, { signal }) => (await datos()).rastro(input, signal) },
  'datos.cuarentena': { writes: false, run: async (input, { signal }) => (await datos()).cuarentena(input, signal) },
  'datos.estado': { writes: false, run: async (input, { signal }) => (await datos()).estado(input, signal) },
  'datos.buscar': { writes: false, run: async (input, { signal }) => (await datos()).buscar(input, signal) },
  'datos.cupones_de_liquidacion': {
    writes: false,
    run: async (input, { signal }) => (await datos()).cuponesDeLiquidacion(input, signal),
  },
  'vistas.listar': { writes: false, run: async (input) => (await vistas()).listar(input) },
  'vistas.guardar': { writes: true, run: async (input) => (await vistas()).guardar(input) },
  'vistas.borrar': { writes: true, run: async (input) => (await vistas()).borrar(input) },
});
