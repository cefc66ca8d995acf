import { chooseIn, formatNumber, nameOfRead, type Choose } from '#domain/texts/language.ts';
import { FAILURES, FILE_FAILURES, sayAtConsole } from '#domain/texts/failures.ts';
import { resumeCommand } from '#domain/texts/command-line.ts';
import { sayAtConsole as sayPhrase } from '#domain/texts/upload-sentences.ts';
import { isErrorCode } from '#contract/errors.ts';
import { NOT_SENT, countApart, describeExisting, LABELS } from '#domain/texts/labels.ts';
import { REASONS, type LeftOutRows, type Bridge, type FileTotal } from '#domain/till-bridge.ts';
import { CUPONES, ROWS, writePesos, formatTable, listDetailLines, formatCount, toOneLine, toLines } from './format.ts';
import type {
  StoppedUpload,
  UploadDocument,
  ListedUpload,
  FinishedUpload,
  UploadQuestionDocument,
} from '#contract/documents.ts';
import type { RowPlace } from '#domain/report.ts';
import { listNoticeLines, listDoubtLines, listValidationLines } from './validation-text.ts';

const formatLegible = ({ sinImporte }: LeftOutRows, say: Choose): string =>
  sinImporte === 0 ? '' : `(${formatNumber(sinImporte)} ${say('sin importe legible', 'without a readable amount')})`;

function totalInWords({ fila, dice, importe, suman, diferencia }: FileTotal, say: Choose): string {
  const where = say(`La línea de total de la fila ${String(fila)}`, `The line of totals in row ${String(fila)}`);
  if (importe === null || diferencia === null)
    return `${where} ${say('no dice un importe', 'does not say an amount')}: ${dice}.`;
  const says = `${where} ${say('dice', 'says')} ${writePesos(importe)}`;
  if (!/[1-9]/.test(diferencia))
    return `${says}: ${say('es lo que suman sus filas', 'that is what its rows add up to')}.`;
  const [more, apart] = [diferencia.startsWith('-'), writePesos(diferencia.replace('-', ''))];
  return say(
    `${says} y sus filas, con los importes del archivo, suman ${writePesos(suman)}: ${apart} ${more ? 'más' : 'menos'}.`,
    `${says} and its rows, with the amounts of the file, add up to ${writePesos(suman)}: ${apart} ${more ? 'more' : 'less'}.`,
  );
}

/** The title, and the name for the sum of all rows. If a sheet with coupons was not read, the title names the sheets that were. */
function titlesOf(sheets: Bridge['hojas'], leftSheets: boolean, say: Choose): readonly [title: string, all: string] {
  const language = say('es', 'en');
  if (!leftSheets) return [LABELS.fileToSent[language], LABELS.cuponesOfFile[language]];
  const names = [...new Set(sheets.flatMap(({ hoja }) => hoja ?? []))];
  const read = names.map((name) => say(`«${name}»`, `“${name}”`)).join(', ');
  const isOne = names.length === 1;
  return [
    say(
      `De ${isOne ? 'la hoja' : 'las hojas'} ${read} a lo enviado`,
      `From the ${isOne ? 'sheet' : 'sheets'} ${read} to what was sent`,
    ),
    say('Cupones de lo leído', 'Coupons of what was read'),
  ];
}

/** Lines from the files' rows to the sent coupons; none unless rows were left out or a file states a total. `leftSheets`: a sheet with coupons was not read. */
export function listBridgeLines(
  { cupones, enviados, omitidos, hojas }: Bridge,
  leftSheets: boolean,
  say: Choose = chooseIn(),
): string[] {
  const totals = hojas.flatMap((sheet) => sheet.totales.filter(({ deTodo: overall }) => overall).slice(-1));
  const leftOut = REASONS.filter((reason) => omitidos[reason].filas > 0);
  if (leftOut.length === 0 && totals.length === 0) return [];
  const [title, all] = titlesOf(hojas, leftSheets, say);
  const rows = [
    [`  ${say('Enviados', 'Sent')}`, formatNumber(enviados.filas), writePesos(enviados.importe), ''],
    ...leftOut.map((reason) => {
      const sum = omitidos[reason];
      return [
        `  ${NOT_SENT[reason][say('es', 'en')]}`,
        formatNumber(sum.filas),
        writePesos(sum.importe),
        formatLegible(sum, say),
      ];
    }),
    [`  ${all}`, formatNumber(cupones.filas), writePesos(cupones.importe), formatLegible(cupones, say)],
  ];
  return [`${title}:`, ...formatTable(rows, [1, 2]), ...totals.map((one) => totalInWords(one, say))];
}

