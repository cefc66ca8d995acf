// @ts-check
// The commands of the table that open the program, and those that look after accounts and this PC. Plain JavaScript, so that any Node runs it (program.js).
import { LIMITS } from '#domain/upload/settings.js';
import {
  ACCOUNT,
  SECRET_FROM_INPUT,
  NAME,
  LATENESS,
  BATCH,
  argument,
  collect,
  integer,
  oneOf,
  option,
  parsed,
  required,
} from './options.js';

/** @typedef {import('./options.js').Entry} Entry */

/** @type {readonly Entry[]} */
export const OPENING = [
  [
    'abrir',
    [
      'abre la aplicación: la ventana, o el navegador si no puede haber una',
      'opens the application: the window, or the browser where there can be no window',
    ],
    option('--navegador', [
      'en el navegador, aunque pueda haber ventana',
      'in the browser, even where there can be a window',
    ]),
  ],
  [
    'demo',
    [
      'el recorrido completo con datos de ejemplo: valida, sube, espera y escribe el informe',
      'the whole job on example data: validates, uploads, waits and writes the report',
    ],
    option('--carpeta <carpeta>', [
      'dónde se escribe el informe (si no, acá)',
      'where the report is written (otherwise, here)',
    ]),
  ],
  [
    'sandbox',
    ['sirve la API de ejemplo hasta que se la detenga', 'serves the example API until it is stopped'],
    parsed('--puerto <n>', integer(0, 65_535), ['el puerto (si no, uno libre)', 'the port (otherwise, a free one)']),
    parsed('--semilla <n>', integer(0, 4_294_967_295), ['la semilla de los datos', 'the seed of the data']),
    parsed('--operaciones <n>', integer(1, 1_000_000), ['cuántas operaciones tiene', 'how many transactions it has']),
    parsed('--rasgo <clave=valor>', collect, [
      'cómo se comporta el servicio; repetible',
      'how the service behaves; repeatable',
    ]),
    parsed('--datos <clave=valor>', collect, [
      'qué tienen mal sus datos; repetible',
      'what is wrong with its data; repeatable',
    ]),
  ],

  [
    'cuenta agregar',
    ['agrega una cuenta; la clave se pide sin mostrarla', 'adds an account; asks for the secret without showing it'],
    SECRET_FROM_INPUT,
    argument('<nombre>', ['cómo se la llama acá', 'what it is called here']),
    option('--url <url>', ['la dirección del servicio', 'the address of the service']),
    { ...option('--api-key <clave>', ['la clave de API', 'the API key']), conflicts: 'usuario' },
    option('--usuario <usuario>', ['el usuario del servicio', 'the user at the service']),
  ],
  ['cuenta listar', ['las cuentas que hay, sin sus secretos', 'the accounts there are, without their secrets']],
  [
    'cuenta quitar',
    ['revoca el acceso y borra los secretos de una cuenta', 'revokes the access and deletes the secrets of an account'],
    NAME,
    option('--si', ['confirma que se la quita', 'confirms that it is to be removed']),
    option('--con-datos', ['borra también sus datos en esta PC', 'also deletes its data on this PC']),
  ],
  [
    'cuenta probar',
    [
      'entra al servicio, dice qué comercios encontró y qué método falló',
      'logs in to the service, says which stores it found and which method failed',
    ],
    ACCOUNT,
    argument('[nombre]'),
  ],
  [
    'cuenta salir',
    [
      'cierra la sesión: revoca el acceso y borra el secreto; la cuenta y sus datos quedan',
      'logs out: revokes the access and deletes the secret; the account and its data stay',
    ],
    NAME,
  ],
  [
    'cuenta cambiar-clave',
    [
      'pone otro secreto, o contraseña, si el servicio lo acepta',
      'sets another secret or password, if the service accepts it',
    ],
    SECRET_FROM_INPUT,
    NAME,
  ],
  [
    'cuenta cuit',
    [
      'los contribuyentes; o de cuál es un comercio o un establecimiento',
      'the taxpayers; or whose a store or an establishment is',
    ],
    ACCOUNT,
    argument('[par]', ['COMERCIO=CUIT o ESTABLECIMIENTO=CUIT', 'STORE=CUIT or ESTABLISHMENT=CUIT']),
  ],
  [
    'cuenta plan',
    ['los códigos de las cuentas del asiento', 'the codes of the accounts of the journal entry'],
    ACCOUNT,
    argument('<archivo>', ['líneas CLAVE;CÓDIGO', 'lines KEY;CODE']),
  ],
  [
    'cuenta iibb',
    [
      'la jurisdicción de un texto de retención de Ingresos Brutos',
      'the jurisdiction of a text of a turnover tax withholding',
    ],
    ACCOUNT,
    argument('<par>', ['el texto exacto = de 901 a 924, o SIRTAC', 'the exact text = from 901 to 924, or SIRTAC']),
  ],
  [
    'cuenta agente',
    ['de qué procesador es un agente de retención', 'which processor a withholding agent belongs to'],
    ACCOUNT,
    argument('<par>', ['el CUIT del agente = el procesador', 'the CUIT of the agent = the processor']),
  ],
  ['cuenta usar', ['la cuenta que se usa cuando no se dice otra', 'the account to use when none is named'], NAME],
];

