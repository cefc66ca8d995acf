// @ts-check
// The values of options and arguments, and how a command of the table names them. Plain JavaScript, as program.js says.
import { Argument, CommanderError, Option } from 'commander';
import { LIMITS } from '#domain/upload/settings.js';

/**
 * An option or an argument of a command.
 * @typedef {Option | Argument} Part
 */

/** A value as docs/cli.md writes it: ARCHIVO…, CAMPO=COLUMNA. @param {string} name @param {boolean} variadic */
export const asValue = (name, variadic = false) => name.toUpperCase() + (variadic ? '…' : '');
/** An option as the help writes it. @param {string} flags */
export const flagsInHelp = (flags) => flags.replace(/<([^>|]+)>/g, (_all, name) => asValue(name));

/** The code of our own refusal of a value: its message is the whole sentence, which Commander does not put into one of its own. */
export const WRONG_VALUE = 'conciliador.wrongValue';

/**
 * How the text of an option becomes its value; `refuse` throws a sentence that begins with the option.
 * @typedef {(value: string, refuse: (must: string) => never, previous: unknown) => unknown} Parse
 */

/** @type {Parse} */
export const collect = (value, _refuse, previous) => [...(Array.isArray(previous) ? previous : []), value];

/** @param {number} min @param {number} max @returns {Parse} */
export const integer = (min, max) => (value, refuse) => {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  return refuse(`tiene que ser un número entero entre ${String(min)} y ${String(max)}.`);
};

/** @param {string[]} values @returns {Parse} */
export const oneOf =
  (...values) =>
  (value, refuse) =>
    values.includes(value) ? value : refuse(`tiene que ser uno de: ${values.join(', ')}.`);

/** Seconds, with a comma or a dot before the decimals. @type {Parse} */
export const seconds = (value, refuse) => {
  const number = Number(value.replace(',', '.'));
  const [, max] = LIMITS.tardanza;
  if (/^\d+([.,]\d+)?$/.test(value) && number <= max) return number;
  return refuse(`tiene que ser una cantidad de segundos de hasta ${String(max)}.`);
};

/**
 * @param {string} flags @param {string} says @param {Parse} [parse]
 * @returns {Option}
 */
export function option(flags, says, parse) {
  const made = new Option(flags, says);
  /** @param {string} must @returns {never} */
  const refuse = (must) => {
    throw new CommanderError(2, WRONG_VALUE, `${flagsInHelp(flags)}: ${must}`);
  };
  if (parse !== undefined) made.argParser((value, previous) => parse(value, refuse, previous));
  return made;
}

/** @param {string} flags @param {string} says */
export const required = (flags, says) => option(flags, says).makeOptionMandatory();

/** @param {string} name @param {string} [says] */
export const argument = (name, says) => new Argument(name, says);
