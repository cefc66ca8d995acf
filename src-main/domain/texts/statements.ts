import { civilDateTimeAt, formatDayMonthYear } from '../civil-date.ts';
import type { Conciliacion } from '../conciliacion.ts';
import type { ShapeProblem } from '../row.ts';
import { sayWithCommands, type Language, type Said } from './language.ts';
import { PROBLEMS } from './field-labels.ts';

/** The data of the program's messages, such as that a damaged file was set aside. A message names screens on screen, and commands in the command line. */
interface StatementData {
  /** The name of a file, backup, spreadsheet, account or method, depending on the message. */
  readonly nombre: string;
  readonly problemas: readonly ShapeProblem[];
  /** The name under which a damaged file is kept. */
  readonly aparte: string;
  /** A number of coupons; for a clock, the minutes by which it is ahead, negative if behind. */
  readonly n: number;
  readonly cargas: number;
  /** The time of the last known event, epoch ms; null for none. */
  readonly at: number | null;
  readonly conciliaciones: readonly StatedConciliacion[];
}

type StatedConciliacion = Pick<Conciliacion, 'id' | 'fecha' | 'total' | 'estado'>;

const NO_DATA: StatementData = { nombre: '', problemas: [], aparte: '', n: 0, cargas: 0, at: null, conciliaciones: [] };

/** The most reconciliations named one by one; more would not fit the screen. */
const MAX_NAMED = 12;

const numberIn = (n: number, language: Language): string => n.toLocaleString(language === 'es' ? 'es-AR' : 'en');

function contentsOf({ cargas, at }: StatementData, language: Language): string {
  if (at === null) return language === 'es' ? 'sin ningún envío' : 'without any upload';
  const [date = '', time = ''] = civilDateTimeAt(at).split(' ');
  const [day, hour] = [formatDayMonthYear(date), time.slice(0, 5)];
  if (language === 'en') {
    return `with ${cargas === 1 ? 'one upload' : `${numberIn(cargas, language)} uploads`}, up to ${day} at ${hour}`;
  }
  return `con ${cargas === 1 ? 'un envío' : `${numberIn(cargas, language)} envíos`}, hasta el ${day} a las ${hour}`;
}

/** A number of minutes in the largest unit that occurs at least twice. */
function spanIn(minutes: number, language: Language): string {
  const whole = Math.abs(minutes);
  const [size, es, en] =
    whole < 120
      ? ([1, 'minutos', 'minutes'] as const)
      : whole < 2880
        ? ([60, 'horas', 'hours'] as const)
        : ([1440, 'días', 'days'] as const);
  return `${numberIn(Math.round(whole / size), language)} ${language === 'es' ? es : en}`;
}

const recoveredLedger: Said<StatementData> = {
  es: (said) =>
    `El registro de envíos ${said.aparte === '' ? 'no estaba' : 'estaba dañado'}. Se recuperó el respaldo ${said.nombre}, ${contentsOf(said, 'es')}` +
    `${said.aparte === '' ? '' : `; el dañado quedó guardado como ${said.aparte}`}. Lo enviado después falta acá: ` +
    'antes del próximo envío se compara con el servicio y te decimos qué hay de más.',
  en: (said) =>
    `The record of uploads was ${said.aparte === '' ? 'missing' : 'damaged'}. The backup ${said.nombre} was recovered, ${contentsOf(said, 'en')}` +
    `${said.aparte === '' ? '' : `; the damaged one was kept as ${said.aparte}`}. What was sent afterwards is missing here: ` +
    'before the next upload it is compared with the service and we tell you what is extra.',
};

function nameOne({ id, fecha, total, estado }: StatedConciliacion, language: Language, withState: boolean): string {
  const one = language === 'es' ? 'un cupón' : 'one coupon';
  const cupones = total === 1 ? one : `${numberIn(total, language)} ${language === 'es' ? 'cupones' : 'coupons'}`;
  const noDate = language === 'es' ? 'sin fecha' : 'without a date';
  return `${id} (${fecha === null ? noDate : formatDayMonthYear(fecha)}, ${cupones}${withState ? `, ${estado}` : ''})`;
}

function nameAll(conciliaciones: StatementData['conciliaciones'], language: Language, withState = false): string {
  const named = conciliaciones.slice(0, MAX_NAMED).map((one) => nameOne(one, language, withState));
  const rest = conciliaciones.length - MAX_NAMED;
  const more = numberIn(rest, language);
  return [...named, ...(rest > 0 ? [language === 'es' ? `y ${more} más` : `and ${more} more`] : [])].join('; ');
}

