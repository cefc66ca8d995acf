import path from 'node:path';
import { existsSync } from 'node:fs';
import { AppError } from '#contract/errors.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { timeOfDay, type SettingsDocument, type ExaminedBackup, type ListedBackups } from '#contract/settings.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { FAILURES, sayAtConsole } from '#domain/texts/failures.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { formatNumber, type Choose } from '#domain/texts/language.ts';
import { formatTable, formatCount, formatKilos, toLines } from '../format.ts';
import { ask, getExitCode, withApp, type Command } from '../command.ts';
import { type Given, pickGiven, resolveOutputFolder } from '../reading.ts';

const THEMES_IN_ENGLISH = { sistema: 'system', claro: 'light', oscuro: 'dark' } as const;

const linesOfSettings = (settings: SettingsDocument, { say }: Given): string[] =>
  formatTable([
    [LABELS.cuponesPerTanda[say('es', 'en')], formatNumber(settings.porTanda)],
    [say('Tardanza', 'Lateness'), `${formatNumber(settings.tardanza)} s`],
    [
      say('Carpeta de los informes', 'Folder of the reports'),
      settings.carpetaInformes ?? say('la carpeta en la que estás', 'the folder that you are in'),
    ],
    [
      say('Actualización diaria', 'Daily update'),
      settings.actualizar.diario ? `${say('a las', 'at')} ${settings.actualizar.hora}` : 'no',
    ],
    [
      say('Buscar versiones nuevas del programa', 'Look for new versions of the program'),
      settings.buscarVersiones ? say('sí, cada día', 'yes, each day') : 'no',
    ],
    [say('Idioma de las pantallas', 'Language of the screens'), settings.idioma ?? 'es-AR'],
    [say('Tema de las pantallas', 'Theme of the screens'), say(settings.tema, THEMES_IN_ENGLISH[settings.tema])],
  ]);

