/** The sentences of each failure, in both languages. Longer than 300 lines because every error code has an entry. */
import type { FileErrorCode, UnreadableFile } from '../finding.ts';
import type { Language, Words } from './language.ts';

/** The sentences of a failure for a person (docs/visual-language.md §9). */
export interface FailureWords {
  readonly es: Sentence;
  readonly en: Sentence;
  /** What to do in the command line's words, if they differ from those of the screens. */
  readonly console?: Readonly<Partial<Record<Language, string>>>;
}

/** `what`: what happened. `rest`: first what was kept, if it has several sentences, then what to do. */
export type Sentence = readonly [what: string, rest: string];

/** `atConsole`: what to do in the command line's English, if it names commands; the Spanish sentence names them itself. */
export const toWords = (es: Sentence, en: Sentence, atConsole?: string): FailureWords =>
  atConsole === undefined ? { es, en } : { es, en, console: { en: atConsole } };

export function sayAtConsole(words: FailureWords, language: Language = 'es'): string {
  const [what, rest] = words[language];
  const toDo = words.console?.[language];
  return `${what} ${toDo === undefined ? rest : `${/^.*?\. /.exec(rest)?.[0] ?? ''}${toDo}`}`;
}

const seeList = (command: string): Required<FailureWords>['console'] => ({
  es: `Mirá las que hay con «${command}».`,
  en: `See them with “${command}”.`,
});

export const nameFolder = (folder: string): FailureWords => ({
  es: [`No se puede escribir en la carpeta «${folder}».`, FAILURES.CARPETA_SIN_PERMISO.es[1]],
  en: [`The folder “${folder}” cannot be written to.`, FAILURES.CARPETA_SIN_PERMISO.en[1]],
});

