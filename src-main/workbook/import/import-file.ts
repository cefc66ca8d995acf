import {
  prepareSheet,
  chooseSheet,
  countCoupons,
  describeColumns,
  mappingNames,
  missingColumns,
} from '#domain/cupones/prepare-sheet.ts';
import type { PreparedSheet } from '#domain/cupones/prepare-sheet.ts';
import * as avisos from '#domain/cupones/notices.ts';
import { shownValue } from '#domain/cupones/cell-text.ts';
import { withCorrections } from '#domain/cupones/fixes.ts';
import { openDates } from '#domain/cupones/open-dates.ts';
import { createDictionary } from '#domain/cupones/synonyms.ts';
import { createValidation } from '#domain/cupones/validate-sheet.ts';
import type { CuponesChunk, Findings, CountedValidation } from '#domain/cupones/validation.ts';
import type { FileErrorCode, RowNotice } from '#domain/finding.ts';
import type { Sheet } from '#domain/sheet.ts';
import { readWorkbook } from '../read/index.ts';
import { copyWithoutTarjetas } from './copy.ts';
import type { ImportDetail, ImportJob, ImportOutcome } from './job.ts';

/** Rows per chunk: enough that the message costs little, few enough that none is held for long. */
const CHUNK_ROWS = 2000;
const SHOWN_ROWS = 30;

export interface ImportSink {
  /** Takes a chunk; the import goes on when it resolves. */
  cupones(hoja: string | null, chunk: CuponesChunk): Promise<void>;
  /** Takes the findings of a chunk of rows: the outcome does not repeat them. */
  noteFindings(found: Findings): void;
  noteProgress(fase: 'lectura' | 'validacion', hecho: number, total: number | null): void;
  /** Says that the file is of an old format and about to be read. */
  oldFormat(): void;
}

const NO_TABLE =
  'No encontramos una tabla de cupones. No se tomó nada; el archivo quedó igual. Revisá que tenga una fila con los nombres de las columnas y los cupones debajo.';

function preview(sheet: Sheet): ImportDetail['vista'] {
  return Array.from({ length: Math.min(SHOWN_ROWS, sheet.rowCount) }, (_, row) => ({
    fila: sheet.rowNumber(row),
    celdas: Array.from({ length: Math.min(sheet.columnCount, 100) }, (_cell, column) =>
      shownValue(sheet.text(row, column), sheet.kind(row, column)),
    ),
  }));
}

interface ReadState {
  readonly elegida: PreparedSheet;
  readonly conCupones: readonly PreparedSheet[];
  readonly hojas: readonly Sheet[];
}

/** The detail of a sheet before its rows are validated. `rows`: includes what takes a pass over all rows, which validation makes anyway. */
function detail({ elegida: hoja, conCupones, hojas: sheets }: ReadState, rows: boolean): ImportDetail {
  return {
    columnas: describeColumns(hoja),
    vista: preview(hoja.sheet),
    hojas: sheets.flatMap((sheet) => sheet.name ?? []),
    encabezado: hoja.sheet.rowNumber(hoja.table.headerRow),
    filas: rows ? countCoupons(hoja) : 0,
    conCupones: conCupones.flatMap((one) =>
      one.sheet.name === null ? [] : [{ hoja: one.sheet.name, filas: one === hoja && !rows ? 0 : countCoupons(one) }],
    ),
    fechas: rows ? openDates(hoja.sheet, hoja.table.headerRow + 1, hoja.mapeo.columnas) : [],
    ordenFechas: hoja.plantilla?.ordenFechas ?? {},
    plantilla: hoja.plantilla?.nombre ?? null,
    huella: hoja.huella,
    usedAuxiliaries: 0,
    totales: null,
    tarjetas: [],
  };
}

/** Notices of the other sheets that could have been read. */
const notRead = ({ conCupones }: ImportDetail, leida: string | null): readonly RowNotice[] =>
  conCupones.filter(({ hoja }) => hoja !== leida).map(({ hoja, filas }) => avisos.otherSheetNotice(hoja, filas));

const NOTHING: CountedValidation = {
  filas: 0,
  validas: 0,
  conError: 0,
  vacias: 0,
  errores: [],
  avisos: [],
  usedAuxiliaries: 0,
  totales: { cupones: 0, importe: '0.00', porDia: [], porTarjeta: [], porCierre: [], inOtherClosings: 0 },
  fechas: [],
  tarjetas: [],
};

