// @ts-check
// The values of options and arguments, and how a command of the table names them. Plain JavaScript, as program.js says.
import { LIMITS } from '#domain/upload/settings.js';

/** @typedef {import('#domain/texts/language.ts').Words} Words */

/**
 * How the text of an option becomes its value; `refuse` throws a sentence that begins with the option.
 * @typedef {(value: string, refuse: (must: Words) => never, previous: unknown) => unknown} Parse
 */

/**
 * An option (`--hoja <hoja>`) or an argument (`<archivo...>`) of a command. `conflicts`: the option that excludes it.
 * @typedef {{ flags: string, says: Words, parse?: Parse | undefined, isRequired?: boolean, conflicts?: string }} Part
 */

/** The English of the names of values, which are Spanish in the table. */
const IN_ENGLISH = new Map([
  ['archivo', 'file'],
  ['campo', 'field'],
  ['carga', 'upload'],
  ['carpeta', 'folder'],
  ['clave', 'key'],
  ['columna', 'column'],
  ['comando', 'command'],
  ['fecha', 'date'],
  ['hoja', 'sheet'],
  ['idioma', 'language'],
  ['importe', 'amount'],
  ['mes', 'month'],
  ['nombre', 'name'],
  ['nuevo', 'new'],
  ['operacion', 'operation'],
  ['palabras', 'words'],
  ['papel', 'paper'],
  ['par', 'pair'],
  ['respaldos', 'backups'],
  ['salida', 'output'],
  ['segundos', 'seconds'],
  ['tema', 'theme'],
  ['texto', 'text'],
  ['usuario', 'user'],
  ['valor', 'value'],
  ['vista', 'view'],
]);

/**
 * A value as docs/cli.md writes it: ARCHIVO…, CAMPO=COLUMNA.
 * @param {string} name @param {import('#domain/texts/language.ts').Language} language @param {boolean} variadic
 */
export const asValue = (name, language, variadic = false) =>
  (language === 'es' ? name : name.replace(/\p{L}+/gu, (word) => IN_ENGLISH.get(word) ?? word)).toUpperCase() +
  (variadic ? '…' : '');
/** An option as the help writes it. @param {string} flags @param {import('#domain/texts/language.ts').Language} language */
export const flagsInHelp = (flags, language) => flags.replace(/<([^>|]+)>/g, (_all, name) => asValue(name, language));

/** @type {Parse} */
export const collect = (value, _refuse, previous) => [...(Array.isArray(previous) ? previous : []), value];

/** @param {number} min @param {number} max @returns {Parse} */
export const integer = (min, max) => (value, refuse) => {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  const [from, to] = [String(min), String(max)];
  return refuse([
    `tiene que ser un número entero entre ${from} y ${to}.`,
    `it has to be a whole number between ${from} and ${to}.`,
  ]);
};

/** @param {string[]} values @returns {Parse} */
export const oneOf =
  (...values) =>
  (value, refuse) => {
    const list = values.join(', ');
    return values.includes(value) ? value : refuse([`tiene que ser uno de: ${list}.`, `it has to be one of: ${list}.`]);
  };

/** Seconds, with a comma or a dot before the decimals. @type {Parse} */
export const seconds = (value, refuse) => {
  const number = Number(value.replace(',', '.'));
  const [, max] = LIMITS.tardanza;
  if (/^\d+([.,]\d+)?$/.test(value) && number <= max) return number;
  const most = String(max);
  return refuse([
    `tiene que ser una cantidad de segundos de hasta ${most}.`,
    `it has to be a number of seconds of up to ${most}.`,
  ]);
};

/** @param {string} flags @param {Words} says @param {Parse} [parse] @returns {Part} */
export const option = (flags, says, parse) => ({ flags, says, parse });

/** @param {string} flags @param {Words} says @returns {Part} */
export const required = (flags, says) => ({ flags, says, isRequired: true });

/** @param {string} name @param {Words} [says] @returns {Part} */
export const argument = (name, says = ['', '']) => ({ flags: name, says });
