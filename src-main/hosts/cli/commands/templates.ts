import path from 'node:path';
import { withApp } from '../application.ts';
import { getArgument, hasFlag, type Command } from '../command.ts';
import { formatTable } from '../format.ts';
import { resolveOutputFile } from '../output.ts';

/** `plantillas listar`. */
export const listTemplates: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const todas = await app.call('plantillas.listar', {});
    environment.consola.showResult(todas, () =>
      todas.length === 0
        ? ['Todavía no hay ninguna plantilla. Se guardan con «conciliar --guardar-plantilla».']
        : formatTable(
            todas.map(({ nombre, mapeo }) => [
              nombre,
              Object.entries(mapeo)
                .map(([campo, columna]) => `${campo}=${columna}`)
                .join(' '),
            ]),
          ),
    );
    return 0;
  });

/** `plantillas renombrar`. */
export const renameTemplate: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const one = await app.call('plantillas.renombrar', {
      nombre: getArgument(request, 0),
      nuevo: getArgument(request, 1),
    });
    environment.consola.showResult(one, () => [`La plantilla se llama ahora ${one.nombre}.`]);
    return 0;
  });

/** `plantillas borrar`. */
export const deleteTemplate: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const one = await app.call('plantillas.borrar', { nombre: getArgument(request, 0) });
    environment.consola.showResult(one, () => [`Se borró la plantilla ${one.nombre}.`]);
    return 0;
  });

/** `plantillas exportar`. */
export const exportTemplates: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const hecho = await app.call('plantillas.exportar', { exportar: resolveOutputFile(getArgument(request, 0)) });
    environment.consola.showResult(hecho, () => [
      `Plantillas: ${String(hecho.plantillas)}. Escrito en ${hecho.exportado}`,
    ]);
    return 0;
  });

/** `plantillas importar`. */
export const importTemplates: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const archivos = [path.resolve(getArgument(request, 0))];
    const brought = await app.call('plantillas.importar', { archivos, reemplazar: hasFlag(request, 'reemplazar') });
    const lineOf = (word: string, nombres: readonly string[]): string[] =>
      nombres.length === 0 ? [] : [`${word}: ${nombres.join(', ')}`];
    environment.consola.showResult(brought, () => [
      ...lineOf('Agregadas', brought.agregadas),
      ...lineOf('Reemplazadas', brought.reemplazadas),
      ...lineOf('Ya estaban y quedaron como estaban (con --reemplazar se cambian)', brought.omitidas),
    ]);
    return 0;
  });
