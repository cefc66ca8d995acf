// @ts-check
// The parts with which every command is declared. Plain JavaScript, as program.js says.
import { CommanderError } from 'commander';
import { LIMITS } from '#domain/upload/settings.js';
import { writeText } from './terminal.js';

/** @typedef {import('commander').Command} Command */
/** @typedef {import('commander').Option} Option */

/** A value as docs/cli.md writes it: ARCHIVO…, CAMPO=COLUMNA. @param {string} name @param {boolean} variadic */
export const asValue = (name, variadic = false) => name.toUpperCase() + (variadic ? '…' : '');
/** An option as the help writes it. @param {string} flags */
export const flagsInHelp = (flags) => flags.replace(/<([^>|]+)>/g, (_all, name) => asValue(name));

/** The code of our own refusal of a value: its message is the whole sentence, which Commander does not put into one of its own. */
export const WRONG_VALUE = 'conciliador.wrongValue';
/** @param {Option} option @param {string} must */
const wrongValue = (option, must) => new CommanderError(2, WRONG_VALUE, `${flagsInHelp(option.flags)}: ${must}`);

/** @param {string} value @param {string[] | undefined} previous */
export const collect = (value, previous) => [...(previous ?? []), value];

/** @param {number} min @param {number} max @returns {(this: Option, value: string) => number} */
export const integer = (min, max) =>
  function (value) {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw wrongValue(this, `tiene que ser un número entero entre ${String(min)} y ${String(max)}.`);
    return number;
  };

/** @param {string[]} values @returns {(this: Option, value: string) => string} */
export const oneOf = (...values) =>
  function (value) {
    if (!values.includes(value)) throw wrongValue(this, `tiene que ser uno de: ${values.join(', ')}.`);
    return value;
  };

const [, MAX_SECONDS] = LIMITS.tardanza;

/** @this {Option} @param {string} value with a comma or a dot before the decimals */
export function seconds(value) {
  const number = Number(value.replace(',', '.'));
  if (!/^\d+([.,]\d+)?$/.test(value) || number > MAX_SECONDS)
    throw wrongValue(this, `tiene que ser una cantidad de segundos de hasta ${String(MAX_SECONDS)}.`);
  return number;
}

/** Commander's own titles, in Spanish. */
const TITLES = new Map([
  ['Usage:', 'Uso:'],
  ['Arguments:', 'Argumentos:'],
  ['Options:', 'Opciones:'],
  ['Commands:', 'Comandos:'],
  ['Global Options:', 'Opciones generales:'],
]);

/** @param {Command} command @returns {Command} */
export function inSpanish(command) {
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
        writeText(process.stdout, text);
      },
    });
}

/**
 * @param {Command} parent
 * @param {string} spec
 * @param {string} description
 */
export const subcommand = (parent, spec, description) => inSpanish(parent.command(spec)).description(description);

const ACCOUNT = '--cuenta <nombre>';
const JSON_OPTION = ['--json', 'una sola respuesta en JSON por la salida estándar'];

/** @param {Command} command */
export const withJson = (command) => command.option(JSON_OPTION[0] ?? '', JSON_OPTION[1]);
/** @param {Command} command */
export const withAccount = (command) => withJson(command.option(ACCOUNT, 'la cuenta con la que se trabaja'));

/** How late an answer may come. @param {Command} command @param {(value: string) => number} parse @param {string} [byDefault] */
export const withPatience = (command, parse, byDefault = '') =>
  command.option(
    '--tardanza <segundos>',
    `cuánto puede tardar el servicio en aplicar un envío sin respuesta${byDefault}`,
    parse,
  );
/** How many coupons a request sends. @param {Command} command @param {string} [byDefault] */
export const withBatchSize = (command, byDefault = '') =>
  command.option('--por-tanda <n>', `cuántos cupones van en cada envío${byDefault}`, integer(...LIMITS.porTanda));
/** @param {Command} command */
export const withDates = (command) =>
  command
    .option('--desde <fecha>', 'desde qué fecha (AAAA-MM-DD)')
    .option('--hasta <fecha>', 'hasta qué fecha (AAAA-MM-DD)');
/** @param {Command} command */
export const withSecretFromInput = (command) =>
  command.option('--clave-por-stdin', 'lee el secreto de la entrada estándar');
