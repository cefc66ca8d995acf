import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ExaminedBackup, ListedBackups } from '#contract/settings.ts';
import { FAILURES, sayAtConsole } from '#domain/texts/failures.ts';
import { LABELS } from '#domain/texts/labels.ts';
import type { Choose } from '#domain/texts/language.ts';
import { withApp } from '../application.ts';
import { ask, getExitCode, type Command, type Given } from '../command.ts';
import { formatCount, formatKilos, formatTable } from '../format.ts';

/** What the person named: files, or backups of the list. */
function readAsked(given: Given): { readonly copias: string[]; readonly archivos: string[] } {
  const named = given.list('respaldos');
  return {
    copias: named.filter((name) => !existsSync(name)),
    archivos: named.filter((name) => existsSync(name)).map((name) => path.resolve(name)),
  };
}

const linesOfFolder = ({ carpeta, falla }: ListedBackups, say: Choose): string[] => [
  carpeta === null
    ? say(
        'Los respaldos quedan al lado de los datos, y en ningún otro lado.',
        'The backups are beside the data, and nowhere else.',
      )
    : say(`Los respaldos van también a ${carpeta}.`, `The backups also go to ${carpeta}.`),
  ...(falla === null
    ? []
    : [
        `${say('El último no está ahí', 'The last one is not there')}: ${sayAtConsole(FAILURES[falla], say('es', 'en'))}`,
      ]),
];

/** `respaldo carpeta`: without a folder, says which one it is. */
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

/** `respaldo` (docs/cli.md). */
export const BACKUPS: Readonly<Record<string, Command>> = {
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
        ...(apartado === null
          ? []
          : [say(`El que estaba quedó guardado como ${apartado}.`, `The former one was kept as ${apartado}.`)]),
        ...(nueva
          ? [
              say(
                `La cuenta ${cuenta} se agregó sin su clave: dásela con «cuenta cambiar-clave ${cuenta}».`,
                `The account ${cuenta} was added without its secret: give it with “cuenta cambiar-clave ${cuenta}”.`,
              ),
            ]
          : []),
      ]),
      LABELS.comparedBeforeSending[say('es', 'en')],
    ],
  }),
};
