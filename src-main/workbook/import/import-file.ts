import {
  prepareSheet,
  chooseSheet,
  countCupones,
  describeColumns,
  nameMapping,
  findUnknownColumn,
  listRepeatedTitles,
  listTablesBeside,
  describeColumnProblem,
} from '#domain/cupones/prepare-sheet.ts';
import { endsInHeader } from '#domain/cupones/find-table.ts';
import { describeAmbiguousColumn } from '#domain/texts/row-errors.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import { sayAtConsole } from '#domain/texts/failures.ts';
import type { PreparedSheet } from '#domain/cupones/prepare-sheet.ts';
import * as notices from '#domain/cupones/notices.ts';
import { toShownIn } from '#domain/cupones/cell-text.ts';
import { listInstalmentRows } from '#domain/cupones/instalment-rows.ts';
import { hasRefundColumn, listSignColumns } from '#domain/cupones/refund-words.ts';
import type { Doubt, RowNotice, UnreadableFile } from '#domain/finding.ts';
import { resolveDoubts } from '#domain/cupones/doubts/index.ts';
import { createDictionary, type Dictionary } from '#domain/cupones/header-key.ts';
import { createValidation } from '#domain/cupones/validate-sheet.ts';
import type { CuponesChunk, SheetFindings, CountedValidation } from '#domain/cupones/validation.ts';
import type { Sheet } from '#domain/sheet.ts';
import { readWorkbook } from '../read/index.ts';
import type { ImportDetail, ImportJob, ImportOutcome } from './job.ts';

/** Rows per message to the main thread: larger chunks cost fewer messages, smaller ones less memory. */
const CHUNK_ROWS = 2000;
const SHOWN_ROWS = 30;

export interface ImportSink {
  /** Receives a chunk of coupons. The import waits until the promise resolves. */
  cupones(sheet: string | null, chunk: CuponesChunk): Promise<void>;
  /** Receives the findings of a chunk of rows; the outcome does not contain them again. */
  noteFindings(found: SheetFindings): void;
  noteProgress(phase: 'lectura' | 'validacion', done: number, total: number | null): void;
  oldFormat(): void;
}

function preview({ sheet, mapeo }: PreparedSheet): ImportDetail['vista'] {
  const fields = new Map(mapeo.columnas.map(({ campo, columna }) => [columna, campo]));
  return Array.from({ length: Math.min(SHOWN_ROWS, sheet.rowCount) }, (_, row) => ({
    fila: sheet.rowNumber(row),
    celdas: Array.from({ length: Math.min(sheet.columnCount, 100) }, (_cell, column) =>
      toShownIn(fields.get(column) ?? null, sheet.text(row, column), sheet.kind(row, column)),
    ),
  }));
}

interface ReadState {
  readonly elegida: PreparedSheet;
  readonly conCupones: readonly PreparedSheet[];
  readonly hojas: readonly Sheet[];
  readonly dudas: readonly Doubt[];
}

/** What the wizard shows of a sheet. `withRows`: also how many coupons it has, for which all rows are read; otherwise validation counts them. */
function toDetail({ elegida: sheet, conCupones, hojas: sheets, dudas }: ReadState, withRows: boolean): ImportDetail {
  return {
    columnas: describeColumns(sheet),
    vista: preview(sheet),
    hojas: sheets.flatMap((sheet) => sheet.name ?? []),
    encabezado: sheet.sheet.rowNumber(sheet.table.headerRow),
    filas: withRows ? countCupones(sheet) : 0,
    conCupones: conCupones.flatMap((one) =>
      one.sheet.name === null
        ? []
        : [{ hoja: one.sheet.name, filas: one === sheet && !withRows ? 0 : countCupones(one) }],
    ),
    dudas,
    plantilla: sheet.plantilla?.nombre ?? null,
    templateSheets: sheet.plantilla?.hojas ?? [],
    huella: sheet.huella,
    tarjetas: [],
  };
}

const listNotRead = ({ conCupones }: ImportDetail, sheetRead: string | null): readonly RowNotice[] =>
  conCupones
    .filter(({ hoja }) => hoja !== sheetRead)
    .map(({ hoja, filas }) => notices.makeNotice({ fila: null, codigo: 'OTRA_HOJA_CON_TABLA', valor: hoja, filas }));

const NOTHING: CountedValidation = {
  filas: 0,
  validas: 0,
  conError: 0,
  vacias: 0,
  errores: [],
  avisos: [],
  withoutColumn: [],
  tarjetas: [],
};

async function validate(
  job: ImportJob,
  { sheet, names }: { readonly sheet: PreparedSheet; readonly names: Dictionary },
  sink: ImportSink,
): Promise<CountedValidation> {
  const { columnas } = sheet.mapeo;
  const validation = createValidation({
    sheet: sheet.cupones,
    table: sheet.table,
    columnas,
    names,
    hoy: job.hoy,
    dateOrders: { ...sheet.dateOrders, ...job.dateOrders },
    arreglos: sheet.plantilla?.arreglos,
    hasRefundColumn: hasRefundColumn(sheet),
    withRejected: job.withRejected,
  });
  for (let chunk = validation.next(CHUNK_ROWS); chunk !== undefined; chunk = validation.next(CHUNK_ROWS)) {
    const { hecho, total } = validation.progress();
    sink.noteProgress('validacion', hecho, total);
    sheet.sheet.releaseBefore?.(sheet.table.headerRow + 1 + hecho);
    const found = validation.drain();
    if (found.errores.length + found.avisos.length > 0) sink.noteFindings(found);
    if (job.conCupones && chunk.filas.length + chunk.rechazadas.length > 0) await sink.cupones(sheet.sheet.name, chunk);
  }
  return validation.result();
}