/** The command that gives an answer. A question about coupons that were sent before is about the file, so its command names the file again. */
function describeCommand(upload: string | null, key: string, say: Choose): string {
  const same = say('el mismo comando con', 'the same command with');
  if (['nueva', 'enviar-todos', 'enviar-iguales'].includes(key)) return `${same} --repetir`;
  if (upload === null) return `${same} --decidir ${key}`;
  if (key === `retomar:${upload}`) return resumeCommand(upload);
  return `${resumeCommand(upload)} --decidir ${key}`;
}

const toDecisionLines = (upload: string | null, { frase, opciones }: UploadQuestionDocument, say: Choose): string[] => [
  sayPhrase(frase, say('es', 'en')),
  ...opciones.flatMap(({ clave, frase: answer }) => [
    `  ${clave}: ${sayPhrase(answer, say('es', 'en'))}`,
    `      ${describeCommand(upload, clave, say)}`,
  ]),
];

type Message = Pick<StoppedUpload, 'codigo' | 'mensaje' | 'carga' | 'decision'>;

/** Why an upload stopped, in English, from its code; the document has only the Spanish sentence. */
function sayInEnglish({ codigo, carga, decision }: Message, isFinished: boolean): string {
  const words = isErrorCode(codigo) ? FAILURES[codigo] : FILE_FAILURES[codigo];
  if (carga === null || decision !== undefined) return sayAtConsole(words, 'en');
  const resume = resumeCommand(carga);
  if (isFinished)
    return `The report was not written. ${words.en[0]} The coupons were sent and the result is there. To write it: ${resume} --informe OTHER.xlsx`;
  const abandon = codigo === 'CARGA_INTERRUMPIDA' ? `. To leave it as it is: ${resume} --decidir abandonar` : '';
  return `${sayAtConsole(words, 'en')} To go on: ${resume}${abandon}`;
}

const sayMessage = (doc: Message, isFinished: boolean, say: Choose): string =>
  say(doc.mensaje, sayInEnglish(doc, isFinished));

function describePlaces(rows: readonly RowPlace[], howMany: number, say: Choose): string {
  if (rows.length === 0) return say('El informe dice en qué fila.', 'The report says in which row.');
  const parts = [...Map.groupBy(rows, ({ archivo }) => archivo)].map(([file, theirs]) => {
    const [one, several] = say(...ROWS);
    const numbers = theirs.map(({ fila }) => String(fila)).join(', ');
    return `${theirs.length === 1 ? one : several} ${numbers} ${say('de', 'of')} ${file}`;
  });
  const rest = howMany - rows.length;
  const more = say(
    `y ${formatNumber(rest)} más, que el informe nombra`,
    `and ${formatNumber(rest)} more, which the report names`,
  );
  const where = [...parts, ...(rest > 0 ? [more] : [])].join('; ');
  const isOne = howMany === 1;
  return say(
    `${isOne ? 'Es la' : 'Son:'} ${where}. Revisá ${isOne ? 'sus datos' : 'los datos'} en la planilla y enviá ${isOne ? 'esa fila' : 'esas filas'} en un archivo aparte.`,
    `${isOne ? 'It is' : 'They are'} ${where}. Check the data in the spreadsheet and send ${isOne ? 'that row' : 'those rows'} in a file apart.`,
  );
}

