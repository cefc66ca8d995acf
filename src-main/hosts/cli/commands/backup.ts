import { withApp } from '../application.ts';
import { getArgument, hasFlag, dados, textOption, type Command } from '../command.ts';
import { formatNumber, formatTable } from '../format.ts';

const kilos = (bytes: number): string => `${formatNumber(Math.ceil(bytes / 1024))} KB`;

/** `respaldo listar`. */
export const listBackups: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const cuentas = await app.call('respaldos.listar', {});
    environment.consola.showResult(cuentas, () =>
      cuentas.length === 0
        ? ['Todavía no hay ninguna cuenta.']
        : cuentas.flatMap(({ cuenta, conRegistro, copias }) => [
            `${cuenta}:${conRegistro ? '' : ' todavía no se envió nada'}`,
            ...formatTable(
              copias.map(({ copia, hecha, bytes }) => [`  ${copia}`, hecha, kilos(bytes)]),
              [2],
            ),
          ]),
    );
    return 0;
  });

/** `respaldo crear`. */
export const createBackup: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const hecha = await app.call('respaldos.crear', dados({ cuenta: textOption(request, 'cuenta') }));
    environment.consola.showResult(hecha, () => [`Quedó hecha la copia ${hecha.copia}, ${kilos(hecha.bytes)}.`]);
    return 0;
  });

/** `respaldo verificar`; exits 3 for a damaged copy. */
export const verifyBackup: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const vista = await app.call('respaldos.verificar', {
      copia: getArgument(request, 0),
      ...dados({ cuenta: textOption(request, 'cuenta') }),
    });
    environment.consola.showResult(vista, () => [
      vista.sana
        ? `La copia ${vista.copia} está sana: ${formatNumber(vista.cargas ?? 0)} cargas${vista.hasta === null ? '' : `, hasta el ${vista.hasta}`}.`
        : `La copia ${vista.copia} está dañada y no sirve para restaurar. El registro sigue como estaba. Elegí otra.`,
    ]);
    return vista.sana ? 0 : 3;
  });

/** `respaldo restaurar`. */
export const restoreBackup: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const hecha = await app.call('respaldos.restaurar', {
      copia: getArgument(request, 0),
      si: hasFlag(request, 'si'),
      ...dados({ cuenta: textOption(request, 'cuenta') }),
    });
    environment.consola.showResult(hecha, () => [
      `El registro de ${hecha.cuenta} es ahora el de la copia ${hecha.copia}.`,
      ...(hecha.apartado === null ? [] : [`El que estaba quedó guardado como ${hecha.apartado}.`]),
      'Antes del próximo envío se compara con el servicio y te decimos qué hay de más.',
    ]);
    return 0;
  });