/** Imports one file. A problem of the file is an outcome; problems of rows go to the sink. Throws `AppError` for failures of the machine, like its disk. */
export async function importFile(job: ImportJob, sink: ImportSink, signal: AbortSignal): Promise<ImportOutcome> {
  const { archivo } = job;
  const refuse = (problem: Omit<UnreadableFile, 'archivo'>, detalle: ImportDetail | null = null) =>
    ({ tipo: 'ilegible', ilegible: { archivo, ...problem }, detalle }) as const;
  sink.noteProgress('lectura', 0, null);
  const read = await readWorkbook(archivo, {
    signal,
    hoja: job.hoja,
    onOldFormat: () => sink.oldFormat(),
  });
  if (!read.ok) {
    const { codigo, mensaje, formato: format } = read.error;
    return refuse({ codigo, mensaje, ...(format === undefined ? {} : { formato: format }) });
  }

  const hojas = read.value;
  const names = createDictionary();
  const prepared = hojas.flatMap((sheet) => prepareSheet(sheet, names, job) ?? []);
  if (job.copyTo !== undefined)
    await (await import('../read/copy.ts')).copyWithoutTarjetas({ hojas, prepared }, job.copyTo);
  const chosen = chooseSheet(prepared);
  if (chosen === undefined) {
    const message = hojas.some((sheet) => endsInHeader(sheet, names))
      ? CONSOLE.emptyTable
      : hojas.some(({ columnCount, rowCount }) => columnCount === 1 && rowCount > 1)
        ? CONSOLE.oneColumn
        : CONSOLE.noTable;
    return refuse({ codigo: 'SIN_TABLA', mensaje: message });
  }
  const answers = { ...chosen.elegida.plantilla?.respuestas, ...job.respuestas };
  const { prepared: elegida, dudas } = resolveDoubts(chosen.elegida, answers, job.hoy);
  const conCupones = chosen.conCupones.map((one) => (one === chosen.elegida ? elegida : one));
  const table = { elegida, conCupones, hojas, dudas };
  const found = {
    hoja: elegida.sheet.name,
    encabezado: elegida.sheet.rowNumber(elegida.table.headerRow),
    ...nameMapping(elegida),
  };
  const asked = dudas.length === 0 ? {} : { dudas };
  const [ambiguous] = elegida.mapeo.ambiguous;
  if (ambiguous !== undefined) {
    const mensaje = sayAtConsole(describeAmbiguousColumn(ambiguous));
    const refused = refuse({ codigo: 'COLUMNAS_SIN_MAPEAR', mensaje, ...found }, toDetail(table, true));
    return { ...refused, wrongUsage: true };
  }
  const problem = describeColumnProblem(elegida);
  if (problem !== undefined) {
    const askedColumn = findUnknownColumn(elegida);
    const unreadable = { codigo: 'COLUMNAS_SIN_MAPEAR', mensaje: problem, ...found, ...asked } as const;
    return refuse({ ...unreadable, ...(askedColumn && { pedida: askedColumn }) }, toDetail(table, true));
  }

  // Makes the detail first, because it shows the first rows, which validation frees.
  const seen = toDetail(table, job.onlyColumns === true);
  const ofSheet = [
    ...listNotRead(seen, elegida.sheet.name),
    ...listTablesBeside(elegida),
    ...listRepeatedTitles(elegida),
    ...listSignColumns(elegida),
    ...listInstalmentRows(elegida),
  ];
  /** Titles of columns without values, which the notice about a missing column does not suggest. */
  const empty = new Set(
    seen.columnas.filter(({ muestras }) => muestras.length === 0).map(({ titulo, letra }) => titulo || letra),
  );
  const judged = job.onlyColumns === true ? NOTHING : await validate(job, { sheet: elegida, names }, sink);
  const { filas, validas: valid, conError, vacias, errores } = judged;
  const summary = {
    archivo,
    hoja: found.hoja,
    encabezado: found.encabezado,
    filas,
    validas: valid,
    conError,
    vacias,
    mapeo: found.mapeo,
    sinMapear: found.sinMapear,
    errores,
    avisos: [
      ...ofSheet,
      ...judged.withoutColumn.map(({ campo, filas }) => {
        const free = found.sinMapear.filter((name) => !empty.has(name));
        const known = { campo, filas, free };
        return notices.makeNoticeOf('FALTA_COLUMNA', known, { fila: null, campo, valor: free.join(', '), filas });
      }),
      ...judged.avisos,
    ],
    ...asked,
  };
  const details = { ...seen, tarjetas: judged.tarjetas };
  return { tipo: 'leido', resumen: summary, detalle: job.onlyColumns === true ? details : { ...details, filas } };
}
