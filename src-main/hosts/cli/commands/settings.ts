import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { timeOfDay } from '#contract/settings-inputs.ts';
import type { SettingsDocument } from '#contract/settings.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { formatNumber } from '#domain/texts/language.ts';
import { withApp } from '../application.ts';
import { ask, pickGiven, type Command, type Given } from '../command.ts';
import { formatTable } from '../format.ts';
import { resolveOutputFile, resolveOutputFolder } from '../output.ts';

const linesOfSettings = (settings: SettingsDocument): string[] =>
  formatTable([
    [LABELS.cuponesPerTanda.es, formatNumber(settings.porTanda)],
    ['Tardanza', `${formatNumber(settings.tardanza)} s`],
    ['Carpeta de los informes', settings.carpetaInformes ?? 'la carpeta en la que estás'],
    ['Actualización diaria', settings.actualizar.diario ? `a las ${settings.actualizar.hora}` : 'no'],
    ['Buscar versiones nuevas del programa', settings.buscarVersiones ? 'sí, cada día' : 'no'],
    ['Idioma de las pantallas', settings.idioma ?? 'es-AR'],
    ['Tema de las pantallas', settings.tema],
  ]);

/** The daily update from the options; when it is turned off it keeps its hour. */
function readDailyUpdate(given: Given, { actualizar }: SettingsDocument): SettingsDocument['actualizar'] | undefined {
  const time = given.text('actualizarALas');
  if (time !== undefined && !timeOfDay.safeParse(time).success)
    throw new AppError('ENTRADA_INVALIDA', { mensaje: CONSOLE.notATime('--actualizar-a-las', time) });
  if (time !== undefined) return { diario: true, hora: time };
  return given.flag('sinActualizar') ? { ...actualizar, diario: false } : undefined;
}

function readFolder(given: Given): string | null | undefined {
  const folder = given.text('carpeta');
  if (given.flag('sinCarpeta')) return null;
  return folder === undefined ? undefined : resolveOutputFolder(folder);
}

const lineOfNames = (word: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${word}: ${names.join(', ')}`];

/** `actualizar --ver`: asks which version is published. A place that cannot be read makes the command fail. */
const showUpdate: Command = (_given, environment) =>
  withApp(environment, async (app) => {
    const found = await app.call('actualizaciones.buscar', {});
    const { version, ahora, direccion } = found;
    if (ahora.estado === 'falla') throw new AppError(ahora.codigo, { mensaje: ahora.mensaje });
    environment.consola.showResult(found, () => [
      'version' in ahora
        ? `Hay una versión nueva: la ${ahora.version}. Tenés la ${version}. Instalala como instalaste esta.`
        : `Tenés la ${version}, que es la última.`,
      `Vienen de ${direccion ?? 'ningún lado'}.`,
    ]);
    return 0;
  });

/** The commands that look after this PC: settings, templates, versions, support (docs/cli.md). */
export const SETTINGS: Readonly<Record<string, Command>> = {
  'ajustes ver': ask('ajustes.leer', { lines: linesOfSettings }),
  'ajustes cambiar': ask('ajustes.cambiar', {
    input: async (given, app) => {
      // Commander checked `idioma` and `tema`; the contract checks everything again.
      const { idioma, tema } = given.texts('idioma', 'tema') as Pick<MethodInput<'ajustes.cambiar'>, 'idioma' | 'tema'>;
      const changes = {
        ...given.numbers('tardanza', 'porTanda'),
        ...pickGiven({
          carpetaInformes: readFolder(given),
          actualizar: readDailyUpdate(given, await app.call('ajustes.leer', {})),
          buscarVersiones: given.flag('sinBuscarVersiones') ? false : given.flag('buscarVersiones') || undefined,
          idioma,
          tema,
        }),
      };
      if (Object.keys(changes).length === 0) throw new AppError('USO', { mensaje: CONSOLE.nothingToChange });
      return changes;
    },
    lines: linesOfSettings,
  }),
  soporte: ask('soporte.informe', { lines: ({ texto }) => [texto.trimEnd()] }),
  'plantillas listar': ask('plantillas.listar', {
    lines: (all) =>
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
  }),
  'plantillas renombrar': ask('plantillas.renombrar', {
    lines: ({ nombre }) => [`La plantilla se llama ahora ${nombre}.`],
  }),
  'plantillas borrar': ask('plantillas.borrar', { lines: ({ nombre }) => [`Se borró la plantilla ${nombre}.`] }),
  'plantillas exportar': ask('plantillas.exportar', {
    input: (given) => ({ exportar: resolveOutputFile(given.needed('salida.json')) }),
    lines: ({ plantillas, exportado }) => [`Plantillas: ${String(plantillas)}. Escrito en ${exportado}`],
  }),
  'plantillas importar': ask('plantillas.importar', {
    input: (given) => ({
      archivos: [path.resolve(given.needed('archivo'))],
      reemplazar: given.flag('reemplazar'),
    }),
    lines: ({ agregadas, reemplazadas, omitidas }) => [
      ...lineOfNames('Agregadas', agregadas),
      ...lineOfNames('Reemplazadas', reemplazadas),
      ...lineOfNames('Ya estaban y quedaron como estaban (con --reemplazar se cambian)', omitidas),
    ],
  }),
  actualizar: showUpdate,
};