/** Where a person can look at one reconciliation, and at several. */
type Places = Readonly<Record<Language, readonly [one: string, several: string]>>;
const ON_SCREEN: Places = {
  es: ['en Conciliaciones', 'en Conciliaciones'],
  en: ['in Reconciliations', 'in Reconciliations'],
};
const withCommands = (id: string): Places => ({
  es: [`con «conciliaciones resultado ${id}»`, 'con «conciliaciones resultado ID»'],
  en: [`with “conciliaciones resultado ${id}”`, 'with “conciliaciones resultado ID”'],
});

/** What the service has and the restored ledger does not. */
function sayCompared(
  { conciliaciones }: StatementData,
  language: Language,
  places: (id: string) => Places,
  withState = false,
): string {
  const [first] = conciliaciones;
  if (first === undefined)
    return language === 'es'
      ? 'Se comparó el registro recuperado con el servicio: tiene todas sus conciliaciones. Podés seguir.'
      : 'The recovered record was compared with the service: it has all of its reconciliations. You can go on.';
  const list = nameAll(conciliaciones, language, withState);
  const [where, whereSeveral] = places(first.id)[language];
  const count = numberIn(conciliaciones.length, language);
  if (language === 'en')
    return conciliaciones.length === 1
      ? `The service has a reconciliation that the recovered record does not know: ${list}. It may be from another PC, or sent from here after the backup. ` +
          `Before you send a file again, look at it ${where}.`
      : `The service has ${count} reconciliations that the recovered record does not know: ${list}. They may be from another PC, ` +
          `or sent from here after the backup. Before you send a file again, look at them ${whereSeveral}.`;
  return conciliaciones.length === 1
    ? `El servicio tiene una conciliación que el registro recuperado no conoce: ${list}. Puede ser de otra PC, o enviada desde acá después ` +
        `del respaldo. Antes de enviar otra vez un archivo, mirala ${where}.`
    : `El servicio tiene ${count} conciliaciones que el registro recuperado no conoce: ${list}. Pueden ser de otra PC, o ` +
        `enviadas desde acá después del respaldo. Antes de enviar otra vez un archivo, miralas ${whereSeveral}.`;
}

const recoveredCompared: Said<StatementData> = {
  es: (said) => sayCompared(said, 'es', () => ON_SCREEN),
  en: (said) => sayCompared(said, 'en', () => ON_SCREEN),
  console: {
    es: (said) => sayCompared(said, 'es', withCommands, true),
    en: (said) => sayCompared(said, 'en', withCommands, true),
  },
};

const reconciledLater: Said<StatementData> = {
  es: ({ n, cargas, nombre }) => {
    const what = n === 1 ? 'Se concilió 1 cupón' : `Se conciliaron ${numberIn(n, 'es')} cupones`;
    const one = nombre === '' ? 'un envío anterior' : nombre;
    const of = cargas > 1 ? `${numberIn(cargas, 'es')} envíos anteriores` : one;
    return `${what} de ${of} que no estaba${n === 1 ? '' : 'n'} en el resultado. No se envió nada. Miralo en Conciliaciones.`;
  },
  en: ({ n, cargas, nombre }) => {
    const one = nombre === '' ? 'an earlier upload' : nombre;
    const of = cargas > 1 ? `${numberIn(cargas, 'en')} earlier uploads` : one;
    const what = n === 1 ? `1 coupon of ${of} that was` : `${numberIn(n, 'en')} coupons of ${of} that were`;
    return `${what} not in the result ${n === 1 ? 'was' : 'were'} matched. Nothing was sent. See ${n === 1 ? 'it' : 'them'} in Reconciliations.`;
  },
};

const setAside = (es: string, en: string): Said<StatementData> => ({
  es: ({ nombre }) => `${es} El archivo quedó guardado como ${nombre} y se empezó uno vacío.`,
  en: ({ nombre }) => `${en} The file was kept as ${nombre} and an empty one was started.`,
});