export const FAILURES = {
  USO: {
    es: ['El pedido no se entiende.', 'No se hizo nada. Probá de nuevo desde la pantalla.'],
    en: ['The request cannot be understood.', 'Nothing was done. Try again from the screen.'],
    console: { es: 'Mirá la ayuda con --ayuda.', en: 'See the help with --ayuda.' },
  },
  ENTRADA_INVALIDA: {
    es: ['Hay un valor que no se puede usar.', 'No se hizo nada. Revisá los valores y probá de nuevo.'],
    en: ['There is a value that cannot be used.', 'Nothing was done. Check the values and try again.'],
  },
  CONFIRMACION_NECESARIA: {
    es: ['Esto no se puede deshacer y falta confirmarlo.', 'No se hizo nada. Confirmalo para seguir.'],
    en: ['This cannot be undone and was not confirmed.', 'Nothing was done. Confirm it to go on.'],
    console: { es: 'Agregá --si para confirmarlo.', en: 'Add --si to confirm it.' },
  },
  CUENTA_INEXISTENTE: {
    es: ['No hay ninguna cuenta con ese nombre.', 'No se hizo nada. Elegí una de la lista.'],
    en: ['There is no account with that name.', 'Nothing was done. Choose one from the list.'],
    console: seeList('cuenta listar'),
  },
  CUENTA_AMBIGUA: {
    es: ['Hay más de una cuenta y no se dijo cuál.', 'No se hizo nada. Elegila arriba.'],
    en: ['There is more than one account and none was chosen.', 'Nothing was done. Choose it at the top.'],
    console: { es: 'Elegila con --cuenta.', en: 'Choose it with --cuenta.' },
  },
  CUENTA_REPETIDA: {
    es: ['Ya hay una cuenta con ese nombre.', 'Quedó como estaba. Elegí otro nombre, o quitá primero la anterior.'],
    en: [
      'There is already an account with that name.',
      'It is unchanged. Choose another name, or remove the other one first.',
    ],
  },
  SIN_CUENTA: {
    es: ['Todavía no hay ninguna cuenta.', 'No se hizo nada. Agregá una en Ajustes.'],
    en: ['There is no account yet.', 'Nothing was done. Add one in Settings.'],
    console: { es: 'Agregá una con «cuenta agregar».', en: 'Add one with “cuenta agregar”.' },
  },
  URL_INSEGURA: {
    es: ['La dirección tiene que empezar con https:// (o http:// en esta misma PC).', 'No se guardó nada. Revisala.'],
    en: ['The address has to begin with https:// (or http:// on this PC).', 'Nothing was kept. Check it.'],
  },
  PLANTILLA_INEXISTENTE: {
    es: ['No hay ninguna plantilla con ese nombre.', 'No se hizo nada. Revisá el nombre.'],
    en: ['There is no template with that name.', 'Nothing was done. Check the name.'],
    console: seeList('plantillas listar'),
  },
  PLANTILLA_REPETIDA: {
    es: ['Ya hay una plantilla con ese nombre.', 'Quedó como estaba. Elegí otro nombre.'],
    en: ['There is already a template with that name.', 'It is unchanged. Choose another name.'],
  },
  PLANTILLAS_INVALIDAS: {
    es: ['El archivo no tiene plantillas.', 'Las tuyas quedaron como estaban. Exportalas de nuevo en la otra PC.'],
    en: ['The file has no templates.', 'Yours are as they were. Export them again on the other PC.'],
  },
  CARGA_INEXISTENTE: {
    es: ['No hay ningún envío con ese nombre en esta PC.', 'No se hizo nada. Mirá los que hay en Conciliaciones.'],
    en: ['There is no upload with that name on this PC.', 'Nothing was done. See the list in Reconciliations.'],
    console: {
      es: 'Mirá los que hay con «conciliaciones listar».',
      en: 'See them with “conciliaciones listar”.',
    },
  },
  CONCILIACION_INEXISTENTE: {
    es: [
      'El servicio no tiene ninguna conciliación con ese número.',
      'No se cambió nada. Mirá las que hay en Conciliaciones.',
    ],
    en: [
      'The service has no reconciliation with that number.',
      'Nothing was changed. See the list in Reconciliations.',
    ],
    console: seeList('conciliaciones listar'),
  },
  DECISION_INVALIDA: {
    es: ['Esa respuesta no es una de las opciones.', 'El envío quedó como estaba. Elegí una de las que se ofrecen.'],
    en: ['That answer is not one of the options.', 'The upload is as it was. Choose one of those offered.'],
  },
  CUPON_INEXISTENTE: {
    es: ['Ese envío no tiene ningún cupón con ese número.', 'No se guardó nada. Buscalo en Sin conciliar.'],
    en: ['That upload has no coupon with that number.', 'Nothing was saved. Look for it in Unmatched.'],
  },
  OPERACION_INEXISTENTE: {
    es: [
      'Esa operación no está entre las que se bajaron a esta PC.',
      'No se guardó nada. Actualizá sus días y probá de nuevo.',
    ],
    en: [
      'That transaction is not among those downloaded to this PC.',
      'Nothing was saved. Update its days and try again.',
    ],
  },
  CUPON_CONCILIADO: {
    es: ['Ese cupón ya concilió.', 'No se guardó nada. No hace falta decidir nada: mirá su resultado.'],
    en: ['That coupon already matched.', 'Nothing was saved. There is nothing to decide: look at its result.'],
  },
  CUPON_VINCULADO: {
    es: ['Ese cupón ya está vinculado con otra operación.', 'No se guardó nada. Deshacé primero ese vínculo.'],
    en: ['That coupon is already linked with another transaction.', 'Nothing was saved. Undo that link first.'],
  },
  OPERACION_TOMADA: {
    es: ['Esa operación ya la tiene otro cupón.', 'No se guardó nada. Elegí otra.'],
    en: ['Another coupon has that transaction.', 'Nothing was saved. Choose another one.'],
  },
  IMPORTES_DISTINTOS: {
    es: [
      'Los importes difieren en más que la tolerancia.',
      'No se guardó nada. Revisalos, o poné una tolerancia que alcance.',
    ],
    en: [
      'The amounts differ by more than the tolerance.',
      'Nothing was saved. Check them, or allow a big enough tolerance.',
    ],
  },
  NADA_QUE_DESHACER: {
    es: ['Esa decisión no está, o ya se deshizo.', 'Todo quedó como estaba. Mirá lo que hay en Sin conciliar.'],
    en: ['That decision is not there, or was already undone.', 'Everything stayed as it was. Look in Unmatched.'],
  },
  VALIDACION_RECHAZADA: {
    es: ['Hay filas con errores y no se envió nada.', 'El archivo quedó igual. Corregí esas filas, o enviá el resto.'],
    en: [
      'There are rows with errors and nothing was sent.',
      'The file is unchanged. Fix those rows, or send the rest.',
    ],
    console: {
      es: 'Corregí esas filas, o usá --omitir-errores para enviar el resto.',
      en: 'Fix those rows, or use --omitir-errores to send the rest.',
    },
  },
  SIN_CUPONES: {
    es: ['No hay ningún cupón válido para enviar.', 'No se envió nada. Revisá los errores de las filas.'],
    en: ['There is no valid coupon to send.', 'Nothing was sent. Look at the errors of the rows.'],
  },
  ARCHIVO_ILEGIBLE: {
    es: [
      'El sistema no nos deja leer el archivo.',
      'No se envió nada; el original quedó igual. Revisá los permisos, o cerralo si otro programa lo tiene abierto, y probá de nuevo.',
    ],
    en: [
      'The system does not let us read the file.',
      'Nothing was sent; the original is unchanged. Check its permissions, or close it if another program has it open, and try again.',
    ],
  },
  MARCADOR_OCUPADO: {
    es: ['El dato elegido para la marca ya se usa en alguna fila.', 'No se envió nada. Dejá que se elija solo.'],
    en: ['The field chosen for the mark has data in some row.', 'Nothing was sent. Let it be chosen by itself.'],
    console: { es: 'Elegí otro, o dejalo en auto.', en: 'Choose another one, or leave it at auto.' },
  },
  REVISION_INEXISTENTE: {
    es: ['Esa revisión ya no está.', 'Se envió, se dejó o se empezó otra; no se hizo nada. Traé el archivo de nuevo.'],
    en: ['That review is gone.', 'It was sent, discarded or replaced; nothing was done. Bring the file again.'],
  },
  REVISION_CAMBIADA: {
    es: ['La revisión cambió desde que la viste.', 'No se envió nada. Mirá las filas de nuevo y enviá.'],
    en: ['The review changed since you saw it.', 'Nothing was sent. Look at the rows again and send.'],
  },
  SALIDA_EXISTENTE: {
    es: ['Ya existe un archivo con ese nombre.', 'No se tocó. Elegí otro nombre.'],
    en: ['A file with that name already exists.', 'It was not touched. Choose another name.'],
  },
  EN_USO: {
    es: [
      'Conciliador ya está abierto con estos datos.',
      'No se hizo nada, para no mezclar envíos. Cerrá el otro, o esperá a que termine.',
    ],
    en: [
      'Conciliador is already open with this data.',
      'Nothing was done, so as not to mix uploads. Close the other one, or wait until it ends.',
    ],
  },
  DISCO_LLENO: {
    es: ['No queda lugar en el disco.', 'Lo anterior quedó guardado. Liberá espacio y seguí.'],
    en: ['There is no space left on the disk.', 'What came before is kept. Free some space and go on.'],
  },
  DISCO_FALLA: {
    es: [
      'No se pudo leer o escribir en el disco.',
      'Lo anterior quedó guardado. Fijate que el disco esté conectado y sano, y seguí.',
    ],
    en: [
      'The disk could not be read or written.',
      'What came before is kept. Check that the disk is connected and healthy, and go on.',
    ],
  },
  CARPETA_SIN_PERMISO: {
    es: ['No se puede escribir en la carpeta.', 'Nada cambió. Revisá los permisos, o elegí otra carpeta.'],
    en: ['The folder cannot be written to.', 'Nothing changed. Check its permissions, or choose another folder.'],
  },
  CARPETA_COMPARTIDA: {
    es: [
      'Los datos están en la red o en una carpeta que se sincroniza, y ahí se dañan.',
      'No se abrió nada ni se cambió nada. Pasá esa carpeta a un disco de esta PC y decí dónde quedó con CONCILIADOR_HOME. Para tener otra copia en la red o en la nube, elegí ahí otra carpeta para los respaldos.',
    ],
    en: [
      'The data is on the network or in a synchronised folder, where it gets damaged.',
      'Nothing was opened or changed. Move that folder to a disk of this PC and say where it is with CONCILIADOR_HOME. For another copy on the network or in the cloud, choose a folder there for the backups.',
    ],
  },
  DATOS_MAS_NUEVOS: {
    es: ['Los datos son de una versión más nueva de Conciliador.', 'No se tocaron. Actualizá el programa.'],
    en: ['The data is from a newer version of Conciliador.', 'It was not touched. Update the program.'],
  },
  CARGA_MAS_NUEVA: {
    es: [
      'Hay un envío hecho con una versión más nueva de Conciliador.',
      'El registro de envíos quedó como estaba y desde acá no se envía con esta cuenta. Actualizá Conciliador en esta PC y seguí.',
    ],
    en: [
      'There is an upload made with a newer version of Conciliador.',
      'The record of what was sent is as it was, and nothing is sent with this account from here. Update Conciliador on this PC and go on.',
    ],
  },
  COPIA_INEXISTENTE: {
    es: ['Ese respaldo no está.', 'No se cambió nada. Mirá los que hay y elegí otro.'],
    en: ['That backup is not there.', 'Nothing changed. Look at the list and choose another.'],
    console: seeList('respaldo listar'),
  },
  COPIA_DANADA: {
    es: ['Ese respaldo está dañado.', 'No se tocó nada: tu registro sigue como estaba. Elegí otro.'],
    en: ['That backup is damaged.', 'Nothing was touched: your record is unchanged. Choose another backup.'],
  },
  COPIA_DE_OTRA_CUENTA: {
    es: [
      'Ese respaldo es de una cuenta que no está en esta PC.',
      'No se tocó nada. Agregá esa cuenta y restauralo después.',
    ],
    en: [
      'That backup is for an account that is not on this PC.',
      'Nothing was touched. Add that account, and restore it then.',
    ],
  },
  RESPALDO_CARPETA_ADENTRO: {
    es: [
      'Esa carpeta está adentro de los datos de Conciliador y se perdería con ellos.',
      'Nada cambió. Elegí una en otro disco, en la red, o una que se sincronice.',
    ],
    en: [
      'That folder is inside the data of Conciliador and would be lost with it.',
      'Nothing changed. Choose one on another disk, on the network, or one that is synchronised.',
    ],
  },
  RESPALDO_CARPETA_AUSENTE: {
    es: [
      'La otra carpeta de los respaldos no está o no responde.',
      'El respaldo quedó en esta PC. Conectá ese disco o esa red, o elegí otra carpeta.',
    ],
    en: [
      'The other folder for the backups is not there or does not respond.',
      'The backup is on this PC. Connect that disk or network, or choose another folder.',
    ],
  },
  RESPALDO_NO_QUEDO: {
    es: [
      'El respaldo no volvió igual al leerlo de la otra carpeta y se descartó.',
      'Quedó en esta PC, y los de antes siguen ahí. Revisá ese disco, o elegí otra carpeta.',
    ],
    en: [
      'The backup did not come back the same from the other folder and was discarded.',
      'It is on this PC, and the earlier ones are still there. Check that disk, or choose another folder.',
    ],
  },
  ARCHIVO_TOMADO: {
    es: [
      'Otro programa tiene tomado un archivo: un antivirus, uno que sincroniza carpetas o el que lo abrió.',
      'Lo anterior quedó como estaba. Cerralo, o esperá un momento, y probá de nuevo.',
    ],
    en: [
      'Another program is using a file: an antivirus, one that synchronises folders, or the one that opened it.',
      'What came before is as it was. Close it, or wait a moment, and try again.',
    ],
  },
  LIBRO_DANADO: {
    es: [
      'El registro de envíos está dañado y no hay un respaldo sano en esta PC.',
      'No se tocó nada. Si tenés un respaldo en otra carpeta, restauralo en Ajustes, Respaldos; si no, pedí ayuda antes de seguir.',
    ],
    en: [
      'The record of uploads is damaged and there is no sound backup on this PC.',
      'Nothing was touched. If you have a backup in another folder, restore it in Settings, Backups; if not, ask for help before going on.',
    ],
    console: {
      es: 'Si tenés un respaldo en otra carpeta, restauralo con «respaldo restaurar»; si no, pedí ayuda antes de seguir.',
      en: 'If you have a backup in another folder, restore it with “respaldo restaurar”; if not, ask for help before going on.',
    },
  },
  GUARDADO_ILEGIBLE: {
    es: [
      'Lo que estaba guardado en esta PC no se entiende.',
      'El servicio y el registro de envíos no cambiaron. Volvé a leer el resultado, o a traer el archivo.',
    ],
    en: [
      'What was kept on this PC cannot be understood.',
      'The service and the record of what was sent did not change. Read the result again, or bring the file again.',
    ],
  },
  LLAVERO_NO_DISPONIBLE: {
    es: [
      'El llavero del sistema no está disponible.',
      'No se guardó el secreto. Abrí o desbloqueá el llavero y volvé a entrar en Ajustes; si no hay ninguno, el secreto se pide cada vez que abrís el programa.',
    ],
    en: [
      'The system’s keychain is not available.',
      'The secret was not kept. Open or unlock the keychain and sign in again in Settings; if there is none, we ask for the secret each time you open the program.',
    ],
  },
  CLAVE_AUSENTE: {
    es: ['No tenemos el secreto de la cuenta.', 'Los datos guardados se pueden consultar. Volvé a entrar en Ajustes.'],
    en: ['We do not have the secret of the account.', 'The stored data can be viewed. Sign in again in Settings.'],
    console: { es: 'Volvé a agregarla con «cuenta agregar».', en: 'Add it again with “cuenta agregar”.' },
  },
  ACTUALIZACIONES_SIN_DIRECCION: {
    es: [
      'Este programa no tiene de dónde traer versiones nuevas.',
      'No se buscó nada. Pedile la dirección a quien te lo dio.',
    ],
    en: [
      'This program has nowhere to get new versions from.',
      'Nothing was searched for. Ask whoever gave it to you for the address.',
    ],
  },
  ACTUALIZACION_SIN_RESPUESTA: {
    es: [
      'No se pudo llegar a donde están las versiones nuevas.',
      'El programa sigue como está. Probá de nuevo más tarde.',
    ],
    en: ['The place of the new versions could not be reached.', 'The program is unchanged. Try again later.'],
  },
  ACTUALIZACION_ILEGIBLE: {
    es: [
      'Lo que hay en la dirección de las versiones nuevas no se entiende.',
      'No se bajó nada. Probá de nuevo más tarde; si sigue, avisale a quien te dio el programa.',
    ],
    en: [
      'What is at the address of the new versions cannot be understood.',
      'Nothing was downloaded. Try again later; if it happens again, tell whoever gave you the program.',
    ],
  },
  ACTUALIZACION_DANADA: {
    es: [
      'Lo que se bajó no es la versión que se publicó, o no la firmó quien hace el programa.',
      'Se descartó, y el programa sigue como está. Probá de nuevo más tarde; si sigue, avisale a quien te lo dio.',
    ],
    en: [
      'What was downloaded is not the version that was published, or was not signed by whoever makes the program.',
      'It was discarded, and the program is unchanged. Try again later; if it happens again, tell whoever gave it to you.',
    ],
  },
  ACTUALIZACION_NO_LISTA: {
    es: ['No hay ninguna versión nueva lista para instalar.', 'No se hizo nada. Buscá si hay una.'],
    en: ['There is no new version ready to install.', 'Nothing was done. Check whether there is one.'],
  },
  ACTUALIZACION_NO_SE_INSTALA: {
    es: [
      'Este programa no se reemplaza a sí mismo.',
      'No se hizo nada. Instalá la versión nueva como instalaste esta.',
    ],
    en: [
      'This program does not replace itself.',
      'Nothing was done. Install the new version the way you installed this one.',
    ],
  },
  CANCELADO: {
    es: ['Se detuvo a pedido.', 'Lo hecho hasta acá quedó guardado.'],
    en: ['It was stopped as you asked.', 'What was done so far is kept.'],
  },
  SIN_CONEXION: {
    es: ['No se pudo llegar al servicio.', 'Lo hecho hasta acá quedó guardado. Revisá la conexión y probá de nuevo.'],
    en: ['The service could not be reached.', 'What was done so far is kept. Check the connection and try again.'],
  },
  TIEMPO_AGOTADO: {
    es: ['El servicio no respondió a tiempo.', 'Lo hecho hasta acá quedó guardado. Probá de nuevo en un rato.'],
    en: ['The service did not answer in time.', 'What was done so far is kept. Try again in a while.'],
  },
  SERVICIO_FALLA: {
    es: [
      'El servicio tuvo un problema y no completó el pedido.',
      'Lo hecho hasta acá quedó guardado. Probá de nuevo en un rato.',
    ],
    en: [
      'The service had a problem and did not complete the request.',
      'What was done so far is kept. Try again in a while.',
    ],
  },
  RESPUESTA_INVALIDA: {
    es: [
      'El servicio respondió algo que no se entiende.',
      'Lo hecho hasta acá quedó guardado. Probá de nuevo; si sigue, avisá al servicio.',
    ],
    en: [
      'The service answered something that cannot be understood.',
      'What was done so far is kept. Try again; if it happens again, tell the service.',
    ],
  },
  RESPUESTA_ENORME: {
    es: [
      'El servicio respondió más de lo que se puede leer.',
      'Lo hecho hasta acá quedó guardado. Probá con un período más corto.',
    ],
    en: ['The service answered more than can be read.', 'What was done so far is kept. Try a shorter period.'],
  },
  REDIRECCION: {
    es: [
      'El servicio quiso mandarnos a otra dirección y no la seguimos, para cuidar las credenciales.',
      'Nada cambió. Revisá la dirección de la cuenta.',
    ],
    en: [
      'The service wanted to send us to another address and we did not follow, to protect the credentials.',
      'Nothing changed. Check the address of the account.',
    ],
  },
  CREDENCIALES_RECHAZADAS: {
    es: [
      'El servicio no aceptó las credenciales.',
      'Tus datos guardados se pueden consultar. Volvé a entrar para seguir.',
    ],
    en: ['The service did not accept the credentials.', 'Your stored data can be viewed. Sign in again to go on.'],
  },
  TOKEN_RECHAZADO: {
    es: ['El servicio rechazó el acceso.', 'Lo hecho hasta acá quedó guardado. Volvé a entrar en la cuenta.'],
    en: ['The service refused access.', 'What was done so far is kept. Sign in to the account again.'],
  },
  SESION_VENCIDA: {
    es: ['La sesión venció.', 'Los datos guardados se pueden consultar. Volvé a entrar con tu usuario y clave.'],
    en: ['The session expired.', 'The stored data can be viewed. Sign in again with your user name and password.'],
  },
  PEDIDO_RECHAZADO: {
    es: [
      'El servicio no aceptó el pedido.',
      'Nada cambió. Mirá en el detalle qué respondió y revisá lo que pediste; si se repite, pasale el informe de Ajustes, Registro y soporte, a quien te da soporte.',
    ],
    en: [
      'The service did not accept the request.',
      'Nothing changed. See in the detail what it answered, and check what you asked for; if it happens again, give the report of Settings, Log and support, to whoever supports you.',
    ],
  },
  DEMASIADOS_PEDIDOS: {
    es: [
      'El servicio pidió que esperemos más de lo razonable.',
      'Lo hecho hasta acá quedó guardado. Probá de nuevo en un rato.',
    ],
    en: [
      'The service asked us to wait longer than is reasonable.',
      'What was done so far is kept. Try again in a while.',
    ],
  },
  FILTRO_IGNORADO: {
    es: [
      'El servicio contesta lo mismo para cualquier período que se le pida.',
      'No se guardó nada como leído. Avisá al servicio.',
    ],
    en: [
      'The service answers the same for whatever period is asked for.',
      'Nothing was kept as read. Tell the service.',
    ],
  },
  LECTURA_INESTABLE: {
    es: ['Los datos cambiaron mientras se leían.', 'No se tomó nada por cierto. Probá de nuevo en un rato.'],
    en: ['The data changed while it was read.', 'Nothing was taken as certain. Try again in a while.'],
  },
  FILAS_DESAPARECIDAS: {
    es: [
      'El servicio dejó de informar muchas filas de golpe.',
      'Siguen acá como estaban. Fijate si el servicio está bien y actualizá de nuevo más tarde.',
    ],
    en: [
      'The service suddenly stopped reporting many rows.',
      'They are still here as they were. Check that the service is working and update again later.',
    ],
  },
  HORA_SIN_SENTIDO: {
    es: ['La hora solo se puede usar con la fecha de venta.', 'No se pidió nada. Quitá la hora.'],
    en: ['The time can only be used with the date of sale.', 'Nothing was requested. Leave out the time.'],
    console: { es: 'Quitá la hora, o usá fecha_venta.', en: 'Leave out the time, or use fecha_venta.' },
  },
  CARGA_PENDIENTE: {
    es: [
      'Este archivo ya se está enviando y quedó sin terminar.',
      'No se mandó nada nuevo. Podés retomarlo, o mandarlo otra vez en un envío nuevo.',
    ],
    en: [
      'This file is already being sent and was left unfinished.',
      'Nothing new was sent. You can resume it, or send it again as a new upload.',
    ],
  },
  YA_ENVIADO: {
    es: ['Ya mandaste estos cupones.', 'Ahora no se mandó nada.'],
    en: ['You already sent these coupons.', 'Nothing was sent now.'],
    console: {
      es: 'No se mandó nada nuevo. Podés mandarlo otra vez, en un envío nuevo.',
      en: 'Nothing new was sent. You can send it again, in a new upload.',
    },
  },
  ARCHIVO_REPETIDO: {
    es: [
      'Un archivo repite los cupones de otro, o la mayoría.',
      'No se envió nada. Si es una copia, dejá uno solo. Si son ventas distintas, enviá los dos.',
    ],
    en: [
      'A file repeats the coupons of another one, or most of them.',
      'Nothing was sent. If it is a copy, leave only one. If they are different sales, send both.',
    ],
  },
  DECISION_NECESARIA: {
    es: ['Hace falta que decidas cómo seguir.', 'Lo enviado hasta acá quedó guardado. Elegí una de las opciones.'],
    en: ['You have to decide how to go on.', 'What was sent so far is kept. Choose one of the options.'],
  },
  DUPLICACION_DETECTADA: {
    es: [
      'El servicio tiene cupones de más en esta conciliación.',
      'No se borró nada. Elegí si borrarla y empezar de nuevo, o dejarla.',
    ],
    en: [
      'The service has extra coupons in this reconciliation.',
      'Nothing was deleted. Choose whether to delete it and start again, or leave it.',
    ],
  },
  ESPERA_AGOTADA: {
    es: [
      'El servicio todavía no terminó de conciliar.',
      'Todo lo enviado está confirmado. Retomá el envío más tarde para ver el resultado.',
    ],
    en: [
      'The service has not finished matching yet.',
      'Everything sent is confirmed. Resume the upload later to see the result.',
    ],
  },
  CARGA_INTERRUMPIDA: {
    es: ['El envío se interrumpió.', 'Lo enviado hasta acá quedó guardado. Retomalo cuando el servicio responda.'],
    en: ['The upload was interrupted.', 'What was sent so far is kept. Resume it when the service answers.'],
  },
  INTERNO: {
    es: [
      'Hubo una falla del programa.',
      'Lo hecho hasta acá quedó guardado. Probá de nuevo; si sigue, mandanos el informe para soporte.',
    ],
    en: [
      'The program failed.',
      'What was done so far is kept. Try again; if it happens again, send us the report for support.',
    ],
  },
} as const satisfies Record<string, FailureWords>;

