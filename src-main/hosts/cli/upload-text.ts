import { formatNumber, nameOfRead } from '#domain/texts/language.ts';
import { NOT_SENT } from '#domain/texts/till-bridge.ts';
import { REASONS } from '#domain/till-bridge.ts';
import type { LeftOutRows, Bridge, FileTotal } from '#contract/till-bridge.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { writePesos, formatTable, listDetailLines, formatCount, toOneLine } from './format.ts';
import type {
  StoppedUpload,
  UploadDocument,
  ListedUpload,
  FinishedUpload,
  UploadQuestionDocument,
} from '#contract/documents.ts';
import type { RowPlace } from '#domain/result-rows.ts';
import { countApart, describeExisting } from '#domain/texts/existing-cupones.ts';
import { listNoticeLines } from './notices-text.ts';
import { listDoubtLines, listValidationLines } from './validation-text.ts';

const formatLegible = ({ sinImporte }: LeftOutRows): string =>
  sinImporte === 0 ? '' : `(${formatNumber(sinImporte)} sin importe legible)`;

function totalInWords({ fila, dice, importe, suman, diferencia }: FileTotal): string {
  const where = `La línea de total de la fila ${String(fila)}`;
  if (importe === null || diferencia === null) return `${where} no dice un importe${dice === '' ? '' : `: ${dice}`}.`;
  if (!/[1-9]/.test(diferencia)) return `${where} dice ${writePesos(importe)}: es lo que suman sus filas.`;
  return `${where} dice ${writePesos(importe)} y sus filas suman ${writePesos(suman)}: difiere en ${writePesos(diferencia)}.`;
}

/** The title, and what the sum of all rows is called. Where another sheet has coupons too, both say of which sheets they are. */
function titlesOf(sheets: Bridge['hojas'], leftSheets: boolean): readonly [title: string, all: string] {
  if (!leftSheets) return [LABELS.fileToSent.es, LABELS.cuponesOfFile.es];
  const read = [...new Set(sheets.flatMap(({ hoja }) => hoja ?? []))].map((name) => `«${name}»`);
  return [`De ${read.length === 1 ? 'la hoja' : 'las hojas'} ${read.join(', ')} a lo enviado`, 'Cupones de lo leído'];
}

/**
 * From the rows of the files to what was sent; only when something was left out or the files declare a total. `leftSheets`: some sheet with coupons
 * was not read.
 */
export function listBridgeLines({ cupones, enviados, omitidos, hojas }: Bridge, leftSheets: boolean): string[] {
  const totals = hojas.flatMap((sheet) => sheet.totales.filter(({ deTodo: overall }) => overall).slice(-1));
  const leftOut = REASONS.filter((reason) => omitidos[reason].filas > 0);
  if (leftOut.length === 0 && totals.length === 0) return [];
  const [title, all] = titlesOf(hojas, leftSheets);
  const rows = [
    ['  Enviados', formatNumber(enviados.filas), writePesos(enviados.importe), ''],
    ...leftOut.map((reason) => {
      const sum = omitidos[reason];
      return [`  ${NOT_SENT[reason].es}`, formatNumber(sum.filas), writePesos(sum.importe), formatLegible(sum)];
    }),
    [`  ${all}`, formatNumber(cupones.filas), writePesos(cupones.importe), formatLegible(cupones)],
  ];
  return [`${title}:`, ...formatTable(rows, [1, 2]), ...totals.map(totalInWords)];
}

/** The command that gives an answer. A question about coupons that were sent before is about the file, so its command names the file again. */
function describeCommand(upload: string | null, key: string): string {
  if (['nueva', 'enviar-todos', 'enviar-iguales'].includes(key)) return 'el mismo comando con --repetir';
  if (upload === null) return `el mismo comando con --decidir ${key}`;
  if (key === `retomar:${upload}`) return `conciliador conciliaciones retomar ${upload}`;
  return `conciliador conciliaciones retomar ${upload} --decidir ${key}`;
}

const toDecisionLines = (upload: string | null, { pregunta, opciones }: UploadQuestionDocument): string[] => [
  pregunta,
  ...opciones.flatMap(({ clave, texto }) => [`  ${clave}: ${texto}`, `      ${describeCommand(upload, clave)}`]),
];