const STATEMENTS = {
  ajustes_danados: {
    es: ({ nombre }) =>
      `Los ajustes estaban dañados. El archivo quedó guardado como ${nombre} y todo volvió a los valores de fábrica. Revisá Ajustes antes de enviar.`,
    en: ({ nombre }) =>
      `The settings were damaged. The file was kept as ${nombre} and everything went back to its defaults. Look at Settings before sending.`,
  },
  aprendido_sin_guardar: {
    es: () =>
      'No se pudo guardar lo que se aprendió del servicio. El resultado no cambia. Revisá el lugar en el disco.',
    en: () =>
      'What was learnt about the service could not be kept. The result is the same. Check the space on the disk.',
  },
  bloqueo_apartado: {
    es: ({ nombre }) =>
      `«${nombre}» es el archivo que deja el programa de planillas mientras tiene abierta la tuya: no tiene filas y no se leyó.`,
    en: ({ nombre }) =>
      `“${nombre}” is the file that the spreadsheet program leaves while yours is open: it has no rows and was not read.`,
  },
  cache_danada: {
    es: ({ nombre }) =>
      `Los datos bajados del servicio estaban dañados. El archivo quedó guardado como ${nombre} y se empezó uno vacío. Volvé a bajarlos.`,
    en: ({ nombre }) =>
      `The data downloaded from the service was damaged. The file was kept as ${nombre} and an empty one was started. Download it again.`,
    console: {
      es: ({ nombre }) =>
        `Los datos bajados del servicio estaban dañados. El archivo quedó guardado como ${nombre} y se empezó uno vacío. Volvé a bajarlos con «sincronizar».`,
      en: ({ nombre }) =>
        `The data downloaded from the service was damaged. The file was kept as ${nombre} and an empty one was started. Download it again with “sincronizar”.`,
    },
  },
  conciliados_despues: reconciledLater,
  cuenta_es_otra: {
    es: ({ nombre }) =>
      `La dirección de la cuenta «${nombre}», o quién entra, no es la de cuando se agregó: ahora es otra cuenta y su secreto se pide de nuevo. Los datos de la anterior siguen en esta PC. Si no la cambiaste vos, revisá la dirección antes de poner el secreto.`,
    en: ({ nombre }) =>
      `The address of the account “${nombre}”, or who signs in, is not the one it was added with: it is now another account, and we ask for its secret again. The data of the previous one is still on this PC. If you did not change it, check the address before you give the secret.`,
  },
  cuentas_danadas: {
    es: ({ nombre }) =>
      `La lista de cuentas estaba dañada. Quedó guardada aparte en ${nombre}. Volvé a agregar tus cuentas.`,
    en: ({ nombre }) => `The list of accounts was damaged. It was kept aside as ${nombre}. Add your accounts again.`,
  },
  fila_apartada: {
    es: ({ problemas, nombre }) =>
      `Una fila que mandó el servicio para ${nombre} no se entiende: ${PROBLEMS.es(problemas)}. No se suma, y queda guardada como vino. Si hay más como esa, se avisa de una sola.`,
    en: ({ problemas, nombre }) =>
      `A row that the service sent for ${nombre} could not be understood and was set aside: ${PROBLEMS.en(problemas)}. If there are more like it, only one is reported.`,
    console: {
      es: ({ nombre, problemas }) =>
        `Una fila que mandó el servicio no se entiende (${nombre}): ${PROBLEMS.console(problemas)}. No se suma, y queda guardada como vino. Si hay más como esa, se avisa de una sola.`,
    },
  },
  libro_recuperado: recoveredLedger,
  nombres_danados: setAside(
    'Los nombres que les diste a las conciliaciones estaban dañados.',
    'The names that you gave to reconciliations were damaged.',
  ),
  plantillas_danadas: setAside('Las plantillas de columnas estaban dañadas.', 'The column templates were damaged.'),
  recuperado_comparado: recoveredCompared,
  reloj_corrido: {
    es: ({ n }) =>
      `El reloj de esta PC ${n > 0 ? 'adelanta' : 'atrasa'} ${spanIn(n, 'es')} respecto del servicio: nada de lo que se baja se da por al día. Poné la PC en hora y actualizá.`,
    en: ({ n }) =>
      `The clock of this PC is ${spanIn(n, 'en')} ${n > 0 ? 'ahead of' : 'behind'} the service: nothing that is downloaded counts as up to date. Set the clock right and update.`,
  },
  respaldo_fallo: {
    es: ({ nombre }) =>
      `El respaldo de ${nombre} no llegó a la otra carpeta. Lo enviado está bien, y el respaldo quedó en esta PC. Conectá ese disco o esa red y se hace solo; en Ajustes, Respaldos, está el motivo.`,
    en: ({ nombre }) =>
      `The backup of ${nombre} did not reach the other folder. What was sent is fine, and the backup is on this PC. Connect that disk or network and it is made automatically; Settings, Backups, has the reason.`,
    console: {
      es: ({ nombre }) =>
        `El respaldo de ${nombre} no llegó a la otra carpeta. Lo enviado está bien, y el respaldo quedó en esta PC. Conectá ese disco o esa red y se hace solo; «respaldo listar» dice el motivo.`,
      en: ({ nombre }) =>
        `The backup of ${nombre} did not reach the other folder. What was sent is fine, and the backup is on this PC. Connect that disk or network and it is made automatically; “respaldo listar” says the reason.`,
    },
  },
  respaldo_olvidado: {
    es: ({ nombre }) =>
      `No se entiende a qué otra carpeta iban los respaldos. Lo que lo decía quedó guardado como ${nombre}. Elegila de nuevo en Ajustes, Respaldos.`,
    en: ({ nombre }) =>
      `The other folder for the backups cannot be understood. The file that named it is kept as ${nombre}. Choose it again in Settings, Backups.`,
    console: {
      es: ({ nombre }) =>
        `No se entiende a qué otra carpeta iban los respaldos. Lo que lo decía quedó guardado como ${nombre}. Elegila de nuevo con «respaldo carpeta».`,
      en: ({ nombre }) =>
        `The other folder for the backups cannot be understood. The file that named it is kept as ${nombre}. Choose it again with “respaldo carpeta”.`,
    },
  },
  respaldo_tarda: {
    es: () =>
      'El respaldo no llegó a terminar en la otra carpeta. Lo enviado está bien y guardado en esta PC. Se hace de nuevo la próxima vez.',
    en: () =>
      'The backup did not finish in the other folder. What was sent is fine and kept on this PC. It is made again next time.',
  },
  sesion_sin_guardar: {
    es: () => 'No se pudo guardar la sesión. Lo pedido sigue. La próxima vez vas a tener que entrar de nuevo.',
    en: () => 'The session could not be kept. What you asked for goes on. Next time you will have to sign in again.',
  },
  sin_copia: {
    es: () =>
      'No se pudo hacer el respaldo del registro de envíos. El registro está bien. Revisá el lugar en el disco.',
    en: () => 'The backup of the record of uploads could not be made. The record is fine. Check the space on the disk.',
  },
  vistas_danadas: setAside('Las vistas guardadas estaban dañadas.', 'The saved views were damaged.'),
} as const satisfies Record<string, Said<StatementData>>;

