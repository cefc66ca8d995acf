// @ts-check
// Plain JavaScript on purpose: help and usage errors are answered on any Node, before anything else is loaded (docs/cli.md: `--ayuda` starts in
// at most three times an empty script). The rest of the program is TypeScript on Node 24.
import { Argument, Command, CommanderError } from 'commander';
import { GROUPS, TABLE } from './table.js';
import { waitForDrain, watchStream, writeDocument, writeText } from './terminal.js';
import { asValue, flagsInHelp, WRONG_VALUE } from './values.js';

/** Where a run of the command line reads and writes. @typedef {Pick<import('./io.ts').Io, 'stdout' | 'stderr'>} Streams */

/**
 * A parsed command line: the command's words, and its options and arguments by their names. A flag that was not given is false.
 * @typedef {{ command: string, given: Readonly<Record<string, unknown>> }} Request
 */

/** Commander's own titles, in Spanish. */
const TITLES = new Map([
  ['Usage:', 'Uso:'],
  ['Arguments:', 'Argumentos:'],
  ['Options:', 'Opciones:'],
  ['Commands:', 'Comandos:'],
  ['Global Options:', 'Opciones generales:'],
]);

/** @param {Command} command @param {Streams} streams @returns {Command} */
function inSpanish(command, { stdout, stderr }) {
  return command
    .helpOption('-h, --ayuda', 'muestra esta ayuda')
    .configureHelp({
      styleTitle: (title) => TITLES.get(title) ?? title,
      commandUsage: (cmd) => {
        let path = cmd.name();
        for (let parent = cmd.parent; parent !== null; parent = parent.parent) path = `${parent.name()} ${path}`;
        const usage = cmd
          .usage()
          .replace(/\[(?!options\]|command\])([^\]]+)\]/g, (_all, name) => `[${asValue(name)}]`)
          .replace('[options]', '[opciones]')
          .replace('[command]', '[comando]')
          .replace(/<([^>.]+)(\.\.\.)?>/g, (_all, name, more) => asValue(name, more !== undefined));
        return `${path} ${usage}`;
      },
      optionDescription: (option) => option.description,
      optionTerm: (option) => flagsInHelp(option.flags),
      argumentTerm: (argument) => asValue(argument.name(), argument.variadic),
      subcommandTerm: (cmd) => {
        const args = cmd.registeredArguments.map((argument) => {
          const name = asValue(argument.name(), argument.variadic);
          return argument.required ? name : `[${name}]`;
        });
        return [cmd.name(), ...args].join(' ');
      },
    })
    .exitOverride()
    .configureOutput({
      outputError: () => undefined,
      writeOut: (text) => {
        writeText(stdout, text);
      },
      writeErr: (text) => {
        writeText(stderr, text);
      },
    });
}

/** What a command line gave, by name. @param {Command} command */
const givenTo = (command) => ({
  ...Object.fromEntries(
    command.options.flatMap((option) => (option.isBoolean() ? [[option.attributeName(), false]] : [])),
  ),
  ...command.opts(),
  ...Object.fromEntries(command.registeredArguments.map((one, i) => [one.name(), command.processedArgs[i]])),
});

/**
 * The whole command line (docs/cli.md). `runCommand` runs the parsed request.
 * @param {(request: Request) => Promise<void>} runCommand
 * @param {Streams} streams
 */
export function createProgram(runCommand, streams) {
  const program = inSpanish(new Command('conciliador'), streams)
    .description('Concilia los cupones del comercio con lo que informan los procesadores de tarjetas.')
    .version('0.1.0', '--version', 'muestra la versión')
    .helpCommand('ayuda [comando]', 'muestra la ayuda de un comando');
  /** @type {Map<string, Command>} */
  const groups = new Map([['', program]]);
  /** The group of some words, which is made with its first command. @param {readonly string[]} words @returns {Command} */
  const groupOf = (words) => {
    const path = words.join(' ');
    const group = groups.get(path) ?? commandOf(words).description(GROUPS[path] ?? '');
    groups.set(path, group);
    return group;
  };
  /** @param {readonly string[]} words */
  const commandOf = (words) => inSpanish(groupOf(words.slice(0, -1)).command(words.at(-1) ?? ''), streams);
  for (const [words, says, ...parts] of TABLE) {
    const command = commandOf(words.split(' ')).description(says);
    for (const part of parts) {
      if (part instanceof Argument) command.addArgument(part);
      else command.addOption(part);
    }
    command.action(() => runCommand({ command: words, given: givenTo(command) }));
  }
  return program;
}

/**
 * The command that the words name, as far as they name one.
 * @param {Command} program
 * @param {readonly string[]} words
 */
function findCommand(program, words) {
  let command = program;
  for (const word of words) {
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) return { command, unknown: word };
    command = found;
  }
  return { command, unknown: undefined };
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
  const { unknown } = findCommand(program, words);
  if (unknown === undefined) return [...words, '--ayuda'];
  throw new CommanderError(2, 'commander.unknownCommand', `error: unknown command '${unknown}'`);
}

/**
 * Commander's error as a Spanish sentence.
 * @param {CommanderError} error
 * @param {boolean} isOfGroup whether the call named a group of commands, and none of them
 * @returns {string}
 */
function toSpanish(error, isOfGroup) {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.help':
      return 'Falta decir qué hacer.';
    case 'commander.unknownOption':
      // A group of commands has no options of its own: the command is missing.
      if (isOfGroup && quoted === '--json') return 'Falta decir qué hacer.';
      return `La opción ${quoted} no existe.`;
    case 'commander.unknownCommand':
      return `El comando «${quoted}» no existe.`;
    case 'commander.missingArgument':
      return `Falta decir ${asValue(quoted)}.`;
    case 'commander.missingMandatoryOptionValue':
      return `Falta la opción ${flagsInHelp(quoted)}.`;
    case 'commander.optionMissingArgument':
      return `La opción ${flagsInHelp(quoted)} necesita un valor.`;
    case 'commander.excessArguments':
      return 'Sobran argumentos.';
    case 'commander.conflictingOption':
      return 'Esas opciones no van juntas: elegí una.';
    case WRONG_VALUE:
      return error.message;
    default:
      return 'El comando no se entiende.';
  }
}

const LOST_HELP =
  'No se pudo escribir la ayuda donde la mandaste. No se hizo nada más. Revisá el lugar en el disco y pedila de nuevo.\n';

/**
 * Parses the arguments and runs the command. A wrong call exits 2 with a Spanish sentence on standard error (and a document with `--json`).
 * @param {string[]} argv without node and script
 * @param {Streams} streams
 * @param {(request: Request) => Promise<void>} runCommand
 * @returns {Promise<number | undefined>} the exit code of help or of a wrong call; undefined when `runCommand` decided it
 */
export async function runArgv(argv, streams, runCommand) {
  const { stdout, stderr } = streams;
  const program = createProgram(runCommand, streams);
  let isLost = false;
  watchStream(stdout, () => {
    isLost = true;
  });
  watchStream(stderr, () => undefined);
  try {
    await program.parseAsync(withHelp(program, argv), { from: 'user' });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) {
      await waitForDrain(stdout);
      if (isLost) writeText(stderr, LOST_HELP);
      return isLost ? 3 : 0;
    }
    const message = toSpanish(error, findCommand(program, argv).command.commands.length > 0);
    writeText(stderr, `${message} No se hizo nada. Mirá la ayuda con --ayuda.\n`);
    if (argv.includes('--json')) writeDocument(stdout, { codigo: 'USO', mensaje: message });
    return 2;
  }
}