/** The rows of the coupons that were not accepted, by file, and what to do with them. */
function describePlaces(rows: readonly RowPlace[], howMany: number): string {
  if (rows.length === 0) return 'El informe dice en qué fila.';
  const parts = [...Map.groupBy(rows, ({ archivo }) => archivo)].map(
    ([file, theirs]) =>
      `${theirs.length === 1 ? 'fila' : 'filas'} ${theirs.map(({ fila }) => String(fila)).join(', ')} de ${file}`,
  );
  const rest = howMany - rows.length;
  const where = [...parts, ...(rest > 0 ? [`y ${formatNumber(rest)} más, que el informe nombra`] : [])].join('; ');
  const isOne = howMany === 1;
  return `${isOne ? 'Es la' : 'Son:'} ${where}. Revisá ${isOne ? 'sus datos' : 'los datos'} en la planilla y enviá ${isOne ? 'esa fila' : 'esas filas'} en un archivo aparte.`;
}

/** The coupons that the service does not report. Some may be among those that it says it already had, or have errors: it does not say which. */
function describeNotReported({ noInformados, contadores = [] }: FinishedUpload): string {
  const isOne = noInformados === 1;
  const unnamed = contadores
    .filter(({ motivo }) => motivo === 'sin_decir')
    .map(({ contador, servicio, nuestro }) => {
      const n = servicio - (nuestro ?? 0);
      const [singular, plural] = contador === 'error' ? ['tiene error', 'tienen error'] : ['ya existía', 'ya existían'];
      if (n === 1) return `el que dice que ${singular}`;
      return `${isOne ? 'uno ' : ''}de los ${formatNumber(n)} que dice que ${plural}`;
    });
  if (unnamed.length === 0) return 'El servicio no informó todos los cupones: el informe dice cuáles faltan.';
  const which = `${isOne ? 'Puede' : 'Pueden'} ser ${unnamed.join(' o ')}`;
  return `El servicio no informó ${formatCount(noInformados, ['cupón', 'cupones'])}: el informe dice cuáles. ${which}.`;
}

/**
 * Why an upload is not complete. Coupons that were not accepted never arrived; those not reported may have; those that the service had are in
 * another reconciliation.
 */
function describeMissing(doc: FinishedUpload): string[] {
  const { completo, noAceptados = 0, filasNoAceptadas = [], noInformados, contadores = [] } = doc;
  if (completo) return [];
  const leftOut = `El servicio no aceptó ${formatCount(noAceptados, ['cupón', 'cupones'])}: no ${noAceptados === 1 ? 'está' : 'están'} en la conciliación. ${describePlaces(filasNoAceptadas, noAceptados)}`;
  return [
    ...(noAceptados > 0 ? [leftOut] : []),
    ...(noInformados > 0 ? [describeNotReported(doc)] : []),
    ...(countApart(contadores) > 0 ? ['Los que ya existían son de otra conciliación: ahí está si conciliaron.'] : []),
  ];
}

const describeDoubts = ({ dudas = [] }: UploadDocument): string[] =>
  dudas.flatMap((one) => [one.archivo, ...listDoubtLines(one)]);

/** The columns that nothing was taken from: where one of them should have been used, nobody else says so. */
const describeNotUsed = ({ columnas = [] }: FinishedUpload): string[] =>
  columnas.flatMap(({ archivo, hoja, sinMapear }) =>
    sinMapear.length === 0
      ? []
      : [toOneLine(`Columnas que no se usan de ${nameOfRead(archivo, hoja)}: ${sinMapear.join(', ')}`)],
  );

/** Without the operations of those days, nobody knows why their coupons did not match. */
function describeNotDownloaded({ id, sinBajar }: FinishedUpload): string[] {
  if (sinBajar === undefined || id === null) return [];
  const { cupones, desde, hasta } = sinBajar;
  return [
    `De ${formatCount(cupones, ['cupón', 'cupones'])} sin conciliar no se sabe por qué: las operaciones de esos días no se bajaron. Bajalas con «sincronizar --desde ${desde} --hasta ${hasta}» y mirá «explicar ${id}».`,
  ];
}

