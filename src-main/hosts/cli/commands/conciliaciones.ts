import { formatDayAndTime, formatDayMonthYear } from '#domain/civil-date.ts';
import { chooseIn, formatNumber, type Choose } from '#domain/texts/language.ts';
import type { ConciliacionDocument, ResultDocument } from '#contract/documents.ts';
import { NOT_VALID } from '#contract/errors.ts';
import { LABELS } from '#domain/texts/labels.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { uploadRow, uploadLines } from '../upload-text.ts';
import { formatDate, formatServicePesos, formatTable, toLines } from '../format.ts';
import { hasNoErrors, listValidationLines } from '../validation-text.ts';
import { ask, getExitCode, type Command, type Caller } from '../command.ts';
import { inputOf, refuse, withSheets } from '../reading.ts';

const toRow = (doc: ConciliacionDocument): string[] => [
  doc.id,
  formatDate(doc.fecha),
  doc.estado,
  formatNumber(doc.total),
  formatNumber(doc.conciliados),
  formatNumber(doc.sin_conciliar),
  formatNumber(doc.existentes),
  formatNumber(doc.error),
  doc.carga ?? '',
  doc.nombre ?? '',
];
const titlesIn = (say: Choose): string[] => [
  say('Número', 'Number'),
  say('Fecha', 'Date'),
  say('Estado', 'Status'),
  'Total',
  say('Conciliados', 'Matched'),
  say('Sin conciliar', 'Unmatched'),
  LABELS.existedBefore[say('es', 'en')],
  say('Con error', 'With errors'),
  say('Carga', 'Upload'),
  say('Nombre', 'Name'),
];
const COUNT_COLUMNS = [3, 4, 5, 6, 7];

const toTable = (docs: readonly ConciliacionDocument[], say: Choose): string[] =>
  toLines([
    ...formatTable([titlesIn(say), ...docs.map(toRow)], COUNT_COLUMNS),
    docs.some(({ existentes }) => existentes > 0) &&
      say(
        'Son los contadores del servicio. Los que ya existían también pueden estar en el resultado, y ahí cada uno figura conciliado o sin conciliar.',
        'These are the counters of the service. Those that existed already may be in the result too, each as matched or unmatched.',
      ),
  ]);

function describeSetAside(howMany: number, say: Choose): string {
  const n = formatNumber(howMany);
  return howMany === 1
    ? say(
        'Una fila no se entendió y quedó apartada: no está en lo de arriba. Avisá al servicio.',
        'One row was not understood and was set aside: it is not in the above. Tell the service.',
      )
    : say(
        `${n} filas no se entendieron y quedaron apartadas: no están en lo de arriba. Avisá al servicio.`,
        `${n} rows were not understood and were set aside: they are not in the above. Tell the service.`,
      );
}

/** Says that the service counts more coupons than it returned. Coupons that the service had before may be missing in the result. */
export function sayListedFewer(
  { conciliados, sin_conciliar, existentes }: Pick<ResultDocument, 'conciliados' | 'sin_conciliar' | 'existentes'>,
  came: number,
  say: Choose = chooseIn(),
): readonly string[] {
  if (came + existentes >= conciliados + sin_conciliar) return [];
  const [listed, counted] = [formatNumber(came), formatNumber(conciliados + sin_conciliar)];
  return [
    say(
      `El servicio cuenta ${counted} cupones entre conciliados y sin conciliar, y listó ${listed}: pueden faltar. Probá de nuevo con --releer; si sigue, avisá al servicio.`,
      `The service counts ${counted} coupons, matched and unmatched, and listed ${listed}: some may be missing. Try again with --releer; if it happens again, tell the service.`,
    ),
  ];
}

const tableOfCupones = ({ operaciones }: ResultDocument, say: Choose): string[] =>
  formatTable(
    [
      [
        say('Resultado', 'Result'),
        say('Venta', 'Sale'),
        say('Importe', 'Amount'),
        say('Comprobante', 'Receipt number'),
        say('Liquidación', 'Settlement'),
      ],
      ...operaciones.map((cupon) => [
        cupon.conciliado ? say('Conciliado', 'Matched') : say('Sin conciliar', 'Unmatched'),
        cupon.fecha_venta === undefined ? '—' : formatDayMonthYear(cupon.fecha_venta),
        cupon.importe === undefined ? '' : formatServicePesos(cupon.importe),
        cupon.comprobante ?? cupon.wallet_referencia ?? '',
        cupon.nro_liquidacion ?? '—',
      ]),
    ],
    [2],
  );