export interface Statement extends StatementData {
  readonly codigo: keyof typeof STATEMENTS;
}

export const STATEMENT_CODES = Object.keys(STATEMENTS).filter(
  (code): code is Statement['codigo'] => code in STATEMENTS,
);

export const sayStatement = (statement: Statement, language: Language): string =>
  STATEMENTS[statement.codigo][language](statement);

export const sayStatementAtConsole = (statement: Statement, language?: Language): string =>
  sayWithCommands<StatementData>(STATEMENTS[statement.codigo], statement, language);

const PASSING = {
  pide_esperar: {
    es: (s) => `El servicio pidió que esperemos ${s} s. Seguimos intentando; no hace falta que hagas nada.`,
    en: (s) => `The service asked us to wait ${s} s. We keep trying; there is nothing for you to do.`,
  },
  no_responde: {
    es: () => 'El servicio tarda en responder. Seguimos intentando; no hace falta que hagas nada.',
    en: () => 'The service is taking long to answer. We keep trying; there is nothing for you to do.',
  },
  no_respondio: {
    es: (s) => `El servicio no respondió en ${s} s.`,
    en: (s) => `The service did not answer in ${s} s.`,
  },
} as const satisfies Record<string, Said<string>>;

/** A message about a running request: the service asked to wait, has not answered yet, or did not answer in time. */
export interface PassingNotice {
  readonly codigo: keyof typeof PASSING;
  readonly segundos: number;
  /** How many seconds the service has to answer one request. */
  readonly limite: number;
  readonly cuenta: string;
}

export const sayPassing = (
  { codigo, segundos }: Pick<PassingNotice, 'codigo' | 'segundos'>,
  language: Language,
): string => PASSING[codigo][language](String(segundos));

export type Tell = (text: string, said: Statement) => void;

/** Sends a message: the sentence for the command line, and the data from which screens make theirs. */
export function tellTo(onNotice: Tell, code: Statement['codigo'], named: Partial<StatementData> = {}): void {
  const statement = { ...NO_DATA, ...named, codigo: code };
  onNotice(sayStatementAtConsole(statement), statement);
}
