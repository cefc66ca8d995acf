// @ts-check
// Every command: its words, what the help says, its arguments and options. main.ts has what each does, under the same words. An option gives the key of its own
// name to the method's input, or what `READINGS` in reading.ts says. Plain JavaScript, so that any Node runs it (program.js). Longer than 300 lines: one table.
import { DEFAULTS, LIMITS } from '#domain/upload/settings.js';
import {
  byDefault,
  ACCOUNT,
  CUIT,
  FROM,
  TO,
  ID,
  DECIDE,
  BATCH,
  READING,
  WAIT,
  QUERY,
  ROWS,
  UPLOAD,
  SEQ,
  UNDO,
  CUPON,
  NOTE,
  argument,
  collect,
  integer,
  option,
  parsed,
  required,
} from './options.js';
import { OPENING, UPKEEP } from './table-upkeep.js';

/** @typedef {import('./options.js').Entry} Entry */

/** Groups of commands. @type {Readonly<Record<string, import('#domain/texts/language.ts').Words>>} */
export const GROUPS = {
  cuenta: ['las cuentas del servicio', 'the accounts of the service'],
  conciliaciones: [
    'las conciliaciones del servicio y las cargas de esta PC',
    'the reconciliations of the service and the uploads of this PC',
  ],
  ajustes: ['los ajustes del programa', 'the settings of the program'],
  plantillas: ['las plantillas de columnas', 'the templates of columns'],
  respaldo: [
    'los respaldos del registro de envíos; con ellos se pasa a otra PC',
    'the backups of the record of uploads; they also serve to move to another PC',
  ],
};