export const CONCILIACIONES: Readonly<Record<string, Command>> = {
  'conciliaciones listar': ask('conciliaciones.listar', {
    lines: ({ conciliaciones: rows, cargas, incompleta }, { say }) => [
      ...(rows.length === 0
        ? [
            say(
              'El servicio no tiene ninguna conciliación en el período.',
              'The service has no reconciliation in the period.',
            ),
          ]
        : toTable(rows, say)),
      incompleta === true &&
        say(
          'Puede faltar alguna: el servicio dice que son más, o mandó alguna que no se entiende. Probá de nuevo; si sigue, avisá al servicio.',
          'Some may be missing: the service says that there are more, or sent one that is not understood. Try again; if it happens again, tell the service.',
        ),
      cargas.length > 0 && [
        '',
        say('Cargas de esta PC:', 'Uploads of this PC:'),
        ...formatTable(cargas.map((one) => uploadRow(one, say))),
      ],
    ],
  }),
  'conciliaciones ver': ask('conciliaciones.ver', { lines: (doc, { say }) => toTable([doc], say) }),
  'conciliaciones resultado': ask('conciliaciones.resultado', {
    lines: (doc, { say }) => [
      ...toTable([doc], say),
      `${say('Leído del servicio el', 'Read from the service on')} ${formatDayAndTime(doc.leido)}`,
      ...sayListedFewer(doc, doc.operaciones.length + (doc.cuarentena ?? 0), say),
      '',
      ...(doc.exportado === undefined
        ? tableOfCupones(doc, say)
        : [`${say('Escrito en', 'Written to')} ${doc.exportado}`]),
      doc.cuarentena !== undefined && ['', describeSetAside(doc.cuarentena, say)],
    ],
  }),
  'conciliaciones borrar': ask('conciliaciones.borrar', {
    lines: ({ id }, { say }) => [
      say(
        `Se borró del servicio la conciliación ${id} con todos sus cupones.`,
        `Reconciliation ${id} was deleted from the service with all of its coupons.`,
      ),
    ],
  }),
  'conciliaciones nombrar': ask('conciliaciones.nombrar', {
    input: (given) => {
      const [name, isUndo] = [given.text('nombre')?.trim() ?? '', given.flag('deshacer')];
      if (isUndo === (name !== '')) throw refuse(isUndo ? USAGE.nameAndUndo : USAGE.noNameGiven);
      return { id: given.needed('id'), nombre: isUndo ? null : name, ...given.texts('cuenta') };
    },
    lines: ({ id, nombre }, { say }) => [
      nombre === null
        ? say(
            `La conciliación ${id} ya no tiene nombre en esta PC.`,
            `Reconciliation ${id} has no name on this PC any more.`,
          )
        : say(
            `La conciliación ${id} se llama «${nombre}» en esta PC. Un informe escrito antes no lo dice.`,
            `Reconciliation ${id} is called “${nombre}” on this PC. A report written before does not say so.`,
          ),
    ],
  }),
  validar: ask('archivos.validar', {
    // Whether the document is an array depends on how many files and sheets were asked for, not on how many could be read.
    document: (documents, given) =>
      given.list('archivo').length === 1 && !withSheets(given) ? documents[0] : documents,
    lines: (documents, { say }) => documents.flatMap((doc) => listValidationLines(doc, say)),
    exit: (documents) => (documents.every(hasNoErrors) ? 0 : NOT_VALID),
  }),
  conciliar: ask('cargas.conciliar', {
    input: async (given, app) => ({
      carpeta: await findReportFolder(app),
      ...inputOf<'cargas.conciliar'>(given),
      avisos: true,
    }),
    lines: (doc, { say }) => uploadLines(doc, say),
    exit: getExitCode,
  }),
  'conciliaciones retomar': ask('cargas.retomar', {
    input: async (given, app) => ({
      carpeta: await findReportFolder(app),
      ...inputOf<'cargas.retomar'>(given),
      avisos: true,
    }),
    document: (documents, given) => (given.text('carga') === undefined ? documents : documents[0]),
    lines: (documents, { say }) =>
      documents.length === 0
        ? [
            say(
              'Está todo terminado: no queda ningún envío por retomar.',
              'Everything is finished: no upload is left to go on with.',
            ),
          ]
        : documents.flatMap((doc) => uploadLines(doc, say)),
    exit: (documents) => documents.map(getExitCode).find((code) => code !== 0) ?? 0,
  }),
};

/** Where a report without a name is written: in the folder for all reports (`ajustes cambiar --carpeta`), else in the current folder. */
const findReportFolder = async (app: Caller): Promise<string> =>
  (await app.call('ajustes.leer', {})).carpetaInformes ?? process.cwd();
