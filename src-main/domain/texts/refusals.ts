/** Refusals that say more than their error code. The Spanish may name commands; the English is for screens. Long, because each has an entry. */
import { quoteAll } from './language.ts';
import { FAILURES, FILE_FAILURES, toWords } from './failures.ts';
import { LABELS } from './labels.ts';

export const REFUSALS = {
  nameOfDevice: (name: string) =>
    toWords(
      [`Windows no puede guardar un archivo con el nombre «${name}».`, 'No se escribió nada. Elegí otro nombre.'],
      [`Windows cannot keep a file under the name “${name}”.`, 'Nothing was written. Choose another name.'],
    ),
  answerAboutFile: (key: string) =>
    toWords(
      [
        'Esa respuesta es sobre un archivo que todavía no se envió, y no sobre un envío.',
        `El envío quedó como estaba. Contestá con «conciliar ARCHIVO --decidir ${key}».`,
      ],
      [
        'That answer is about a file that was not sent yet, and not about an upload.',
        'The upload is as it was. Choose the file again and answer there.',
      ],
      `Answer with “conciliar FILE --decidir ${key}”.`,
    ),
  notOffered: (key: string, offered: readonly string[]) =>
    toWords(
      [
        `«${key}» no es una de las respuestas que se ofrecen.`,
        `Todo quedó como estaba. Elegí una con --decidir: ${offered.join(', ')}.`,
      ],
      [
        `“${key}” is not one of the answers offered.`,
        `Everything stayed as it was. Choose one: ${offered.join(', ')}.`,
      ],
      `Choose one with --decidir: ${offered.join(', ')}.`,
    ),

  newAccountRefused: toWords(
    [
      'El servicio no aceptó las credenciales.',
      'No se guardó nada. Revisá que no falte ningún carácter y probá de nuevo.',
    ],
    [
      'The service did not accept the credentials.',
      'Nothing was kept. Check that no character is missing and try again.',
    ],
  ),
  newAccountUnreached: (code: 'SIN_CONEXION' | 'TIEMPO_AGOTADO') =>
    toWords(
      [FAILURES[code].es[0], 'No se guardó nada. Revisá la dirección y la conexión, y probá de nuevo.'],
      [FAILURES[code].en[0], 'Nothing was kept. Check the address and the connection, and try again.'],
    ),
  accountNameLength: toWords(
    ['El nombre de la cuenta tiene que tener entre 1 y 60 letras.', 'No se guardó nada. Elegí otro.'],
    ['The name of the account needs between 1 and 60 letters.', 'Nothing was kept. Choose another one.'],
  ),
  accountNameTaken: toWords(
    ['«entorno» es la cuenta que viene de las variables de entorno.', 'No se guardó nada. Elegí otro nombre.'],
    ['“entorno” is the account of the environment variables.', 'Nothing was kept. Choose another name.'],
  ),
  accountKnown: (name: string) =>
    toWords(
      [`Esa cuenta ya está con el nombre «${name}».`, 'Quedó como estaba. Usá ese nombre, o quitala primero.'],
      [`That account is here already, as “${name}”.`, 'It is unchanged. Use that name, or remove it first.'],
    ),
  accountToChoose: (names: readonly string[]) =>
    toWords(
      [
        'Hay más de una cuenta y no se dijo cuál.',
        `No se hizo nada. Elegí una con --cuenta: ${quoteAll(names, 'es')}.`,
      ],
      [
        'There is more than one account and none was chosen.',
        `Nothing was done. Choose one: ${quoteAll(names, 'en')}.`,
      ],
      `Choose one with --cuenta: ${quoteAll(names, 'en')}.`,
    ),
  accountUnknown: (names: readonly string[]) =>
    toWords(
      ['No hay ninguna cuenta con ese nombre.', `No se hizo nada. Las que hay: ${quoteAll(names, 'es')}.`],
      ['There is no account with that name.', `Nothing was done. There are: ${quoteAll(names, 'en')}.`],
    ),
  environmentAccountMissing: toWords(
    [
      'La cuenta «entorno» no está: falta definir CONCILIADOR_URL y su clave.',
      'No se hizo nada. Definilas, o elegí otra cuenta.',
    ],
    [
      'The account “entorno” is not there: CONCILIADOR_URL and its secret are not defined.',
      'Nothing was done. Define them, or choose another account.',
    ],
  ),
  environmentAccountNotKept: toWords(
    [
      'La cuenta «entorno» es la de las variables de entorno: no está guardada en esta PC.',
      'No se hizo nada. Para usar otra, elegila con --cuenta, o quitá esas variables.',
    ],
    [
      'The account “entorno” is the one of the environment variables: it is not kept on this PC.',
      'Nothing was done. To use another one, remove those variables.',
    ],
    'To use another one, choose it with --cuenta, or remove those variables.',
  ),
  environmentAccountIncomplete: (variable: string) =>
    toWords(
      [
        `En las variables de entorno de la cuenta falta ${variable}.`,
        'No se hizo nada. Completalas, o quitalas para usar una cuenta guardada.',
      ],
      [
        `The environment variables of the account lack ${variable}.`,
        'Nothing was done. Complete them, or remove them to use a saved account.',
      ],
    ),
  environmentAccountTwice: toWords(
    [
      'En las variables de entorno de la cuenta sobran datos: va CONCILIADOR_API_KEY con CONCILIADOR_API_SECRET, o CONCILIADOR_USUARIO con CONCILIADOR_CLAVE.',
      'No se hizo nada. Dejá un solo par, o quitalas para usar una cuenta guardada.',
    ],
    [
      'The environment variables of the account are too many: CONCILIADOR_API_KEY goes with CONCILIADOR_API_SECRET, or CONCILIADOR_USUARIO with CONCILIADOR_CLAVE.',
      'Nothing was done. Leave just one pair, or remove them to use a saved account.',
    ],
  ),
  secretNowhere: (name: string, variables: readonly [string, string]) =>
    toWords(
      [
        `La clave de «${name}» no está guardada en esta PC, y no hay dónde pedirla.`,
        `Los datos guardados se pueden consultar. Definí CONCILIADOR_URL, ${variables.join(' y ')}, o entrá desde una terminal; si el sistema tiene llavero, guardala en él con «cuenta cambiar-clave».`,
      ],
      [
        `The secret of “${name}” is not kept on this PC, and there is nowhere to ask for it.`,
        `The saved data can be viewed. Define CONCILIADOR_URL, ${variables.join(' and ')}, or give it in Settings.`,
      ],
      `Define CONCILIADOR_URL, ${variables.join(' and ')}, or sign in from a terminal; if the system has a keychain, keep it there with “cuenta cambiar-clave”.`,
    ),

  notTheErrorsFile: toWords(
    [
      'Este archivo no es el de los errores de esta revisión.',
      'Las filas quedaron como estaban. Descargá los errores de nuevo y corregí ese.',
    ],
    [
      'This file is not the one with the errors of this review.',
      'The rows are as they were. Download the errors again and correct that one.',
    ],
  ),

  periodBackwards: (undone: 'leyó' | 'pidió', mend = '') =>
    toWords(
      ['El período empieza después de terminar.', `No se ${undone} nada.${mend === '' ? '' : ` ${mend}`}`],
      ['The period begins after it ends.', `Nothing was ${undone === 'leyó' ? 'read' : 'asked for'}. Check the days.`],
    ),
  severalCuits: (cuits: string) =>
    toWords(
      [`La cuenta tiene más de un CUIT: ${cuits}.`, 'No se escribió nada. Elegí uno con --cuit.'],
      [`The account has more than one CUIT: ${cuits}.`, 'Nothing was written. Choose one.'],
      'Choose one with --cuit.',
    ),
  noSuchCuit: (cuit: string, known: string) =>
    toWords(
      [
        `La cuenta no tiene el CUIT ${cuit}.`,
        `No se escribió nada. Los que tiene: ${known || 'ninguno bajado todavía'}.`,
      ],
      [
        `The account does not have the CUIT ${cuit}.`,
        `Nothing was written. It has: ${known || 'none downloaded yet'}.`,
      ],
    ),
  unknownStore: (name: string) =>
    toWords(
      [
        `Ningún registro bajado nombra el comercio o establecimiento «${name}».`,
        'No se guardó nada. Revisá cómo se escribe.',
      ],
      [
        `No downloaded record names the store or merchant number “${name}”.`,
        'Nothing was kept. Check how it is spelled.',
      ],
    ),
  badPlan: (line: string) =>
    toWords(
      [
        `No se entiende la línea «${line}» del plan de cuentas.`,
        'No se guardó nada. Cada línea lleva CLAVE;CÓDIGO (docs/cierre.md).',
      ],
      [`The line “${line}” of the chart of accounts is not understood.`, 'Nothing was kept. Each line has KEY;CODE.'],
    ),
  monthNotClosed: (month: string) =>
    toWords([`${month} no está cerrado.`, 'No se reabrió nada.'], [`${month} is not closed.`, 'Nothing was reopened.']),
  monthNotLast: (month: string) =>
    toWords(
      [`Después de ${month} hay otro mes cerrado.`, 'No se reabrió nada. Solo se reabre el último.'],
      [`A month after ${month} is closed.`, 'Nothing was reopened. Only the last one can be reopened.'],
    ),
  monthBeforeClosed: (month: string) =>
    toWords(
      [`Ya hay cerrado un mes posterior a ${month}.`, 'No se cerró nada. Los meses se cierran en orden.'],
      [`A month after ${month} is closed already.`, 'Nothing was closed. Months are closed in order.'],
    ),
  unknownColumns: (names: string) =>
    toWords(
      [
        `El archivo tiene columnas o líneas que no se conocen: ${names}.`,
        'No se comparó nada. Bajalo de nuevo sin cambiarlo.',
      ],
      [
        `The file has unknown columns or lines: ${names}.`,
        'Nothing was compared. Download it again without changing it.',
      ],
    ),
  periodTooLong: (months: number) =>
    toWords(
      [`El período tiene más de ${String(months)} meses.`, 'No se leyó nada. Elegí uno más corto.'],
      [`The period has more than ${String(months)} months.`, 'Nothing was read. Choose a shorter one.'],
    ),
  calendarTooLong: (months: number) =>
    toWords(
      [`El calendario se pide de 1 a ${String(months)} meses.`, 'No se leyó nada. Elegí un período más corto.'],
      [`The calendar shows from 1 to ${String(months)} months.`, 'Nothing was read. Choose a shorter period.'],
    ),
  cuponNotHere: toWords(
    ['Ese cupón no está en esta PC.', 'No se leyó nada. Mirá la conciliación de nuevo y elegilo ahí.'],
    ['That coupon is not on this PC.', 'Nothing was read. Look at the reconciliation again and choose it there.'],
  ),
  nothingToFollow: (vista: string) =>
    toWords(
      [`Desde ${vista} no hay ningún cobro que seguir.`, 'No se leyó nada. Empezá por una operación.'],
      [`From ${vista} there is no payment to follow.`, 'Nothing was read. Begin with a transaction.'],
    ),
  noResultYet: toWords(
    ['Ese envío todavía no tiene resultado: no hay nada que explicar.', 'Seguilo con «conciliaciones retomar».'],
    ['That upload has no result yet: there is nothing to explain.', 'Go on with it in Reconciliations.'],
    'Go on with it with “conciliaciones retomar”.',
  ),
  reconciliationNotKnownHere: toWords(
    [
      'En esta PC no se envió ni se leyó ninguna conciliación con ese número.',
      'No se cambió nada. Mirá las que hay con «conciliaciones listar»; una de otra PC se puede nombrar después de abrir su resultado.',
    ],
    [
      'No reconciliation with that number was sent or read on this PC.',
      'Nothing was changed. See the list in Reconciliations; one of another PC can be named after its result was opened.',
    ],
    'See them with “conciliaciones listar”; one of another PC can be named after its result was opened.',
  ),
  /** `isThere`: true if the service still showed the reconciliation afterwards. */
  deletionNotConfirmed: (isThere: boolean) =>
    toWords(
      [
        `El servicio no confirmó que la borró${isThere ? ' y todavía la tiene' : ''}.`,
        'No cambió nada más. Probá de nuevo en un rato.',
      ],
      [
        `The service did not confirm that it deleted it${isThere ? ' and still has it' : ''}.`,
        'Nothing else changed. Try again in a while.',
      ],
    ),

  outputNoWorkbookNorText: toWords(
    ['El archivo de salida tiene que terminar en .xlsx o en .csv.', 'No se escribió nada. Cambiale el nombre.'],
    ['The output file has to end in .xlsx or .csv.', 'Nothing was written. Change its name.'],
  ),
  outputNoWorkbook: toWords(
    ['El archivo de salida tiene que terminar en .xlsx.', 'No se escribió nada. Cambiale el nombre.'],
    ['The output file has to end in .xlsx.', 'Nothing was written. Change its name.'],
  ),
  noOutputFolder: toWords(
    ['La carpeta de salida no existe.', 'No se escribió nada. Creala, o elegí otra.'],
    ['The output folder is not there.', 'Nothing was written. Create it, or choose another one.'],
  ),
  noReportFolder: toWords(
    ['La carpeta del informe no existe.', 'No se escribió nada. Creala, o elegí otra.'],
    ['The folder of the report is not there.', 'Nothing was written. Create it, or choose another one.'],
  ),
  reportNotWritable: toWords(
    [
      'No se puede escribir el informe en esa carpeta.',
      'No se envió nada. Elegí otro lugar con --informe, o revisá que exista y los permisos.',
    ],
    [
      'The report cannot be written to that folder.',
      'Nothing was sent. Choose another place, or check that it is there and its permissions.',
    ],
    'Choose another place with --informe, or check that it is there and its permissions.',
  ),
  relativeFolder: toWords(
    ['La carpeta tiene que estar escrita entera, desde la raíz del disco.', 'Nada cambió. Escribila de nuevo.'],
    ['The folder has to be written whole, from the root of the disk.', 'Nothing changed. Write it again.'],
  ),
  notAFolder: toWords(
    ['Esa carpeta no existe o no se puede escribir en ella.', 'Nada cambió. Elegí otra, o revisá los permisos.'],
    ['That folder is not there or cannot be written to.', 'Nothing changed. Choose another, or check its permissions.'],
  ),

  noSuchFile: FILE_FAILURES.ARCHIVO_INEXISTENTE,
  noSuchFolder: toWords(
    ['Esa carpeta no existe.', 'Nada cambió. Creala, o elegí otra.'],
    ['That folder is not there.', 'Nothing changed. Create it, or choose another one.'],
  ),

  oneReportForSeveral: toWords(
    ['Hay más de un envío sin terminar y un solo nombre de informe.', 'No se hizo nada. Decí cuál es.'],
    ['There is more than one unfinished upload and one name of a report.', 'Nothing was done. Say which it is.'],
  ),
  oneAnswerForSeveral: toWords(
    ['Hay más de un envío sin terminar y una sola respuesta.', 'No se hizo nada. Decí cuál es.'],
    ['There is more than one unfinished upload and one answer.', 'Nothing was done. Say which it is.'],
  ),
  nothingToAnswer: toWords(
    ['No queda ningún envío sin terminar: no hay nada que contestar.', 'No se hizo nada. Sacá --decidir.'],
    ['No upload is unfinished: there is nothing to answer.', 'Nothing was done. Leave out the answer.'],
    'Leave out --decidir.',
  ),
  listNotUnderstood: (problems: { readonly es: string; readonly en: string }) =>
    toWords(
      [
        `La lista de conciliaciones del servicio trae filas que no se entienden (${problems.es}).`,
        'Lo hecho hasta acá quedó guardado. Avisá al servicio.',
      ],
      [
        `The service’s list of reconciliations has rows that cannot be understood (${problems.en}).`,
        'What was done so far is kept. Tell the service.',
      ],
    ),
  headerNotShown: toWords(
    [
      'El servicio tiene la conciliación en su lista y dice que no existe.',
      'Lo hecho hasta acá quedó guardado y no se manda nada más. Avisá al servicio.',
    ],
    [
      'The service has the reconciliation in its list and says that it does not exist.',
      'What was done so far is kept and nothing more is sent. Tell the service.',
    ],
  ),
  countsNothing: toWords(
    [
      'El servicio contestó que recibió cupones y dice que su conciliación está vacía.',
      'Lo hecho hasta acá quedó guardado y no se manda nada más. Avisá al servicio.',
    ],
    [
      'The service answered that it received coupons and says that their reconciliation is empty.',
      'What was done so far is kept and nothing more is sent. Tell the service.',
    ],
  ),
  rowsVanished: (rows: number) =>
    toWords(
      [
        `El servicio dejó de informar ${String(rows)} filas de golpe.`,
        'Siguen acá como estaban. Mirá si el servicio está bien y actualizá de nuevo más tarde.',
      ],
      [
        `The service stopped reporting ${String(rows)} rows at once.`,
        'They are here as they were. Check that the service is working and update again later.',
      ],
    ),
  noServiceThere: toWords(
    ['En esa dirección no está el servicio.', 'Nada cambió. Revisá la dirección de la cuenta.'],
    ['The service is not at that address.', 'Nothing changed. Check the address of the account.'],
  ),
  noPermissionForThis: toWords(
    [
      'El servicio no deja leer esto con el acceso de la cuenta, que para lo demás sirve.',
      'Lo que había acá quedó como estaba. Si lo tenés contratado, pedile al servicio que lo habilite.',
    ],
    [
      'The service does not let this be read with the account’s access, which works for everything else.',
      'What was here is unchanged. If it is in your contract, ask the service to enable it.',
    ],
  ),

  settingNotANumber: (name: string, max: number) =>
    toWords(
      [`${name} no es un número que sirva.`, `No se hizo nada. Poné un valor de hasta ${String(max)}, o quitala.`],
      [
        `${name} is not a number that can be used.`,
        `Nothing was done. Give a value of up to ${String(max)}, or remove it.`,
      ],
    ),
  portInUse: toWords(
    ['Ese puerto ya está en uso.', 'No se abrió nada. Elegí otro con --puerto, o dejá que se elija solo.'],
    ['That port is in use already.', 'Nothing was opened. Choose another one, or let one be chosen.'],
    'Choose another one with --puerto, or let one be chosen.',
  ),
  nothingSentYet: toWords(
    [
      'Con esa cuenta todavía no se envió nada: no hay qué copiar.',
      'No se hizo nada. La copia se hace sola desde el primer envío.',
    ],
    [
      'Nothing was sent with that account yet: there is nothing to back up.',
      'Nothing was done. Backups are made automatically from the first upload on.',
    ],
  ),
  exampleWithoutBackups: toWords(
    [LABELS.exampleWithoutBackups.es, 'No se hizo nada. Para respaldar una cuenta tuya, elegila con --cuenta.'],
    [LABELS.exampleWithoutBackups.en, 'Nothing was done. Choose an account of yours to back up.'],
    'Choose an account of yours with --cuenta.',
  ),
  ledgerDamagedInUse: toWords(
    [
      'El registro de envíos se dañó mientras se usaba.',
      'Lo que tiene el servicio no cambió. Cerrá Conciliador y volvé a abrirlo: se recupera la última copia sana.',
    ],
    [
      'The record of uploads was damaged while it was used.',
      'What the service has did not change. Close Conciliador and open it again: the last sound backup is recovered.',
    ],
  ),
  backupChanged: toWords(
    ['El archivo no es el mismo que miraste.', 'No se cambió nada. Elegilo otra vez y mirá qué tiene.'],
    ['The file is not the one that you looked at.', 'Nothing was changed. Choose it again and see what it has.'],
  ),
  sharedPlace: ({
    clase,
    nombre,
    carpeta,
  }: {
    readonly clase: 'red' | 'sincronizada';
    readonly nombre: string;
    readonly carpeta: string;
  }) =>
    toWords(
      [
        clase === 'red'
          ? `Los datos de Conciliador están en otra máquina, por la red (${nombre}: ${carpeta}).`
          : `Los datos de Conciliador están en una carpeta que se sincroniza (${nombre}: ${carpeta}).`,
        'Ahí se dañan: tienen que estar en un disco de esta PC. No se abrió nada ni se cambió nada. Pasá esa carpeta a un disco de esta PC y decí dónde quedó con CONCILIADOR_HOME; para tener otra copia en la red o en la nube, elegí ahí otra carpeta para los respaldos.',
      ],
      [
        clase === 'red'
          ? `The data of Conciliador is on another machine, over the network (${nombre}: ${carpeta}).`
          : `The data of Conciliador is in a folder that is synchronised (${nombre}: ${carpeta}).`,
        'It gets damaged there: it has to be on a disk of this PC. Nothing was opened or changed. Move that folder to a disk of this PC and say where it is with CONCILIADOR_HOME; for another copy on the network or in the cloud, choose a folder there for the backups.',
      ],
    ),
} as const;
