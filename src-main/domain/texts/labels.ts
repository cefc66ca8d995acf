import type { CorrectionWay } from '../finding.ts';
import type { CounterReason, ComparedCounter, ServiceCounter } from '../service-counters.ts';
import { type Language, type Words, formatNumber } from './language.ts';
import type { LineKind, Reason } from '../till-bridge.ts';

type Label = Readonly<Record<Language, string>>;

export const CERTAINTY_LABELS = {
  muy_probable: { es: 'Muy probable', en: 'Very likely' },
  probable: { es: 'Probable', en: 'Likely' },
  posible: { es: 'Posible', en: 'Possible' },
  ninguna: { es: 'Ninguna', en: 'None' },
} as const satisfies Record<string, Label>;

/** The label of a decision's button, and the word for the decision in the workbook of the queue. */
export const NOT_THIS_ONE = { es: 'No es esta', en: 'It is not this one' } as const satisfies Label;

export const CORRECTION_WAY_LABELS: Readonly<Record<CorrectionWay, Label>> = {
  mano: { es: 'A mano', en: 'By hand' },
  todas: { es: 'En todas las iguales', en: 'In all that are the same' },
  tarjeta: { es: 'Con lo que informó la tarjeta', en: 'With what the processor reported' },
  plantilla: { es: 'Por la plantilla', en: 'By the template' },
};

const OF_RESULT: Label = { es: 'Acá, los de su resultado.', en: 'Here, those of its result.' };
export const COUNTERS: Readonly<Record<ServiceCounter, Readonly<Record<'name' | 'counts', Label>>>> = {
  total: {
    name: { es: 'Total', en: 'Total' },
    counts: {
      es: 'Cupones de la conciliación. Acá, los enviados.',
      en: 'Coupons of the reconciliation. Here, those sent.',
    },
  },
  nuevos: {
    name: { es: 'Nuevos', en: 'New' },
    counts: {
      es: 'Los que no tenía de antes. No dice cuáles son.',
      en: 'Those it did not have before. It does not say which.',
    },
  },
  existentes: {
    name: { es: 'Existentes', en: 'Already there' },
    counts: {
      es: 'Los que ya tenía. Acá, los que por eso no están en su resultado.',
      en: 'Those it already had. Here, those missing from its result for that reason.',
    },
  },
  error: {
    name: { es: 'Con error', en: 'With errors' },
    counts: { es: 'Acá, los que no aceptó.', en: 'Here, those it did not accept.' },
  },
  conciliados: { name: { es: 'Conciliados', en: 'Matched' }, counts: OF_RESULT },
  sinConciliar: { name: { es: 'Sin conciliar', en: 'Unmatched' }, counts: OF_RESULT },
};

export const COUNTER_REASONS = {
  listados: {
    es: 'Los otros están en su resultado: acá cuenta lo que dice ahí de cada uno.',
    en: 'The others are in its result: here each counts as what it says there.',
  },
  sin_decir: {
    es: 'Los otros pueden estar entre los no informados: no dice cuáles son.',
    en: 'The others may be among those not reported: it does not say which.',
  },
  no_listados: { es: 'No están en su resultado.', en: 'They are not in its result.' },
  sin_existentes: {
    es: 'El servicio no cuenta acá los que ya tenía, aunque están en su resultado.',
    en: 'The service does not count here those that it already had, although they are in its result.',
  },
  con_existentes: {
    es: 'Cuenta también los que ya tenía, que no están en su resultado.',
    en: 'It also counts those that it already had, which are not in its result.',
  },
  solo_nuevos: { es: 'Cuenta solo los nuevos.', en: 'It counts the new ones only.' },
  con_error: { es: 'Cuenta también los que no aceptó.', en: 'It also counts those that it did not accept.' },
  sin_error: { es: 'No cuenta los que tienen error.', en: 'It does not count those with errors.' },
  de_a_uno: {
    es: 'Los otros los rechazó de a uno: no están en la conciliación.',
    en: 'The others were refused one by one: they are not in the reconciliation.',
  },
  otro: {
    es: 'El contador no coincide con su resultado: acá cuenta lo que dice su resultado.',
    en: 'The counter does not agree with its result: here what its result says counts.',
  },
} as const satisfies Record<CounterReason, Label>;

