// @ts-check
// Plain JavaScript on purpose: help and usage errors are answered on any Node, before anything else is loaded (docs/cli.md: `--ayuda` starts in
// at most three times an empty script). The rest of the program is TypeScript on Node 24.
import { Command, CommanderError, Option } from 'commander';
import { DEFAULTS } from '#domain/upload/settings.js';
import { toSpanish } from './program-errors.js';
import { addDecisionCommands } from './program-decisions.js';
import { addPcCommands } from './program-pc.js';
import {
  collect,
  inSpanish,
  integer,
  seconds,
  subcommand,
  withAccount,
  withBatchSize,
  withDates,
  withJson,
  withPatience,
  withSecretFromInput,
} from './program-parts.js';
import { waitForDrain, watchStream, writeDocument, writeText } from './terminal.js';

/**
 * A parsed command line: the command's path ("cuenta agregar"), its arguments and its options, as commander gives them.
 * @typedef {{ command: string, args: unknown[], opciones: Record<string, unknown> }} Request
 */

/** Adds the options for reading a workbook. @param {Command} command */
const withReading = (command) =>
  command
    .argument('<archivo...>', 'planillas de cupones (.xlsx, .xls, .xlsb, .ods, .csv, .tsv)')
    .option('--hoja <hoja>', 'la hoja que se lee, o «todas»; si no, la que tiene la tabla; repetible', collect)
    .option('--plantilla <nombre>', 'una plantilla de columnas guardada')
    .option(
      '--mapear <campo=columna>',
      'de qué columna sale un campo (encabezado o letra; sin nada, de ninguna); repetible',
      collect,
    )
    .option('--orden-fecha <dia|mes>', 'cómo se leen las fechas que pueden ser día/mes o mes/día (dia, y se avisa)');

/** The value of an option that is not given. @param {number} ms */
const byDefault = (ms) => ` (${String(ms / 1000)})`;

/** Adds the options for waiting. @param {Command} command */
const withWait = (command) =>
  withPatience(command, seconds, byDefault(DEFAULTS.patienceMs))
    .option('--espera <segundos>', `cuánto se espera la conciliación${byDefault(DEFAULTS.esperaMs)}`, seconds)
    .option(
      '--estable <segundos>',
      `cuánto tiene que quedar sin cambios el resultado${byDefault(DEFAULTS.settledMs)}`,
      seconds,
    )
    .option('--informe <salida.xlsx>', 'dónde se escribe el informe');

/** Adds the options of a query. @param {Command} command */
const withQuery = (command) =>
  withDates(
    withAccount(command).argument(
      '<vista>',
      'qué se lee: operaciones, liquidaciones, impuestos, movimientos, rechazos, calendario…',
    ),
  )
    .option('--campo-fecha <campo>', 'de qué fecha son esos límites')
    .option(
      '--filtro <campo=valor>',
      'solo las filas con ese valor; también != distinto, ~ contiene, > y <; repetible, el mismo campo dos veces es «o»',
      collect,
    )
    .option('--texto <palabras>', 'solo las filas que tienen todas esas palabras')
    .option('--columna <campo>', 'solo esas columnas, en ese orden; repetible', collect)
    .option('--orden <campo[:desc]>', 'en qué orden')
    .option('--detalle', 'con el detalle de liquidaciones e impuestos')
    .option('--retiradas', 'también las que el servicio dejó de informar');

/**
 * The whole command line (docs/cli.md). `runCommand` runs the parsed request.
 * @param {(request: Request) => Promise<void>} runCommand
 */