function toFinishedLines(doc: FinishedUpload): string[] {
  const { contadores = [] } = doc;
  const existing = describeExisting(contadores, 'es');
  const rows: [string, number, string][] = [
    ['Conciliados', doc.conciliados, writePesos(doc.importeConciliado)],
    ['Sin conciliar', doc.sinConciliar, writePesos(doc.importeSinConciliar)],
    ['No informados', doc.noInformados, ''],
    [LABELS.existedBefore.es, countApart(contadores), ''],
    ['Rechazados por el servicio', doc.noAceptados ?? 0, ''],
  ];
  const { avisos = [] } = doc;
  const leftSheets = avisos.some(({ codigo }) => codigo === 'OTRA_HOJA_CON_TABLA');
  return [
    `Conciliación ${doc.id ?? '—'} · ${doc.estado} · carga ${doc.carga}`,
    `${doc.enviados === 1 ? 'Se envió' : 'Se enviaron'} ${formatNumber(doc.enviados)} de ${formatCount(doc.filas, ['cupón', 'cupones'])} en ${formatCount(doc.tandas, ['tanda', 'tandas'])}.`,
    ...formatTable(
      rows
        .filter(([, count], i) => i < 2 || count > 0)
        .map(([word, count, sum]) => [`  ${word}`, formatNumber(count), sum]),
      [1, 2],
    ),
    ...(existing === undefined ? [] : [existing]),
    ...describeNotUsed(doc),
    ...describeDoubts(doc),
    ...describeMissing(doc),
    ...(doc.puente === undefined ? [] : listBridgeLines(doc.puente, leftSheets)),
    ...listNoticeLines(avisos, doc.informe === null ? 'con --json' : 'en la hoja Avisos del informe'),
    ...describeNotDownloaded(doc),
    ...(doc.informe === null ? [] : [`Informe: ${doc.informe}`]),
    ...(doc.mensaje === undefined ? [] : [doc.mensaje]),
    ...(doc.decision === undefined ? [] : toDecisionLines(doc.carga, doc.decision)),
  ];
}

/** Questions that are asked before anything of the file is sent: there is no progress to show. */
const FILE_QUESTIONS: ReadonlySet<string> = new Set(['CARGA_PENDIENTE', 'YA_ENVIADO']);

function toStoppedLines(doc: StoppedUpload): string[] {
  const { carga, decision, validacion = [], enviados, pendientes } = doc;
  const files = 'archivo' in validacion ? [validacion] : validacion;
  return [
    ...files.flatMap((file) => listValidationLines(file)),
    ...describeDoubts(doc),
    ...listNoticeLines(doc.avisos ?? [], 'con --json'),
    // Right above, the only file has said why it was not read.
    ...('mensaje' in validacion && validacion.mensaje === doc.mensaje ? [] : [doc.mensaje]),
    ...listDetailLines(doc.detalle),
    ...(carga === null || FILE_QUESTIONS.has(doc.codigo)
      ? []
      : [
          `Carga ${carga}: ${formatCount(enviados, ['cupón confirmado', 'cupones confirmados'])}, ${formatCount(pendientes, ['pendiente', 'pendientes'])}.`,
        ]),
    ...(decision === undefined ? [] : toDecisionLines(carga, decision)),
  ];
}

/** The outcome of an upload, as lines for people. */
export const uploadLines = (doc: UploadDocument): string[] =>
  'informe' in doc ? toFinishedLines(doc) : toStoppedLines(doc);

/** An upload in the list of this PC. One that the service no longer has is not shown as finished. */
export const uploadRow = ({
  carga,
  estado,
  borrada,
  ausente,
  enviados,
  filas,
  id,
  nombre,
  archivo,
}: ListedUpload): string[] => [
  `  ${carga}`,
  borrada === true ? 'BORRADA' : ausente === true ? 'YA NO ESTÁ' : estado,
  `${formatNumber(enviados)} de ${formatNumber(filas)}`,
  id ?? '—',
  nombre === undefined ? archivo : `${nombre} (${archivo})`,
];
