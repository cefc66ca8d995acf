import { listNames, type Words } from './language.ts';

/** Texts that only the command line uses in its documents; these are Spanish in both languages. */
export const CONSOLE = {
  noTable:
    'No encontramos una tabla de cupones. No se tomó nada; el archivo quedó igual. Revisá que tenga una fila con los nombres de las columnas y los cupones debajo.',
  oneColumn:
    'No encontramos una tabla de cupones: cada fila está entera en una sola columna. No se tomó nada; el archivo quedó igual. Separala en columnas (en Excel, Datos y después Texto en columnas), o exportala de nuevo como Excel o CSV.',
  emptyTable:
    'La tabla está vacía: tiene los títulos y ninguna fila abajo. No se tomó nada; el archivo quedó igual. Fijate si es el que querías, o exportalo de nuevo con las ventas.',
  sheetMissing: (sheet: string, names: readonly string[]) =>
    `El archivo no tiene la hoja «${sheet}». No se leyó nada. ${names.length === 0 ? 'El archivo es de texto y no tiene hojas: quitá el nombre de la hoja' : names.length === 1 ? `La única hoja que hay es ${listNames(names)}: elegí esa` : `Las hojas que hay son ${listNames(names)}: elegí una de esas`}.`,

  notTried: 'No se intentó, porque el servicio no respondió al envío anterior. Lo enviado hasta acá quedó guardado.',
  /** `canAbandon`: true for a failure that may never pass, so that the upload can also be given up. */
  toResume: (upload: string, canAbandon: boolean) =>
    `Para seguir: ${resumeCommand(upload)}${canAbandon ? `. Para dejarla como está: ${resumeCommand(upload)} --decidir abandonar` : ''}`,
  toAnswer: (upload: string) => `Contestá con: ${resumeCommand(upload)} --decidir CLAVE`,
  toResumePending: (upload: string) => `Para retomarlo: ${resumeCommand(upload)}.`,
  /** `why`: why the report was not written, as a sentence. */
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
} as const;