export function createProgram(runCommand) {
  const program = inSpanish(new Command('conciliador'))
    .description('Concilia los cupones del comercio con lo que informan los procesadores de tarjetas.')
    .version('0.1.0', '--version', 'muestra la versión')
    .helpCommand('ayuda [comando]', 'muestra la ayuda de un comando');

  /** @param {string} name @returns {(...all: unknown[]) => Promise<void>} */
  const action =
    (name) =>
    (...all) => {
      const command = all.at(-1);
      if (!(command instanceof Command)) throw new Error('commander calls an action with the command last');
      return runCommand({ command: name, args: [...command.processedArgs], opciones: command.opts() });
    };

  subcommand(program, 'abrir', 'abre la aplicación: la ventana, o el navegador si no puede haber una')
    .option('--navegador', 'en el navegador, aunque pueda haber ventana')
    .action(action('abrir'));

  withJson(
    subcommand(
      program,
      'demo',
      'el recorrido completo con datos de ejemplo: valida, sube, espera y escribe el informe',
    ),
  )
    .option('--carpeta <carpeta>', 'dónde se escribe el informe (si no, acá)')
    .action(action('demo'));

  subcommand(program, 'sandbox', 'sirve la API de ejemplo hasta que se la detenga')
    .option('--puerto <n>', 'el puerto (si no, uno libre)', integer(0, 65_535))
    .option('--semilla <n>', 'la semilla de los datos', integer(0, 4_294_967_295))
    .option('--operaciones <n>', 'cuántas operaciones tiene', integer(1, 1_000_000))
    .option('--rasgo <clave=valor>', 'cómo se comporta el servicio; repetible', collect)
    .option('--datos <clave=valor>', 'qué tienen mal sus datos; repetible', collect)
    .action(action('sandbox'));

  const account = subcommand(program, 'cuenta', 'las cuentas del servicio');
  withSecretFromInput(withJson(subcommand(account, 'agregar', 'agrega una cuenta; la clave se pide sin mostrarla')))
    .argument('<nombre>', 'cómo se la llama acá')
    .option('--url <url>', 'la dirección del servicio; no hace falta donde un administrador la fijó')
    .addOption(new Option('--api-key <clave>', 'la clave de API').conflicts('usuario'))
    .option('--usuario <usuario>', 'el usuario del servicio')
    .action(action('cuenta agregar'));
  withJson(subcommand(account, 'listar', 'las cuentas que hay, sin sus secretos')).action(action('cuenta listar'));
  withJson(subcommand(account, 'quitar', 'revoca el acceso y borra los secretos de una cuenta'))
    .argument('<nombre>')
    .option('--si', 'confirma que se la quita')
    .option('--con-datos', 'borra también sus datos en esta PC')
    .action(action('cuenta quitar'));
  withAccount(subcommand(account, 'probar', 'entra al servicio y dice qué comercios encontró'))
    .argument('[nombre]')
    .option('--informe <salida.json>', 'lee una vez cada método y escribe cómo responde el servicio, para soporte')
    .option('--con-carga', 'además sube dos cupones inventados, mira su resultado y los borra')
    .option('--si', 'confirma la carga de prueba')
    .action(action('cuenta probar'));
  withJson(
    subcommand(account, 'salir', 'cierra la sesión: revoca el acceso y borra el secreto; la cuenta y sus datos quedan'),
  )
    .argument('<nombre>')
    .action(action('cuenta salir'));
  withSecretFromInput(
    withJson(subcommand(account, 'cambiar-clave', 'pone otro secreto, o contraseña, si el servicio lo acepta')),
  )
    .argument('<nombre>')
    .action(action('cuenta cambiar-clave'));
  withJson(subcommand(account, 'usar', 'la cuenta que se usa cuando no se dice otra'))
    .argument('<nombre>')
    .action(action('cuenta usar'));

  withAccount(
    withReading(subcommand(program, 'validar', 'lee planillas y dice qué está mal y en qué filas; no envía nada')),
  )
    .option('--cupones', 'con --json, también los cupones como se enviarían')
    .action(action('validar'));

  const conciliar = withReading(
    subcommand(program, 'conciliar', 'valida, sube los cupones, espera el resultado y escribe el informe'),
  );
  withBatchSize(withWait(withAccount(conciliar)), ` (${String(DEFAULTS.porTanda)})`)
    .option('--omitir-errores', 'envía las filas válidas aunque otras tengan errores')
    .option('--marcador <auto|auxiliar_N|ninguno>', 'el campo que lleva la marca de cada fila (auto)')
    .option('--repetir', 'hace una carga nueva aunque el archivo ya se haya enviado')
    .option(
      '--decidir <clave>',
      'contesta la decisión que se pide; omitir-enviados, también de antemano, deja afuera lo que ya se envió',
    )
    .option('--guardar-plantilla <nombre>', 'guarda las columnas como plantilla')
    .action(action('conciliar'));

  const conciliaciones = subcommand(
    program,
    'conciliaciones',
    'las conciliaciones del servicio y las cargas de esta PC',
  );
  withDates(withAccount(subcommand(conciliaciones, 'listar', 'todas, de los últimos 90 días'))).action(
    action('conciliaciones listar'),
  );
  withAccount(subcommand(conciliaciones, 'ver', 'una conciliación'))
    .argument('<id>')
    .action(action('conciliaciones ver'));
  withAccount(subcommand(conciliaciones, 'resultado', 'el resultado, cupón por cupón'))
    .argument('<id>')
    .option('--exportar <salida.xlsx>', 'lo escribe en una planilla')
    .option('--releer', 'lo vuelve a leer del servicio, aunque el envío lo haya leído hoy')
    .action(action('conciliaciones resultado'));
  withAccount(subcommand(conciliaciones, 'borrar', 'borra del servicio una conciliación y sus cupones'))
    .argument('<id>')
    .option('--si', 'confirma que se la borra')
    .action(action('conciliaciones borrar'));
  withAccount(subcommand(conciliaciones, 'nombrar', 'le da a una conciliación un nombre en esta PC'))
    .argument('<id>')
    .argument('[nombre]', 'cómo se la llama: hasta 80 letras')
    .option('--deshacer', 'le saca el nombre')
    .action(action('conciliaciones nombrar'));
  withWait(withAccount(subcommand(conciliaciones, 'retomar', 'sigue con una carga sin terminar, o con todas')))
    .argument('[carga]')
    .option('--decidir <clave>', 'contesta la decisión que se pide')
    .action(action('conciliaciones retomar'));

  withAccount(subcommand(program, 'sincronizar', 'baja a esta PC lo que informa el servicio; se puede cortar y seguir'))
    .option('--desde <fecha>', 'desde qué fecha (AAAA-MM-DD; si no, 90 días antes de --hasta)')
    .option('--hasta <fecha>', 'hasta qué fecha (AAAA-MM-DD; si no, hoy)')
    .option('--metodo <vista>', 'solo eso; repetible', collect)
    .action(action('sincronizar'));
  withQuery(subcommand(program, 'consultar', 'lee lo que hay en esta PC, sin conectarse'))
    .option('--limite <n>', 'cuántas filas como mucho; 0 es todas (100)', integer(0, 100_000_000))
    .action(action('consultar'));
  withQuery(subcommand(program, 'exportar', 'escribe en una planilla lo que hay en esta PC, sin conectarse'))
    .requiredOption('--salida <archivo>', 'dónde se escribe: .xlsx o .csv')
    .option('--limite <n>', 'cuántas filas como mucho (todas)', integer(0, 100_000_000))
    .action(action('exportar'));
  withAccount(subcommand(program, 'explicar', 'por qué no concilió cada cupón, y qué operación puede ser'))
    .argument('<id|carga>', 'el número de la conciliación, o el nombre del envío')
    .option('--salida <salida.xlsx>', 'escribe el informe, con los motivos')
    .action(action('explicar'));
  withAccount(
    withReading(subcommand(program, 'previa', 'qué conciliaría de una planilla, antes de enviarla; no envía nada')),
  ).action(action('previa'));
  withAccount(subcommand(program, 'faltantes', 'las operaciones de un período de las que no se cargó ningún cupón'))
    .requiredOption('--desde <fecha>', 'desde qué día de venta (AAAA-MM-DD)')
    .requiredOption('--hasta <fecha>', 'hasta qué día de venta (AAAA-MM-DD)')
    .action(action('faltantes'));
  addDecisionCommands(program, action);
  addPcCommands(program, action);
  return program;
}