/** Says that the service does not report some coupons. Some of them may have existed before or have errors, but the service does not say which. */
function describeNotReported({ noInformados, contadores = [] }: FinishedUpload, say: Choose): string {
  const isOne = noInformados === 1;
  const unnamed = contadores
    .filter(({ motivo }) => motivo === 'sin_decir')
    .map(({ contador, servicio, nuestro }) => {
      const n = servicio - (nuestro ?? 0);
      const count = formatNumber(n);
      const [singular, plural] = contador === 'error' ? ['tiene error', 'tienen error'] : ['ya existía', 'ya existían'];
      const [has, have] =
        contador === 'error' ? ['has an error', 'have errors'] : ['existed already', 'existed already'];
      if (n === 1) return say(`el que dice que ${singular}`, `the one that it says ${has}`);
      return say(
        `${isOne ? 'uno ' : ''}de los ${count} que dice que ${plural}`,
        `${isOne ? 'one ' : ''}of the ${count} that it says ${have}`,
      );
    });
  if (unnamed.length === 0)
    return say(
      'El servicio no informó todos los cupones: el informe dice cuáles faltan.',
      'The service did not report all coupons: the report says which are missing.',
    );
  const count = formatCount(noInformados, say(...CUPONES));
  const which = unnamed.join(say(' o ', ' or '));
  return say(
    `El servicio no informó ${count}: el informe dice cuáles. ${isOne ? 'Puede' : 'Pueden'} ser ${which}.`,
    `The service did not report ${count}: the report says which. ${isOne ? 'It' : 'They'} may be ${which}.`,
  );
}

/** Says why an upload is incomplete: coupons were refused, are not reported though they may have arrived, or were in another reconciliation before. */
function describeMissing(doc: FinishedUpload, say: Choose): string[] {
  const { completo, noAceptados = 0, filasNoAceptadas = [], noInformados, contadores = [] } = doc;
  if (completo) return [];
  const count = formatCount(noAceptados, say(...CUPONES));
  const isOne = noAceptados === 1;
  const leftOut = say(
    `El servicio no aceptó ${count}: no ${isOne ? 'está' : 'están'} en la conciliación.`,
    `The service did not accept ${count}: ${isOne ? 'it is' : 'they are'} not in the reconciliation.`,
  );
  const ofAnother = say(
    'Los que ya existían son de otra conciliación: ahí está si conciliaron.',
    'Those that existed already are of another reconciliation, which says whether they matched.',
  );
  return toLines([
    noAceptados > 0 && `${leftOut} ${describePlaces(filasNoAceptadas, noAceptados, say)}`,
    noInformados > 0 && describeNotReported(doc, say),
    countApart(contadores) > 0 && ofAnother,
  ]);
}

const describeDoubts = ({ dudas = [] }: UploadDocument, say: Choose): string[] =>
  dudas.flatMap((one) => [one.archivo, ...listDoubtLines(one, say)]);

const describeNotUsed = ({ columnas = [] }: FinishedUpload, say: Choose): string[] =>
  columnas.flatMap(({ archivo, hoja, sinMapear }) =>
    sinMapear.length === 0
      ? []
      : [
          toOneLine(
            `${say('Columnas que no se usan de', 'Columns that are not used of')} ${nameOfRead(archivo, hoja, say('es', 'en'))}: ${sinMapear.join(', ')}`,
          ),
        ],
  );

function describeNotDownloaded({ id, sinBajar }: FinishedUpload, say: Choose): string[] {
  if (sinBajar === undefined || id === null) return [];
  const { cupones, desde, hasta } = sinBajar;
  return [
    say(
      `De ${formatCount(cupones, CUPONES[0])} sin conciliar no se sabe por qué: las operaciones de esos días no se bajaron. Bajalas con «sincronizar --desde ${desde} --hasta ${hasta}» y mirá «explicar ${id}».`,
      `Why ${formatCount(cupones, CUPONES[1])} did not match is not known: the operations of those days were not downloaded. Download them with “sincronizar --desde ${desde} --hasta ${hasta}” and see “explicar ${id}”.`,
    ),
  ];
}

