// @ts-check
// The values of options and arguments, and the options that several commands have. Plain JavaScript, so that any Node runs it (program.js).
import { DEFAULTS, LIMITS } from '#domain/upload/settings.js';

/** @typedef {import('#domain/texts/language.ts').Words} Words */

/**
 * How the text of an option becomes its value; `refuse` throws a sentence that begins with the option.
 * @typedef {(value: string, refuse: (must: Words) => never, previous: unknown) => unknown} Parse
 */

/**
 * An option (`--hoja <hoja>`) or an argument (`<archivo...>`) of a command. `conflicts`: the option that cannot be given with it.
 * @typedef {{ flags: string, says: Words, parse?: Parse | undefined, isRequired?: boolean, conflicts?: string }} Part
 */

/** English names of values, which the table has in Spanish. */
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
const seconds = (value, refuse) => {
  const number = Number(value.replace(',', '.'));
  const [, max] = LIMITS.tardanza;
  if (/^\d+([.,]\d+)?$/.test(value) && number <= max) return number;
  const most = String(max);
  return refuse([
    `tiene que ser una cantidad de segundos de hasta ${most}.`,
    `it has to be a number of seconds of up to ${most}.`,
  ]);
};

/** @param {string} flags @param {Words} says @returns {Part} */
export const option = (flags, says) => ({ flags, says });

/** @param {string} flags @param {Parse} parse @param {Words} says @returns {Part} */
export const parsed = (flags, parse, says) => ({ flags, says, parse });

/** @param {string} flags @param {Words} says @returns {Part} */
export const required = (flags, says) => ({ flags, says, isRequired: true });

/** @param {string} name @param {Words} [says] @returns {Part} */
export const argument = (name, says = ['', '']) => ({ flags: name, says });

/** A command: its words, what the help says, its arguments and options. @typedef {readonly [words: string, says: Words, ...parts: Part[]]} Entry */

/** Adds the default value to what the help says of an option. @type {(says: Words, value: number) => Words} */
export const byDefault = ([es, en], value) => [`${es} (${String(value)})`, `${en} (${String(value)})`];

/** The option of every command except `abrir` and `sandbox`, which have no document (program.js). */
export const JSON_DOC = option('--json', [
  'una sola respuesta en JSON por la salida estándar',
  'a single answer in JSON on standard output',
]);
export const ACCOUNT = option('--cuenta <nombre>', ['la cuenta con la que se trabaja', 'the account to work with']);
export const CUIT = option('--cuit <cuit>', [
  'de qué contribuyente, si la cuenta tiene varios',
  'of which taxpayer, if the account has several',
]);
export const FROM = option('--desde <fecha>', ['desde qué fecha (AAAA-MM-DD)', 'from which date on (YYYY-MM-DD)']);
export const TO = option('--hasta <fecha>', ['hasta qué fecha (AAAA-MM-DD)', 'up to which date (YYYY-MM-DD)']);
export const SECRET_FROM_INPUT = option('--clave-por-stdin', [
  'lee el secreto de la entrada estándar',
  'reads the secret from standard input',
]);
export const NAME = argument('<nombre>');
export const ID = argument('<id>');
export const DECIDE = option('--decidir <clave>', [
  'contesta la decisión que se pide',
  'answers the question that is asked',
]);

/** @type {Words} */
export const LATENESS = [
  'cuánto puede tardar el servicio en aplicar un envío sin respuesta',
  'how long the service may take to apply a send without an answer',
];
/** @type {Words} */
export const BATCH = ['cuántos cupones van en cada envío', 'how many coupons go in each send'];

export const READING = [
  argument('<archivo...>', [
    'planillas de cupones (.xlsx, .xls, .xlsb, .ods, .csv, .tsv)',
    'spreadsheets of coupons (.xlsx, .xls, .xlsb, .ods, .csv, .tsv)',
  ]),
  parsed('--hoja <hoja>', collect, [
    'la hoja que se lee, o «todas»; si no, la que tiene la tabla; repetible',
    'the sheet to read, or “todas” for all; otherwise the one with the table; repeatable',
  ]),
  option('--plantilla <nombre>', ['una plantilla de columnas guardada', 'a saved template of columns']),
  parsed('--mapear <campo=columna>', collect, [
    'de qué columna sale un campo (encabezado o letra; sin nada, de ninguna); repetible',
    'which column a field is taken from (header or letter; nothing for none); repeatable',
  ]),
  parsed('--responder <clave=valor>', collect, [
    'cómo se lee una duda de una columna o del archivo; repetible',
    'how to read a doubt about a column or the file; repeatable',
  ]),
  option('--orden-fecha <dia|mes>', [
    'cómo se leen las fechas que pueden ser día/mes o mes/día (dia, y se avisa)',
    'how to read dates that can be day/month or month/day (dia, with a notice)',
  ]),
];

export const WAIT = [
  parsed('--tardanza <segundos>', seconds, byDefault(LATENESS, DEFAULTS.patienceMs / 1000)),
  parsed(
    '--espera <segundos>',
    seconds,
    byDefault(['cuánto se espera la conciliación', 'how long to wait for the matching'], DEFAULTS.esperaMs / 1000),
  ),
  parsed(
    '--estable <segundos>',
    seconds,
    byDefault(
      ['cuánto tiene que quedar sin cambios el resultado', 'how long the result has to stay unchanged'],
      DEFAULTS.settledMs / 1000,
    ),
  ),
  option('--informe <salida.xlsx>', ['dónde se escribe el informe', 'where the report is written']),
];

export const QUERY = [
  ACCOUNT,
  argument('<vista>', [
    'qué se lee: operaciones, liquidaciones, impuestos, movimientos, rechazos, calendario…',
    'what to read: operaciones, liquidaciones, impuestos, movimientos, rechazos, calendario…',
  ]),
  FROM,
  TO,
  option('--campo-fecha <campo>', ['de qué fecha son esos límites', 'which date those limits are of']),
  parsed('--filtro <campo=valor>', collect, [
    'solo las filas con ese valor; también != distinto, ~ contiene, > y <; repetible, el mismo campo dos veces es «o»',
    'only rows with that value; also != differs, ~ contains, > and <; repeatable, the same field twice means “or”',
  ]),
  option('--texto <palabras>', [
    'solo las filas que tienen todas esas palabras',
    'only rows that have all of those words',
  ]),
  parsed('--columna <campo>', collect, [
    'solo esas columnas, en ese orden; repetible',
    'only those columns, in that order; repeatable',
  ]),
  option('--orden <campo[:desc]>', ['en qué orden', 'in which order']),
  option('--detalle', ['con el detalle de liquidaciones e impuestos', 'with the detail of settlements and taxes']),
  option('--retiradas', [
    'también las que el servicio dejó de informar',
    'also those that the service no longer reports',
  ]),
];
export const ROWS = integer(0, 100_000_000);

export const UPLOAD = argument('<carga>', [
  'el nombre del envío, o el número de su conciliación',
  'the name of the upload, or the number of its reconciliation',
]);
/** @type {Words} */
export const SEQ = [
  'el número del cupón en el envío, como lo da «explicar --json»',
  'the number of the coupon in the upload, as “explicar --json” gives it',
];
export const UNDO = option('--deshacer', [
  'deshace la última decisión así sobre ese cupón; queda anotado',
  'undoes the last decision of this kind about that coupon; this is recorded',
]);
export const CUPON = [ACCOUNT, UPLOAD, argument('<seq>', SEQ), UNDO];
export const NOTE = option('--nota <texto>', ['por qué', 'why']);
