import { AppError } from '#contract/errors.ts';
import { PAPERS, type Paper } from '#contract/checks.ts';
import { FAILURES, sayAtConsole } from '#domain/texts/failures.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import type { QueryDocument, SyncDocument } from '#contract/documents.ts';
import { VISTA_FIELDS } from '#contract/data-fields.ts';
import type { MethodInput } from '#contract/inputs.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { formatNumber, type Choose, type Words } from '#domain/texts/language.ts';
import { METHODS, VISTAS, type ServiceMethod, type Vista } from '#domain/views/index.ts';
import { describeCoverage, titleOf, describeEmpty } from '#app/browse/titles.ts';
import { ask, getExitCode, pickGiven, type Command, type Given } from '../command.ts';
import { listDetailLines, formatServicePesos, formatTable, sayWritten } from '../format.ts';
import { neededPeriodOf, resolveOutputFile, periodOf } from '../output.ts';

const refuseUsage = (message: Words): AppError => new AppError('USO', { mensaje: message });

function vistaOf(name: string): Vista {
  const vista = VISTAS.find((each) => each === name);
  if (vista !== undefined) return vista;
  throw refuseUsage(USAGE.notAVista(name, VISTAS.join(', ')));
}

function parseMethod(name: string): ServiceMethod {
  const method = METHODS.find((each) => each === name);
  if (method !== undefined) return method;
  throw refuseUsage(USAGE.notAMethod(name, METHODS.join(', ')));
}

const SIGNS = { '=': 'igual', '!=': 'distinto', '~': 'contiene', '>': 'mayor', '<': 'menor' } as const;
const isSign = (text: string): text is keyof typeof SIGNS => text in SIGNS;

/** Parses `CAMPO=VALOR`; besides the equality of docs/cli.md, `!=`, `~` (contains), `>` and `<`. */
function filterOf(par: string): NonNullable<MethodInput<'datos.exportar'>['filtros']>[number] {
  const [, field = '', sign = '', value = ''] = /^\s*([^=!~<>\s]+)\s*(!=|[=~<>])(.*)$/su.exec(par) ?? [];
  if (isSign(sign)) return { campo: field, op: SIGNS[sign], valor: value.trim() };
  throw refuseUsage(USAGE.notAFilter(par));
}

function parseOrder(order: string): { campo: string; desc: boolean } {
  const [field = '', written, ...rest] = order.split(':');
  const direction = written?.toLowerCase();
  if (field !== '' && rest.length === 0 && (direction === undefined || direction === 'desc' || direction === 'asc')) {
    return { campo: field, desc: direction === 'desc' };
  }
  throw refuseUsage(USAGE.notAnOrder(order));
}

/** The query of a view, from the options. */
function queryOf(given: Given): Omit<MethodInput<'datos.exportar'>, 'salida'> {
  const order = given.text('orden');
  const columns = given.list('columna');
  return {
    ...periodOf(given),
    vista: vistaOf(given.needed('vista')),
    filtros: given.list('filtro').map(filterOf),
    retiradas: given.flag('retiradas'),
    detalle: given.flag('detalle'),
    ...given.texts('cuenta', 'campoFecha', 'texto'),
    ...given.numbers('limite'),
    ...pickGiven({
      columnas: columns.length === 0 ? undefined : [...columns],
      orden: order === undefined ? undefined : parseOrder(order),
    }),
  };
}

const syncLines = ({ metodos, fallas, codigo, mensaje }: SyncDocument, { say }: Given): string[] => [
  ...formatTable(
    [
      say(
        ['', 'Nuevas', 'Cambiadas', 'Iguales', 'Bajas', 'En duda', 'Apartadas', ''],
        ['', 'New', 'Changed', 'Equal', 'Gone', 'In doubt', 'Set aside', ''],
      ),
      ...metodos.map(({ metodo, nuevos, cambiados, iguales, bajas, enDuda, cuarentena, cobertura }) => [
        metodo,
        ...[nuevos, cambiados, iguales, bajas, enDuda, cuarentena].map(formatNumber),
        describeCoverage(cobertura, undefined, say),
      ]),
    ],
    [1, 2, 3, 4, 5, 6],
  ),
  ...fallas.flatMap((failure) => [
    `${failure.metodo} ${failure.ventana}: ${say(failure.mensaje, sayAtConsole(FAILURES[failure.codigo], 'en'))}`,
    ...listDetailLines(failure.detalle, say),
  ]),
  ...(mensaje !== undefined && codigo !== undefined && fallas.length === 0
    ? [say(mensaje, sayAtConsole(FAILURES[codigo], 'en'))]
    : []),
];

