import path from 'node:path';
import type { ReviewFile, ReviewTable } from '#contract/revision.ts';
import type { CuponField } from '#domain/cupon.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { missingOfCupon } from '#domain/cupones/cupon-kind.ts';
import type { UnreadableFile } from '#domain/finding.ts';
import { describeMissingColumns } from '#domain/texts/columns.ts';
import type { ImportDetail } from '#workbook/import/job.ts';
import type { ColumnsRead, Import, Tracking } from './read-files.ts';
import { nameForChoice } from './name-columns.ts';
import type { ReviewedFile, FileSheets, FileOptions } from './state.ts';

interface ReadSheet {
  readonly hoja: string | null;
  readonly hojas: readonly string[];
  readonly opciones: FileOptions;
}

const tableOf = (detail: ImportDetail, { hoja, hojas, opciones }: ReadSheet): ReviewTable => ({
  hoja,
  hojas,
  encabezado: detail.encabezado,
  filas: detail.filas,
  plantilla: detail.plantilla,
  columnas: nameForChoice(detail.columnas),
  vista: detail.vista,
  dudas: detail.dudas,
  fechas: detail.fechas.map((one) => ({
    ...one,
    orden: opciones.ordenFechas?.[one.campo] ?? detail.ordenFechas[one.campo] ?? null,
  })),
});

const namesOf = (table: ReviewTable | null): Readonly<Partial<Record<CuponField, string>>> =>
  Object.fromEntries(
    (table?.columnas ?? []).flatMap(({ campo, titulo, letra }) =>
      campo === null ? [] : [[campo, titulo === '' ? letra : titulo]],
    ),
  );

/** The problem of a file, without what its table says too. */
export const problemOfFile = ({ codigo, mensaje, formato: format, pedida }: UnreadableFile) => ({
  codigo,
  mensaje,
  ...(format === undefined ? {} : { formato: format }),
  ...(pedida === undefined ? {} : { pedida }),
});

/** Required fields without a column. They are asked for before the rows are read, and not for each row afterwards (docs/screens.md, step 2). */
const listLackingColumns = (table: ReviewTable | null): readonly CuponField[] =>
  table === null ? [] : missingOfCupon(table.columnas.flatMap(({ campo }) => campo ?? []));

/** Why a sheet cannot be read: the file's own problem, else a missing column. */
function problemOf(columns: ColumnsRead, table: ReviewTable | null): ReviewFile['problema'] {
  const missing = listLackingColumns(table);
  if (!columns.legible)
    return { ...problemOfFile(columns.ilegible), ...(missing.length === 0 ? {} : { faltan: missing }) };
  if (missing.length === 0) return null;
  return {
    codigo: 'COLUMNAS_SIN_MAPEAR',
    mensaje: describeMissingColumns(missing),
    faltan: missing,
  };
}

interface FileToReview {
  readonly path: string;
  /** The number of the file among those that were given. */
  readonly origin: number;
  readonly options: FileOptions;
  /** The sheets of the file, if they are known: reading one of them does not tell the others. */
  readonly hojas?: FileSheets | undefined;
}

/** A sheet as it was read, and the sheets of its file. */
export interface LoadedFile {
  readonly archivo: ReviewedFile;
  readonly sheets: FileSheets;
  /** The sheets that its template includes. */
  readonly templateSheets: readonly string[];
}

/** Reads the sheet, the header and the columns of one file. What is wrong with it is in `visto.problema`. */
export async function readColumns(
  importer: Import,
  { path: source, origin, options, hojas: known }: FileToReview,
  tracking: Tracking,
): Promise<LoadedFile> {
  const columns = await importer.readColumns(source, options, tracking);
  const { detalle } = columns;
  const sheet = columns.legible ? columns.resumen.hoja : (options.hoja ?? detalle?.hojas[0] ?? null);
  const sheets = known ?? { todas: detalle?.hojas ?? [], conCupones: detalle?.conCupones ?? [] };
  // The found sheet is fixed: with other columns, another sheet would fit better.
  const fixed = sheet === null ? options : { ...options, hoja: sheet };
  const table = detalle === null ? null : tableOf(detalle, { hoja: sheet, hojas: sheets.todas, opciones: options });
  const seenFile: ReviewFile = {
    nombre: maskCertainCards(path.basename(source)),
    origen: origin,
    problema: problemOf(columns, table),
    tabla: table,
    conCupones: sheets.conCupones,
    hojas: sheets.todas,
    avisos: [],
  };
  const file = {
    ruta: source,
    origen: origin,
    opciones: fixed,
    visto: seenFile,
    nombres: namesOf(table),
    huella: detalle?.huella ?? '',
  };
  return { archivo: file, sheets, templateSheets: detalle?.templateSheets ?? [] };
}
