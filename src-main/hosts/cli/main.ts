import { AppError, ERROR_CATALOGUE, isAppError } from '#contract/errors.ts';
import type { Comando, Pedido } from './comando.ts';
import { crearConsola, type Consola } from './consola.ts';
import { seguirInterrupciones } from './interrupciones.ts';

/** Every command by its path, as `programa.js` names it. Loaded when it is asked for: a command loads only what it needs. */
const COMANDOS: Readonly<Record<string, () => Promise<Comando>>> = {
  abrir: async () => (await import('./comandos/abrir.ts')).abrir,
  demo: async () => (await import('./comandos/demo.ts')).demo,
  sandbox: async () => (await import('./comandos/sandbox.ts')).sandbox,
  validar: async () => (await import('./comandos/validar.ts')).validar,
  conciliar: async () => (await import('./comandos/conciliar.ts')).conciliar,
  sincronizar: async () => (await import('./comandos/datos.ts')).sincronizar,
  consultar: async () => (await import('./comandos/datos.ts')).consultar,
  exportar: async () => (await import('./comandos/datos.ts')).exportar,
  explicar: async () => (await import('./comandos/explicar.ts')).explicar,
  previa: async () => (await import('./comandos/explicar.ts')).previa,
  faltantes: async () => (await import('./comandos/explicar.ts')).faltantes,
  papel: async () => (await import('./comandos/papel.ts')).papel,
  'cuenta agregar': async () => (await import('./comandos/cuenta.ts')).agregar,
  'cuenta listar': async () => (await import('./comandos/cuenta.ts')).listar,
  'cuenta quitar': async () => (await import('./comandos/cuenta.ts')).quitar,
  'cuenta probar': async () => (await import('./comandos/cuenta-probar.ts')).probar,
  'cuenta salir': async () => (await import('./comandos/cuenta.ts')).salir,
  'cuenta cambiar-clave': async () => (await import('./comandos/cuenta.ts')).cambiarClave,
  'ajustes ver': async () => (await import('./comandos/ajustes.ts')).ver,
  'ajustes cambiar': async () => (await import('./comandos/ajustes.ts')).cambiar,
  soporte: async () => (await import('./comandos/ajustes.ts')).soporte,
  'plantillas listar': async () => (await import('./comandos/plantillas.ts')).listar,
  'plantillas renombrar': async () => (await import('./comandos/plantillas.ts')).renombrar,
  'plantillas borrar': async () => (await import('./comandos/plantillas.ts')).borrar,
  'plantillas exportar': async () => (await import('./comandos/plantillas.ts')).exportar,
  'plantillas importar': async () => (await import('./comandos/plantillas.ts')).importar,
  'respaldo listar': async () => (await import('./comandos/respaldo.ts')).listar,
  'respaldo crear': async () => (await import('./comandos/respaldo.ts')).crear,
  'respaldo verificar': async () => (await import('./comandos/respaldo.ts')).verificar,
  'respaldo restaurar': async () => (await import('./comandos/respaldo.ts')).restaurar,
  'respaldo segunda ver': async () => (await import('./comandos/segunda-copia.ts')).ver,
  'respaldo segunda elegir': async () => (await import('./comandos/segunda-copia.ts')).elegir,
  'respaldo segunda quitar': async () => (await import('./comandos/segunda-copia.ts')).quitar,
  'respaldo segunda copiar': async () => (await import('./comandos/segunda-copia.ts')).copiar,
  'respaldo segunda listar': async () => (await import('./comandos/segunda-copia.ts')).listar,
  'respaldo segunda verificar': async () => (await import('./comandos/segunda-copia.ts')).verificar,
  'respaldo segunda restaurar': async () => (await import('./comandos/segunda-copia.ts')).restaurar,
  'trasladar exportar': async () => (await import('./comandos/trasladar.ts')).exportar,
  'trasladar examinar': async () => (await import('./comandos/trasladar.ts')).examinar,
  'trasladar importar': async () => (await import('./comandos/trasladar.ts')).importar,
  'cuenta usar': async () => (await import('./comandos/cuenta.ts')).usar,
  'conciliaciones listar': async () => (await import('./comandos/conciliaciones.ts')).listar,
  'conciliaciones ver': async () => (await import('./comandos/conciliaciones.ts')).ver,
  'conciliaciones resultado': async () => (await import('./comandos/conciliaciones.ts')).resultado,
  'conciliaciones borrar': async () => (await import('./comandos/conciliaciones.ts')).borrar,
  'conciliaciones retomar': async () => (await import('./comandos/conciliar.ts')).retomar,
};

/**
 * Runs one command and gives its exit code (docs/cli.md, "Exit codes"). Whatever fails is said in a sentence on standard error and, with
 * `--json`, as a document on standard output; never a stack trace.
 */
export async function ejecutar(pedido: Pedido): Promise<number> {
  const consola = crearConsola({ json: pedido.opciones['json'] === true });
  const interrupciones = seguirInterrupciones();
  const salida = await correr(pedido, consola, interrupciones.signal);
  interrupciones.fin();
  return (await consola.vaciar()) ? salida : ERROR_CATALOGUE.DISCO_LLENO.salida;
}

async function correr(pedido: Pedido, consola: Consola, signal: AbortSignal): Promise<number> {
  try {
    const load = COMANDOS[pedido.comando];
    if (load === undefined) throw new AppError('USO');
    requireFolder();
    const comando = await load();
    return await comando(pedido, { consola, signal, env: process.env });
  } catch (error) {
    const falla = isAppError(error)
      ? error
      : new AppError('INTERNO', { cause: error, detail: { lugar: placeOf(error) } });
    return consola.falla({ code: falla.code, message: falla.message, detail: falla.detail });
  }
}

/** Where a bug is, for support: name and place, without its message (which may quote data). */
const placeOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name} ${/(src-main|bin|node:)[^\s()]*:\d+/.exec(error.stack ?? '')?.[0] ?? ''}`.trim()
    : typeof error;

/** A shell can stand in a folder that was deleted: nothing relative means anything there. */
function requireFolder(): void {
  try {
    process.cwd();
  } catch (error) {
    const mensaje = 'La carpeta en la que estás ya no existe. No se hizo nada. Entrá en otra y probá de nuevo.';
    throw new AppError('USO', { cause: error, mensaje });
  }
}
