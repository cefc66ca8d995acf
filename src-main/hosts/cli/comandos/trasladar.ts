import path from 'node:path';
import type { TrasladoCuenta, TrasladoCuentaTraida } from '#contract/ajustes.ts';
import { conAplicacion } from '../aplicacion.ts';
import { argumento, bandera, type Comando } from '../comando.ts';
import { cantidad, fecha, tabla } from '../formato.ts';
import { archivoDeSalida } from '../salida.ts';

const enLineas = (cuentas: readonly TrasladoCuenta[]): string[] =>
  tabla(
    cuentas.map(({ nombre, cargas, conCache }) => [
      `  ${nombre}`,
      cargas === null ? 'sin envíos' : `${cantidad(cargas)} envíos`,
      conCache ? 'con los datos bajados' : '',
    ]),
  );

/** Each account of a file with where it enters; an address that is not the one of here goes under a mark, for it is where the secret would be sent. */
const conDirecciones = (cuentas: readonly TrasladoCuentaTraida[]): string[] =>
  cuentas.flatMap((cuenta) => [
    ...enLineas([cuenta]),
    ...(cuenta.url === null ? [] : [`      entra en ${cuenta.url}`]),
    ...(cuenta.antes === null ? [] : [`  !!! LA DIRECCIÓN CAMBIÓ: acá entraba en ${cuenta.antes}`]),
  ]);

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

/** `trasladar examinar`. */
export const examinar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const visto = await app.llamar('traslado.examinar', { archivos: [path.resolve(argumento(pedido, 0))] });
    entorno.consola.resultado(visto, () => [
      `El archivo está entero. Se hizo el ${fecha(visto.hecho)} y tiene:`,
      ...conDirecciones(visto.cuentas),
      `  ${cantidad(visto.plantillas)} plantillas`,
      ...(visto.ocupada.length === 0 ? [] : [`Acá hay: ${visto.ocupada.join(', ')}`]),
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
      ...conDirecciones(hecho.cuentas),
      ...(hecho.apartado === null ? [] : [`Lo que había quedó guardado en ${hecho.apartado}`]),
      'Las claves que había se olvidaron. Fijate en las direcciones y poné el secreto de cada cuenta con «cuenta cambiar-clave».',
    ]);
    return 0;
  });
