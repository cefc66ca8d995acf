import type { Clock } from '#domain/clock.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import { AppError } from '#contract/errors.ts';
import type { SecretStore } from '#platform/secrets/secret-store.ts';
import type { Cuentas } from '../accounts/accounts.ts';
import type { MethodTable } from '../dispatch/dispatch.ts';
import type { ConciliarDeps } from '../conciliar/index.ts';
import type { Ejemplo } from '../demo/iniciar.ts';
import type { Import } from '../import/index.ts';
import { datosLocales, metodosDeDatos } from '../browse/metodos.ts';
import type { Guardados } from '../conciliaciones/guardados.ts';
import { metodosDeResultados } from '../conciliaciones/metodos.ts';
import type { Explanations } from '../explanations/index.ts';
import { methodsOfExplanations } from '../explanations/methods.ts';
import type { ExplainingThread } from '../explanations/thread.ts';
import { metodosDePapeles } from '../papeles/metodos.ts';
import { methodsOfProbe } from '../probe/metodos.ts';
import type { Connect } from '../probe/index.ts';
import { methodsOfSecondCopy } from '../second-copy/metodos.ts';
import type { SecondCopies } from '../second-copy/index.ts';
import { metodosDeRevision } from '../revision/metodos.ts';
import { metodosDeSync } from '../sync/metodos.ts';
import { metodosDeAjustes, type DepsDeAjustes } from '../settings/metodos.ts';
import type { Caches } from './caches.ts';
import type { Escuchas } from './escuchas.ts';
import type { Libros } from './libros.ts';
import { once, type Once } from './once.ts';
import type { ResultadosAbiertos } from './resultados.ts';
import type { Revisiones } from './revisiones.ts';
import type { Sesiones } from './sesiones.ts';

interface Deps {
  readonly cuentas: Once<Cuentas>;
  readonly sesiones: Once<Sesiones>;
  readonly importacion: Once<Import>;
  readonly libros: Once<Libros>;
  readonly revisiones: Once<Revisiones>;
  readonly resultados: Once<ResultadosAbiertos>;
  readonly caches: Once<Caches>;
  readonly segundas: Once<SecondCopies>;
  readonly explaining: Once<ExplainingThread>;
  readonly escuchas: Escuchas;
  readonly probing: Connect;
  readonly ejemplo: Once<Ejemplo>;
  readonly ajustes: DepsDeAjustes;
  readonly carpeta: DataFolder;
  readonly llavero: SecretStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onBoundary?: ConciliarDeps['onBoundary'];
}

