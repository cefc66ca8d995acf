/** The local data of a synchronised sandbox, as the screens ask for it. */

import path from 'node:path';
import type { Cuenta } from '#app/accounts/account.ts';
import { createDatos, type Datos } from '#app/browse/datos.ts';
import { createVistas, type Vistas } from '#app/browse/vistas.ts';
import { crearCaches, type Caches } from '#app/compose/caches.ts';
import { dataFolder } from '#platform/data-folder.ts';
import type { Libro } from '#storage/ledger/index.ts';
import type { Resultados } from '#storage/resultados/index.ts';
import type { TestClock } from '../../service/fixtures.ts';
import { unMundo, type Mundo } from '../sync/mundo.ts';

export interface DatosDePrueba extends AsyncDisposable {
  readonly mundo: Mundo;
  readonly datos: Datos;
  readonly vistas: Vistas;
  readonly caches: Caches;
  readonly cuenta: Cuenta;
  readonly clock: TestClock;
  readonly raiz: string;
}

export const nunca = new AbortController().signal;

/** `libro`: the ledger of the account, where there is one. */
export async function unosDatos(
  opciones: Parameters<typeof unMundo>[0] = {},
  libro?: (cuenta: Cuenta) => Libro,
  resultados?: Resultados,
): Promise<DatosDePrueba> {
  const mundo = await unMundo(opciones);
  const carpeta = path.dirname(mundo.ruta);
  const raiz = path.dirname(path.dirname(carpeta));
  const caches = crearCaches({ datos: dataFolder(raiz), clock: mundo.clock, onAviso: () => undefined });
  const cuenta = { id: path.basename(carpeta), nombre: 'prueba' } as unknown as Cuenta; // only these are looked at here
  const cuentas = { elegir: () => Promise.resolve(cuenta) };
  const abierto = libro?.(cuenta);
  const libros = { existente: () => Promise.resolve(abierto) };
  return {
    mundo,
    caches,
    cuenta,
    raiz,
    clock: mundo.clock,
    datos: createDatos({
      cuentas,
      caches,
      libros,
      resultados: { existente: () => Promise.resolve(resultados) },
      clock: mundo.clock,
    }),
    vistas: createVistas({ datos: { raiz }, cuentas }),
    async [Symbol.asyncDispose]() {
      await caches.cerrar();
      await mundo[Symbol.asyncDispose]();
    },
  };
}
