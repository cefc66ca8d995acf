import type { UploadDocument, FinishedUpload } from '#contract/documents.ts';
import type { ColumnsUsed, InFile } from '#domain/finding.ts';
import type { RowPlace } from '#domain/report.ts';
import type { ReportSource } from '../reports/source.ts';
import { getErrorMessage, isAppError, keyOfDetail } from '#contract/errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { DISPOSITIONS, type Disposition } from '#domain/conciliacion.ts';
import { formatPlain, parseMoney } from '#domain/money.ts';
import { compareCounters } from '#domain/service-counters.ts';
import type { UploadSummary, UploadResult } from '../upload/index.ts';
import { rowsOfFiles } from '../uploaded/uploads.ts';
import type { Draft } from './draft.ts';

/** How many coupons ended in each disposition, and the sums of their amounts. Reads one coupon at a time. */
function sumsOf(source: ReportSource) {
  const counts = new Map<Disposition, number>();
  const amounts = new Map<Disposition, bigint>();
  for (const { cupon, disposicion } of source.cupones(DISPOSITIONS)) {
    const importe = cupon.importe === undefined ? undefined : parseMoney(cupon.importe, 'sin-miles');
    // Stored coupons are valid and have amounts, so this is a bug, which a sum would hide.
    if (importe === undefined) throw new Error('a stored coupon has no amount');
    counts.set(disposicion, (counts.get(disposicion) ?? 0) + 1);
    amounts.set(disposicion, (amounts.get(disposicion) ?? 0n) + BigInt(importe));
  }
  return {
    count: (disposition: Disposition): number => counts.get(disposition) ?? 0,
    importe: (disposition: Disposition): string => formatPlain(amounts.get(disposition) ?? 0n),
  };
}

/** The most rows to list in the document; the report has all of them. */
const MAX_NAMED = 20;

function listRowsNotAccepted(source: ReportSource): readonly RowPlace[] {
  const places: RowPlace[] = [];
  for (const { archivo, fila } of source.cupones(['rechazado'])) {
    if (places.length === MAX_NAMED) break;
    if (archivo !== null && fila !== null) places.push({ archivo, fila });
  }
  return places;
}

function toFinishedDocument(summary: UploadSummary, source: ReportSource, report: string | null): FinishedUpload {
  const sums = sumsOf(source);
  const { conciliacion, bridge } = source;
  return {
    ...summary,
    filas: rowsOfFiles(summary.filas, source),
    ...(summary.noAceptados === 0 ? {} : { filasNoAceptadas: listRowsNotAccepted(source) }),
    informe: report,
    importeConciliado: sums.importe('conciliado'),
    importeSinConciliar: sums.importe('sin_conciliar'),
    ...(bridge === undefined ? {} : { puente: bridge() }),
    ...(conciliacion === null ? {} : { contadores: compareCounters(conciliacion, sums.count) }),
  };
}

/** The document of an upload (docs/cli.md, `conciliar --json`): its counts if the upload ended or its result was read, else why it stopped, or its question. */
export function documentOf(result: UploadResult, source: ReportSource, report: string | null): UploadDocument {
  if (result.estado === 'terminada' || result.estado === 'abandonada') {
    return toFinishedDocument(result.resumen, source, report);
  }
  const { carga, fase, codigo, enviados, pendientes } = result;
  const stopped = { carga, estado: fase, codigo, enviados, pendientes };
  if (result.estado === 'interrumpida') {
    const how = CONSOLE.toResume(carga, codigo === 'CARGA_INTERRUMPIDA');
    return { ...stopped, mensaje: `${result.mensaje} ${how}`, ...keyOfDetail(result.detalle) };
  }
  const { pregunta, frase, opciones, resumen, filas, detalle: detail = {} } = result;
  const decide = {
    codigo,
    mensaje: [getErrorMessage(codigo), ...(filas === undefined ? [] : [filas]), CONSOLE.toAnswer(carga)].join(' '),
    decision: { pregunta, frase, opciones },
    ...keyOfDetail(detail),
  };
  return resumen === null ? { ...stopped, ...decide } : { ...toFinishedDocument(resumen, source, report), ...decide };
}

export const hasResult = (result: UploadResult): boolean =>
  'resumen' in result && result.resumen !== null && result.resumen.id !== null;

/** The document of an upload whose report could not be written: adds the error, unless the document has a `codigo` already. Rethrows all but `AppError`. */
export function withoutReport(doc: UploadDocument, error: unknown): UploadDocument {
  if (!isAppError(error)) throw error;
  if (doc.codigo !== undefined) return doc;
  const message = CONSOLE.reportNotWritten(error.what, String(doc.carga));
  return { ...doc, codigo: error.code, mensaje: message };
}

const summariesOf = ({ leidos }: Draft) => leidos.flatMap((file) => (file.tipo === 'ilegible' ? [] : file.resumen));

/** Which columns of the files were used; empty for rows under review, because the person saw the columns. */
export const columnsOf = (draft: Draft): readonly InFile<ColumnsUsed>[] =>
  summariesOf(draft).map(({ archivo, hoja, mapeo, sinMapear }) => ({ archivo, hoja, mapeo, sinMapear }));

export function notChosenOf(draft: Draft): Pick<UploadDocument, 'dudas'> {
  const doubts = summariesOf(draft).flatMap(({ archivo, dudas = [] }) =>
    dudas.flatMap((one) => (one.elegida ? [] : { archivo, ...one })),
  );
  return doubts.length === 0 ? {} : { dudas: doubts };
}