/** What is behind each method of the contract. Writers are marked: they hold the data folder's lock while they run. */
export function crearMetodos({
  cuentas,
  sesiones,
  importacion,
  libros,
  revisiones,
  resultados,
  caches,
  segundas,
  explaining,
  escuchas,
  probing,
  ejemplo,
  ajustes,
  carpeta,
  llavero,
  clock,
  random,
  onBoundary,
}: Deps): MethodTable {
  const names = once(async () => (await import('../conciliaciones/names.ts')).createNames(carpeta));
  const conciliaciones = once(async () => {
    const { createConciliaciones } = await import('../conciliaciones/index.ts');
    return createConciliaciones({
      sesiones: await sesiones(),
      libros: await libros(),
      resultados: await resultados(),
      names: await names(),
      clock,
    });
  });
  const guardados: Once<Guardados> = once(async () => {
    const { createGuardados } = await import('../conciliaciones/guardados.ts');
    const abiertas = await cuentas();
    return createGuardados({
      elegir: (nombre) => abiertas.elegir(nombre),
      sesiones,
      libros: await libros(),
      resultados: await resultados(),
      names: await names(),
      explicar: async (input, context) => (await explanations()).explicar(input, context),
      clock,
    });
  });
  const explanations: Once<Explanations> = once(async () => {
    const [{ createExplanations }, { ulid }] = await Promise.all([import('../explanations/index.ts'), import('ulid')]);
    const abiertas = await cuentas();
    return createExplanations({
      elegir: (nombre) => abiertas.elegir(nombre),
      caches: await caches(),
      resultados: await resultados(),
      libros: await libros(),
      carpeta,
      importacion,
      leerResultado: async (input, context) => (await guardados()).leer(input, context),
      thread: await explaining(),
      clock,
      unique: () => ulid(clock.now(), random),
    });
  });
  const conciliar = once(async () => {
    const { createConciliar } = await import('../conciliar/index.ts');
    return createConciliar({
      sesiones: await sesiones(),
      libros: await libros(),
      resultados: await resultados(),
      importacion: await importacion(),
      ajustes: async () => (await ajustes.ajustes()).leer(),
      trasEnviar: async (cuenta) => (await segundas()).trasEnviar(cuenta),
      clock,
      random,
      onBoundary,
    });
  });

  const enviados = once(async () => {
    const { createEnviados } = await import('./enviados.ts');
    return createEnviados({ libros: await libros(), resultados: await resultados() });
  });
  const recientes = once(async () => {
    const { createRecientes } = await import('../conciliar/recientes.ts');
    const abiertas = await cuentas();
    return createRecientes({
      elegir: (nombre) => abiertas.elegir(nombre),
      libros: await libros(),
      resultados: await resultados(),
    });
  });
  const tandas = once(async () => {
    const { createTandas } = await import('../conciliar/tandas.ts');
    const abiertas = await cuentas();
    return createTandas({ elegir: (nombre) => abiertas.elegir(nombre), libros: await libros() });
  });
  const revision = once(async () => {
    const { createRevision } = await import('../revision/index.ts');
    const abiertas = await cuentas();
    return createRevision({
      elegir: (nombre) => abiertas.elegir(nombre),
      revisiones: await revisiones(),
      libros: await libros(),
      enviados: await enviados(),
      importacion: await importacion(),
      conciliar,
      llavero,
      clock,
      random,
    });
  });
  const sincronizar = once(async () => {
    const { createSincronizar } = await import('../sync/index.ts');
    return createSincronizar({
      cuentas: await cuentas(),
      sesiones: await sesiones(),
      caches: await caches(),
      libros: await libros(),
      escuchas,
      clock,
    });
  });
  const datos = datosLocales({ cuentas, caches, libros, resultados, carpeta, clock });

  return {
    'cuentas.listar': { writes: false, run: async () => (await cuentas()).listar() },
    'cuentas.agregar': {
      writes: true,
      run: async (input, { signal }) => {
        const agregada = await (await cuentas()).agregar(input, signal);
        await ajustes.olvidarSesion(agregada.nombre); // one of the same name was open with its other secret
        return agregada;
      },
    },
    'cuentas.quitar': {
      writes: true,
      alone: true,
      run: async ({ si, ...input }, { signal }) => {
        if (!si) throw new AppError('CONFIRMACION_NECESARIA');
        await ajustes.olvidarSesion(input.nombre);
        // Its data may go, and whoever has it open would go on writing where nobody reads.
        if (input.conDatos) await ajustes.cerrarArchivos();
        return (await cuentas()).quitar(input, signal);
      },
    },
    'cuentas.probar': {
      writes: false,
      run: async ({ cuenta }, { signal }) => (await cuentas()).probar(cuenta, signal),
    },
    'cuentas.usar': { writes: true, run: async ({ nombre }) => (await cuentas()).usar(nombre) },
    'archivos.validar': {
      writes: false,
      run: async ({ archivos, cuenta, ...lectura }, seguimiento) => {
        const yaEnviados =
          cuenta === undefined ? undefined : await (await enviados())(await (await cuentas()).elegir(cuenta));
        return (await importacion()).validar(archivos, { ...lectura, yaEnviados }, seguimiento);
      },
    },
    'cargas.conciliar': { writes: true, run: async (input, context) => (await conciliar()).conciliar(input, context) },
    'cargas.retomar': { writes: true, run: async (input, context) => (await conciliar()).retomar(input, context) },
    'cargas.recientes': { writes: false, run: async (input) => (await recientes())(input) },
    'cargas.tandas': { writes: false, run: async (input) => (await tandas())(input) },
    'ejemplo.iniciar': { writes: true, run: async (_input, { signal }) => (await ejemplo()).iniciar(signal) },
    ...metodosDeSync(sincronizar),
    ...metodosDeDatos(datos),
    'conciliaciones.listar': {
      writes: false,
      run: async (input, { signal }) => (await conciliaciones()).listar(input, signal),
    },
    'conciliaciones.ver': {
      writes: false,
      run: async (input, { signal }) => (await conciliaciones()).ver(input, signal),
    },
    'conciliaciones.resultado': {
      writes: false,
      run: async (input, context) => (await conciliaciones()).resultado(input, context),
    },
    'conciliaciones.borrar': {
      writes: true,
      run: async (input, { signal }) => (await conciliaciones()).borrar(input, signal),
    },
    ...metodosDeResultados(guardados),
    ...methodsOfExplanations(explanations),
    ...metodosDePapeles({ cuentas, caches, libros, resultados, carpeta, clock }),
    ...metodosDeRevision(revision),
    ...metodosDeAjustes(ajustes),
    ...methodsOfProbe({
      connect: probing,
      openTrial: async (cuenta) => ({
        libro: await (await libros()).abrir(cuenta),
        resultados: await (await resultados()).abrir(cuenta),
        random,
        afterSend: async () => (await segundas()).trasEnviar(cuenta),
      }),
      clock,
    }),
    ...methodsOfSecondCopy(segundas, ajustes.cerrarArchivos),
  };
}
