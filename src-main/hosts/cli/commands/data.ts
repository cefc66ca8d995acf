import { getFieldLabel } from '#domain/texts/field-labels.ts';
import { FAILURES, sayAtConsole } from '#domain/texts/failures.ts';
import type { QueryDocument, SyncDocument } from '#contract/documents.ts';
import { VISTA_FIELDS } from '#contract/data-fields.ts';
import { formatDayMonthYear } from '#domain/civil-date.ts';
import { formatNumber, type Choose } from '#domain/texts/language.ts';
import type { Vista } from '#domain/views/index.ts';
import { describeCoverage, describeEmpty } from '#app/browse/titles.ts';
import { listDetailLines, formatServicePesos, formatTable, sayWritten, type Lines } from '../format.ts';
import { ask, getExitCode, type Command } from '../command.ts';
import type { Given } from '../reading.ts';

const syncLines = ({ metodos, fallas, codigo, mensaje }: SyncDocument, { say }: Given): Lines => [
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
  mensaje !== undefined &&
    codigo !== undefined &&
    fallas.length === 0 &&
    say(mensaje, sayAtConsole(FAILURES[codigo], 'en')),
];

const toCell = (value: unknown, say: Choose): string => {
  if (value === null || value === undefined) return '—';
  if (typeof value === 'boolean') return value ? say('sí', 'yes') : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Dates that the program adds to rows: when a row was withdrawn, and since when it is in doubt. No view lists them. */
const OUR_DATES: ReadonlySet<string> = new Set(['retirada', 'en_duda']);

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

function queryLines({ vista, total, filas, cobertura }: QueryDocument, { say }: Given): Lines {
  const coverage = describeCoverage(cobertura, undefined, say);
  const [first] = filas;
  if (first === undefined) {
    // Coupons come from uploads and not from downloads: before any upload, the line would say that nothing was downloaded.
    const isOfSent = vista === 'cupones' && cobertura.sincronizado === null;
    return [describeEmpty(cobertura, vista, say), !isOfSent && coverage];
  }
  const fields = Object.keys(first).filter((field) => filas.some((row) => row[field] !== null && row[field] !== ''));
  const formats = fields.map((field) => formatOf(vista, field, say));
  return [
    ...formatTable(
      [
        fields.map((field) => getFieldLabel(field, say('es', 'en'))),
        ...filas.map((row) => fields.map((field, i) => formats[i]?.show(row[field]) ?? '')),
      ],
      formats.flatMap(({ isAmount }, i) => (isAmount ? i : [])),
    ),
    '',
    `${formatNumber(filas.length)} ${say('de', 'of')} ${formatNumber(total)} ${say('filas', 'rows')}. ${coverage}.`,
  ];
}

export const DATA: Readonly<Record<string, Command>> = {
  sincronizar: ask('datos.sincronizar', {
    lines: syncLines,
    exit: getExitCode,
  }),
  consultar: ask('datos.consultar', {
    lines: queryLines,
  }),
  exportar: ask('datos.exportar', {
    lines: (doc, { say }) => [sayWritten(doc, say), describeCoverage(doc.cobertura, undefined, say)],
  }),
  papel: ask('papeles.exportar', {
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