export const FILE_FAILURES = {
  FORMATO_DESCONOCIDO: {
    es: [
      'No conocemos el formato del archivo.',
      'No leímos nada; el original quedó igual. Si es una planilla, abrila con el programa que la hizo y exportala como Excel (.xlsx) o CSV.',
    ],
    en: [
      'We do not know the format of the file.',
      'We read nothing; the original is unchanged. If it is a spreadsheet, open it with the program that made it and export it as Excel (.xlsx) or CSV.',
    ],
  },
  ARCHIVO_DANADO: {
    es: [
      'No se puede leer el archivo.',
      'Está incompleto o dañado; el original quedó igual. Abrilo en Excel y guardalo como .xlsx.',
    ],
    en: [
      'The file cannot be read.',
      'It is incomplete or damaged; the original is unchanged. Open it in Excel and save it as .xlsx.',
    ],
  },
  ARCHIVO_PROTEGIDO: {
    es: ['El archivo tiene contraseña.', 'No leímos nada. Abrilo, guardalo sin contraseña y traelo de nuevo.'],
    en: ['The file has a password.', 'We read nothing. Open it, save it without a password and bring it again.'],
  },
  ARCHIVO_DEMASIADO_GRANDE: {
    es: [
      'El archivo es demasiado grande.',
      'No leímos nada; el original quedó igual. Partilo en varios y traelos juntos.',
    ],
    en: [
      'The file is too big.',
      'We read nothing; the original is unchanged. Split it into several and bring them together.',
    ],
  },
  HOJA_INEXISTENTE: {
    es: ['El archivo no tiene esa hoja.', 'No leímos nada. Elegí otra hoja.'],
    en: ['The file does not have that sheet.', 'We read nothing. Choose another sheet.'],
  },
  SIN_TABLA: {
    es: [
      'No encontramos ninguna tabla de cupones.',
      'El original quedó igual. Revisá que sea la planilla de cupones, que tenga títulos y al menos una fila.',
    ],
    en: [
      'We found no table of coupons.',
      'The original is unchanged. Check that it is the coupon spreadsheet, with headers and at least one row.',
    ],
  },
  COLUMNAS_SIN_MAPEAR: {
    es: [
      'No encontramos el importe, o la fecha.',
      'No leímos las filas; el original quedó igual. Ponele título a esas columnas y traelo de nuevo.',
    ],
    en: [
      'We did not find the amount, or the date.',
      'We did not read the rows; the original is unchanged. Give those columns a header and bring it again.',
    ],
  },
  ARCHIVO_INEXISTENTE: {
    es: ['El archivo no está.', 'No leímos nada. Elegilo de nuevo.'],
    en: ['The file is not there.', 'We read nothing. Choose it again.'],
    console: { es: 'Revisá el nombre y la carpeta.', en: 'Check the name and the folder.' },
  },
} as const satisfies Record<Exclude<FileErrorCode, keyof typeof FAILURES>, FailureWords>;