export const LABELS = {
  /** The number that names a sale: the voucher of a card, or the reference of a wallet. */
  voucherOrReference: { es: 'Comprobante o referencia', en: 'Receipt number or reference' },
  /** Before the number of a cause's coupons that a list has. */
  inThisList: { es: 'En esta lista', en: 'In this list' },
  exampleAccount: { es: 'Datos de ejemplo', en: 'Example data' },
  cardMasked: {
    es: 'Había un número de tarjeta completo: lo tapamos y no se guarda.',
    en: 'There was a whole card number: we masked it, and it is not kept.',
  },
  exampleWithoutBackups: {
    es: 'Los datos de ejemplo no se respaldan.',
    en: 'The example data is not backed up.',
  },
  comparedBeforeSending: {
    es: 'Antes del próximo envío se compara con el servicio y te decimos qué hay de más.',
    en: 'Before the next upload it is compared with the service and we tell you what is extra.',
  },
  dataKept: { es: 'Sus datos siguen en esta PC.', en: 'Its data is still on this PC.' },
  dataDeleted: { es: 'Sus datos en esta PC se borraron.', en: 'Its data on this PC was deleted.' },
  againstCounters: { es: 'Contra los contadores del servicio', en: 'Against the service’s counters' },
  bySheetAndDay: { es: 'Por hoja y día de venta', en: 'By sheet and day of sale' },
  byDay: { es: 'Por día de venta', en: 'By day of sale' },
  fileAndSheet: { es: 'Archivo y hoja', en: 'File and sheet' },
  cuponesOfFile: { es: 'Filas, con lo corregido', en: 'Rows, as corrected' },
  fileToSent: { es: 'Del archivo a lo enviado', en: 'From the file to what was sent' },
  changedWhileRead: { es: 'Cambiaba mientras se leía', en: 'Was changing while read' },
  notContracted: { es: 'Servicio no contratado', en: 'Service not contracted' },
  whatIsWrong: { es: 'Qué pasa y cómo se arregla', en: 'What is wrong and how to fix it' },
  cuponesPerTanda: { es: 'Cupones por tanda', en: 'Coupons per batch' },
  liquidacionesBook: { es: 'Libro de liquidaciones', en: 'Settlements book' },
  existedBefore: { es: 'Ya existían', en: 'Already existed' },
  withWithdrawn: { es: 'con las retiradas', en: 'with the withdrawn ones' },
  rowsWithErrors: { es: 'Filas con error', en: 'Rows with errors' },
  accordingToService: { es: 'Según el servicio', en: 'According to the service' },
  whatIsOpen: { es: 'Qué queda abierto', en: 'What is open' },
  nothingWasOpen: { es: 'Nada quedó abierto.', en: 'Nothing was left open.' },
  whatWasOpen: { es: 'Qué quedó abierto al cerrar', en: 'What was open at the closing' },
  adjustmentsOfClosed: { es: 'Ajustes de meses cerrados', en: 'Adjustments of closed months' },
  tooLong: { es: 'es demasiado largo', en: 'too long' },
} as const satisfies Record<string, Label>;

export const METHOD_FAILURES: Readonly<Record<'sin_permiso' | 'no_existe' | 'falla' | 'sin_respuesta', Words>> = {
  sin_permiso: [
    'el servicio no deja leerlo con el acceso de la cuenta',
    'the service does not let this account read it',
  ],
  no_existe: ['el servicio no lo tiene', 'the service does not have it'],
  falla: ['el servicio no lo pudo dar', 'the service could not give it'],
  sin_respuesta: ['el servicio no contestó', 'the service did not answer'],
};

// Phases of long work. `console`: the Spanish for the command line, if it differs.

type Phase = Readonly<Record<Language, string>> & { readonly console?: string };

