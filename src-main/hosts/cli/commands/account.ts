import { isSameName } from '#app/accounts/account.ts';
import { AppError } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { withApp } from '../application.ts';
import { getArgument, hasFlag, getTextOption, type Command, type CommandRequest } from '../command.ts';
import { formatTable } from '../format.ts';
import { readSecretFromInput, promptSecret } from '../ask.ts';

async function askSecret(request: CommandRequest, question: string, signal: AbortSignal): Promise<string> {
  const key = hasFlag(request, 'clavePorStdin') ? await readSecretFromInput() : await promptSecret(question, signal);
  if (key === undefined) throw new AppError('USO', { mensaje: CONSOLE.nobodyToAsk });
  if (key === '') throw new AppError('USO', { mensaje: CONSOLE.emptySecret });
  return key;
}

const sayRevoked = (isRevoked: boolean): string =>
  isRevoked
    ? 'El acceso quedó revocado en el servicio.'
    : 'No se pudo avisar al servicio: el último acceso vence solo dentro de una hora.';

const NOT_KEPT = 'No hay llavero en este sistema: la clave no se guardó y se va a pedir cada vez.';

/** `cuenta agregar` (docs/cli.md). */
export const addAccount: Command = async (request, environment) => {
  const apiKey = getTextOption(request, 'apiKey');
  const user = getTextOption(request, 'usuario');
  if ((apiKey === undefined) === (user === undefined)) {
    throw new AppError('USO', {
      mensaje: CONSOLE.noWayIn,
    });
  }
  const secret = await askSecret(request, apiKey === undefined ? 'Clave: ' : 'Secreto de la API: ', environment.signal);
  const credential: MethodInput<'cuentas.agregar'>['credencial'] =
    apiKey === undefined
      ? { tipo: 'usuario', usuario: user ?? '', secreto: secret }
      : { tipo: 'api', apiKey, secreto: secret };
  return withApp(environment, async (app) => {
    const name = getArgument(request, 0);
    const url = getTextOption(request, 'url') ?? (await app.call('politica.ver', {})).servicio;
    if (url === null) throw new AppError('USO', { mensaje: CONSOLE.noAddress });
    const account = await app.call('cuentas.agregar', { nombre: name, url, credencial: credential });
    environment.consola.showResult(account, () => [
      `Quedó agregada la cuenta ${account.nombre}.`,
      account.claveGuardada ? 'La clave quedó en el llavero del sistema.' : NOT_KEPT,
    ]);
    return 0;
  });
};

/** `cuenta listar` (docs/cli.md). */
export const listAccounts: Command = (_request, environment) =>
  withApp(environment, async (app) => {
    const accounts = await app.call('cuentas.listar', {});
    environment.consola.showResult(accounts, () =>
      accounts.length === 0
        ? ['Todavía no hay ninguna cuenta. Agregá una con «cuenta agregar».']
        : formatTable(
            accounts.map((account) => [
              account.predeterminada ? '*' : ' ',
              account.nombre,
              account.tipo === 'api' ? 'clave de API' : 'usuario',
              account.url,
            ]),
          ),
    );
    return 0;
  });

/** `cuenta quitar` (docs/cli.md). */
export const removeAccount: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const removed = await app.call('cuentas.quitar', {
      nombre: getArgument(request, 0),
      si: hasFlag(request, 'si'),
      conDatos: hasFlag(request, 'conDatos'),
    });
    environment.consola.showResult(removed, () => [
      `Quedó quitada la cuenta ${removed.nombre} y se borraron sus secretos.`,
      sayRevoked(removed.revocada),
      removed.datosBorrados ? LABELS.dataDeleted.es : LABELS.dataKept.es,
    ]);
    return 0;
  });

/** `cuenta usar` (docs/cli.md). */
export const useAccount: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const used = await app.call('cuentas.usar', { nombre: getArgument(request, 0) });
    environment.consola.showResult(used, () => [`Desde ahora se usa la cuenta ${used.nombre} cuando no se dice otra.`]);
    return 0;
  });

/** `cuenta salir`. */
export const signOut: Command = (request, environment) =>
  withApp(environment, async (app) => {
    const closed = await app.call('cuentas.salir', { nombre: getArgument(request, 0) });
    environment.consola.showResult(closed, () => [
      `Se cerró la sesión de ${closed.nombre} y se borró su secreto. La cuenta y sus datos quedan en esta PC.`,
      sayRevoked(closed.revocada),
    ]);
    return 0;
  });

/** `cuenta cambiar-clave`. */
export const changeSecret: Command = async (request, environment) => {
  const name = getArgument(request, 0);
  return withApp(environment, async (app) => {
    // Whoever types the secret sees the address: an account with a known name may have come in somebody else's file.
    const account = (await app.call('cuentas.listar', {})).find((one) => isSameName(one.nombre, name));
    const where = account === undefined ? name : `${account.nombre}, en ${account.url}`;
    const secret = await askSecret(request, `Secreto o contraseña de ${where}: `, environment.signal);
    const changed = await app.call('cuentas.clave', { nombre: name, secreto: secret });
    environment.consola.showResult(changed, () => [
      `El servicio aceptó la clave nueva de ${changed.nombre}.`,
      changed.claveGuardada ? 'Quedó en el llavero del sistema.' : NOT_KEPT,
    ]);
    return 0;
  });
};
