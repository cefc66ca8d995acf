// @ts-check
// The options that several commands have, and the form of the table's entries. Plain JavaScript, as program.js says.
import { DEFAULTS } from '#domain/upload/settings.js';
import { argument, collect, integer, option, seconds } from './values.js';

/** @typedef {import('./values.js').Part} Part */
/** @typedef {import('#domain/texts/language.ts').Words} Words */

/** A command: its words, what the help says, its arguments and options. @typedef {readonly [words: string, says: Words, ...parts: Part[]]} Entry */

/** What an option says, with the value that it has when it is not given. @type {(says: Words, value: number) => Words} */
export const byDefault = ([es, en], value) => [`${es} (${String(value)})`, `${en} (${String(value)})`];

export const JSON_DOC = option('--json', [
  'una sola respuesta en JSON por la salida estándar',
  'a single answer in JSON on standard output',
]);
/** @type {readonly Part[]} */
export const ACCOUNT = [
  option('--cuenta <nombre>', ['la cuenta con la que se trabaja', 'the account to work with']),
  JSON_DOC,
];
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

/** How workbooks are read. */
export const READING = [
  argument('<archivo...>', [
    'planillas de cupones (.xlsx, .xls, .xlsb, .ods, .csv, .tsv)',
    'spreadsheets of coupons (.xlsx, .xls, .xlsb, .ods, .csv, .tsv)',
  ]),
  option(
    '--hoja <hoja>',
    [
      'la hoja que se lee, o «todas»; si no, la que tiene la tabla; repetible',
      'the sheet to read, or “todas” for all; otherwise the one with the table; repeatable',
    ],
    collect,
  ),
  option('--plantilla <nombre>', ['una plantilla de columnas guardada', 'a saved template of columns']),
  option(
    '--mapear <campo=columna>',
    [
      'de qué columna sale un campo (encabezado o letra; sin nada, de ninguna); repetible',
      'which column a field is taken from (header or letter; nothing for none); repeatable',
    ],
    collect,
  ),
  option(
    '--responder <clave=valor>',
    [
      'cómo se lee una duda de una columna o del archivo; repetible',
      'how to read a doubt about a column or the file; repeatable',
    ],
    collect,
  ),
  option('--orden-fecha <dia|mes>', [
    'cómo se leen las fechas que pueden ser día/mes o mes/día (dia, y se avisa)',
    'how to read dates that can be day/month or month/day (dia, with a notice)',
  ]),
];

/** How long an upload waits, and where its report goes. */
export const WAIT = [
  option('--tardanza <segundos>', byDefault(LATENESS, DEFAULTS.patienceMs / 1000), seconds),
  option(
    '--espera <segundos>',
    byDefault(['cuánto se espera la conciliación', 'how long to wait for the matching'], DEFAULTS.esperaMs / 1000),
    seconds,
  ),
  option(
    '--estable <segundos>',
    byDefault(
      ['cuánto tiene que quedar sin cambios el resultado', 'how long the result has to stay unchanged'],
      DEFAULTS.settledMs / 1000,
    ),
    seconds,
  ),
  option('--informe <salida.xlsx>', ['dónde se escribe el informe', 'where the report is written']),
];

/** Which rows of a view. */
export const QUERY = [
  ...ACCOUNT,
  argument('<vista>', [
    'qué se lee: operaciones, liquidaciones, impuestos, movimientos, rechazos, calendario…',
    'what to read: operaciones, liquidaciones, impuestos, movimientos, rechazos, calendario…',
  ]),
  FROM,
  TO,
  option('--campo-fecha <campo>', ['de qué fecha son esos límites', 'which date those limits are of']),
  option(
    '--filtro <campo=valor>',
    [
      'solo las filas con ese valor; también != distinto, ~ contiene, > y <; repetible, el mismo campo dos veces es «o»',
      'only rows with that value; also != differs, ~ contains, > and <; repeatable, the same field twice means “or”',
    ],
    collect,
  ),
  option('--texto <palabras>', [
    'solo las filas que tienen todas esas palabras',
    'only rows that have all of those words',
  ]),
  option(
    '--columna <campo>',
    ['solo esas columnas, en ese orden; repetible', 'only those columns, in that order; repeatable'],
    collect,
  ),
  option('--orden <campo[:desc]>', ['en qué orden', 'in which order']),
  option('--detalle', ['con el detalle de liquidaciones e impuestos', 'with the detail of settlements and taxes']),
  option('--retiradas', [
    'también las que el servicio dejó de informar',
    'also those that the service no longer reports',
  ]),
];
export const ROWS = integer(0, 100_000_000);

/** A coupon of an upload, and how to undo what was decided about it. */
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
export const CUPON = [...ACCOUNT, UPLOAD, argument('<seq>', SEQ), UNDO];
export const NOTE = option('--nota <texto>', ['por qué', 'why']);
