import path from 'node:path';
import { placeKeyOf } from '#domain/report.ts';
import type { ReportSource, ReportExplanations } from './source.ts';
import type { Instant } from '#domain/clock.ts';
import { DISPOSITIONS, type Disposition } from '#domain/conciliacion.ts';
import { reportNameOfId } from '#domain/texts/language.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { MAX_ROWS } from '#workbook/write/layout.ts';
import type { TableSheet } from '#workbook/write/workbook.ts';
import { filterBy, writeBook } from '../sheets.ts';
import {
  listLeftOutRows,
  buildCorrectedSheet,
  buildCuponesSheet,
  buildFindingsSheet,
  buildLeftOutSheet,
  buildStampLines,
  SHEETS,
} from './sheets.ts';
import { buildExplanationSheets } from './explanation-sheets.ts';
import { buildSummarySheet } from './summary.ts';
import { count, measure, tally } from './tally.ts';

/** Shortens paths to file names, unless two files have the same name: a report for an auditor should not show the folders of a PC. */
function withShortNames(source: ReportSource): ReportSource {
  const names = createShortNames(source.archivos);
  const shorten = <T extends { readonly archivo: string | null }>(row: T): T =>
    row.archivo === null ? row : { ...row, archivo: names.get(row.archivo) ?? row.archivo };
  const { bridge, explanations } = source;
  return {
    ...source,
    ...(explanations && {
      explanations: { ...explanations, cupones: explanations.cupones.map((row) => shorten(row)) },
    }),
    archivos: source.archivos.map((file) => names.get(file) ?? file),
    cupones: (dispositions) => mapRows(source.cupones(dispositions), shorten),
    readErrors: () => mapRows(source.readErrors(), shorten),
    readNotices: () => mapRows(source.readNotices(), shorten),
    ...(bridge && {
      bridge: () => {
        const whole = bridge();
        return { ...whole, hojas: whole.hojas.map((sheet) => shorten(sheet)) };
      },
    }),
  };
}

function* mapRows<T>(rows: Iterable<T>, change: (row: T) => T): Generator<T> {
  for (const row of rows) yield change(row);
}

function createShortNames(files: readonly string[]): ReadonlyMap<string, string> {
  const paths = [...new Set(files)];
  const countTaken = (name: string): number => paths.filter((other) => path.basename(other) === name).length;
  return new Map(
    paths.map((file) => {
      const name = path.basename(file);
      return [file, countTaken(name) > 1 ? file : name];
    }),
  );
}

function withSheetNames(explanations: ReportExplanations, source: ReportSource): ReportExplanations {
  const sheets = new Map<string, string | null>();
  for (const row of source.cupones(['sin_conciliar'])) sheets.set(placeKeyOf(row), row.hoja ?? null);
  const cupones = explanations.cupones.map((row) => ({ ...row, hoja: sheets.get(placeKeyOf(row)) ?? null }));
  return { ...explanations, cupones };
}

export interface WriteReportOptions {
  readonly signal: AbortSignal;
  readonly creado: Instant;
  /** `archivo`: the path; throws `SALIDA_EXISTENTE` if it exists. `carpeta`: the folder for `informe-ID.xlsx`, or "informe-ID (2).xlsx" if that exists. */
  readonly salida: { readonly archivo: string } | { readonly carpeta: string };
  readonly onProgress?: (written: number, total: number) => void;
  readonly aside?: readonly TableSheet[];
  /** The most rows of a sheet; by default Excel's maximum. */
  readonly maxRows?: number;
}

/**
 * Writes the report of a reconciliation and returns its absolute path. Reads the coupons twice, to add them up and to write them, a row at a time.
 * Throws SALIDA_EXISTENTE, DISCO_LLENO, CARPETA_SIN_PERMISO, or LECTURA_INESTABLE when the rows changed in between; an abort rejects with the
 * signal's reason. After a failure, no file remains.
 */
export async function writeReport(original: ReportSource, options: WriteReportOptions): Promise<string> {
  const source = withShortNames(original);
  const { signal, creado, salida, aside = [], onProgress = () => undefined, maxRows = MAX_ROWS } = options;
  const counts = tally(source);
  const errors = measure(source.readErrors());
  const readNotices = () => filterBy(source.readNotices(), ({ codigo }) => codigo !== 'CORREGIDO');
  const readCorrected = () => filterBy(source.readNotices(), ({ codigo }) => codigo === 'CORREGIDO');
  const notices = measure(readNotices());
  const corrected = count(readCorrected());
  const sheets = new Map<Disposition, TableSheet>();
  const bridge = source.bridge?.();
  const omitted = count(listLeftOutRows(source));
  const { explanations } = source;
  const explained = explanations === undefined ? 0 : explanations.cupones.length + explanations.causas.length;
  let total = errors.filas + notices.filas + corrected + omitted + explained;
  for (const disposition of DISPOSITIONS) {
    const { cupones } = counts.total[disposition];
    total += cupones;
    if (cupones > 0 || SHEETS[disposition].siempre) {
      sheets.set(disposition, buildCuponesSheet(disposition, source, counts));
    }
  }
  const [destination, ifExists] =
    'archivo' in salida
      ? ([path.resolve(salida.archivo), 'rechazar'] as const)
      : ([path.resolve(salida.carpeta, reportNameOfId(source.conciliacion?.id ?? source.carga)), 'numerar'] as const);
  const context = {
    source,
    cuentas: counts,
    ancho: Math.max(errors.ancho, notices.ancho),
    withSheets: bridge?.hojas.some(({ hoja }) => hoja !== null) ?? false,
  };
  const leftOut = bridge === undefined || omitted === 0 ? undefined : buildLeftOutSheet(omitted, bridge, context);
  const workbook = [
    buildSummarySheet({
      source,
      cuentas: counts,
      errores: errors.filas,
      avisos: notices.filas,
      hojas: sheets,
      bridge,
      leftOut: leftOut === undefined ? undefined : { hoja: leftOut, filas: omitted, maxRows },
      maxRows,
    }),
    ...sheets.values(),
    ...(explanations === undefined
      ? []
      : buildExplanationSheets(context.withSheets ? withSheetNames(explanations, source) : explanations, {
          stamp: (title) => buildStampLines(title, source, counts),
          withSheets: context.withSheets,
        })),
    ...(leftOut === undefined ? [] : [leftOut]),
    ...(corrected === 0 ? [] : [buildCorrectedSheet(readCorrected(), context)]),
    buildFindingsSheet('Errores', source.readErrors(), context),
    buildFindingsSheet('Avisos', readNotices(), context),
    ...aside,
  ];
  return writeBook(destination, workbook, {
    signal,
    now: creado,
    ifExists,
    maxRows,
    noFolder: REFUSALS.noReportFolder,
    onProgress: (written) => onProgress(written, total),
  });
}
