import type { Clock } from '#domain/clock.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { Caches } from '../compose/caches.ts';
import type { Libros } from '../compose/libros.ts';
import type { ResultadosAbiertos } from '../compose/resultados.ts';
import { once, type Once } from '../compose/once.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';

interface Deps {
  readonly cuentas: Once<Cuentas>;
  readonly caches: Once<Caches>;
  readonly libros: Once<Libros>;
  readonly resultados: Once<ResultadosAbiertos>;
  readonly carpeta: DataFolder;
  readonly clock: Clock;
}

type Miradas =
  | 'inicio.ver'
  | 'inicio.sin_conciliar'
  | 'inicio.pendientes'
  | 'inicio.calendario'
  | 'inicio.visto'
  | 'controles.ver'
  | 'papeles.exportar';

/** What looks over the local data as a whole: the first page, the tie-outs and the books. */
export function metodosDePapeles({
  cuentas,
  caches,
  libros,
  resultados,
  carpeta,
  clock,
}: Deps): Pick<MethodTable, Miradas> {
  const conDatos = once(async () => {
    const { conDatosDe } = await import('../inicio/sumador.ts');
    return conDatosDe(await caches());
  });
  const inicio = once(async () => {
    const [{ createInicio }, { crearVisitas }] = await Promise.all([
      import('../inicio/index.ts'),
      import('../inicio/visitas.ts'),
    ]);
    return createInicio({
      cuentas: await cuentas(),
      conDatos: await conDatos(),
      libros: await libros(),
      resultados: await resultados(),
      visitas: crearVisitas(),
      datos: carpeta,
      clock,
    });
  });
  const controles = once(async () => {
    const { createControles } = await import('../controles/index.ts');
    return createControles({ cuentas: await cuentas(), conDatos: await conDatos(), clock });
  });
  const papeles = once(async () => {
    const { createPapeles } = await import('./index.ts');
    return createPapeles({ cuentas: await cuentas(), conDatos: await conDatos(), clock });
  });
  return {
    'inicio.ver': { writes: false, run: async (input, { signal }) => (await inicio()).ver(input, signal) },
    'inicio.calendario': {
      writes: false,
      run: async (input, { signal }) => (await inicio()).calendario(input, signal),
    },
    'inicio.pendientes': {
      writes: false,
      run: async (input, { signal }) => (await inicio()).pendientes(input, signal),
    },
    'inicio.sin_conciliar': { writes: false, run: async (input) => (await inicio()).sinConciliar(input) },
    'inicio.visto': { writes: true, run: async (input) => (await inicio()).visto(input) },
    'controles.ver': { writes: false, run: async (input, { signal }) => (await controles()).ver(input, signal) },
    'papeles.exportar': { writes: false, run: async (input, context) => (await papeles()).exportar(input, context) },
  };
}
