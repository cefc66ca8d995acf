import { AppError, isAppError } from '#contract/errors.ts';
import type { Comando, Pedido } from './comando.ts';
import { crearConsola } from './consola.ts';
import { seguirInterrupciones } from './interrupciones.ts';

/** Every command by its path, as `programa.js` names it. Loaded when it is asked for: a command loads only what it needs. */
const COMANDOS: Readonly<Record<string, () => Promise<Comando>>> = {
  demo: async () => (await import('./comandos/demo.ts')).demo,
  sandbox: async () => (await import('./comandos/sandbox.ts')).sandbox,
  validar: async () => (await import('./comandos/validar.ts')).validar,
  conciliar: async () => (await import('./comandos/conciliar.ts')).conciliar,
  'cuenta agregar': async () => (await import('./comandos/cuenta.ts')).agregar,
  'cuenta listar': async () => (await import('./comandos/cuenta.ts')).listar,
  'cuenta quitar': async () => (await import('./comandos/cuenta.ts')).quitar,
  'cuenta probar': async () => (await import('./comandos/cuenta.ts')).probar,
  'cuenta usar': async () => (await import('./comandos/cuenta.ts')).usar,
  'conciliaciones listar': async () => (await import('./comandos/conciliaciones.ts')).listar,
  'conciliaciones ver': async () => (await import('./comandos/conciliaciones.ts')).ver,
  'conciliaciones resultado': async () => (await import('./comandos/conciliaciones.ts')).resultado,
  'conciliaciones borrar': async () => (await import('./comandos/conciliaciones.ts')).borrar,
  'conciliaciones retomar': async () => (await import('./comandos/conciliar.ts')).retomar,
};

/**
 * Runs one command and gives its exit code (CLI.md, "Exit codes"). Whatever fails is said in a sentence on standard error and, with
 * `--json`, as a document on standard output; never a stack trace.
 */
export async function ejecutar(pedido: Pedido): Promise<number> {
  const consola = crearConsola({ json: pedido.opciones['json'] === true });
  const interrupciones = seguirInterrupciones();
  try {
    const load = COMANDOS[pedido.comando];
    if (load === undefined) throw new AppError('USO');
    requireFolder();
    const comando = await load();
    return await comando(pedido, { consola, signal: interrupciones.signal, env: process.env });
  } catch (error) {
    const falla = isAppError(error) ? error : new AppError('INTERNO', { cause: error });
    return consola.falla({ code: falla.code, message: falla.message, detail: falla.detail });
  } finally {
    interrupciones.fin();
    await consola.vaciar();
  }
}

/** A shell can stand in a folder that was deleted: nothing relative means anything there. */
function requireFolder(): void {
  try {
    process.cwd();
  } catch (error) {
    const mensaje = 'La carpeta en la que estás ya no existe. No se hizo nada. Entrá en otra y probá de nuevo.';
    throw new AppError('USO', { cause: error, mensaje });
  }
}