/** @type {readonly Entry[]} */
export const TABLE = [
  ...OPENING,
  [
    'validar',
    [
      'lee planillas y dice qué está mal y en qué filas; no envía nada',
      'reads spreadsheets and says what is wrong in which rows; sends nothing',
    ],
    ...READING,
    ACCOUNT,
    option('--cupones', [
      'con --json, también los cupones como se enviarían',
      'with --json, also the coupons as they would be sent',
    ]),
  ],
  [
    'conciliar',
    [
      'valida, sube los cupones, espera el resultado y escribe el informe',
      'validates, uploads the coupons, waits for the result and writes the report',
    ],
    ...READING,
    ACCOUNT,
    ...WAIT,
    parsed('--por-tanda <n>', integer(...LIMITS.porTanda), byDefault(BATCH, DEFAULTS.porTanda)),
    option('--omitir-errores', [
      'envía las filas válidas aunque otras tengan errores',
      'sends the valid rows even if others have errors',
    ]),
    option('--marcador <auto|auxiliar_N|ninguno>', [
      'el campo que lleva la marca de cada fila (auto)',
      'the field that carries the mark of each row (auto)',
    ]),
    option('--repetir', [
      'hace una carga nueva aunque el archivo ya se haya enviado',
      'makes a new upload even if the file was sent already',
    ]),
    option('--decidir <clave>', [
      'contesta la decisión que se pide; omitir-enviados, también de antemano, deja afuera lo que ya se envió',
      'answers the question that is asked; omitir-enviados, also given beforehand, leaves out what was sent already',
    ]),
    option('--guardar-plantilla <nombre>', ['guarda las columnas como plantilla', 'saves the columns as a template']),
  ],

  ['conciliaciones listar', ['todas, de los últimos 90 días', 'all of them, of the last 90 days'], ACCOUNT, FROM, TO],
  ['conciliaciones ver', ['una conciliación', 'one reconciliation'], ACCOUNT, ID],
  [
    'conciliaciones resultado',
    ['el resultado, cupón por cupón', 'the result, coupon by coupon'],
    ACCOUNT,
    ID,
    option('--exportar <salida.xlsx>', ['lo escribe en una planilla', 'writes it to a spreadsheet']),
    option('--releer', [
      'lo vuelve a leer del servicio, aunque el envío lo haya leído hoy',
      'reads it from the service again, even if the upload read it today',
    ]),
  ],
  [
    'conciliaciones borrar',
    ['borra del servicio una conciliación y sus cupones', 'deletes a reconciliation and its coupons from the service'],
    ACCOUNT,
    ID,
    option('--si', ['confirma que se la borra', 'confirms that it is to be deleted']),
  ],
  [
    'conciliaciones nombrar',
    ['le da a una conciliación un nombre en esta PC', 'gives a reconciliation a name on this PC'],
    ACCOUNT,
    ID,
    argument('[nombre]', ['cómo se la llama: hasta 80 letras', 'what it is called: up to 80 letters']),
    option('--deshacer', ['le saca el nombre', 'takes its name away']),
  ],
  [
    'conciliaciones retomar',
    ['sigue con una carga sin terminar, o con todas', 'goes on with an unfinished upload, or with all of them'],
    ACCOUNT,
    ...WAIT,
    parsed('--por-tanda <n>', integer(...LIMITS.porTanda), BATCH),
    argument('[carga]'),
    DECIDE,
  ],

  [
    'sincronizar',
    [
      'baja a esta PC lo que informa el servicio; se puede cortar y seguir',
      'downloads what the service reports to this PC; it can be stopped and resumed',
    ],
    ACCOUNT,
    option('--desde <fecha>', [
      'desde qué fecha (AAAA-MM-DD; si no, 90 días antes de --hasta)',
      'from which date on (YYYY-MM-DD; otherwise, 90 days before --hasta)',
    ]),
    option('--hasta <fecha>', [
      'hasta qué fecha (AAAA-MM-DD; si no, hoy)',
      'up to which date (YYYY-MM-DD; otherwise, today)',
    ]),
    parsed('--metodo <vista>', collect, ['solo eso; repetible', 'only that; repeatable']),
  ],
  [
    'consultar',
    ['lee lo que hay en esta PC, sin conectarse', 'reads what is on this PC, without connecting'],
    ...QUERY,
    parsed('--limite <n>', ROWS, [
      'cuántas filas como mucho; 0 es todas (100)',
      'how many rows at most; 0 is all (100)',
    ]),
  ],
  [
    'exportar',
    [
      'escribe en una planilla lo que hay en esta PC, sin conectarse',
      'writes what is on this PC to a spreadsheet, without connecting',
    ],
    ...QUERY,
    required('--salida <archivo>', ['dónde se escribe: .xlsx o .csv', 'where to write: .xlsx or .csv']),
    parsed('--limite <n>', ROWS, ['cuántas filas como mucho (todas)', 'how many rows at most (all)']),
  ],
  [
    'explicar',
    [
      'por qué no concilió cada cupón, y qué operación puede ser',
      'why each coupon did not match, and which transaction it may be',
    ],
    ACCOUNT,
    argument('<id|carga>', [
      'el número de la conciliación, o el nombre del envío',
      'the number of the reconciliation, or the name of the upload',
    ]),
    option('--salida <salida.xlsx>', ['escribe el informe, con los motivos', 'writes the report, with the reasons']),
  ],
  [
    'previa',
    [
      'qué conciliaría de una planilla, antes de enviarla; no envía nada',
      'what would match of a spreadsheet, before it is sent; sends nothing',
    ],
    ...READING,
    ACCOUNT,
  ],
  [
    'faltantes',
    [
      'las operaciones de un período de las que no se cargó ningún cupón',
      'the transactions of a period for which no coupon was uploaded',
    ],
    ACCOUNT,
    required('--desde <fecha>', ['desde qué día de venta (AAAA-MM-DD)', 'from which day of sale on (YYYY-MM-DD)']),
    required('--hasta <fecha>', ['hasta qué día de venta (AAAA-MM-DD)', 'up to which day of sale (YYYY-MM-DD)']),
  ],

  [
    'vincular',
    [
      'vincula a mano un cupón con su operación, uno con varias o varios con una',
      'links a coupon with its transaction by hand, one with several or several with one',
    ],
    ACCOUNT,
    UPLOAD,
    argument('<seq[,seq]>', SEQ),
    UNDO,
    argument('[operacion]', [
      'el número de la operación, o varios con comas',
      'the number of the transaction, or several with commas',
    ]),
    option('--tolerancia <importe>', [
      'cuánto pueden diferir los importes (nada)',
      'how much the amounts may differ (nothing)',
    ]),
    NOTE,
  ],
  [
    'desvincular',
    [
      'dice que el cupón no es la operación vinculada, o la primera propuesta',
      'says that the coupon is not the linked transaction, or the first proposed one',
    ],
    ...CUPON,
    argument('[operacion]', ['qué operaciones no es, con comas', 'which transactions it is not, with commas']),
    NOTE,
  ],
  [
    'explicado',
    ['da un cupón por explicado', 'marks a coupon as explained'],
    ...CUPON,
    option('--motivo <texto>', ['por qué no concilió', 'why it did not match']),
  ],
  [
    'decidir',
    [
      'qué harían las decisiones escritas en la planilla de lo sin conciliar, o en un informe',
      'what the decisions written in the spreadsheet of the unmatched, or in a report, would do',
    ],
    ACCOUNT,
    argument('[archivo]', [
      'la planilla, con la columna Decisión llena',
      'the spreadsheet, with its column of decisions filled in',
    ]),
    option('--aplicar', ['las toma, si ninguna fila tiene errores', 'takes them, if no row has errors']),
    option('--omitir-errores', [
      'toma las demás aunque algunas filas tengan errores',
      'takes the others even if some rows have errors',
    ]),
    option('--deshacer <n[,n]>', [
      'deshace decisiones por sus números, todas o ninguna',
      'undoes decisions by their numbers, all or none',
    ]),
  ],
  [
    'nota',
    ['anota algo en un cupón', 'adds a note to a coupon'],
    ...CUPON,
    argument('[texto]', ['lo que se anota', 'the text of the note']),
  ],

  [
    'papel',
    [
      'escribe el libro de liquidaciones o el papel de trabajo de impuestos',
      'writes the settlements book or the working paper of taxes',
    ],
    ACCOUNT,
    argument('<papel>', ['impuestos o liquidaciones', 'impuestos or liquidaciones']),
    required('--desde <fecha>', ['desde qué fecha (AAAA-MM-DD)', 'from which date on (YYYY-MM-DD)']),
    required('--hasta <fecha>', ['hasta qué fecha (AAAA-MM-DD)', 'up to which date (YYYY-MM-DD)']),
    required('--salida <archivo.xlsx>', ['dónde se escribe', 'where to write']),
    CUIT,
  ],
  [
    'cierre',
    [
      'cómo está un mes y su libro; con --motivo, lo cierra',
      'how a month stands, and its book; with --motivo, closes it',
    ],
    ACCOUNT,
    argument('<mes>', ['el mes (AAAA-MM)', 'the month (YYYY-MM)']),
    CUIT,
    option('--motivo <texto>', [
      'cierra el mes, con lo que quede abierto; con --reabrir, por qué se reabre',
      'closes the month, with whatever is open; with --reabrir, why it is reopened',
    ]),
    option('--reabrir', ['reabre el último mes cerrado', 'reopens the last closed month']),
    option('--retenciones <archivo>', ['Mis Retenciones, como se baja', 'Mis Retenciones, as downloaded']),
    option('--convenio <archivo.txt>', [
      'las retenciones del Convenio Multilateral, como se bajan',
      'the withholdings of the Convenio Multilateral, as downloaded',
    ]),
    option('--salida <carpeta>', ['dónde se escribe (la carpeta de trabajo)', 'where to write (the current folder)']),
  ],

  ...UPKEEP,
];
