import { formatNumber } from '#domain/texts/language.ts';
import path from 'node:path';
import { NOT_DONE } from '#contract/errors.ts';
import type { SecondCopy, AccountSecondCopy } from '#contract/second-copy.ts';
import { withApp } from '../application.ts';
import { getArgument, hasFlag, getTextOption, accountOf, type Command, type CommandRequest } from '../command.ts';
import { formatKilos, formatTable } from '../format.ts';
import { resolveOutputFolder } from '../output.ts';
import { linesOfRestored, withDamage } from './backup.ts';

const formatDaysAgo = (n: number): string => (n === 1 ? 'hace 1 día' : `hace ${formatNumber(n)} días`);

const formatUploads = (n: number): string => (n === 1 ? 'una carga' : `${formatNumber(n)} cargas`);

function lineOf({ cuenta, copia, dias, desde, falla }: AccountSecondCopy): readonly string[] {
  const last = copia === null ? 'ninguna todavía' : `${copia.hecha}, ${formatKilos(copia.bytes)}`;
  const covered =
    copia === null || desde === null
      ? ''
      : dias === 0
        ? ' · tiene todo lo enviado'
        : ` · al día ${formatDaysAgo(dias)}`;
  const failure = falla === null ? '' : ` · la última vez no se pudo (${falla.codigo})`;
  return [`  ${cuenta}`, `${last}${covered}${failure}`];
}

/** `without`: what is said while no folder is chosen. */
function linesOf(
  { carpeta, mismoDisco, cuentas, pregunta }: SecondCopy,
  without = 'Todavía no elegiste dónde va la segunda copia.',
): string[] {
  return [
    carpeta === null ? without : `La segunda copia va a ${carpeta}.`,
    ...(mismoDisco === true
      ? [
          'Esa carpeta está en el mismo disco que los datos: sirve si algo la lleva a otro lado (una carpeta que se sincroniza).',
        ]
      : []),
    ...(carpeta === null ? [] : formatTable(cuentas.map(lineOf))),
    ...(pregunta === 'sin_carpeta' ? ['Hace más de una semana que lo enviado está en un solo disco.'] : []),
    ...(pregunta === 'vieja' ? ['Hace más de una semana que la segunda copia no está al día.'] : []),
  ];
}

const exitOf = ({ cuentas }: SecondCopy): number => (cuentas.some(({ falla }) => falla !== null) ? NOT_DONE : 0);

/** `respaldo segunda ver`. */
export const showSecondCopy: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const second = await app.call('segunda_copia.ver', {});
    environment.consola.showResult(second, () => linesOf(second));
    return 0;
  });

const choose =
  (folderOf: (request: CommandRequest) => string | null): Command =>
  (request, environment) =>
    withApp(environment, async (app) => {
      const { segunda } = await app.call('segunda_copia.elegir', { carpeta: folderOf(request) });
      environment.consola.showResult(segunda, () => linesOf(segunda, 'Ya no se hacen segundas copias.'));
      return exitOf(segunda);
    });

/** `respaldo segunda elegir`; exits 3 when the folder was chosen but no first copy could be made in it. */
export const chooseFolder = choose((request) => resolveOutputFolder(getArgument(request, 0)));

/** `respaldo segunda quitar`. */
export const removeFolder = choose(() => null);

/** `respaldo segunda copiar`. */
export const copyNow: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const second = await app.call('segunda_copia.copiar', accountOf(request));
    environment.consola.showResult(second, () => linesOf(second));
    return exitOf(second);
  });

/** The named folder as an absolute path; by default, the chosen one. */
function folderOf(request: CommandRequest): { carpeta?: string } {
  const said = getTextOption(request, 'carpeta');
  return said === undefined ? {} : { carpeta: path.resolve(said) };
}

/** `respaldo segunda listar`. */
export const listSecondCopies: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const listed = await app.call('segunda_copia.listar', folderOf(request));
    environment.consola.showResult(listed, () =>
      listed.copias.length === 0
        ? [`En ${listed.carpeta} todavía no hay ninguna copia.`]
        : formatTable(
            listed.copias.map(({ copia, cuenta, pc, estaPc, hecha, bytes }) => [
              copia,
              cuenta,
              estaPc ? `${pc} (esta PC)` : pc,
              hecha,
              formatKilos(bytes),
            ]),
            [4],
          ),
    );
    return 0;
  });

/** `respaldo segunda verificar`; exits 3 for a damaged copy. */
export const verifySecondCopy: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const seen = await app.call('segunda_copia.verificar', { copia: getArgument(request, 0), ...folderOf(request) });
    environment.consola.showResult(withDamage(seen), () => [
      seen.sana
        ? `La copia está sana: ${formatUploads(seen.cargas ?? 0)}${seen.hasta === null ? '' : `, hasta el ${seen.hasta}`}.`
        : 'La copia está dañada y no sirve para restaurar. El registro sigue como estaba. Elegí otra.',
    ]);
    return seen.sana ? 0 : NOT_DONE;
  });

/** `respaldo segunda restaurar`. */
export const restoreSecondCopy: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const done = await app.call('segunda_copia.restaurar', {
      copia: getArgument(request, 0),
      si: hasFlag(request, 'si'),
      ...accountOf(request),
      ...folderOf(request),
    });
    environment.consola.showResult(done, () => linesOfRestored(done));
    return 0;
  });
