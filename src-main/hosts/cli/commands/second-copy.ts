import { formatNumber } from '#domain/texts/language.ts';
import path from 'node:path';
import { NOT_DONE } from '#contract/errors.ts';
import type { SecondCopy, AccountSecondCopy } from '#contract/second-copy.ts';
import { ask, type Command, type Given } from '../command.ts';
import { formatKilos, formatTable } from '../format.ts';
import { resolveOutputFolder } from '../output.ts';
import { exitOfVerified, linesOfRestored, withDamage } from './backup.ts';

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

const NO_LONGER = 'Ya no se hacen segundas copias.';

/** The named folder as an absolute path; by default, the chosen one. */
function folderOf(given: Given): { carpeta?: string } {
  const said = given.text('carpeta');
  return said === undefined ? {} : { carpeta: path.resolve(said) };
}

/** `respaldo segunda` (docs/cli.md). */
export const SECOND_COPY: Readonly<Record<string, Command>> = {
  'respaldo segunda ver': ask('segunda_copia.ver', { lines: (second) => linesOf(second) }),
  /** Exits 3 when the folder was chosen but no first copy could be made in it. */
  'respaldo segunda elegir': ask('segunda_copia.elegir', {
    input: (given) => ({ carpeta: resolveOutputFolder(given.needed('carpeta')) }),
    document: ({ segunda }) => segunda,
    lines: ({ segunda }) => linesOf(segunda, NO_LONGER),
    exit: ({ segunda }) => exitOf(segunda),
  }),
  'respaldo segunda quitar': ask('segunda_copia.elegir', {
    input: () => ({ carpeta: null }),
    document: ({ segunda }) => segunda,
    lines: ({ segunda }) => linesOf(segunda, NO_LONGER),
    exit: ({ segunda }) => exitOf(segunda),
  }),
  'respaldo segunda copiar': ask('segunda_copia.copiar', { lines: (second) => linesOf(second), exit: exitOf }),
  'respaldo segunda listar': ask('segunda_copia.listar', {
    input: folderOf,
    lines: ({ carpeta, copias }) =>
      copias.length === 0
        ? [`En ${carpeta} todavía no hay ninguna copia.`]
        : formatTable(
            copias.map(({ copia, cuenta, pc, estaPc, hecha, bytes }) => [
              copia,
              cuenta,
              estaPc ? `${pc} (esta PC)` : pc,
              hecha,
              formatKilos(bytes),
            ]),
            [4],
          ),
  }),
  'respaldo segunda verificar': ask('segunda_copia.verificar', {
    input: (given) => ({ copia: given.needed('copia'), ...folderOf(given) }),
    document: withDamage,
    lines: ({ sana, cargas, hasta }) => [
      sana
        ? `La copia está sana: ${formatUploads(cargas ?? 0)}${hasta === null ? '' : `, hasta el ${hasta}`}.`
        : 'La copia está dañada y no sirve para restaurar. El registro sigue como estaba. Elegí otra.',
    ],
    exit: exitOfVerified,
  }),
  'respaldo segunda restaurar': ask('segunda_copia.restaurar', {
    input: (given) => ({
      copia: given.needed('copia'),
      si: given.flag('si'),
      ...given.texts('cuenta'),
      ...folderOf(given),
    }),
    lines: linesOfRestored,
  }),
};