const toCell = (value: unknown, say: Choose): string => {
  if (value === null || value === undefined) return '—';
  if (typeof value === 'boolean') return value ? say('sí', 'yes') : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** When a row was withdrawn, and since when it is in doubt: dates of ours that no view lists. */
const OUR_DATES: ReadonlySet<string> = new Set(['retirada', 'en_duda']);

/** How a field is shown to people, and whether it is an amount. */
function formatOf(
  vista: Vista,
  field: string,
  say: Choose,
): { readonly isAmount: boolean; readonly show: (value: unknown) => string } {
  const type = VISTA_FIELDS[vista].find(({ nombre }) => nombre === field)?.tipo;
  const formatWith = (format: (text: string) => string) => (value: unknown) =>
    typeof value === 'string' && value !== '' ? format(value) : toCell(value, say);
  if (type === 'importe') return { isAmount: true, show: formatWith(formatServicePesos) };
  if (type === 'fecha' || type === 'fechaHora' || OUR_DATES.has(field))
    return { isAmount: false, show: formatWith((text) => `${formatDayMonthYear(text)}${text.slice(10)}`) };
  return { isAmount: false, show: (value) => toCell(value, say) };
}

function queryLines({ vista, total, filas, cobertura }: QueryDocument, { say }: Given): string[] {
  const coverage = describeCoverage(cobertura, undefined, say);
  const [first] = filas;
  if (first === undefined) {
    // The coverage of our own coupons is of what was sent: until then it would say that nothing was downloaded.
    const isOfSent = vista === 'cupones' && cobertura.sincronizado === null;
    return [describeEmpty(cobertura, vista, say), ...(isOfSent ? [] : [coverage])];
  }
  const fields = Object.keys(first).filter((field) => filas.some((row) => row[field] !== null && row[field] !== ''));
  const formats = fields.map((field) => formatOf(vista, field, say));
  return [
    ...formatTable(
      [
        fields.map((field) => titleOf(field, say('es', 'en'))),
        ...filas.map((row) => fields.map((field, i) => formats[i]?.show(row[field]) ?? '')),
      ],
      formats.flatMap(({ isAmount }, i) => (isAmount ? i : [])),
    ),
    '',
    `${formatNumber(filas.length)} ${say('de', 'of')} ${formatNumber(total)} ${say('filas', 'rows')}. ${coverage}.`,
  ];
}

function parsePaper(name: string): Paper {
  const paper = PAPERS.find((each) => each === name);
  if (paper !== undefined) return paper;
  throw refuseUsage(USAGE.notAPaper(name, PAPERS));
}

/** The commands over the local data (docs/cli.md). */
export const DATA: Readonly<Record<string, Command>> = {
  sincronizar: ask('datos.sincronizar', {
    input: (given) => {
      const methods = given.list('metodo').map(parseMethod);
      return {
        ...given.texts('cuenta'),
        ...periodOf(given),
        ...(methods.length === 0 ? {} : { metodos: methods }),
      };
    },
    lines: syncLines,
    exit: getExitCode,
  }),
  consultar: ask('datos.consultar', {
    input: queryOf,
    lines: queryLines,
  }),
  exportar: ask('datos.exportar', {
    input: (given) => ({ salida: resolveOutputFile(given.needed('salida')), ...queryOf(given) }),
    lines: (doc, { say }) => [sayWritten(doc, say), describeCoverage(doc.cobertura, undefined, say)],
  }),
  /** A workbook for the accountant. */
  papel: ask('papeles.exportar', {
    input: (given) => ({
      ...given.texts('cuenta', 'cuit'),
      ...neededPeriodOf(given),
      papel: parsePaper(given.needed('papel')),
      salida: resolveOutputFile(given.needed('salida')),
    }),
    lines: (doc, { say }) => {
      const { coinciden, difieren, sinDatos } = doc.controles;
      return [
        sayWritten(doc, say),
        describeCoverage(doc.cobertura, doc, say),
        say(
          `Controles: ${formatNumber(coinciden)} coinciden, ${formatNumber(difieren)} difieren, ${formatNumber(sinDatos)} sin datos.`,
          `Controls: ${formatNumber(coinciden)} agree, ${formatNumber(difieren)} differ, ${formatNumber(sinDatos)} without data.`,
        ),
      ];
    },
  }),
};
