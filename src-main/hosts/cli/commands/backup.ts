import { getErrorMessage, NOT_DONE } from '#contract/errors.ts';
import type { RestoredBackup } from '#contract/settings.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { withApp } from '../application.ts';
import { getArgument, hasFlag, accountOf, type Command } from '../command.ts';
import { formatCount, formatKilos, formatTable } from '../format.ts';

/** `respaldo listar`. */
export const listBackups: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const accounts = await app.call('respaldos.listar', {});
    environment.consola.showResult(accounts, () =>
      accounts.length === 0
        ? ['Todavía no hay ninguna cuenta.']
        : accounts.flatMap(({ cuenta, conRegistro, copias }) => [
            `${cuenta}:${conRegistro ? '' : ' todavía no se envió nada'}`,
            ...formatTable(
              copias.map(({ copia, hecha, bytes }) => [`  ${copia}`, hecha, formatKilos(bytes)]),
              [2],
            ),
          ]),
    );
    return 0;
  });

/** `respaldo crear`. */
export const createBackup: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const done = await app.call('respaldos.crear', accountOf(request));
    environment.consola.showResult(done, () => [`Quedó hecha la copia ${done.copia}, ${formatKilos(done.bytes)}.`]);
    return 0;
  });

/** The document of a copy that was looked into; of a damaged one with its code (docs/cli.md, "Errors with `--json`"). */
export const withDamage = <T extends { readonly sana: boolean }>(verified: T) =>
  verified.sana ? verified : { ...verified, codigo: 'COPIA_DANADA', mensaje: getErrorMessage('COPIA_DANADA') };

/** `respaldo verificar`; exits 3 for a damaged copy. */
export const verifyBackup: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const verified = await app.call('respaldos.verificar', {
      copia: getArgument(request, 0),
      ...accountOf(request),
    });
    environment.consola.showResult(withDamage(verified), () => [
      verified.sana
        ? `La copia ${verified.copia} está sana: ${formatCount(verified.cargas ?? 0, ['carga', 'cargas'])}${verified.hasta === null ? '' : `, hasta el ${verified.hasta}`}.`
        : `La copia ${verified.copia} está dañada y no sirve para restaurar. El registro sigue como estaba. Elegí otra.`,
    ]);
    return verified.sana ? 0 : NOT_DONE;
  });

/** What is said once a copy is the record. */
export const linesOfRestored = ({ cuenta, copia, apartado }: RestoredBackup): string[] => [
  `El registro de ${cuenta} es ahora el de la copia ${copia}.`,
  ...(apartado === null ? [] : [`El que estaba quedó guardado como ${apartado}.`]),
  LABELS.comparedBeforeSending.es,
];

/** `respaldo restaurar`. */
export const restoreBackup: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const done = await app.call('respaldos.restaurar', {
      copia: getArgument(request, 0),
      si: hasFlag(request, 'si'),
      ...accountOf(request),
    });
    environment.consola.showResult(done, () => linesOfRestored(done));
    return 0;
  });
