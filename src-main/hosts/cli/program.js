// @ts-check
// Plain JavaScript on purpose: help and usage errors are answered on any Node, before anything else is loaded (docs/cli.md: `--ayuda` starts in
// at most three times an empty script). The rest of the program is TypeScript on Node 24.
import { Argument, Command, CommanderError, Option } from 'commander';
import { readLanguage, waitForDrain, watchStream, writeDocument, writeText } from './terminal.js';
import { GROUPS, TABLE } from './table.js';
import { asValue, flagsInHelp, JSON_DOC } from './options.js';

/** @typedef {import('#domain/texts/language.ts').Language} Language */
/** @typedef {import('#domain/texts/language.ts').Words} Words */

/** Where a run of the command line reads and writes. @typedef {Pick<import('./printer.ts').Io, 'stdout' | 'stderr' | 'env'>} Streams */

/**
 * A parsed command line: the command's words, its options and arguments by their names, and the language to answer in. A flag that was not given is false.
 * @typedef {{ command: string, given: Readonly<Record<string, unknown>>, language: Language }} Request
 */

/** The words of a language. @type {(words: Words, language: Language) => string} */
const wordIn = ([es, en], language) => (language === 'es' ? es : en);

/** Commander's own titles, in Spanish. */
const TITLES = new Map([
  ['Usage:', 'Uso:'],
  ['Arguments:', 'Argumentos:'],
  ['Options:', 'Opciones:'],
  ['Commands:', 'Comandos:'],
  ['Global Options:', 'Opciones generales:'],
]);

/** The code of the error for a wrong value. Its message is a whole sentence, to which Commander must add nothing. */
const WRONG_VALUE = 'conciliador.wrongValue';

/** Adds an option or an argument of the table. @param {Command} command @param {import('./options.js').Part} part @param {Language} language */
function addPart(command, { flags, says, parse, isRequired = false, conflicts }, language) {
  if (!flags.startsWith('-')) {
    command.addArgument(new Argument(flags, wordIn(says, language)));
    return;
  }
  const option = new Option(flags, wordIn(says, language)).makeOptionMandatory(isRequired);
  /** @param {Words} must @returns {never} */
  const refuse = (must) => {
    throw new CommanderError(2, WRONG_VALUE, `${flagsInHelp(flags, language)}: ${wordIn(must, language)}`);
  };
  if (parse !== undefined) option.argParser((value, previous) => parse(value, refuse, previous));
  if (conflicts !== undefined) option.conflicts(conflicts);
  command.addOption(option);
}

