// @ts-check
// Every command: its words, what the help says, its arguments and options. main.ts has what each does, under the same words. An option gives the key
// of its own name to the method's input. Plain JavaScript, as program.js says. The file is long because it is one list.
import { DEFAULTS, LIMITS } from '#domain/upload/settings.js';
import { argument, collect, integer, oneOf, option, required, seconds } from './values.js';

/** @typedef {import('./values.js').Part} Part */

/** The value of an option that is not given. @param {number} ms */
const byDefault = (ms) => ` (${String(ms / 1000)})`;

const JSON_DOC = option('--json', 'una sola respuesta en JSON por la salida estándar');
/** @type {readonly Part[]} */
const ACCOUNT = [option('--cuenta <nombre>', 'la cuenta con la que se trabaja'), JSON_DOC];
const CUIT = option('--cuit <cuit>', 'de qué contribuyente, si la cuenta tiene varios');
const FROM = option('--desde <fecha>', 'desde qué fecha (AAAA-MM-DD)');
const TO = option('--hasta <fecha>', 'hasta qué fecha (AAAA-MM-DD)');
const SECRET_FROM_INPUT = option('--clave-por-stdin', 'lee el secreto de la entrada estándar');
const NAME = argument('<nombre>');
const ID = argument('<id>');
const DECIDE = option('--decidir <clave>', 'contesta la decisión que se pide');

const LATENESS = 'cuánto puede tardar el servicio en aplicar un envío sin respuesta';
const BATCH = 'cuántos cupones van en cada envío';

/** How workbooks are read. */
const READING = [
  argument('<archivo...>', 'planillas de cupones (.xlsx, .xls, .xlsb, .ods, .csv, .tsv)'),
  option('--hoja <hoja>', 'la hoja que se lee, o «todas»; si no, la que tiene la tabla; repetible', collect),
  option('--plantilla <nombre>', 'una plantilla de columnas guardada'),
  option(
    '--mapear <campo=columna>',
    'de qué columna sale un campo (encabezado o letra; sin nada, de ninguna); repetible',
    collect,
  ),
  option('--responder <clave=valor>', 'cómo se lee una duda de una columna o del archivo; repetible', collect),
  option('--orden-fecha <dia|mes>', 'cómo se leen las fechas que pueden ser día/mes o mes/día (dia, y se avisa)'),
];

/** How long an upload waits, and where its report goes. */
const WAIT = [
  option('--tardanza <segundos>', `${LATENESS}${byDefault(DEFAULTS.patienceMs)}`, seconds),
  option('--espera <segundos>', `cuánto se espera la conciliación${byDefault(DEFAULTS.esperaMs)}`, seconds),
  option(
    '--estable <segundos>',
    `cuánto tiene que quedar sin cambios el resultado${byDefault(DEFAULTS.settledMs)}`,
    seconds,
  ),
  option('--informe <salida.xlsx>', 'dónde se escribe el informe'),
];

/** Which rows of a view. */
const QUERY = [
  ...ACCOUNT,
  argument('<vista>', 'qué se lee: operaciones, liquidaciones, impuestos, movimientos, rechazos, calendario…'),
  FROM,
  TO,
  option('--campo-fecha <campo>', 'de qué fecha son esos límites'),
  option(
    '--filtro <campo=valor>',
    'solo las filas con ese valor; también != distinto, ~ contiene, > y <; repetible, el mismo campo dos veces es «o»',
    collect,
  ),
  option('--texto <palabras>', 'solo las filas que tienen todas esas palabras'),
  option('--columna <campo>', 'solo esas columnas, en ese orden; repetible', collect),
  option('--orden <campo[:desc]>', 'en qué orden'),
  option('--detalle', 'con el detalle de liquidaciones e impuestos'),
  option('--retiradas', 'también las que el servicio dejó de informar'),
];
const ROWS = integer(0, 100_000_000);

/** A coupon of an upload, and how to undo what was decided about it. */
const UPLOAD = argument('<carga>', 'el nombre del envío, o el número de su conciliación');
const SEQ = 'el número del cupón en el envío, como lo da «explicar --json»';
const UNDO = option('--deshacer', 'deshace la última decisión así sobre ese cupón; queda anotado');
const CUPON = [...ACCOUNT, UPLOAD, argument('<seq>', SEQ), UNDO];
const NOTE = option('--nota <texto>', 'por qué');

