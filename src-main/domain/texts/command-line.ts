import { formatNumber, listNames } from './language.ts';

/** What only the command line says, in Spanish: wrong calls, and the command that resumes what stopped. */
export const CONSOLE = {
  lostResult:
    'No se pudo escribir el resultado donde lo mandaste. Lo hecho quedó guardado. Revisá el lugar en el disco y pedilo de nuevo.',
  /** Below the service's counters, where it had some coupons before. */
  existingApart:
    'Son los contadores del servicio. Los que ya existían también pueden estar en el resultado, y ahí cada uno figura conciliado o sin conciliar.',
  /** How many coupons the service listed, and how many it counts. */
  listedFewer: (listed: number, counted: number) =>
    `El servicio cuenta ${formatNumber(counted)} cupones entre conciliados y sin conciliar, y listó ${formatNumber(listed)}: pueden faltar. Probá de nuevo con --releer; si sigue, avisá al servicio.`,
  listLacksSome:
    'Puede faltar alguna: el servicio dice que son más, o mandó alguna que no se entiende. Probá de nuevo; si sigue, avisá al servicio.',
  // Wrong calls
  mappingWithoutColumn: (pair: string) =>
    `«${pair}» no dice un campo y su columna. No se leyó nada. Escribilo como --mapear importe=Monto.`,
  mappingTwice: (field: string, one: string, other: string) =>
    `--mapear pide dos columnas para «${field}»: «${one}» y «${other}». No se leyó nada. Dejá una sola.`,
  answerWithoutValue: (pair: string) =>
    `--responder espera CLAVE=VALOR y vino «${pair}». No se leyó nada. Las claves y los valores los muestra «validar».`,
  dateOrder: (order: string) =>
    `«${order}» no es un orden de fecha. No se leyó nada. Usá --orden-fecha dia (día/mes) o --orden-fecha mes (mes/día).`,
  noFolder: (name: string) => `No existe la carpeta «${name}». No se hizo nada. Creala, o elegí otra.`,
  noFolderFor: (name: string) => `No existe la carpeta de «${name}». No se hizo nada. Creala, o elegí otra.`,
  notAWorkbook: (name: string) => `«${name}» no termina en .xlsx. No se hizo nada. Cambiale el nombre.`,
  /** `iso`: the date in the right form, if it was understood. */
  notADate: (option: string, date: string, iso: string | undefined) =>
    `${option}: «${date}» no es una fecha AAAA-MM-DD. No se hizo nada. Escribila así${iso === undefined ? ', por ejemplo 2026-10-31' : `: ${iso}`}.`,
  notATime: (option: string, time: string) =>
    `${option}: se espera una hora HH:MM y vino «${time}». No se cambió nada. Escribila así: 08:30.`,
  nothingToChange: 'Falta decir qué se cambia. No se hizo nada. Mirá la ayuda con --ayuda.',
  noWayIn: 'Falta decir cómo se entra. No se guardó nada. Usá --api-key o --usuario, uno de los dos.',
  nobodyToAsk:
    'Hace falta la clave y no hay una terminal donde pedirla. No se guardó nada. Pasala con --clave-por-stdin.',
  noAddress: 'Falta la dirección del servicio. No se guardó nada. Decila con --url.',
  emptySecret:
    'La clave llegó vacía. No se guardó nada. Escribila, o pasala en la primera línea de la entrada estándar.',
  notAPaper: (name: string, papers: readonly string[]) =>
    `«${name}» no es un papel. No se escribió nada. Los que hay: ${papers.join(', ')}.`,
  reopenWithoutReason: 'Para reabrir un mes hace falta un motivo. No se reabrió nada. Decilo con --motivo.',
  notAPair: (value: string) => `«${value}» no es un par. No se guardó nada. Escribilo como CLAVE=VALOR.`,
  notAMarker: (value: string) =>
    `«${value}» no es un marcador. No se envió nada. Usá auto, ninguno o un campo de auxiliar_1 a auxiliar_5.`,
  noNameGiven:
    'Falta el nombre. No se cambió nada. Escribilo después del número, entre comillas; para sacar el que tiene, --deshacer.',
  nameAndUndo: '--deshacer saca el nombre, y se dio uno nuevo. No se cambió nada. Dejá uno de los dos.',
  fieldUnknown: (vista: string, field: string, fields: string) =>
    `La vista ${vista} no tiene el campo «${field}». No se leyó nada. Los que tiene: ${fields}.`,
  filterUseless: (value: string, field: string, why: string) =>
    `«${value}» no sirve para filtrar por ${field}. No se leyó nada. ${why}`,
  dateFieldUseless: (vista: string, field: string, which: string) =>
    `La vista ${vista} no se puede pedir por «${field}». No se leyó nada. Esa vista ${which}.`,

  notACupon: (text: string) =>
    `«${text}» no es un número de cupón, ni varios con comas. No se hizo nada. Los da «explicar --json», en seq.`,
  oneCuponAtATime: 'Esto es para un cupón por vez. No se hizo nada. Repetilo con cada uno.',
  notAnOperation: (text: string) => `«${text}» no es un número de operación, ni varios con comas. No se hizo nada.`,
  notAnAmount: (text: string, option: string) =>
    `«${text}» no es un importe para ${option}. No se hizo nada. Escribilo sin signo, como 0,13 o 1.234,50.`,
  wordsMissing: (what: string) => `Falta decir ${what}. No se hizo nada.`,
  operationMissing: 'Falta la operación, o --deshacer. No se hizo nada.',
  noteMissing: 'Falta el texto de la nota, o --deshacer. No se hizo nada.',

  // Files that are no table
  noTable:
    'No encontramos una tabla de cupones. No se tomó nada; el archivo quedó igual. Revisá que tenga una fila con los nombres de las columnas y los cupones debajo.',
  emptyTable:
    'La tabla está vacía: tiene los títulos y ninguna fila abajo. No se tomó nada; el archivo quedó igual. Fijate si es el que querías, o exportalo de nuevo con las ventas.',
  sheetMissing: (sheet: string, names: readonly string[]) =>
    `El archivo no tiene la hoja «${sheet}». No se leyó nada. ${names.length === 0 ? 'El archivo es de texto y no tiene hojas: quitá el nombre de la hoja' : names.length === 1 ? `La única hoja que hay es ${listNames(names)}: elegí esa` : `Las hojas que hay son ${listNames(names)}: elegí una de esas`}.`,

  // Uploads that did not go on
  notTried: 'No se intentó, porque el servicio no respondió al envío anterior. Lo enviado hasta acá quedó guardado.',
  /** `canAbandon`: a failure that repeats may never pass, so the upload can also be given up. */
  toResume: (upload: string, canAbandon: boolean) =>
    `Para seguir: ${resumeCommand(upload)}${canAbandon ? `. Para dejarla como está: ${resumeCommand(upload)} --decidir abandonar` : ''}`,
  toAnswer: (upload: string) => `Contestá con: ${resumeCommand(upload)} --decidir CLAVE`,
  toResumePending: (upload: string) => `Para retomarlo: ${resumeCommand(upload)}.`,
  /** `why`: what happened to the report, as a sentence. */
  reportNotWritten: (why: string, upload: string) =>
    `No se escribió el informe. ${why} Los cupones se enviaron y el resultado está. Para escribirlo: ${resumeCommand(upload)} --informe OTRO.xlsx`,
  allSentBefore:
    'Todos los cupones del archivo ya se habían enviado. No se envió nada. Si querés mandarlos otra vez: el mismo comando con --repetir.',
  wasDeleted: 'Su conciliación se borró después: una nueva no repite los cupones.',
  nothingSent: 'No se envió nada.',
  toSendAgain: 'Para mandarlo otra vez: el mismo comando con --repetir.',
  toSendAllAgain: 'Para mandarlos otra vez: el mismo comando con --repetir.',
  toSendCopies: (option: string) =>
    `Si uno es copia del otro, dejá uno solo. Si son ventas distintas: el mismo comando con ${option}.`,
  toLeaveOut: 'Para omitirlos: el mismo comando con --decidir omitir-enviados.',

  // The example
  demoNotResumed: 'El ejemplo no se retoma: corré demo de nuevo.',
  demoFolder: 'El informe del ejemplo no se puede escribir en esa carpeta. No se envió nada. Elegí otra con --carpeta.',
} as const;

const resumeCommand = (upload: string): string => `conciliador conciliaciones retomar ${upload}`;
