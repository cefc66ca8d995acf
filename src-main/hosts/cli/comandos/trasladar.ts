import path from 'node:path';
import type { TrasladoCuenta } from '#contract/ajustes.ts';
import { conAplicacion } from '../aplicacion.ts';
import { argumento, bandera, type Comando } from '../comando.ts';
import { cantidad, tabla } from '../formato.ts';
import { archivoDeSalida } from '../salida.ts';

const enLineas = (cuentas: readonly TrasladoCuenta[]): string[] =>
  tabla(
    cuentas.map(({ nombre, cargas, conCache }) => [
      `  ${nombre}`,
      cargas === null ? 'sin envíos' : `${cantidad(cargas)} envíos`,
      conCache ? 'con los datos bajados' : '',
    ]),
  );

/** `trasladar exportar`. */
export const exportar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const hecho = await app.llamar('traslado.exportar', {
      exportar: archivoDeSalida(argumento(pedido, 0)),
      conCache: bandera(pedido, 'conDatos'),
    });
    entorno.consola.resultado(hecho, () => [
      `Escrito en ${hecho.exportado}, ${cantidad(Math.ceil(hecho.bytes / 1024))} KB.`,
      ...enLineas(hecho.cuentas),
      'Los secretos no van: en la otra PC se piden de nuevo. Desde ahora enviá desde una sola de las dos.',
    ]);
    return 0;
  });

/** `trasladar importar`. */
export const importar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const hecho = await app.llamar('traslado.importar', {
      archivos: [path.resolve(argumento(pedido, 0))],
      si: bandera(pedido, 'si'),
    });
    entorno.consola.resultado(hecho, () => [
      'Los datos de la otra PC están acá.',
      ...enLineas(hecho.cuentas),
      ...(hecho.apartado === null ? [] : [`Lo que había quedó guardado en ${hecho.apartado}`]),
      'Poné el secreto de cada cuenta con «cuenta cambiar-clave».',
    ]);
    return 0;
  });
