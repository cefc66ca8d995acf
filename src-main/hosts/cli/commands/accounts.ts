import { isSameName } from '#app/accounts/account.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { FAILURES, sayAtConsole } from '#domain/texts/failures.ts';
import { LABELS } from '#domain/texts/labels.ts';
import type { Choose } from '#domain/texts/language.ts';
import { formatTable } from '../format.ts';
import {
  ask,
  getExitCode,
  withApp,
  promptSecret,
  readSecretFromInput,
  type Command,
  type Environment,
} from '../command.ts';
import { type Given, pickGiven, refuse } from '../reading.ts';

async function askSecret(given: Given, environment: Environment, question: string): Promise<string> {
  const key = given.flag('clavePorStdin')
    ? await readSecretFromInput(environment)
    : await promptSecret(environment, question, environment.signal);
  if (key === undefined) throw refuse(USAGE.nobodyToAsk);
  if (key === '') throw refuse(USAGE.emptySecret);
  return key;
}

const sayRevoked = (isRevoked: boolean, say: Choose): string =>
  isRevoked
    ? say('El acceso quedó revocado en el servicio.', 'The access was revoked at the service.')
    : say(
        'No se pudo avisar al servicio: el último acceso vence solo dentro de una hora.',
        'The service could not be told: the last access ends by itself within an hour.',
      );

const sayNotKept = (say: Choose): string =>
  say(
    'No hay llavero en este sistema: la clave no se guardó y se va a pedir cada vez.',
    'This system has no keychain: the secret was not kept and is asked for each time.',
  );

const addAccount: Command = async (given, environment) => {
  const { apiKey, usuario } = given.texts('apiKey', 'usuario');
  if ((apiKey === undefined) === (usuario === undefined)) throw refuse(USAGE.noWayIn);
  const { say } = given;
  const url = given.text('url');
  if (url === undefined) throw refuse(USAGE.noAddress);
  const secreto = await askSecret(
    given,
    environment,
    apiKey === undefined ? say('Clave: ', 'Password: ') : say('Secreto de la API: ', 'API secret: '),
  );
  return withApp(environment, async (app) => {
    const account = await app.call('cuentas.agregar', {
      nombre: given.needed('nombre'),
      url,
      credencial:
        apiKey === undefined ? { tipo: 'usuario', usuario: usuario ?? '', secreto } : { tipo: 'api', apiKey, secreto },
    });
    environment.consola.showResult(account, () => [
      say(`Quedó agregada la cuenta ${account.nombre}.`, `The account ${account.nombre} was added.`),
      account.claveGuardada
        ? say('La clave quedó en el llavero del sistema.', 'The secret is in the system’s keychain.')
        : sayNotKept(say),
    ]);
    return 0;
  });
};

const changeSecret: Command = (given, environment) =>
  withApp(environment, async (app) => {
    const { say } = given;
    const nombre = given.needed('nombre');
    // Show the address before the person types the secret: the file with this account may come from somebody else, who could have chosen a known name for it.
    const account = (await app.call('cuentas.listar', {})).find((one) => isSameName(one.nombre, nombre));
    const where = account === undefined ? nombre : `${account.nombre}, ${say('en', 'at')} ${account.url}`;
    const secreto = await askSecret(
      given,
      environment,
      say(`Secreto o contraseña de ${where}: `, `Secret or password of ${where}: `),
    );
    const changed = await app.call('cuentas.clave', { nombre, secreto });
    environment.consola.showResult(changed, () => [
      say(
        `El servicio aceptó la clave nueva de ${changed.nombre}.`,
        `The service accepted the new secret of ${changed.nombre}.`,
      ),
      changed.claveGuardada
        ? say('Quedó en el llavero del sistema.', 'It is in the system’s keychain.')
        : sayNotKept(say),
    ]);
    return 0;
  });

export const ACCOUNTS: Readonly<Record<string, Command>> = {
  'cuenta agregar': addAccount,
  'cuenta listar': ask('cuentas.listar', {
    lines: (accounts, { say }) =>
      accounts.length === 0
        ? [
            say(
              'Todavía no hay ninguna cuenta. Agregá una con «cuenta agregar».',
              'There is no account yet. Add one with “cuenta agregar”.',
            ),
          ]
        : formatTable(
            accounts.map(({ predeterminada, nombre, tipo, url }) => [
              predeterminada ? '*' : ' ',
              nombre,
              tipo === 'api' ? say('clave de API', 'API key') : say('usuario', 'user'),
              url,
            ]),
          ),
  }),
  'cuenta quitar': ask('cuentas.quitar', {
    lines: ({ nombre, revocada, datosBorrados }, { say }) => [
      say(
        `Quedó quitada la cuenta ${nombre} y se borraron sus secretos.`,
        `The account ${nombre} was removed and its secrets were deleted.`,
      ),
      sayRevoked(revocada, say),
      LABELS[datosBorrados ? 'dataDeleted' : 'dataKept'][say('es', 'en')],
    ],
  }),
  'cuenta probar': ask('cuentas.probar', {
    input: (given) => ({
      ...given.texts('cuenta'),
      ...pickGiven({ cuenta: given.text('nombre') }),
      metodos: true,
    }),
    lines: ({ nombre, comercios, fallas = [] }, { say }) => [
      `${
        fallas.length === 0
          ? say(`La cuenta ${nombre} funciona.`, `The account ${nombre} works.`)
          : say(
              `La cuenta ${nombre} entra al servicio, que no respondió bien a todo.`,
              `The account ${nombre} logs in to the service, which did not answer everything well.`,
            )
      } ${say('Comercios', 'Stores')}: ${String(comercios.length)}.`,
      ...formatTable(comercios.map((comercio) => [`  ${comercio.id}`, comercio.nombre])),
      ...fallas.map(
        ({ metodo, codigo, mensaje }) => `${metodo}: ${say(mensaje, sayAtConsole(FAILURES[codigo], 'en'))} (${codigo})`,
      ),
    ],
    exit: ({ fallas = [] }) => fallas.map(getExitCode)[0] ?? 0,
  }),
  'cuenta salir': ask('cuentas.salir', {
    lines: ({ nombre, revocada }, { say }) => [
      say(
        `Se cerró la sesión de ${nombre} y se borró su secreto. La cuenta y sus datos quedan en esta PC.`,
        `${nombre} was logged out and its secret was deleted. The account and its data stay on this PC.`,
      ),
      sayRevoked(revocada, say),
    ],
  }),
  'cuenta cambiar-clave': changeSecret,
  'cuenta usar': ask('cuentas.usar', {
    lines: ({ nombre }, { say }) => [
      say(
        `Desde ahora se usa la cuenta ${nombre} cuando no se dice otra.`,
        `From now on the account ${nombre} is used when no other is named.`,
      ),
    ],
  }),
};