/** Validates the chosen sheet to its end, a chunk at a time. */
async function validate(job: ImportJob, hoja: PreparedSheet, sink: ImportSink): Promise<CountedValidation> {
  const { columnas } = hoja.mapeo;
  const validacion = createValidation({
    sheet: withCorrections(hoja.sheet, columnas, job.correcciones ?? []),
    table: hoja.table,
    columnas,
    hoy: job.hoy,
    // The person's choice now goes before the one of the template.
    ordenFechas: { ...hoja.plantilla?.ordenFechas, ...job.ordenFechas },
    ordenFecha: job.ordenFecha,
    arreglos: hoja.plantilla?.arreglos,
    withRejected: job.withRejected,
  });
  for (let chunk = validacion.next(CHUNK_ROWS); chunk !== undefined; chunk = validacion.next(CHUNK_ROWS)) {
    const { hecho, total } = validacion.progress();
    sink.noteProgress('validacion', hecho, total);
    hoja.sheet.releaseBefore?.(hoja.table.headerRow + 1 + hecho);
    const found = validacion.drain();
    if (found.errores.length + found.avisos.length > 0) sink.noteFindings(found);
    if (job.conCupones && chunk.filas.length + chunk.rechazadas.length > 0) await sink.cupones(hoja.sheet.name, chunk);
  }
  return validacion.result();
}

/**
 * Imports one file, from its bytes to valid coupons and findings: reads it, finds the table, maps the columns, validates every row. Problems of the
 * file are an outcome; problems of rows go to the sink. Throws `AppError` only for causes in the machine.
 */
export async function importFile(job: ImportJob, sink: ImportSink, signal: AbortSignal): Promise<ImportOutcome> {
  const { archivo } = job;
  const unreadable = (codigo: FileErrorCode, mensaje: string, detalle: ImportDetail | null = null): ImportOutcome => ({
    tipo: 'ilegible',
    ilegible: { archivo, codigo, mensaje },
    detalle,
  });
  sink.noteProgress('lectura', 0, null);
  const read = await readWorkbook(archivo, {
    signal,
    hoja: job.hoja,
    onOldFormat: () => {
      sink.oldFormat();
    },
  });
  if (!read.ok) {
    const { codigo, mensaje, formato: format } = read.error;
    const ilegible = { archivo, codigo, mensaje, ...(format === undefined ? {} : { formato: format }) };
    return { tipo: 'ilegible', ilegible, detalle: null };
  }

  const { hojas } = read.value;
  const names = createDictionary();
  const prepared = hojas.flatMap((sheet) => prepareSheet(sheet, names, job) ?? []);
  if (job.copyTo !== undefined) await copyWithoutTarjetas({ hojas, prepared }, job.copyTo);
  const chosen = chooseSheet(prepared);
  if (chosen === undefined) return unreadable('SIN_TABLA', NO_TABLE);
  const { elegida } = chosen;
  const leido = { ...chosen, hojas };
  const missing = missingColumns(elegida);
  if (missing !== undefined) return unreadable('COLUMNAS_SIN_MAPEAR', missing, detail(leido, true));

  // Made before validation, which gives back the memory of the rows it has read: the detail shows the first of them.
  const seen = detail(leido, job.onlyColumns === true);
  const found = job.onlyColumns === true ? NOTHING : await validate(job, elegida, sink);
  const { filas, validas: valid, conError, vacias, errores, fechas } = found;
  const resumen = {
    archivo,
    hoja: elegida.sheet.name,
    encabezado: elegida.sheet.rowNumber(elegida.table.headerRow),
    filas,
    validas: valid,
    conError,
    vacias,
    ...mappingNames(elegida),
    errores,
    avisos: [...notRead(seen, elegida.sheet.name), ...found.avisos],
    ...(fechas.length === 0 ? {} : { fechas }),
  };
  const { usedAuxiliaries, totales, tarjetas } = found;
  const detalle = { ...seen, usedAuxiliaries, totales, tarjetas };
  return { tipo: 'leido', resumen, detalle: job.onlyColumns === true ? detalle : { ...detalle, filas } };
}