/** The setting of the daily update from the options. If it is turned off, its hour is kept. */
function readDailyUpdate(given: Given, { actualizar }: SettingsDocument): SettingsDocument['actualizar'] | undefined {
  const time = given.text('actualizarALas');
  if (time !== undefined && !timeOfDay.safeParse(time).success)
    throw new AppError('ENTRADA_INVALIDA', { mensaje: USAGE.notATime('--actualizar-a-las', time) });
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

const showUpdate = ask('actualizaciones.buscar', {
  input: () => ({}),
  document: (found) => {
    const { ahora } = found;
    if (ahora.estado !== 'falla') return found;
    throw new AppError(ahora.codigo, { mensaje: [ahora.mensaje, sayAtConsole(FAILURES[ahora.codigo], 'en')] });
  },
  lines: ({ version, ahora, direccion }, { say }) => [
    'version' in ahora
      ? say(
          `Hay una versión nueva: la ${ahora.version}. Tenés la ${version}. Instalala como instalaste esta.`,
          `There is a new version: ${ahora.version}. You have ${version}. Install it the way you installed this one.`,
        )
      : say(`Tenés la ${version}, que es la última.`, `You have ${version}, which is the last one.`),
    say(`Vienen de ${direccion ?? 'ningún lado'}.`, `They come from ${direccion ?? 'nowhere'}.`),
  ],
});

function readAsked(given: Given): { readonly copias: string[]; readonly archivos: string[] } {
  const named = given.list('respaldos');
  return {
    copias: named.filter((name) => !existsSync(name)),
    archivos: named.filter((name) => existsSync(name)).map((name) => path.resolve(name)),
  };
}

const linesOfFolder = ({ carpeta, falla }: ListedBackups, say: Choose): string[] =>
  toLines([
    carpeta === null
      ? say(
          'Los respaldos quedan al lado de los datos, y en ningún otro lado.',
          'The backups are beside the data, and nowhere else.',
        )
      : say(`Los respaldos van también a ${carpeta}.`, `The backups also go to ${carpeta}.`),
    falla !== null &&
      `${say('El último no está ahí', 'The last one is not there')}: ${sayAtConsole(FAILURES[falla], say('es', 'en'))}`,
  ]);

const chooseBackupFolder: Command = (given, environment) =>
  withApp(environment, async (app) => {
    const folder = given.text('carpeta');
    const isChange = given.flag('quitar') || folder !== undefined;
    const listed = isChange
      ? await app.call('respaldos.carpeta', { carpeta: folder === undefined ? null : path.resolve(folder) })
      : await app.call('respaldos.listar', {});
    environment.consola.showResult(listed, () => linesOfFolder(listed, given.say));
    return 0;
  });

const CODES = { sana: undefined, danada: 'COPIA_DANADA', mas_nueva: 'DATOS_MAS_NUEVOS' } as const;

function linesOfBackup({ copia, cuenta, url, antes, contenido, estado }: ExaminedBackup, say: Choose): string[] {
  const code = CODES[estado];
  if (contenido === null)
    return [`${copia}: ${code === undefined ? '' : sayAtConsole(FAILURES[code], say('es', 'en'))}`];
  const changed =
    antes === null ? '' : say(` (acá: ${antes}. LA DIRECCIÓN CAMBIÓ)`, ` (here: ${antes}. THE ADDRESS CHANGED)`);
  const where = url === null ? '' : `${say(', entra en', ', logs in at')} ${url}${changed}`;
  const until = contenido.hasta === null ? '' : `${say(', hasta el', ', up to')} ${contenido.hasta}`;
  return [
    `${copia}: ${cuenta ?? say('cuenta desconocida', 'unknown account')}${where}`,
    `  ${formatCount(contenido.cargas, say(['carga', 'cargas'], ['upload', 'uploads']))}${until}`,
  ];
}

export const SETTINGS: Readonly<Record<string, Command>> = {
  'ajustes ver': ask('ajustes.leer', { lines: linesOfSettings }),
  'ajustes cambiar': ask('ajustes.cambiar', {
    input: async (given, app) => {
      // The cast is safe: Commander has checked both values, and the contract checks the whole input.
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
      if (Object.keys(changes).length === 0) throw new AppError('USO', { mensaje: USAGE.nothingToChange });
      return changes;
    },
    lines: linesOfSettings,
  }),
  soporte: ask('soporte.informe', { lines: ({ texto }) => [texto.trimEnd()] }),
  'plantillas listar': ask('plantillas.listar', {
    lines: (all, { say }) =>
      all.length === 0
        ? [
            say(
              'Todavía no hay ninguna plantilla. Se guardan con «conciliar --guardar-plantilla».',
              'There is no template yet. “conciliar --guardar-plantilla” saves one.',
            ),
          ]
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
    lines: ({ nombre }, { say }) => [
      say(`La plantilla se llama ahora ${nombre}.`, `The template is called ${nombre} now.`),
    ],
  }),
  'plantillas borrar': ask('plantillas.borrar', {
    lines: ({ nombre }, { say }) => [say(`Se borró la plantilla ${nombre}.`, `The template ${nombre} was deleted.`)],
  }),
  'plantillas exportar': ask('plantillas.exportar', {
    lines: ({ plantillas, exportado }, { say }) => [
      `${say('Plantillas', 'Templates')}: ${String(plantillas)}. ${say('Escrito en', 'Written to')} ${exportado}`,
    ],
  }),
  'plantillas importar': ask('plantillas.importar', {
    input: (given) => ({
      archivos: [path.resolve(given.needed('archivo'))],
      reemplazar: given.flag('reemplazar'),
    }),
    lines: ({ agregadas, reemplazadas, omitidas }, { say }) => [
      ...lineOfNames(say('Agregadas', 'Added'), agregadas),
      ...lineOfNames(say('Reemplazadas', 'Replaced'), reemplazadas),
      ...lineOfNames(
        say(
          'Ya estaban y quedaron como estaban (con --reemplazar se cambian)',
          'Were here already and stay as they are (--reemplazar replaces them)',
        ),
        omitidas,
      ),
    ],
  }),
  actualizar: showUpdate,
  'respaldo listar': ask('respaldos.listar', {
    lines: (listed, { say }) => [
      ...formatTable(
        listed.copias.map(({ copia, cuenta, pc, lugar, hecha, bytes }) => [
          cuenta,
          pc,
          lugar,
          hecha,
          formatKilos(bytes),
          copia,
        ]),
        [4],
      ),
      ...linesOfFolder(listed, say),
    ],
  }),
  'respaldo crear': ask('respaldos.crear', {
    lines: ({ copia, bytes }, { say }) => [
      `${say('Quedó hecho el respaldo', 'The backup was made:')} ${copia}, ${formatKilos(bytes)}.`,
    ],
  }),
  'respaldo carpeta': chooseBackupFolder,
  'respaldo verificar': ask('respaldos.verificar', {
    input: readAsked,
    lines: (verified, { say }) => verified.flatMap((one) => linesOfBackup(one, say)),
    exit: (verified) => {
      const codigo = verified.map(({ estado }) => CODES[estado]).find((code) => code !== undefined);
      return codigo === undefined ? 0 : getExitCode({ codigo });
    },
  }),
  'respaldo restaurar': ask('respaldos.restaurar', {
    input: (given) => ({ ...readAsked(given), si: given.flag('si') }),
    lines: ({ cuentas }, { say }) => [
      ...cuentas.flatMap(({ cuenta, copia, apartado, nueva }) => [
        say(`El registro de ${cuenta} es ahora el de ${copia}.`, `The record of ${cuenta} is now that of ${copia}.`),
        apartado !== null &&
          say(`El que estaba quedó guardado como ${apartado}.`, `The former one was kept as ${apartado}.`),
        nueva &&
          say(
            `La cuenta ${cuenta} se agregó sin su clave: dásela con «cuenta cambiar-clave ${cuenta}».`,
            `The account ${cuenta} was added without its secret: give it with “cuenta cambiar-clave ${cuenta}”.`,
          ),
      ]),
      LABELS.comparedBeforeSending[say('es', 'en')],
    ],
  }),
};