export const PHASES = {
  actualizacion: { es: 'Bajando la versión nueva', en: 'Downloading the new version' },
  lectura: { es: 'Leyendo la planilla', en: 'Reading the spreadsheet', console: 'Leyendo el archivo' },
  validacion: { es: 'Revisando las filas', en: 'Checking the rows', console: 'Validando las filas' },
  anterior: { es: 'Comprobando lo último del envío anterior', en: 'Checking the last send of the earlier upload' },
  envio: { es: 'Enviando cupones', en: 'Sending coupons' },
  espera: {
    es: 'Esperando que el servicio termine de comparar',
    en: 'Waiting for the service to finish comparing',
    console: 'Esperando la conciliación',
  },
  resultado: { es: 'Leyendo el resultado', en: 'Reading the result' },
  auditoria: {
    es: 'Comprobando lo enviado',
    en: 'Checking what was sent',
    console: 'Confirmando que no llegó nada de más',
  },
  informe: { es: 'Escribiendo el informe', en: 'Writing the report' },
  sincronizacion: { es: 'Actualizando', en: 'Updating', console: 'Sincronizando' },
  exportacion: { es: 'Escribiendo la planilla', en: 'Writing the spreadsheet' },
  datos: { es: 'Leyendo las operaciones y los cupones', en: 'Reading the transactions and the coupons' },
  indice: { es: 'Ordenando las operaciones', en: 'Ordering the transactions' },
  conciliados: { es: 'Mirando los cupones conciliados', en: 'Looking at the matched coupons' },
  comparacion: { es: 'Comparando los cupones con las operaciones', en: 'Comparing the coupons with the transactions' },
  asignacion: { es: 'Eligiendo la operación de cada cupón', en: 'Choosing the transaction of each coupon' },
  explicacion: { es: 'Buscando por qué no conciliaron', en: 'Looking for why they did not match' },
} as const satisfies Record<string, Phase>;

export const getPhaseAtConsole = (phase: keyof typeof PHASES, language: Language): string => {
  const { es, en, console: inSpanish = es }: Phase = PHASES[phase];
  return language === 'es' ? inSpanish : en;
};

/** Why coupons of a file were not sent. Workbooks of results use these words as names of columns. */
export const NOT_SENT: Readonly<Record<Reason, Readonly<Record<Language, string>>>> = {
  error: { es: 'Omitidos con errores', en: 'Left out with errors' },
  enviada: { es: 'Omitidos por ya enviados', en: 'Left out, sent before' },
  omitida: { es: 'Omitidos a mano', en: 'Left out by hand' },
  rechazada: { es: 'El servicio no los aceptó', en: 'Not accepted by the service' },
  sin_enviar: { es: 'Quedaron sin enviar', en: 'Left unsent' },
};

export const LINES_OF: Readonly<Record<LineKind, string>> = {
  totales: 'Líneas de total',
  encabezado: 'Encabezados repetidos',
  nota: 'Líneas de texto, sin fecha ni importe',
};

/** How many coupons the service had before and does not list in this result. */
export const countApart = (counters: readonly ComparedCounter[]): number =>
  counters.find(({ contador }) => contador === 'existentes')?.nuestro ?? 0;

const SENTENCES: Readonly<Record<Language, (n: number, leftOut: boolean) => string>> = {
  es: (n, leftOut) => {
    const were = n === 1 ? '1 ya estaba en el servicio' : `${formatNumber(n)} ya estaban en el servicio`;
    const without = `, y sus contadores de conciliados y sin conciliar no ${n === 1 ? 'lo' : 'los'} tienen`;
    return `De esos, ${were}${leftOut ? without : ''}.`;
  },
  en: (n, leftOut) => {
    const were = n === 1 ? '1 was at the service already' : `${formatNumber(n)} were at the service already`;
    const without = `, and its counters of matched and unmatched do not have ${n === 1 ? 'it' : 'them'}`;
    return `Of those, ${were}${leftOut ? without : ''}.`;
  },
};

/** Says how many of the listed coupons the service had before; undefined if this does not explain a difference of the counters. */
export function describeExisting(counters: readonly ComparedCounter[], language: Language): string | undefined {
  const existing = counters.find(({ contador }) => contador === 'existentes');
  if (existing?.motivo !== 'listados') return undefined;
  const leftOut = counters.some(({ motivo }) => motivo === 'sin_existentes');
  return SENTENCES[language](existing.servicio - countApart(counters), leftOut);
}
