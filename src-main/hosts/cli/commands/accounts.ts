import { isSameName } from '#app/accounts/account.ts';
import { AppError } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { withApp } from '../application.ts';
import { readSecretFromInput, promptSecret } from '../ask.ts';
import { ask, getExitCode, pickGiven, type Command, type Environment, type Given } from '../command.ts';
import { formatTable } from '../format.ts';

async function askSecret(given: Given, environment: Environment, question: string): Promise<string> {
  const key = given.flag('clavePorStdin')
    ? await readSecretFromInput(environment)
    : await promptSecret(environment, question, environment.signal);
  if (key === undefined) throw new AppError('USO', { mensaje: CONSOLE.nobodyToAsk });
  if (key === '') throw new AppError('USO', { mensaje: CONSOLE.emptySecret });
  return key;
}

const sayRevoked = (isRevoked: boolean): string =>
  isRevoked
    ? 'El acceso quedó revocado en el servicio.'
    : 'No se pudo avisar al servicio: el último acceso vence solo dentro de una hora.';

const NOT_KEPT = 'No hay llavero en este sistema: la clave no se guardó y se va a pedir cada vez.';

const addAccount: Command = async (given, environment) => {
  const { apiKey, usuario } = given.texts('apiKey', 'usuario');
  if ((apiKey === undefined) === (usuario === undefined)) throw new AppError('USO', { mensaje: CONSOLE.noWayIn });
  const url = given.text('url');
  if (url === undefined) throw new AppError('USO', { mensaje: CONSOLE.noAddress });
  const secreto = await askSecret(given, environment, apiKey === undefined ? 'Clave: ' : 'Secreto de la API: ');
  return withApp(environment, async (app) => {
    const account = await app.call('cuentas.agregar', {
      nombre: given.needed('nombre'),
      url,
      credencial:
        apiKey === undefined ? { tipo: 'usuario', usuario: usuario ?? '', secreto } : { tipo: 'api', apiKey, secreto },
    });
    environment.consola.showResult(account, () => [
      `Quedó agregada la cuenta ${account.nombre}.`,
      account.claveGuardada ? 'La clave quedó en el llavero del sistema.' : NOT_KEPT,
    ]);
    return 0;
  });
};

const changeSecret: Command = (given, environment) =>
  withApp(environment, async (app) => {
    const nombre = given.needed('nombre');
    // Show the address before the secret is typed: an account with a known name may have come in somebody else's file.
    const account = (await app.call('cuentas.listar', {})).find((one) => isSameName(one.nombre, nombre));
    const where = account === undefined ? nombre : `${account.nombre}, en ${account.url}`;
    const secreto = await askSecret(given, environment, `Secreto o contraseña de ${where}: `);
    const changed = await app.call('cuentas.clave', { nombre, secreto });
    environment.consola.showResult(changed, () => [
      `El servicio aceptó la clave nueva de ${changed.nombre}.`,
      changed.claveGuardada ? 'Quedó en el llavero del sistema.' : NOT_KEPT,
    ]);
    return 0;
  });

const accountOf = (given: Given): { cuenta?: string } => ({
  ...given.texts('cuenta'),
  ...pickGiven({ cuenta: given.text('nombre') }),
});

/** `cuenta probar`. Exits as the first method that failed does. */
const testAccount: Command = (given, environment) =>
  withApp(environment, async (app) => {
    const test = await app.call('cuentas.probar', { ...accountOf(given), metodos: true });
    const { nombre, comercios, fallas = [] } = test;
    environment.consola.showResult(test, () => [
      fallas.length === 0
        ? `La cuenta ${nombre} funciona. Comercios: ${String(comercios.length)}.`
        : `La cuenta ${nombre} entra al servicio, que no respondió bien a todo. Comercios: ${String(comercios.length)}.`,
      ...formatTable(comercios.map((comercio) => [`  ${comercio.id}`, comercio.nombre])),
      ...fallas.map(({ metodo, codigo, mensaje }) => `${metodo}: ${mensaje} (${codigo})`),
    ]);
    const [failed] = fallas;
    return failed === undefined ? 0 : getExitCode(failed);
  });

/** The commands of `cuenta` (docs/cli.md). */
export const ACCOUNTS: Readonly<Record<string, Command>> = {
  'cuenta agregar': addAccount,
  'cuenta listar': ask('cuentas.listar', {
    lines: (accounts) =>
      accounts.length === 0
        ? ['Todavía no hay ninguna cuenta. Agregá una con «cuenta agregar».']
        : formatTable(
            accounts.map(({ predeterminada, nombre, tipo, url }) => [
              predeterminada ? '*' : ' ',
              nombre,
              tipo === 'api' ? 'clave de API' : 'usuario',
              url,
            ]),
          ),
  }),
  'cuenta quitar': ask('cuentas.quitar', {
    lines: ({ nombre, revocada, datosBorrados }) => [
      `Quedó quitada la cuenta ${nombre} y se borraron sus secretos.`,
      sayRevoked(revocada),
      datosBorrados ? LABELS.dataDeleted.es : LABELS.dataKept.es,
    ],
  }),
  'cuenta probar': testAccount,
  'cuenta salir': ask('cuentas.salir', {
    lines: ({ nombre, revocada }) => [
      `Se cerró la sesión de ${nombre} y se borró su secreto. La cuenta y sus datos quedan en esta PC.`,
      sayRevoked(revocada),
    ],
  }),
  'cuenta cambiar-clave': changeSecret,
  'cuenta usar': ask('cuentas.usar', {
    lines: ({ nombre }) => [`Desde ahora se usa la cuenta ${nombre} cuando no se dice otra.`],
  }),
};
