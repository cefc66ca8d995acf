import path from 'node:path';
import type { SettingsDocument } from '#contract/settings.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { withApp } from '../application.ts';
import { hasFlag, dados, numberOption, textOption, type Command, type CommandRequest } from '../command.ts';
import { formatNumber, formatTable } from '../format.ts';

const settingsLines = (ajustes: SettingsDocument): string[] =>
  formatTable([
    ['Cupones por tanda', formatNumber(ajustes.porTanda)],
    ['Tardanza', `${formatNumber(ajustes.tardanza)} s`],
    ['Carpeta de los informes', ajustes.carpetaInformes ?? 'la carpeta en la que estás'],
    ['Actualización diaria', ajustes.actualizar.diario ? `a las ${ajustes.actualizar.hora}` : 'no'],
    ['Buscar versiones nuevas del programa', ajustes.buscarVersiones ? 'sí, cada día' : 'no'],
    ['Idioma de las pantallas', ajustes.idioma ?? 'es-AR'],
    ['Tema de las pantallas', ajustes.tema],
  ]);

/** `ajustes ver`. */
export const showSettings: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const ajustes = await app.call('ajustes.leer', {});
    environment.consola.showResult(ajustes, () => settingsLines(ajustes));
    return 0;
  });

/** The daily update from the options; when it is turned off it keeps its hour. */
function readDailyUpdate(
  request: CommandRequest,
  { actualizar }: SettingsDocument,
): SettingsDocument['actualizar'] | undefined {
  const hora = textOption(request, 'actualizarALas');
  if (hora !== undefined) return { diario: true, hora };
  return hasFlag(request, 'sinActualizar') ? { ...actualizar, diario: false } : undefined;
}

/** `ajustes cambiar`. */
export const changeSettings: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const carpeta = textOption(request, 'carpeta');
    // Commander checked `idioma` and `tema`; the contract checks everything again.
    const changes = dados({
      tardanza: numberOption(request, 'tardanza'),
      porTanda: numberOption(request, 'porTanda'),
      carpetaInformes: hasFlag(request, 'sinCarpeta')
        ? null
        : carpeta === undefined
          ? undefined
          : path.resolve(carpeta),
      actualizar: readDailyUpdate(request, await app.call('ajustes.leer', {})),
      buscarVersiones: hasFlag(request, 'sinBuscarVersiones')
        ? false
        : hasFlag(request, 'buscarVersiones') || undefined,
      idioma: textOption(request, 'idioma') as MethodInput<'ajustes.cambiar'>['idioma'],
      tema: textOption(request, 'tema') as MethodInput<'ajustes.cambiar'>['tema'],
    });
    if (Object.keys(changes).length === 0) {
      throw new AppError('USO', { mensaje: 'Falta decir qué se cambia. No se hizo nada. Mirá la ayuda con --ayuda.' });
    }
    const ajustes = await app.call('ajustes.cambiar', changes);
    environment.consola.showResult(ajustes, () => settingsLines(ajustes));
    return 0;
  });

/** `soporte`. */
export const writeSupport: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const informe = await app.call('soporte.informe', {});
    environment.consola.showResult(informe, () => [informe.texto.trimEnd()]);
    return 0;
  });
