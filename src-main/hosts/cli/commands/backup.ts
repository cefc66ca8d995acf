import { existsSync } from 'node:fs';
import path from 'node:path';
import { getErrorMessage } from '#contract/errors.ts';
import type { ExaminedBackup, ListedBackups } from '#contract/settings.ts';
import { LABELS } from '#domain/texts/labels.ts';
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

const linesOfFolder = ({ carpeta, falla }: ListedBackups): string[] => [
  carpeta === null
    ? 'Los respaldos quedan al lado de los datos, y en ningún otro lado.'
    : `Los respaldos van también a ${carpeta}.`,
  ...(falla === null ? [] : [`El último no está ahí: ${getErrorMessage(falla)}`]),
];

/** `respaldo carpeta`: without a folder, says which one it is. */
const chooseBackupFolder: Command = (given, environment) =>
  withApp(environment, async (app) => {
    const folder = given.text('carpeta');
    const isChange = given.flag('quitar') || folder !== undefined;
    const listed = isChange
      ? await app.call('respaldos.carpeta', { carpeta: folder === undefined ? null : path.resolve(folder) })
      : await app.call('respaldos.listar', {});
    environment.consola.showResult(listed, () => linesOfFolder(listed));
    return 0;
  });

const CODES = { sana: undefined, danada: 'COPIA_DANADA', mas_nueva: 'DATOS_MAS_NUEVOS' } as const;

function linesOfBackup({ copia, cuenta, url, antes, contenido, estado }: ExaminedBackup): string[] {
  const code = CODES[estado];
  if (contenido === null) return [`${copia}: ${code === undefined ? '' : getErrorMessage(code)}`];
  const where = url === null ? '' : `, entra en ${url}${antes === null ? '' : ` (acá: ${antes}. LA DIRECCIÓN CAMBIÓ)`}`;
  const until = contenido.hasta === null ? '' : `, hasta el ${contenido.hasta}`;
  return [
    `${copia}: ${cuenta ?? 'cuenta desconocida'}${where}`,
    `  ${formatCount(contenido.cargas, ['carga', 'cargas'])}${until}`,
  ];
}

/** `respaldo` (docs/cli.md). */
export const BACKUPS: Readonly<Record<string, Command>> = {
  'respaldo listar': ask('respaldos.listar', {
    lines: (listed) => [
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
      ...linesOfFolder(listed),
    ],
  }),
  'respaldo crear': ask('respaldos.crear', {
    lines: ({ copia, bytes }) => [`Quedó hecho el respaldo ${copia}, ${formatKilos(bytes)}.`],
  }),
  'respaldo carpeta': chooseBackupFolder,
  'respaldo verificar': ask('respaldos.verificar', {
    input: readAsked,
    lines: (verified) => verified.flatMap(linesOfBackup),
    exit: (verified) => {
      const codigo = verified.map(({ estado }) => CODES[estado]).find((code) => code !== undefined);
      return codigo === undefined ? 0 : getExitCode({ codigo });
    },
  }),
  'respaldo restaurar': ask('respaldos.restaurar', {
    input: (given) => ({ ...readAsked(given), si: given.flag('si') }),
    lines: ({ cuentas }) => [
      ...cuentas.flatMap(({ cuenta, copia, apartado, nueva }) => [
        `El registro de ${cuenta} es ahora el de ${copia}.`,
        ...(apartado === null ? [] : [`El que estaba quedó guardado como ${apartado}.`]),
        ...(nueva ? [`La cuenta ${cuenta} se agregó sin su clave: dásela con «cuenta cambiar-clave ${cuenta}».`] : []),
      ]),
      LABELS.comparedBeforeSending.es,
    ],
  }),
};
