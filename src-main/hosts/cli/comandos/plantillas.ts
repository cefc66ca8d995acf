import path from 'node:path';
import { conAplicacion } from '../aplicacion.ts';
import { argumento, bandera, type Comando } from '../comando.ts';
import { tabla } from '../formato.ts';
import { archivoDeSalida } from '../salida.ts';

/** `plantillas listar`. */
export const listar: Comando = (_pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const todas = await app.llamar('plantillas.listar', {});
    entorno.consola.resultado(todas, () =>
      todas.length === 0
        ? ['Todavía no hay ninguna plantilla. Se guardan con «conciliar --guardar-plantilla».']
        : tabla(
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
export const renombrar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const una = await app.llamar('plantillas.renombrar', { nombre: argumento(pedido, 0), nuevo: argumento(pedido, 1) });
    entorno.consola.resultado(una, () => [`La plantilla se llama ahora ${una.nombre}.`]);
    return 0;
  });

/** `plantillas borrar`. */
export const borrar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const una = await app.llamar('plantillas.borrar', { nombre: argumento(pedido, 0) });
    entorno.consola.resultado(una, () => [`Se borró la plantilla ${una.nombre}.`]);
    return 0;
  });

/** `plantillas exportar`. */
export const exportar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const hecho = await app.llamar('plantillas.exportar', { exportar: archivoDeSalida(argumento(pedido, 0)) });
    entorno.consola.resultado(hecho, () => [`Plantillas: ${String(hecho.plantillas)}. Escrito en ${hecho.exportado}`]);
    return 0;
  });

/** `plantillas importar`. */
export const importar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const archivos = [path.resolve(argumento(pedido, 0))];
    const traidas = await app.llamar('plantillas.importar', { archivos, reemplazar: bandera(pedido, 'reemplazar') });
    const linea = (palabra: string, nombres: readonly string[]): string[] =>
      nombres.length === 0 ? [] : [`${palabra}: ${nombres.join(', ')}`];
    entorno.consola.resultado(traidas, () => [
      ...linea('Agregadas', traidas.agregadas),
      ...linea('Reemplazadas', traidas.reemplazadas),
      ...linea('Ya estaban y quedaron como estaban (con --reemplazar se cambian)', traidas.omitidas),
    ]);
    return 0;
  });