/** Groups of commands. @type {Readonly<Record<string, string>>} */
export const GROUPS = {
  cuenta: 'las cuentas del servicio',
  conciliaciones: 'las conciliaciones del servicio y las cargas de esta PC',
  ajustes: 'los ajustes del programa',
  plantillas: 'las plantillas de columnas',
  respaldo: 'los respaldos del registro de envíos; con ellos se pasa a otra PC',
};

/** @type {readonly (readonly [words: string, says: string, ...parts: Part[]])[]} */
export const TABLE = [
  [
    'abrir',
    'abre la aplicación: la ventana, o el navegador si no puede haber una',
    option('--navegador', 'en el navegador, aunque pueda haber ventana'),
  ],
  [
    'demo',
    'el recorrido completo con datos de ejemplo: valida, sube, espera y escribe el informe',
    JSON_DOC,
    option('--carpeta <carpeta>', 'dónde se escribe el informe (si no, acá)'),
  ],
  [
    'sandbox',
    'sirve la API de ejemplo hasta que se la detenga',
    option('--puerto <n>', 'el puerto (si no, uno libre)', integer(0, 65_535)),
    option('--semilla <n>', 'la semilla de los datos', integer(0, 4_294_967_295)),
    option('--operaciones <n>', 'cuántas operaciones tiene', integer(1, 1_000_000)),
    option('--rasgo <clave=valor>', 'cómo se comporta el servicio; repetible', collect),
    option('--datos <clave=valor>', 'qué tienen mal sus datos; repetible', collect),
  ],

  [
    'cuenta agregar',
    'agrega una cuenta; la clave se pide sin mostrarla',
    JSON_DOC,
    SECRET_FROM_INPUT,
    argument('<nombre>', 'cómo se la llama acá'),
    option('--url <url>', 'la dirección del servicio'),
    option('--api-key <clave>', 'la clave de API').conflicts('usuario'),
    option('--usuario <usuario>', 'el usuario del servicio'),
  ],
  ['cuenta listar', 'las cuentas que hay, sin sus secretos', JSON_DOC],
  [
    'cuenta quitar',
    'revoca el acceso y borra los secretos de una cuenta',
    JSON_DOC,
    NAME,
    option('--si', 'confirma que se la quita'),
    option('--con-datos', 'borra también sus datos en esta PC'),
  ],
  [
    'cuenta probar',
    'entra al servicio, dice qué comercios encontró y qué método falló',
    ...ACCOUNT,
    argument('[nombre]'),
  ],
  [
    'cuenta salir',
    'cierra la sesión: revoca el acceso y borra el secreto; la cuenta y sus datos quedan',
    JSON_DOC,
    NAME,
  ],
  [
    'cuenta cambiar-clave',
    'pone otro secreto, o contraseña, si el servicio lo acepta',
    JSON_DOC,
    SECRET_FROM_INPUT,
    NAME,
  ],
  [
    'cuenta cuit',
    'los contribuyentes; o de cuál es un comercio o un establecimiento',
    ...ACCOUNT,
    argument('[par]', 'COMERCIO=CUIT o ESTABLECIMIENTO=CUIT'),
  ],
  ['cuenta plan', 'los códigos de las cuentas del asiento', ...ACCOUNT, argument('<archivo>', 'líneas CLAVE;CÓDIGO')],
  [
    'cuenta iibb',
    'la jurisdicción de un texto de retención de Ingresos Brutos',
    ...ACCOUNT,
    argument('<par>', 'el texto exacto = de 901 a 924, o SIRTAC'),
  ],
  [
    'cuenta agente',
    'de qué procesador es un agente de retención',
    ...ACCOUNT,
    argument('<par>', 'el CUIT del agente = el procesador'),
  ],
  ['cuenta usar', 'la cuenta que se usa cuando no se dice otra', JSON_DOC, NAME],

  [
    'validar',
    'lee planillas y dice qué está mal y en qué filas; no envía nada',
    ...READING,
    ...ACCOUNT,
    option('--cupones', 'con --json, también los cupones como se enviarían'),
  ],
  [
    'conciliar',
    'valida, sube los cupones, espera el resultado y escribe el informe',
    ...READING,
    ...ACCOUNT,
    ...WAIT,
    option('--por-tanda <n>', `${BATCH} (${String(DEFAULTS.porTanda)})`, integer(...LIMITS.porTanda)),
    option('--omitir-errores', 'envía las filas válidas aunque otras tengan errores'),
    option('--marcador <auto|auxiliar_N|ninguno>', 'el campo que lleva la marca de cada fila (auto)'),
    option('--repetir', 'hace una carga nueva aunque el archivo ya se haya enviado'),
    option(
      '--decidir <clave>',
      'contesta la decisión que se pide; omitir-enviados, también de antemano, deja afuera lo que ya se envió',
    ),
    option('--guardar-plantilla <nombre>', 'guarda las columnas como plantilla'),
  ],

  ['conciliaciones listar', 'todas, de los últimos 90 días', ...ACCOUNT, FROM, TO],
  ['conciliaciones ver', 'una conciliación', ...ACCOUNT, ID],
  [
    'conciliaciones resultado',
    'el resultado, cupón por cupón',
    ...ACCOUNT,
    ID,
    option('--exportar <salida.xlsx>', 'lo escribe en una planilla'),
    option('--releer', 'lo vuelve a leer del servicio, aunque el envío lo haya leído hoy'),
  ],
  [
    'conciliaciones borrar',
    'borra del servicio una conciliación y sus cupones',
    ...ACCOUNT,
    ID,
    option('--si', 'confirma que se la borra'),
  ],
  [
    'conciliaciones nombrar',
    'le da a una conciliación un nombre en esta PC',
    ...ACCOUNT,
    ID,
    argument('[nombre]', 'cómo se la llama: hasta 80 letras'),
    option('--deshacer', 'le saca el nombre'),
  ],
  [
    'conciliaciones retomar',
    'sigue con una carga sin terminar, o con todas',
    ...ACCOUNT,
    ...WAIT,
    option('--por-tanda <n>', BATCH, integer(...LIMITS.porTanda)),
    argument('[carga]'),
    DECIDE,
  ],

  [
    'sincronizar',
    'baja a esta PC lo que informa el servicio; se puede cortar y seguir',
    ...ACCOUNT,
    option('--desde <fecha>', 'desde qué fecha (AAAA-MM-DD; si no, 90 días antes de --hasta)'),
    option('--hasta <fecha>', 'hasta qué fecha (AAAA-MM-DD; si no, hoy)'),
    option('--metodo <vista>', 'solo eso; repetible', collect),
  ],
  [
    'consultar',
    'lee lo que hay en esta PC, sin conectarse',
    ...QUERY,
    option('--limite <n>', 'cuántas filas como mucho; 0 es todas (100)', ROWS),
  ],
  [
    'exportar',
    'escribe en una planilla lo que hay en esta PC, sin conectarse',
    ...QUERY,
    required('--salida <archivo>', 'dónde se escribe: .xlsx o .csv'),
    option('--limite <n>', 'cuántas filas como mucho (todas)', ROWS),
  ],
  [
    'explicar',
    'por qué no concilió cada cupón, y qué operación puede ser',
    ...ACCOUNT,
    argument('<id|carga>', 'el número de la conciliación, o el nombre del envío'),
    option('--salida <salida.xlsx>', 'escribe el informe, con los motivos'),
  ],
  ['previa', 'qué conciliaría de una planilla, antes de enviarla; no envía nada', ...READING, ...ACCOUNT],
  [
    'faltantes',
    'las operaciones de un período de las que no se cargó ningún cupón',
    ...ACCOUNT,
    required('--desde <fecha>', 'desde qué día de venta (AAAA-MM-DD)'),
    required('--hasta <fecha>', 'hasta qué día de venta (AAAA-MM-DD)'),
  ],

  [
    'vincular',
    'vincula a mano un cupón con su operación, uno con varias o varios con una',
    ...ACCOUNT,
    UPLOAD,
    argument('<seq[,seq]>', SEQ),
    UNDO,
    argument('[operacion]', 'el número de la operación, o varios con comas'),
    option('--tolerancia <importe>', 'cuánto pueden diferir los importes (nada)'),
    NOTE,
  ],
  [
    'desvincular',
    'dice que el cupón no es la operación vinculada, o la primera propuesta',
    ...CUPON,
    argument('[operacion]', 'qué operaciones no es, con comas'),
    NOTE,
  ],
  ['explicado', 'da un cupón por explicado', ...CUPON, option('--motivo <texto>', 'por qué no concilió')],
  [
    'decidir',
    'qué harían las decisiones escritas en la planilla de lo sin conciliar, o en un informe',
    ...ACCOUNT,
    argument('[archivo]', 'la planilla, con la columna Decisión llena'),
    option('--aplicar', 'las toma, si ninguna fila tiene errores'),
    option('--omitir-errores', 'toma las demás aunque algunas filas tengan errores'),
    option('--deshacer <n[,n]>', 'deshace decisiones por sus números, todas o ninguna'),
  ],
  ['nota', 'anota algo en un cupón', ...CUPON, argument('[texto]', 'lo que se anota')],

  [
    'papel',
    'escribe el libro de liquidaciones o el papel de trabajo de impuestos',
    ...ACCOUNT,
    argument('<papel>', 'impuestos o liquidaciones'),
    required('--desde <fecha>', 'desde qué fecha (AAAA-MM-DD)'),
    required('--hasta <fecha>', 'hasta qué fecha (AAAA-MM-DD)'),
    required('--salida <archivo.xlsx>', 'dónde se escribe'),
    CUIT,
  ],
  [
    'cierre',
    'cómo está un mes y su libro; con --motivo, lo cierra',
    ...ACCOUNT,
    argument('<mes>', 'el mes (AAAA-MM)'),
    CUIT,
    option('--motivo <texto>', 'cierra el mes, con lo que quede abierto; con --reabrir, por qué se reabre'),
    option('--reabrir', 'reabre el último mes cerrado'),
    option('--retenciones <archivo>', 'Mis Retenciones, como se baja'),
    option('--convenio <archivo.txt>', 'las retenciones del Convenio Multilateral, como se bajan'),
    option('--salida <carpeta>', 'dónde se escribe (la carpeta de trabajo)'),
  ],

  ['ajustes ver', 'los que están en uso', JSON_DOC],
  [
    'ajustes cambiar',
    'cambia los que se dicen',
    JSON_DOC,
    option('--tardanza <segundos>', LATENESS, integer(...LIMITS.tardanza)),
    option('--por-tanda <n>', BATCH, integer(...LIMITS.porTanda)),
    option('--carpeta <carpeta>', 'dónde van los informes sin nombre').conflicts('sinCarpeta'),
    option('--sin-carpeta', 'los informes van a la carpeta en la que estás'),
    option('--actualizar-a-las <hh:mm>', 'actualiza los datos todos los días').conflicts('sinActualizar'),
    option('--sin-actualizar', 'deja de actualizar los datos todos los días'),
    option('--buscar-versiones', 'la ventana busca una versión nueva del programa cada día').conflicts(
      'sinBuscarVersiones',
    ),
    option('--sin-buscar-versiones', 'deja de buscarla'),
    option('--idioma <idioma>', 'de las pantallas', oneOf('es-AR', 'en')),
    option('--tema <tema>', 'de las pantallas', oneOf('sistema', 'claro', 'oscuro')),
  ],

  ['plantillas listar', 'las que hay', JSON_DOC],
  ['plantillas renombrar', 'cambia el nombre de una', JSON_DOC, NAME, argument('<nuevo>')],
  ['plantillas borrar', 'borra una', JSON_DOC, NAME],
  ['plantillas exportar', 'las escribe en un archivo para otra PC', JSON_DOC, argument('<salida.json>')],
  [
    'plantillas importar',
    'trae las de un archivo; las que ya están quedan como están',
    JSON_DOC,
    argument('<archivo>'),
    option('--reemplazar', 'también en lugar de las que ya están'),
  ],

  ['respaldo listar', 'los que hay, de cada cuenta y PC', JSON_DOC],
  ['respaldo crear', 'hace uno ahora', ...ACCOUNT],
  [
    'respaldo carpeta',
    'elige una carpeta más a la que van',
    JSON_DOC,
    argument('[carpeta]'),
    option('--quitar', 'no van a ninguna otra; los que hay quedan donde están'),
  ],
  ['respaldo verificar', 'los lee enteros y dice qué tienen; no cambia nada', JSON_DOC, argument('<respaldos...>')],
  [
    'respaldo restaurar',
    'los pone en lugar del registro de su cuenta, que queda guardado aparte',
    JSON_DOC,
    argument('<respaldos...>'),
    option('--si', 'confirma que se los restaura'),
  ],

  [
    'actualizar',
    'las versiones nuevas del programa',
    JSON_DOC,
    required('--ver', 'dice si hay una y de dónde viene; no baja ni instala nada'),
  ],
  ['soporte', 'el informe para soporte: sin secretos, nombres, importes ni carpetas', JSON_DOC],
];