/**
 * `--help` is `--ayuda`, and so is `ayuda COMANDO SUBCOMANDO`, of which commander only knows the first word. Help for an unknown command is a
 * wrong call: commander would show the help of the group instead.
 * @param {Command} program
 * @param {string[]} argv
 */
function withHelp(program, argv) {
  const [first, ...rest] = argv;
  if (first !== 'ayuda' || rest.length === 0) return argv.map((word) => (word === '--help' ? '--ayuda' : word));
  const words = rest.filter((word) => !word.startsWith('-'));
  let group = program;
  for (const word of words) {
    const found = group.commands.find((command) => command.name() === word);
    if (found === undefined) {
      const message = `error: unknown command '${word}'`;
      throw new CommanderError(2, 'commander.unknownCommand', message);
    }
    group = found;
  }
  return [...words, '--ayuda'];
}

/**
 * Whether the first words name a group of commands, and none of them.
 * @param {Command} program
 * @param {string[]} argv
 */
function isOfGroup(program, argv) {
  let group = program;
  for (const word of argv) {
    const found = group.commands.find((command) => command.name() === word);
    if (found === undefined) break;
    group = found;
  }
  return group.commands.length > 0;
}

const LOST_HELP =
  'No se pudo escribir la ayuda donde la mandaste. No se hizo nada más. Revisá el lugar en el disco y pedila de nuevo.\n';

/**
 * Parses the arguments and runs the command. A wrong call exits 2 with a Spanish sentence on standard error (and a document with `--json`).
 * @param {string[]} argv without node and script
 * @param {(request: Request) => Promise<void>} runCommand
 * @returns {Promise<number | undefined>} the exit code of help or of a wrong call; undefined when `runCommand` decided it
 */
export async function runArgv(argv, runCommand) {
  const program = createProgram(runCommand);
  let isLost = false;
  watchStream(process.stdout, () => {
    isLost = true;
  });
  watchStream(process.stderr, () => undefined);
  try {
    await program.parseAsync(withHelp(program, argv), { from: 'user' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) {
      await waitForDrain(process.stdout);
      if (isLost) writeText(process.stderr, LOST_HELP);
      return isLost ? 3 : 0;
    }
    const message =
      error.code === 'commander.help' ? 'Falta decir qué hacer.' : toSpanish(error, isOfGroup(program, argv));
    writeText(process.stderr, `${message} No se hizo nada. Mirá la ayuda con --ayuda.\n`);
    if (argv.includes('--json')) writeDocument(process.stdout, { codigo: 'USO', mensaje: message });
    return 2;
  }
}
