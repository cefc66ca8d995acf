/**
 * The closed list of error codes and what each says to a person: what happened, what was kept, what to do (docs/visual-language.md §9).
 * `salida` is the exit code of the command line (docs/cli.md, "Exit codes").
 */
interface CatalogueEntry {
  readonly mensaje: string;
  readonly salida: 1 | 2 | 3 | 4 | 130;
}

const entry = (salida: CatalogueEntry['salida'], mensaje: string): CatalogueEntry => ({ salida, mensaje });

export const ERROR_CATALOGUE = {
  // The call itself
  USO: entry(2, 'El comando no se entiende. No se hizo nada. Mirá la ayuda con --ayuda.'),
  ENTRADA_INVALIDA: entry(
    2,
    'Lo pedido no tiene la forma esperada. No se hizo nada. Revisá los valores y probá de nuevo.',
  ),
  CONFIRMACION_NECESARIA: entry(
    2,
    'Esto no se puede deshacer y falta confirmarlo. No se hizo nada. Agregá --si para confirmarlo.',
  ),
  CUENTA_INEXISTENTE: entry(
    2,
    'No hay ninguna cuenta con ese nombre. No se hizo nada. Mirá las que hay con «cuenta listar».',
  ),
  CUENTA_AMBIGUA: entry(2, 'Hay más de una cuenta y no se dijo cuál. No se hizo nada. Elegila con --cuenta.'),
  CUENTA_REPETIDA: entry(
    2,
    'Ya hay una cuenta con ese nombre. Quedó como estaba. Elegí otro nombre, o quitá primero la anterior.',
  ),
  SIN_CUENTA: entry(2, 'Todavía no hay ninguna cuenta. No se hizo nada. Agregá una con «cuenta agregar».'),
  URL_INSEGURA: entry(
    2,
    'La dirección tiene que empezar con https:// (o http:// en esta misma PC). No se guardó nada. Revisala.',
  ),
  PLANTILLA_INEXISTENTE: entry(2, 'No hay ninguna plantilla con ese nombre. No se leyó nada. Revisá el nombre.'),
  PLANTILLA_REPETIDA: entry(2, 'Ya hay una plantilla con ese nombre. Quedó como estaba. Elegí otro nombre.'),
  PLANTILLAS_INVALIDAS: entry(
    1,
    'El archivo no tiene plantillas de Conciliador. Las tuyas quedaron como estaban. Exportalas de nuevo en la otra PC.',
  ),
  CARGA_INEXISTENTE: entry(
    2,
    'No hay ningún envío con ese nombre en esta PC. No se hizo nada. Mirá las que hay con «conciliaciones listar».',
  ),
  CONCILIACION_INEXISTENTE: entry(
    1,
    'El servicio no tiene ninguna conciliación con ese número. No se cambió nada. Mirá las que hay con «conciliaciones listar».',
  ),
  DECISION_INVALIDA: entry(
    2,
    'Esa respuesta no es una de las opciones. El envío quedó como estaba. Elegí una de las que se ofrecen.',
  ),

  // The person's files
  VALIDACION_RECHAZADA: entry(
    1,
    'Hay filas con errores y no se envió nada. El archivo quedó igual. Corregí esas filas, o usá --omitir-errores para enviar el resto.',
  ),
  SIN_CUPONES: entry(1, 'No hay ningún cupón válido para enviar. No se envió nada. Revisá los errores de las filas.'),
  ARCHIVO_ILEGIBLE: entry(
    1,
    'El sistema no nos deja leer el archivo. No se envió nada; el original quedó igual. Revisá los permisos, o cerralo si otro programa lo tiene abierto, y probá de nuevo.',
  ),
  MARCADOR_OCUPADO: entry(
    1,
    'El campo elegido como marcador tiene datos en alguna fila. No se envió nada. Elegí otro, o dejalo en auto.',
  ),
  REVISION_INEXISTENTE: entry(
    1,
    'Esa revisión ya no está: se envió, se dejó o se empezó otra. No se hizo nada. Traé el archivo de nuevo.',
  ),
  REVISION_CAMBIADA: entry(
    1,
    'La revisión cambió desde que la viste. No se envió nada. Mirá las filas de nuevo y enviá.',
  ),
  SALIDA_EXISTENTE: entry(1, 'Ya existe un archivo con ese nombre. No se tocó. Elegí otro nombre para el informe.'),

  // The machine
  EN_USO: entry(
    3,
    'Conciliador ya está abierto con estos datos. No se hizo nada, para no mezclar envíos. Cerrá el otro, o esperá a que termine.',
  ),
  DISCO_LLENO: entry(3, 'No queda lugar en el disco. Lo anterior quedó guardado. Liberá espacio y seguí.'),
  CARPETA_SIN_PERMISO: entry(
    3,
    'No se puede escribir en la carpeta. Nada cambió. Revisá los permisos, o elegí otra carpeta.',
  ),
  DATOS_MAS_NUEVOS: entry(
    3,
    'Los datos son de una versión más nueva de Conciliador. No se tocaron. Actualizá el programa.',
  ),
  CARGA_MAS_NUEVA: entry(
    3,
    'El registro de envíos tiene un envío hecho con una versión más nueva de Conciliador. No se tocó nada, y desde acá no se envía con esa cuenta. Actualizá Conciliador en esta PC y seguí.',
  ),
  COPIA_INEXISTENTE: entry(
    2,
    'No hay ninguna copia con ese nombre. No se cambió nada. Mirá las que hay con «respaldo listar».',
  ),
  COPIA_DANADA: entry(3, 'Esa copia está dañada y no sirve para restaurar. No se tocó nada. Elegí otra copia.'),
  COPIA_DE_OTRA_CUENTA: entry(
    2,
    'Esa copia es del registro de otra cuenta. No se tocó nada. Elegí una de esta cuenta, o decí cuál con --cuenta.',
  ),
  SEGUNDA_COPIA_SIN_ELEGIR: entry(
    2,
    'Todavía no elegiste dónde va la segunda copia del registro. No se hizo nada. Elegí una carpeta con «respaldo segunda elegir CARPETA».',
  ),
  SEGUNDA_COPIA_ADENTRO: entry(
    2,
    'Esa carpeta está adentro de los datos de Conciliador y se perdería con ellos. Nada cambió. Elegí una en otro disco, en la red, o una que se sincronice.',
  ),
  SEGUNDA_COPIA_AUSENTE: entry(
    3,
    'La carpeta de la segunda copia no está o no responde. El registro de envíos está bien. Conectá ese disco o esa red, o elegí otra carpeta.',
  ),
  SEGUNDA_COPIA_DANADA: entry(
    3,
    'La segunda copia no volvió igual al leerla de su carpeta y se descartó. El registro de envíos está bien, y las copias de antes siguen ahí. Revisá ese disco, o elegí otra carpeta.',
  ),
  PAQUETE_INVALIDO: entry(
    1,
    'El archivo no es un traslado de Conciliador, o está incompleto o dañado. Tus datos quedaron como estaban. Volvé a exportarlo en la otra PC.',
  ),
  LIBRO_DANADO: entry(
    3,
    'El registro de envíos está dañado y no hay una copia sana en esta PC. No se tocó nada. Si tenés una segunda copia, restaurala desde Respaldos; si no, pedí ayuda antes de seguir.',
  ),
  GUARDADO_ILEGIBLE: entry(
    3,
    'Lo que estaba guardado en esta PC no se entiende. El servicio y el registro de envíos no cambiaron. Volvé a leer el resultado, o a traer el archivo.',
  ),
  LLAVERO_NO_DISPONIBLE: entry(
    3,
    'El llavero del sistema no está disponible. No se guardó la clave. Se va a pedir cada vez.',
  ),
  CLAVE_AUSENTE: entry(
    3,
    'No tenemos la clave de la cuenta. Los datos guardados se pueden consultar. Volvé a agregarla con «cuenta agregar».',
  ),
  CANCELADO: entry(130, 'Se detuvo a pedido. Lo hecho hasta acá quedó guardado.'),

  // The service
  SIN_CONEXION: entry(
    3,
    'No se pudo llegar al servicio. Lo hecho hasta acá quedó guardado. Revisá la conexión y probá de nuevo.',
  ),
  TIEMPO_AGOTADO: entry(
    3,
    'El servicio no respondió a tiempo. Lo hecho hasta acá quedó guardado. Probá de nuevo en un rato.',
  ),
  SERVICIO_FALLA: entry(
    3,
    'El servicio tuvo un problema y no completó el pedido. Lo hecho hasta acá quedó guardado. Probá de nuevo en un rato.',
  ),
  RESPUESTA_INVALIDA: entry(
    3,
    'El servicio respondió algo que no se entiende. Lo hecho hasta acá quedó guardado. Probá de nuevo; si sigue, avisá al servicio.',
  ),
  RESPUESTA_ENORME: entry(
    3,
    'El servicio respondió más de lo que se puede leer. Lo hecho hasta acá quedó guardado. Probá con un período más corto.',
  ),
  REDIRECCION: entry(
    3,
    'El servicio quiso mandarnos a otra dirección y no la seguimos, para cuidar la clave. Nada cambió. Revisá la dirección de la cuenta.',
  ),
  CREDENCIALES_RECHAZADAS: entry(
    3,
    'El servicio no aceptó la clave. Los datos guardados se pueden consultar. Revisá la clave y volvé a entrar.',
  ),
  TOKEN_RECHAZADO: entry(
    3,
    'El servicio rechazó el acceso. Lo hecho hasta acá quedó guardado. Volvé a entrar en la cuenta.',
  ),
  SESION_VENCIDA: entry(
    3,
    'La sesión venció. Los datos guardados se pueden consultar. Volvé a entrar con tu usuario y clave.',
  ),
  PEDIDO_RECHAZADO: entry(3, 'El servicio no aceptó el pedido. Nada cambió. El detalle dice qué respondió.'),
  DEMASIADOS_PEDIDOS: entry(
    3,
    'El servicio pidió que esperemos más de lo razonable. Lo hecho hasta acá quedó guardado. Probá de nuevo en un rato.',
  ),
  FILTRO_IGNORADO: entry(
    3,
    'El servicio ignora los filtros y devuelve siempre lo mismo. No se guardó nada como leído. Avisá al servicio.',
  ),
  LECTURA_INESTABLE: entry(
    3,
    'Los datos cambiaron mientras se leían. No se tomó nada por cierto. Probá de nuevo en un rato.',
  ),
  FILAS_DESAPARECIDAS: entry(
    3,
    'El servicio dejó de informar muchas filas de golpe. Siguen acá como estaban. Mirá si el servicio está bien y sincronizá de nuevo más tarde.',
  ),
  HORA_SIN_SENTIDO: entry(
    2,
    'La hora solo se puede usar con la fecha de venta. No se pidió nada. Quitá la hora, o usá fecha_venta.',
  ),

  // The upload
  CARGA_PENDIENTE: entry(
    4,
    'Este archivo ya se está enviando y quedó sin terminar. No se mandó nada nuevo. Podés retomarlo, o mandarlo otra vez en un envío nuevo.',
  ),
  YA_ENVIADO: entry(
    4,
    'Este archivo ya se envió entero. No se mandó nada nuevo. Podés mandarlo otra vez, en un envío nuevo.',
  ),
  DECISION_NECESARIA: entry(
    4,
    'Hace falta que decidas cómo seguir. Lo enviado hasta acá quedó guardado. Elegí una de las opciones.',
  ),
  DUPLICACION_DETECTADA: entry(
    4,
    'El servicio tiene cupones de más en esta conciliación. No se borró nada. Elegí si borrarla y empezar de nuevo, o dejarla.',
  ),
  ESPERA_AGOTADA: entry(
    3,
    'El servicio todavía no terminó de conciliar. Todo lo enviado está confirmado. Retomá el envío más tarde para ver el resultado.',
  ),
  CARGA_INTERRUMPIDA: entry(
    3,
    'El envío se interrumpió. Lo enviado hasta acá quedó guardado. Retomalo cuando el servicio responda.',
  ),

  INTERNO: entry(
    3,
    'Hubo una falla del programa. Lo hecho hasta acá quedó guardado. Probá de nuevo; si sigue, mandanos el informe para soporte.',
  ),
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CATALOGUE, code);

/** What travels with an error besides its code: facts for the log and for `detail`, never a secret. */
export type ErrorDetail = Readonly<Record<string, string | number | boolean | null>>;

/**
 * What the world causes (network, disk, keychain), thrown. `app/dispatch` turns it into `{ ok: false, error }`.
 * `mensaje` replaces the catalogue's sentence where the case can say more; it must be as safe to show.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, options: { cause?: unknown; detail?: ErrorDetail; mensaje?: string } = {}) {
    super(options.mensaje ?? ERROR_CATALOGUE[code].mensaje, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.detail = options.detail ?? {};
  }
}

/** True for an AppError with one of the codes (any code, when none is named). */
export function isAppError(error: unknown, ...codes: readonly ErrorCode[]): error is AppError {
  return error instanceof AppError && (codes.length === 0 || codes.includes(error.code));
}
