import path from 'node:path';
import { withApp } from '../application.ts';
import { getArgument, hasFlag, type Command } from '../command.ts';
import { formatTable } from '../format.ts';
import { resolveOutputFile } from '../output.ts';

/** `plantillas listar`. */
export const listTemplates: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const all = await app.call('plantillas.listar', {});
    environment.consola.showResult(all, () =>
      all.length === 0
        ? ['Todavía no hay ninguna plantilla. Se guardan con «conciliar --guardar-plantilla».']
        : formatTable(
            all.map(({ nombre, mapeo }) => [
              nombre,
              Object.entries(mapeo)
                .map(([field, column]) => `${field}=${column}`)
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
    const done = await app.call('plantillas.exportar', { exportar: resolveOutputFile(getArgument(request, 0)) });
    environment.consola.showResult(done, () => [
      `Plantillas: ${String(done.plantillas)}. Escrito en ${done.exportado}`,
    ]);
    return 0;
  });

/** `plantillas importar`. */
export const importTemplates: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const files = [path.resolve(getArgument(request, 0))];
    const brought = await app.call('plantillas.importar', {
      archivos: files,
      reemplazar: hasFlag(request, 'reemplazar'),
    });
    const lineOf = (word: string, names: readonly string[]): string[] =>
      names.length === 0 ? [] : [`${word}: ${names.join(', ')}`];
    environment.consola.showResult(brought, () => [
      ...lineOf('Agregadas', brought.agregadas),
      ...lineOf('Reemplazadas', brought.reemplazadas),
      ...lineOf('Ya estaban y quedaron como estaban (con --reemplazar se cambian)', brought.omitidas),
    ]);
    return 0;
  });