function toFinishedLines(doc: FinishedUpload, say: Choose): string[] {
  const { contadores = [] } = doc;
  const existing = describeExisting(contadores, say('es', 'en'));
  const rows: [string, number, string][] = [
    [say('Conciliados', 'Matched'), doc.conciliados, writePesos(doc.importeConciliado)],
    [say('Sin conciliar', 'Unmatched'), doc.sinConciliar, writePesos(doc.importeSinConciliar)],
    [say('No informados', 'Not reported'), doc.noInformados, ''],
    [LABELS.existedBefore[say('es', 'en')], countApart(contadores), ''],
    [say('Rechazados por el servicio', 'Refused by the service'), doc.noAceptados ?? 0, ''],
  ];
  const { avisos = [], codigo, mensaje } = doc;
  const leftSheets = avisos.some(({ codigo }) => codigo === 'OTRA_HOJA_CON_TABLA');
  return toLines([
    `${say('Conciliación', 'Reconciliation')} ${doc.id ?? '—'} · ${doc.estado} · ${say('carga', 'upload')} ${doc.carga}`,
    say(
      `${doc.enviados === 1 ? 'Se envió' : 'Se enviaron'} ${formatNumber(doc.enviados)} de ${formatCount(doc.filas, CUPONES[0])} en ${formatCount(doc.tandas, ['tanda', 'tandas'])}.`,
      `${formatNumber(doc.enviados)} of ${formatCount(doc.filas, CUPONES[1])} ${doc.enviados === 1 ? 'was' : 'were'} sent in ${formatCount(doc.tandas, ['batch', 'batches'])}.`,
    ),
    ...formatTable(
      rows
        .filter(([, count], i) => i < 2 || count > 0)
        .map(([word, count, sum]) => [`  ${word}`, formatNumber(count), sum]),
      [1, 2],
    ),
    existing,
    ...describeNotUsed(doc, say),
    ...describeDoubts(doc, say),
    ...describeMissing(doc, say),
    ...(doc.puente === undefined ? [] : listBridgeLines(doc.puente, leftSheets, say)),
    ...listNoticeLines(
      avisos,
      doc.informe === null
        ? say('con --json', 'with --json')
        : say('en la hoja Avisos del informe', 'in the sheet Avisos of the report'),
      say,
    ),
    ...describeNotDownloaded(doc, say),
    doc.informe !== null && `${say('Informe', 'Report')}: ${doc.informe}`,
    codigo !== undefined && mensaje !== undefined && sayMessage({ ...doc, codigo, mensaje }, true, say),
    ...(doc.decision === undefined ? [] : toDecisionLines(doc.carga, doc.decision, say)),
  ]);
}

/** Questions that are asked before anything is sent, so there is no progress to show. */
const FILE_QUESTIONS: ReadonlySet<string> = new Set(['CARGA_PENDIENTE', 'YA_ENVIADO']);

function toStoppedLines(doc: StoppedUpload, say: Choose): string[] {
  const { carga, decision, validacion = [], enviados, pendientes } = doc;
  const files = 'archivo' in validacion ? [validacion] : validacion;
  return toLines([
    ...files.flatMap((file) => listValidationLines(file, say)),
    ...describeDoubts(doc, say),
    ...listNoticeLines(doc.avisos ?? [], say('con --json', 'with --json'), say),
    // If the only file could not be read, the line above has already said why.
    !('mensaje' in validacion && validacion.mensaje === doc.mensaje) && sayMessage(doc, false, say),
    ...listDetailLines(doc.detalle, say),
    carga !== null &&
      !FILE_QUESTIONS.has(doc.codigo) &&
      say(
        `Carga ${carga}: ${formatCount(enviados, ['cupón confirmado', 'cupones confirmados'])}, ${formatCount(pendientes, ['pendiente', 'pendientes'])}.`,
        `Upload ${carga}: ${formatCount(enviados, ['coupon confirmed', 'coupons confirmed'])}, ${formatNumber(pendientes)} pending.`,
      ),
    ...(decision === undefined ? [] : toDecisionLines(carga, decision, say)),
  ]);
}

export const uploadLines = (doc: UploadDocument, say: Choose = chooseIn()): string[] =>
  'informe' in doc ? toFinishedLines(doc, say) : toStoppedLines(doc, say);

/** The row of an upload in the list of this PC. An upload that the service no longer has is not shown as finished. */
export const uploadRow = (
  { carga, estado, borrada, ausente, enviados, filas, id, nombre, archivo }: ListedUpload,
  say: Choose = chooseIn(),
): string[] => [
  `  ${carga}`,
  borrada === true ? say('BORRADA', 'DELETED') : ausente === true ? say('YA NO ESTÁ', 'GONE') : estado,
  `${formatNumber(enviados)} ${say('de', 'of')} ${formatNumber(filas)}`,
  id ?? '—',
  nombre === undefined ? archivo : `${nombre} (${archivo})`,
];
