/** Inicio, the tie-outs and the papers over the cache of a synchronised sandbox. */
import path from 'node:path';
import { createControles, type Controles } from '#app/controles/index.ts';
import { crearCaches, type Caches } from '#app/compose/caches.ts';
import { createInicio, type Inicio } from '#app/inicio/index.ts';
import { conDatosDe } from '#app/inicio/sumador.ts';
import { crearVisitas } from '#app/inicio/visitas.ts';
import { createPapeles, type Papeles } from '#app/papeles/index.ts';
import type { Cuenta } from '#app/accounts/account.ts';
import { dataFolder } from '#platform/data-folder.ts';
import type { Libro } from '#storage/ledger/index.ts';
import { unMundo, type Mundo } from '../sync/mundo.ts';

export interface Miradas extends AsyncDisposable {
  readonly mundo: Mundo;
  readonly caches: Caches;
  readonly cuenta: Cuenta;
  readonly inicio: Inicio;
  readonly controles: Controles;
  readonly papeles: Papeles;
  /** The folder of the account's data. */
  readonly carpeta: string;
}

/** `libro`: the ledger of the account, where there is one. */
export async function unasMiradas(opciones: Parameters<typeof unMundo>[0] = {}, libro?: Libro): Promise<Miradas> {
  const mundo = await unMundo(opciones);
  const carpeta = path.dirname(mundo.ruta);
  const datos = dataFolder(path.dirname(path.dirname(carpeta)));
  const { clock } = mundo;
  const caches = crearCaches({ datos, clock, onAviso: () => undefined });
  const cuenta = { id: path.basename(carpeta), nombre: 'La Espiga' } as unknown as Cuenta; // only these are looked at here
  const cuentas = { elegir: () => Promise.resolve(cuenta) };
  const conDatos = conDatosDe(caches);
  const libros = { existente: () => Promise.resolve(libro) };
  return {
    mundo,
    caches,
    cuenta,
    carpeta,
    inicio: createInicio({
      cuentas,
      conDatos,
      libros,
      resultados: { existente: () => Promise.resolve(undefined) },
      visitas: crearVisitas(),
      datos,
      clock,
    }),
    controles: createControles({ cuentas, conDatos, clock }),
    papeles: createPapeles({ cuentas, conDatos, clock }),
    async [Symbol.asyncDispose]() {
      await caches.cerrar();
      await mundo[Symbol.asyncDispose]();
    },
  };
}