export const USAGE = {
  lostResult: [
    'No se pudo escribir el resultado donde lo mandaste. Lo hecho quedó guardado. Revisá el lugar en el disco y pedilo de nuevo.',
    'The result could not be written where you sent it. What was done is kept. Check the space on the disk and ask for it again.',
  ],
  folderGone: [
    'La carpeta en la que estás ya no existe. No se hizo nada. Entrá en otra y probá de nuevo.',
    'The folder that you are in is gone. Nothing was done. Go to another one and try again.',
  ],
  mappingWithoutColumn: (pair: string) => [
    `«${pair}» no dice un campo y su columna. No se leyó nada. Escribilo como --mapear importe=Monto.`,
    `“${pair}” does not name a field and its column. Nothing was read. Write it as --mapear importe=Amount.`,
  ],
  mappingTwice: (field: string, one: string, other: string) => [
    `--mapear pide dos columnas para «${field}»: «${one}» y «${other}». No se leyó nada. Dejá una sola.`,
    `--mapear asks for two columns for “${field}”: “${one}” and “${other}”. Nothing was read. Leave only one.`,
  ],
  answerWithoutValue: (pair: string) => [
    `--responder espera CLAVE=VALOR y vino «${pair}». No se leyó nada. Las claves y los valores los muestra «validar».`,
    `--responder expects KEY=VALUE and got “${pair}”. Nothing was read. “validar” shows the keys and the values.`,
  ],
  dateOrder: (order: string) => [
    `«${order}» no es un orden de fecha. No se leyó nada. Usá --orden-fecha dia (día/mes) o --orden-fecha mes (mes/día).`,
    `“${order}” is not a date order. Nothing was read. Use --orden-fecha dia (day/month) or --orden-fecha mes (month/day).`,
  ],
  noFolder: (name: string) => [
    `No existe la carpeta «${name}». No se hizo nada. Creala, o elegí otra.`,
    `There is no folder “${name}”. Nothing was done. Create it, or choose another one.`,
  ],
  noFolderFor: (name: string) => [
    `No existe la carpeta de «${name}». No se hizo nada. Creala, o elegí otra.`,
    `The folder of “${name}” is not there. Nothing was done. Create it, or choose another one.`,
  ],
  notAWorkbook: (name: string) => [
    `«${name}» no termina en .xlsx. No se hizo nada. Cambiale el nombre.`,
    `“${name}” does not end in .xlsx. Nothing was done. Change its name.`,
  ],
  /** `iso`: the same date in the required form, if it was understood. */
  notADate: (option: string, date: string, iso: string | undefined) => [
    `${option}: «${date}» no es una fecha AAAA-MM-DD. No se hizo nada. Escribila así${iso === undefined ? ', por ejemplo 2026-10-31' : `: ${iso}`}.`,
    `${option}: “${date}” is not a date YYYY-MM-DD. Nothing was done. Write it like this${iso === undefined ? ', for example 2026-10-31' : `: ${iso}`}.`,
  ],
  notATime: (option: string, time: string) => [
    `${option}: se espera una hora HH:MM y vino «${time}». No se cambió nada. Escribila así: 08:30.`,
    `${option} expects a time HH:MM and got “${time}”. Nothing was changed. Write it like this: 08:30.`,
  ],
  nothingToChange: [
    'Falta decir qué se cambia. No se hizo nada. Mirá la ayuda con --ayuda.',
    'It does not say what to change. Nothing was done. See the help with --ayuda.',
  ],
  noWayIn: [
    'Falta decir cómo se entra. No se guardó nada. Usá --api-key o --usuario, uno de los dos.',
    'It does not say how to sign in. Nothing was kept. Use --api-key or --usuario, one of the two.',
  ],
  nobodyToAsk: [
    'Hace falta el secreto y no hay una terminal donde pedirlo. No se guardó nada. Pasalo con --clave-por-stdin.',
    'The secret is needed and there is no terminal to ask for it. Nothing was kept. Give it with --clave-por-stdin.',
  ],
  noAddress: [
    'Falta la dirección del servicio. No se guardó nada. Decila con --url.',
    'The address of the service is missing. Nothing was kept. Give it with --url.',
  ],
  emptySecret: [
    'La clave llegó vacía. No se guardó nada. Escribila, o pasala en la primera línea de la entrada estándar.',
    'The secret came empty. Nothing was kept. Type it, or give it in the first line of standard input.',
  ],
  notAVista: (name: string, known: string) => [
    `«${name}» no es una vista. No se leyó nada. Las que hay: ${known}.`,
    `“${name}” is not a view. Nothing was read. There are: ${known}.`,
  ],
  notAMethod: (name: string, known: string) => [
    `«${name}» no se puede sincronizar. No se pidió nada. Se puede: ${known}.`,
    `“${name}” cannot be downloaded. Nothing was asked for. What can: ${known}.`,
  ],
  notAFilter: (pair: string) => [
    `«${pair}» no es un filtro. No se leyó nada. Escribilo como --filtro CAMPO=VALOR.`,
    `“${pair}” is not a filter. Nothing was read. Write it as --filtro FIELD=VALUE.`,
  ],
  notAnOrder: (order: string) => [
    `«${order}» no es un orden. No se leyó nada. Escribilo como --orden importe:desc.`,
    `“${order}” is not an order. Nothing was read. Write it as --orden importe:desc.`,
  ],
  notAPaper: (name: string, known: string) => [
    `«${name}» no es un papel. No se escribió nada. Los que hay: ${known}.`,
    `“${name}” is not a workpaper. Nothing was written. There are: ${known}.`,
  ],
  reopenWithoutReason: [
    'Para reabrir un mes hace falta un motivo. No se reabrió nada. Decilo con --motivo.',
    'Reopening a month needs a reason. Nothing was reopened. Give it with --motivo.',
  ],
  notAPair: (value: string) => [
    `«${value}» no es un par. No se guardó nada. Escribilo como CLAVE=VALOR.`,
    `“${value}” is not a pair. Nothing was kept. Write it as KEY=VALUE.`,
  ],
  notAMarker: (value: string) => [
    `«${value}» no es un marcador. No se envió nada. Usá auto, ninguno o un campo de auxiliar_1 a auxiliar_5.`,
    `“${value}” is not a marker. Nothing was sent. Use auto, ninguno or a field from auxiliar_1 to auxiliar_5.`,
  ],
  noNameGiven: [
    'Falta el nombre. No se cambió nada. Escribilo después del número, entre comillas; para sacar el que tiene, --deshacer.',
    'The name is missing. Nothing was changed. Write it after the number, in quotes; to take the present one away, --deshacer.',
  ],
  nameAndUndo: [
    '--deshacer saca el nombre, y se dio uno nuevo. No se cambió nada. Dejá uno de los dos.',
    '--deshacer takes the name away, and a new one was given. Nothing was changed. Leave one of the two.',
  ],
  fieldUnknown: (vista: string, field: string, fields: string) => [
    `La vista ${vista} no tiene el campo «${field}». No se leyó nada. Los que tiene: ${fields}.`,
    `The view ${vista} has no field “${field}”. Nothing was read. It has: ${fields}.`,
  ],
  filterUseless: (value: string, field: string, why: Words) => [
    `«${value}» no sirve para filtrar por ${field}. No se leyó nada. ${why[0]}`,
    `“${value}” cannot be used to filter by ${field}. Nothing was read. ${why[1]}`,
  ],
  /** `dates`: the fields by which the view can be requested. */
  dateFieldUseless: (vista: string, field: string, dates: readonly string[]) => [
    `La vista ${vista} no se puede pedir por «${field}». No se leyó nada. Esa vista ${dates.length === 0 ? 'no tiene fechas' : `se puede por: ${dates.join(', ')}`}.`,
    `The view ${vista} cannot be asked by “${field}”. Nothing was read. That view ${dates.length === 0 ? 'has no dates' : `can be asked by: ${dates.join(', ')}`}.`,
  ],
  notACupon: (text: string) => [
    `«${text}» no es un número de cupón, ni varios con comas. No se hizo nada. Los da «explicar --json», en seq.`,
    `“${text}” is not a coupon number, nor several with commas. Nothing was done. “explicar --json” gives them, as seq.`,
  ],
  oneCuponAtATime: [
    'Esto es para un cupón por vez. No se hizo nada. Repetilo con cada uno.',
    'This is for one coupon at a time. Nothing was done. Repeat it with each.',
  ],
  notAnOperation: (text: string) => [
    `«${text}» no es un número de operación, ni varios con comas. No se hizo nada.`,
    `“${text}” is not a transaction number, nor several with commas. Nothing was done.`,
  ],
  notAnAmount: (text: string, option: string) => [
    `«${text}» no es un importe para ${option}. No se hizo nada. Escribilo sin signo, como 0,13 o 1.234,50.`,
    `“${text}” is not an amount for ${option}. Nothing was done. Write it without a sign, as 0,13 or 1.234,50.`,
  ],
  reasonMissing: [
    'Falta decir el motivo, con --motivo. No se hizo nada.',
    'The reason is missing: --motivo. Nothing was done.',
  ],
  operationMissing: [
    'Falta la operación, o --deshacer. No se hizo nada.',
    'The transaction is missing, or --deshacer. Nothing was done.',
  ],
  noteMissing: [
    'Falta el texto de la nota, o --deshacer. No se hizo nada.',
    'The text of the note is missing, or --deshacer. Nothing was done.',
  ],
  undoTakesOnlyCupon: [
    'Con --deshacer va solo el cupón: se deshace la última decisión así sobre él. No se hizo nada.',
    '--deshacer takes only the coupon: the last decision of this kind about it is undone. Nothing was done.',
  ],
  demoFolder: [
    'El informe del ejemplo no se puede escribir en esa carpeta. No se envió nada. Elegí otra con --carpeta.',
    'The report of the example cannot be written to that folder. Nothing was sent. Choose another one with --carpeta.',
  ],
} as const satisfies Readonly<Record<string, Words | ((...known: never[]) => Words)>>;

export const resumeCommand = (upload: string): string => `conciliador conciliaciones retomar ${upload}`;
