import { getErrorMessage, NOT_DONE } from '#contract/errors.ts';
import type { RestoredBackup } from '#contract/settings.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { ask, type Command } from '../command.ts';
import { formatCount, formatKilos, formatTable } from '../format.ts';

/** The document of a copy that was looked into; of a damaged one with its code (docs/cli.md, "Errors with `--json`"). */
export const withDamage = <T extends { readonly sana: boolean }>(verified: T) =>
  verified.sana ? verified : { ...verified, codigo: 'COPIA_DANADA', mensaje: getErrorMessage('COPIA_DANADA') };

/** Exits 3 for a damaged copy. */
export const exitOfVerified = ({ sana }: { readonly sana: boolean }): number => (sana ? 0 : NOT_DONE);

/** What is said once a copy is the record. */
export const linesOfRestored = ({ cuenta, copia, apartado }: RestoredBackup): string[] => [
  `El registro de ${cuenta} es ahora el de la copia ${copia}.`,
  ...(apartado === null ? [] : [`El que estaba quedó guardado como ${apartado}.`]),
  LABELS.comparedBeforeSending.es,
];

/** `respaldo` (docs/cli.md). */
export const BACKUPS: Readonly<Record<string, Command>> = {
  'respaldo listar': ask('respaldos.listar', {
    lines: (accounts) =>
      accounts.length === 0
        ? ['Todavía no hay ninguna cuenta.']
        : accounts.flatMap(({ cuenta, conRegistro, copias }) => [
            `${cuenta}:${conRegistro ? '' : ' todavía no se envió nada'}`,
            ...formatTable(
              copias.map(({ copia, hecha, bytes }) => [`  ${copia}`, hecha, formatKilos(bytes)]),
              [2],
            ),
          ]),
  }),
  'respaldo crear': ask('respaldos.crear', {
    lines: ({ copia, bytes }) => [`Quedó hecha la copia ${copia}, ${formatKilos(bytes)}.`],
  }),
  'respaldo verificar': ask('respaldos.verificar', {
    document: withDamage,
    lines: ({ copia, sana, cargas, hasta }) => [
      sana
        ? `La copia ${copia} está sana: ${formatCount(cargas ?? 0, ['carga', 'cargas'])}${hasta === null ? '' : `, hasta el ${hasta}`}.`
        : `La copia ${copia} está dañada y no sirve para restaurar. El registro sigue como estaba. Elegí otra.`,
    ],
    exit: exitOfVerified,
  }),
  'respaldo restaurar': ask('respaldos.restaurar', { lines: linesOfRestored }),
};
