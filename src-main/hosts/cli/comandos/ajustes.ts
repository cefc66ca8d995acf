import path from 'node:path';
import type { AjustesDocumento } from '#contract/ajustes.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { conAplicacion } from '../aplicacion.ts';
import { bandera, dados, numero, texto, type Comando, type Pedido } from '../comando.ts';
import { cantidad, tabla } from '../formato.ts';

const enLineas = (ajustes: AjustesDocumento): string[] =>
  tabla([
    ['Cupones por tanda', cantidad(ajustes.porTanda)],
    ['Tardanza', `${cantidad(ajustes.tardanza)} s`],
    ['Carpeta de los informes', ajustes.carpetaInformes ?? 'la carpeta en la que estás'],
    ['Actualización diaria', ajustes.actualizar.diario ? `a las ${ajustes.actualizar.hora}` : 'no'],
    ['Idioma de las pantallas', ajustes.idioma ?? 'es-AR'],
    ['Tema de las pantallas', ajustes.tema],
  ]);

/** `ajustes ver`. */
export const ver: Comando = (_pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const ajustes = await app.llamar('ajustes.leer', {});
    entorno.consola.resultado(ajustes, () => enLineas(ajustes));
    return 0;
  });

/** The daily update that was asked for; turned off, it keeps its hour. */
function actualizarDe(pedido: Pedido, { actualizar }: AjustesDocumento): AjustesDocumento['actualizar'] | undefined {
  const hora = texto(pedido, 'actualizarALas');
  if (hora !== undefined) return { diario: true, hora };
  return bandera(pedido, 'sinActualizar') ? { ...actualizar, diario: false } : undefined;
}

/** `ajustes cambiar`. */
export const cambiar: Comando = (pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const carpeta = texto(pedido, 'carpeta');
    // Commander checked idioma and tema; the contract checks everything again.
    const cambios = dados({
      tardanza: numero(pedido, 'tardanza'),
      porTanda: numero(pedido, 'porTanda'),
      carpetaInformes: bandera(pedido, 'sinCarpeta') ? null : carpeta === undefined ? undefined : path.resolve(carpeta),
      actualizar: actualizarDe(pedido, await app.llamar('ajustes.leer', {})),
      idioma: texto(pedido, 'idioma') as MethodInput<'ajustes.cambiar'>['idioma'],
      tema: texto(pedido, 'tema') as MethodInput<'ajustes.cambiar'>['tema'],
    });
    if (Object.keys(cambios).length === 0) {
      throw new AppError('USO', { mensaje: 'Falta decir qué se cambia. No se hizo nada. Mirá la ayuda con --ayuda.' });
    }
    const ajustes = await app.llamar('ajustes.cambiar', cambios);
    entorno.consola.resultado(ajustes, () => enLineas(ajustes));
    return 0;
  });

/** `soporte`. */
export const soporte: Comando = (_pedido, entorno) =>
  conAplicacion(entorno, async (app) => {
    const informe = await app.llamar('soporte.informe', {});
    entorno.consola.resultado(informe, () => [informe.texto.trimEnd()]);
    return 0;
  });