/** @param {Command} command @param {Streams} streams @param {Language} language @returns {Command} */
function withWords(command, { stdout, stderr }, language) {
  return command
    .helpOption('-h, --ayuda', wordIn(['muestra esta ayuda', 'shows this help'], language))
    .configureHelp({
      styleTitle: (title) => (language === 'es' ? (TITLES.get(title) ?? title) : title),
      commandUsage: (cmd) => {
        let path = cmd.name();
        for (let parent = cmd.parent; parent !== null; parent = parent.parent) path = `${parent.name()} ${path}`;
        const usage = cmd
          .usage()
          .replace(/\[(?!options\]|command\])([^\]]+)\]/g, (_all, name) => `[${asValue(name, language)}]`)
          .replace('[options]', wordIn(['[opciones]', '[options]'], language))
          .replace('[command]', wordIn(['[comando]', '[command]'], language))
          .replace(/<([^>.]+)(\.\.\.)?>/g, (_all, name, more) => asValue(name, language, more !== undefined));
        return `${path} ${usage}`;
      },
      optionDescription: (option) => option.description,
      optionTerm: (option) => flagsInHelp(option.flags, language),
      argumentTerm: (argument) => asValue(argument.name(), language, argument.variadic),
      subcommandTerm: (cmd) => {
        const args = cmd.registeredArguments.map((argument) => {
          const name = asValue(argument.name(), language, argument.variadic);
          return argument.required ? name : `[${name}]`;
        });
        return [cmd.name(), ...args].join(' ');
      },
    })
    .exitOverride()
    .configureOutput({
      outputError: () => undefined,
      writeOut: (text) => writeText(stdout, text),
      writeErr: (text) => writeText(stderr, text),
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
 * @param {Language} language
 */
function createProgram(runCommand, streams, language) {
  /** @param {string} es @param {string} en */
  const say = (es, en) => wordIn([es, en], language);
  const program = withWords(new Command('conciliador'), streams, language)
    .description(
      say(
        'Concilia los cupones del comercio con lo que informan los procesadores de tarjetas.',
        'Reconciles the coupons of a store with what the card processors report.',
      ),
    )
    .version('0.1.0', '--version', say('muestra la versión', 'shows the version'))
    .helpCommand('ayuda [comando]', say('muestra la ayuda de un comando', 'shows the help of a command'));
  /** @type {Map<string, Command>} */
  const groups = new Map([['', program]]);
  /** The group of some words, which is made with its first command. @param {readonly string[]} words @returns {Command} */
  const groupOf = (words) => {
    const path = words.join(' ');
    const group = groups.get(path) ?? commandOf(words).description(wordIn(GROUPS[path] ?? ['', ''], language));
    groups.set(path, group);
    return group;
  };
  /** @param {readonly string[]} words */
  const commandOf = (words) => withWords(groupOf(words.slice(0, -1)).command(words.at(-1) ?? ''), streams, language);
  for (const [words, says, ...parts] of TABLE) {
    const command = commandOf(words.split(' ')).description(wordIn(says, language));
    const more = words === 'abrir' || words === 'sandbox' ? [] : [JSON_DOC];
    for (const part of [...parts, ...more]) addPart(command, part, language);
    command.action(() => runCommand({ command: words, given: givenTo(command), language }));
  }
  return program;
}

/**
 * Follows the words through the groups of commands. Returns the last command found, and the first word that names none.
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

/** @type {Words} */
const NOTHING_TO_DO = ['Falta decir qué hacer.', 'It does not say what to do.'];

/**
 * Turns an error of Commander into a sentence of this program.
 * @param {CommanderError} error
 * @param {boolean} isOfGroup whether the call named a group of commands, and no command of it
 * @param {Language} language
 * @returns {Words}
 */
function toSentence(error, isOfGroup, language) {
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const value = asValue(quoted, language);
  const flags = flagsInHelp(quoted, language);
  switch (error.code) {
    case 'commander.help':
      return NOTHING_TO_DO;
    case 'commander.unknownOption':
      // A group of commands has no options of its own: the command is missing.
      if (isOfGroup && quoted === '--json') return NOTHING_TO_DO;
      return [`La opción ${quoted} no existe.`, `There is no option ${quoted}.`];
    case 'commander.unknownCommand':
      return [`El comando «${quoted}» no existe.`, `There is no command “${quoted}”.`];
    case 'commander.missingArgument':
      return [`Falta decir ${value}.`, `${value} is missing.`];
    case 'commander.missingMandatoryOptionValue':
      return [`Falta la opción ${flags}.`, `The option ${flags} is missing.`];
    case 'commander.optionMissingArgument':
      return [`La opción ${flags} necesita un valor.`, `The option ${flags} needs a value.`];
    case 'commander.excessArguments':
      return ['Sobran argumentos.', 'There are too many arguments.'];
    case 'commander.conflictingOption':
      return ['Esas opciones no van juntas: elegí una.', 'Those options exclude each other: choose one.'];
    case WRONG_VALUE:
      return [error.message, error.message];
    default:
      return ['El comando no se entiende.', 'The command is not understood.'];
  }
}

/** @type {Words} */
const LOST_HELP = [
  'No se pudo escribir la ayuda donde la mandaste. No se hizo nada más. Revisá el lugar en el disco y pedila de nuevo.',
  'The help could not be written where you sent it. Nothing else was done. Check the room on the disk and ask for it again.',
];
/** @type {Words} */
const NOTHING_DONE = ['No se hizo nada. Mirá la ayuda con --ayuda.', 'Nothing was done. See the help with --ayuda.'];

/**
 * Parses the arguments and runs the command. A wrong call exits 2 with a sentence on standard error (and a document with `--json`).
 * @param {string[]} argv without node and script
 * @param {Streams} streams
 * @param {(request: Request) => Promise<void>} runCommand
 * @returns {Promise<number | undefined>} the exit code of help or of a wrong call; undefined when `runCommand` decided it
 */
export async function runArgv(argv, streams, runCommand) {
  const { stdout, stderr, env } = streams;
  const language = readLanguage(env);
  const program = createProgram(runCommand, streams, language);
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
      if (isLost) writeText(stderr, `${wordIn(LOST_HELP, language)}\n`);
      return isLost ? 3 : 0;
    }
    const isOfGroup = findCommand(program, argv).command.commands.length > 0;
    const message = wordIn(toSentence(error, isOfGroup, language), language);
    writeText(stderr, `${message} ${wordIn(NOTHING_DONE, language)}\n`);
    if (argv.includes('--json')) writeDocument(stdout, { codigo: 'USO', mensaje: message });
    return 2;
  }
}