/** The sentences about files that the program does not read, by format. `bloqueo`: the lock file that a program leaves beside an open workbook. */
export const FOREIGN_FILES = {
  pdf: {
    es: [
      'Es un PDF.',
      'No leímos nada; el original quedó igual. Pedile al sistema de caja la planilla: suele estar en «Exportar», como Excel o CSV.',
    ],
    en: [
      'It is a PDF.',
      'We read nothing; the original is unchanged. Get the spreadsheet from your till system: it is usually under “Export”, as Excel or CSV.',
    ],
  },
  imagen: {
    es: [
      'Es una imagen.',
      'No leímos nada; el original quedó igual. De una foto no salen los cupones: pedile al sistema de caja la planilla, que suele estar en «Exportar», como Excel o CSV.',
    ],
    en: [
      'It is a picture.',
      'We read nothing; the original is unchanged. Coupons cannot be read from a picture: get the spreadsheet from your till system, which is usually under “Export”, as Excel or CSV.',
    ],
  },
  documento: {
    es: [
      'Es un documento de texto, no una planilla.',
      'No leímos nada; el original quedó igual. Copiá su tabla en una planilla nueva, o pedile al sistema de caja la planilla: suele estar en «Exportar», como Excel o CSV.',
    ],
    en: [
      'It is a text document, not a spreadsheet.',
      'We read nothing; the original is unchanged. Copy its table to a new spreadsheet, or get the spreadsheet from your till system: it is usually under “Export”, as Excel or CSV.',
    ],
  },
  pagina: {
    es: [
      'Es una página web sin ninguna tabla.',
      'No leímos nada; el original quedó igual. Suele pasar cuando la sesión del sitio venció al bajarlo: entrá de nuevo con tu usuario y bajalo otra vez.',
    ],
    en: [
      'It is a web page without a table.',
      'We read nothing; the original is unchanged. It often means that the session of the site had expired: sign in again and download it once more.',
    ],
  },
  comprimido: {
    es: [
      'Es un archivo comprimido y no tiene una sola planilla.',
      'No leímos nada; el original quedó igual. Descomprimilo y traé las planillas de adentro, una o varias juntas.',
    ],
    en: [
      'It is a compressed file that does not hold exactly one spreadsheet.',
      'We read nothing; the original is unchanged. Extract it and bring the spreadsheets inside, one or several together.',
    ],
  },
  numbers: {
    es: [
      'Es una planilla de Numbers.',
      'No leímos nada; el original quedó igual. Abrila en Numbers y elegí Archivo › Exportar a › Excel.',
    ],
    en: [
      'It is a Numbers spreadsheet.',
      'We read nothing; the original is unchanged. Open it in Numbers and choose File › Export To › Excel.',
    ],
  },
  bloqueo: {
    es: [
      'Es el archivo que deja el programa de planillas mientras tiene abierta la tuya.',
      'No tiene filas y no se tomó nada. Elegí la planilla, que se lee aunque esté abierta.',
    ],
    en: [
      'It is the file that the spreadsheet program leaves while yours is open.',
      'It has no rows and nothing was taken. Choose the spreadsheet, which can be read while it is open.',
    ],
  },
  carpeta: {
    console: {
      es: 'Escribí el nombre de la planilla que está adentro.',
      en: 'Give the name of the spreadsheet inside.',
    },
    es: ['Es una carpeta, no un archivo.', 'No leímos nada. Entrá en ella y elegí la planilla.'],
    en: ['It is a folder, not a file.', 'We read nothing. Open it and choose the spreadsheet.'],
  },
  vacio: {
    es: ['El archivo está vacío.', 'No tiene nada para leer. Fijate si es el que querías, o exportalo de nuevo.'],
    en: [
      'The file is empty.',
      'There is nothing to read. Check that it is the one that you wanted, or export it again.',
    ],
  },
} as const satisfies Readonly<Record<string, FailureWords>>;
export type ForeignFormat = keyof typeof FOREIGN_FILES;

