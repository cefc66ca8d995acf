import { formatNumber } from '#domain/texts/language.ts';
import type { SettingsDocument } from '#contract/settings.ts';
import { timeOfDay } from '#contract/settings-inputs.ts';
import { AppError } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { withApp } from '../application.ts';
import { hasFlag, pickGiven, getNumberOption, getTextOption, type Command, type CommandRequest } from '../command.ts';
import { formatTable } from '../format.ts';
import { resolveOutputFolder } from '../output.ts';

const toSettingsLines = (settings: SettingsDocument): string[] =>
  formatTable([
    [LABELS.cuponesPerTanda.es, formatNumber(settings.porTanda)],
    ['Tardanza', `${formatNumber(settings.tardanza)} s`],
    ['Carpeta de los informes', settings.carpetaInformes ?? 'la carpeta en la que estás'],
    ['Actualización diaria', settings.actualizar.diario ? `a las ${settings.actualizar.hora}` : 'no'],
    ['Buscar versiones nuevas del programa', settings.buscarVersiones ? 'sí, cada día' : 'no'],
    ['Idioma de las pantallas', settings.idioma ?? 'es-AR'],
    ['Tema de las pantallas', settings.tema],
  ]);

/** `ajustes ver`. */
export const showSettings: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const settings = await app.call('ajustes.leer', {});
    environment.consola.showResult(settings, () => toSettingsLines(settings));
    return 0;
  });

/** The daily update from the options; when it is turned off it keeps its hour. */
function readDailyUpdate(
  request: CommandRequest,
  { actualizar }: SettingsDocument,
): SettingsDocument['actualizar'] | undefined {
  const time = getTextOption(request, 'actualizarALas');
  if (time !== undefined && !timeOfDay.safeParse(time).success)
    throw new AppError('ENTRADA_INVALIDA', { mensaje: CONSOLE.notATime('--actualizar-a-las', time) });
  if (time !== undefined) return { diario: true, hora: time };
  return hasFlag(request, 'sinActualizar') ? { ...actualizar, diario: false } : undefined;
}

/** `ajustes cambiar`. */
export const changeSettings: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const folder = getTextOption(request, 'carpeta');
    // Commander checked `idioma` and `tema`; the contract checks everything again.
    const changes = pickGiven({
      tardanza: getNumberOption(request, 'tardanza'),
      porTanda: getNumberOption(request, 'porTanda'),
      carpetaInformes: hasFlag(request, 'sinCarpeta')
        ? null
        : folder === undefined
          ? undefined
          : resolveOutputFolder(folder),
      actualizar: readDailyUpdate(request, await app.call('ajustes.leer', {})),
      buscarVersiones: hasFlag(request, 'sinBuscarVersiones')
        ? false
        : hasFlag(request, 'buscarVersiones') || undefined,
      idioma: getTextOption(request, 'idioma') as MethodInput<'ajustes.cambiar'>['idioma'],
      tema: getTextOption(request, 'tema') as MethodInput<'ajustes.cambiar'>['tema'],
    });
    if (Object.keys(changes).length === 0) {
      throw new AppError('USO', { mensaje: CONSOLE.nothingToChange });
    }
    const settings = await app.call('ajustes.cambiar', changes);
    environment.consola.showResult(settings, () => toSettingsLines(settings));
    return 0;
  });

/** `soporte`. */
export const writeSupport: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const report = await app.call('soporte.informe', {});
    environment.consola.showResult(report, () => [report.texto.trimEnd()]);
    return 0;
  });