/** @type {readonly Entry[]} */
export const UPKEEP = [
  ['ajustes ver', ['los que están en uso', 'those in use']],
  [
    'ajustes cambiar',
    ['cambia los que se dicen', 'changes the given ones'],
    parsed('--tardanza <segundos>', integer(...LIMITS.tardanza), LATENESS),
    parsed('--por-tanda <n>', integer(...LIMITS.porTanda), BATCH),
    {
      ...option('--carpeta <carpeta>', ['dónde van los informes sin nombre', 'where reports without a name go']),
      conflicts: 'sinCarpeta',
    },
    option('--sin-carpeta', [
      'los informes van a la carpeta en la que estás',
      'reports go to the folder that you are in',
    ]),
    {
      ...option('--actualizar-a-las <hh:mm>', ['actualiza los datos todos los días', 'updates the data every day']),
      conflicts: 'sinActualizar',
    },
    option('--sin-actualizar', ['deja de actualizar los datos todos los días', 'no longer updates the data every day']),
    {
      ...option('--buscar-versiones', [
        'la ventana busca una versión nueva del programa cada día',
        'the window looks for a new version of the program each day',
      ]),
      conflicts: 'sinBuscarVersiones',
    },
    option('--sin-buscar-versiones', ['deja de buscarla', 'no longer looks for it']),
    parsed('--idioma <idioma>', oneOf('es-AR', 'en'), ['de las pantallas', 'of the screens']),
    parsed('--tema <tema>', oneOf('sistema', 'claro', 'oscuro'), ['de las pantallas', 'of the screens']),
  ],

  ['plantillas listar', ['las que hay', 'those there are']],
  ['plantillas renombrar', ['cambia el nombre de una', 'changes the name of one'], NAME, argument('<nuevo>')],
  ['plantillas borrar', ['borra una', 'deletes one'], NAME],
  [
    'plantillas exportar',
    ['las escribe en un archivo para otra PC', 'writes them to a file for another PC'],
    argument('<salida.json>'),
  ],
  [
    'plantillas importar',
    [
      'trae las de un archivo; las que ya están quedan como están',
      'brings those of a file; those that are here already stay as they are',
    ],
    argument('<archivo>'),
    option('--reemplazar', ['también en lugar de las que ya están', 'also in place of those that are here already']),
  ],

  ['respaldo listar', ['los que hay, de cada cuenta y PC', 'those there are, of each account and PC']],
  ['respaldo crear', ['hace uno ahora', 'makes one now'], ACCOUNT],
  [
    'respaldo carpeta',
    ['elige una carpeta más a la que van', 'chooses one more folder that they go to'],
    argument('[carpeta]'),
    option('--quitar', [
      'no van a ninguna otra; los que hay quedan donde están',
      'they go to no other one; those there are stay where they are',
    ]),
  ],
  [
    'respaldo verificar',
    ['los lee enteros y dice qué tienen; no cambia nada', 'reads them whole and says what they hold; changes nothing'],
    argument('<respaldos...>'),
  ],
  [
    'respaldo restaurar',
    [
      'los pone en lugar del registro de su cuenta, que queda guardado aparte',
      'puts them in place of the record of their account, which is kept apart',
    ],
    argument('<respaldos...>'),
    option('--si', ['confirma que se los restaura', 'confirms that they are to be restored']),
  ],

  [
    'actualizar',
    ['las versiones nuevas del programa', 'the new versions of the program'],
    required('--ver', [
      'dice si hay una y de dónde viene; no baja ni instala nada',
      'says whether there is one and where it comes from; downloads and installs nothing',
    ]),
  ],
  [
    'soporte',
    [
      'el informe para soporte: sin secretos, nombres, importes ni carpetas',
      'the report for support: without secrets, names, amounts or folders',
    ],
  ],
];