export function wordsOfFile({ codigo, formato }: Pick<UnreadableFile, 'codigo' | 'formato'>): FailureWords {
  if (formato !== undefined) return FOREIGN_FILES[formato];
  return codigo === 'ARCHIVO_ILEGIBLE' ? FAILURES.ARCHIVO_ILEGIBLE : FILE_FAILURES[codigo];
}

/** Why a service could not be reached or used, for reasons that a person can do something about: `motivo` of SIN_CONEXION and TOKEN_RECHAZADO. */
export const REASONS = {
  certificado_desconocido: {
    es: [
      'El certificado del servicio es de una autoridad que esta PC no conoce.',
      'No se mandó nada. Si la red de tu oficina revisa las conexiones, pedile a quien la lleva que instale su certificado en esta PC; si no, avisá al servicio.',
    ],
    en: [
      'The certificate of the service is from an authority that this PC does not know.',
      'Nothing was sent. If your office’s network inspects connections, ask whoever runs it to install its certificate on this PC; if not, tell the service.',
    ],
  },
  certificado_vencido: {
    es: [
      'El certificado del servicio está vencido, o todavía no vale.',
      'No se mandó nada. Revisá la fecha y la hora de esta PC; si están bien, avisá al servicio.',
    ],
    en: [
      'The certificate of the service has expired, or is not valid yet.',
      'Nothing was sent. Check the date and time of this PC; if they are right, tell the service.',
    ],
  },
  certificado_ajeno: {
    es: [
      'El certificado que llegó es de otra dirección.',
      'No se mandó nada. Revisá la dirección de la cuenta; si está bien, avisá a quien lleva la red.',
    ],
    en: [
      'The certificate that came is for another address.',
      'Nothing was sent. Check the address of the account; if it is right, tell whoever runs the network.',
    ],
  },
  proxy_con_clave: {
    es: [
      'El proxy de esta PC pide usuario y clave.',
      'No se mandó nada. Pedile a quien lleva la red que deje pasar a Conciliador.',
    ],
    en: [
      'The proxy of this PC asks for a user name and password.',
      'Nothing was sent. Ask whoever runs the network to let Conciliador through.',
    ],
  },
  proxy_no_deja: {
    es: [
      'El proxy de esta PC no dejó llegar al servicio.',
      'No se mandó nada. Pedile a quien lleva la red que permita la dirección de la cuenta.',
    ],
    en: [
      'The proxy of this PC did not let us reach the service.',
      'Nothing was sent. Ask whoever runs the network to allow the address of the account.',
    ],
  },
  proxy_desconocido: {
    es: [
      'El proxy que esta PC tiene configurado no es de los que se pueden usar.',
      'No se mandó nada. Tiene que ser http o https: revisá la configuración de red.',
    ],
    en: [
      'The proxy that this PC is set to use is not of a kind that works here.',
      'Nothing was sent. It has to be http or https: check the network settings.',
    ],
    console: { es: 'Revisá HTTPS_PROXY o la configuración de red.', en: 'Check HTTPS_PROXY or the network settings.' },
  },
  otra_pc: {
    es: [
      'El servicio da por terminado el acceso cada vez que lo renovamos: puede que otra PC esté usando la misma cuenta.',
      'Lo hecho hasta acá quedó guardado. Esperá a que la otra termine y probá de nuevo.',
    ],
    en: [
      'The service ends our access each time we renew it: another PC may be using the same account.',
      'What was done so far is kept. Wait until the other one is done and try again.',
    ],
  },
} as const satisfies Record<string, FailureWords>;

/** Why this program refuses something now, although no other program uses the data folder: `motivo` of EN_USO. */
export const BUSY_REASONS = {
  trabajo_en_marcha: {
    es: [
      'Hay un envío o una actualización en marcha.',
      'No se hizo nada, para no cortarla. Esperá a que termine, o detenela, y probá de nuevo.',
    ],
    en: [
      'An upload or an update is running.',
      'Nothing was done, so as not to interrupt it. Wait until it ends, or stop it, and try again.',
    ],
  },
  cambio_de_lugar: {
    es: ['Se están cambiando los datos de lugar.', 'No se hizo nada. Probá de nuevo en un momento.'],
    en: ['The data is being moved.', 'Nothing was done. Try again in a moment.'],
  },
} as const satisfies Record<string, FailureWords>;

/** Failures of the proxy, for the command line. `status`: the HTTP status that the proxy answered. */
export const PROXY_AT_CONSOLE = {
  proxy_con_clave: (proxy: string): Words => [
    `El proxy de esta PC (${proxy}) pide usuario y clave. No se mandó nada. Ponelos en HTTPS_PROXY, o pedile a quien lleva la red que deje pasar a Conciliador.`,
    `The proxy of this PC (${proxy}) asks for a user name and password. Nothing was sent. Put them in HTTPS_PROXY, or ask whoever runs the network to let Conciliador through.`,
  ],
  proxy_no_deja: (proxy: string, status: number): Words => [
    `El proxy de esta PC (${proxy}) no dejó llegar al servicio: respondió ${String(status)}. No se mandó nada. Pedile a quien lleva la red que permita la dirección de la cuenta.`,
    `The proxy of this PC (${proxy}) did not let us reach the service: it answered ${String(status)}. Nothing was sent. Ask whoever runs the network to allow the address of the account.`,
  ],
  proxy: (proxy: string): Words => [
    `No se pudo llegar al servicio, y esta PC sale a la red por un proxy (${proxy}). Lo hecho hasta acá quedó guardado. Revisá la conexión y el proxy, y probá de nuevo.`,
    `The service could not be reached, and this PC goes out through a proxy (${proxy}). What was done so far is kept. Check the connection and the proxy, and try again.`,
  ],
} as const;

/** A quote in a text file that begins a quoted cell, which swallows the following rows. `start`: the text after the quote, with card numbers masked. */
export const describeStrayQuote = (line: number, start: string): string =>
  `En la línea ${String(line)}, la comilla de «"${start}» abre un texto que tapa las filas de abajo. ` +
  'No se tomó nada; el original quedó igual. Borrá esa comilla y la que lo cierra, y traelo de nuevo.';

/** A quote in a text file that is never closed. `line`: where its row begins. */
export const describeOpenQuote = (line: number): string =>
  `La fila de la línea ${String(line)} tiene una comilla que no se cierra y tapa lo que sigue. ` +
  'No se tomó nada; el original quedó igual. Borrá esa comilla y traelo de nuevo.';
