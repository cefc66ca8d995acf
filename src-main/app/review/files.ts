import path from 'node:path';
import type { ReviewFile, ReviewColumn, ReviewTable } from '#contract/revision.ts';
import type { CuponField } from '#domain/cupon.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { labelOf } from '#domain/cupones/fields.ts';
import { missingOfCoupon } from '#domain/cupones/coupon-kind.ts';
import type { UnreadableFile } from '#domain/finding.ts';
import type { ImportDetail } from '#workbook/import/job.ts';
import type { ColumnsRead, Import, Tracking } from '../import/index.ts';
import type { ReviewedFile, FileSheets, FileOptions } from './state.ts';

/** An unambiguous name of each column: its header, or its letter when an earlier column has the same header. */
function columnsOf({ columnas }: ImportDetail): readonly ReviewColumn[] {
  const seen = new Set<string>();
  return columnas.map((columna) => {
    const { titulo, letra } = columna;
    const clave = titulo === '' || seen.has(titulo) ? letra : titulo;
    seen.add(titulo);
    return { ...columna, clave };
  });
}

interface ReadSheet {
  readonly hoja: string | null;
  readonly hojas: readonly string[];
  readonly opciones: FileOptions;
}

const tableOf = (detalle: ImportDetail, { hoja, hojas, opciones }: ReadSheet): ReviewTable => ({
  hoja,
  hojas,
  encabezado: detalle.encabezado,
  filas: detalle.filas,
  plantilla: detalle.plantilla,
  columnas: columnsOf(detalle),
  vista: detalle.vista,
  fechas: detalle.fechas.map((one) => ({
    ...one,
    orden: opciones.ordenFechas?.[one.campo] ?? detalle.ordenFechas[one.campo] ?? null,
  })),
});

const namesOf = (tabla: ReviewTable | null): Readonly<Partial<Record<CuponField, string>>> =>
  Object.fromEntries(
    (tabla?.columnas ?? []).flatMap(({ campo, titulo, letra }) =>
      campo === null ? [] : [[campo, titulo === '' ? letra : titulo]],
    ),
  );

export const withoutFile = ({ archivo: _file, ...problema }: UnreadableFile) => problema;

/** Required fields without a column. They are asked for before the rows are read, and not for each row afterwards (docs/screens.md, step 2). */
const lackingColumns = (tabla: ReviewTable | null): readonly CuponField[] =>
  tabla === null ? [] : missingOfCoupon(tabla.columnas.flatMap(({ campo }) => campo ?? []));

/** Why a sheet cannot be read: the file's own problem, else a missing column. */
function problemOf(columns: ColumnsRead, tabla: ReviewTable | null): ReviewFile['problema'] {
  const faltan = lackingColumns(tabla);
  if (!columns.legible) return { ...withoutFile(columns.ilegible), ...(faltan.length === 0 ? {} : { faltan }) };
  if (faltan.length === 0) return null;
  const names = faltan.map(labelOf).join(' ni ');
  return {
    codigo: 'COLUMNAS_SIN_MAPEAR',
    mensaje: `No encontramos ${names}. Lo demás quedó mapeado. Elegí ${faltan.length === 1 ? 'la columna' : 'las columnas'} para seguir.`,
    faltan,
  };
}

interface Params {
  readonly ruta: string;
  /** The number of the file among those that were given. */
  readonly origen: number;
  readonly opciones: FileOptions;
  /** The sheets of the file, if they are known: reading one of them does not tell the others. */
  readonly hojas?: FileSheets | undefined;
}

/** A sheet as it was read, and the sheets of its file. */
interface LoadedFile {
  readonly archivo: ReviewedFile;
  readonly hojas: FileSheets;
}

/** Reads the sheet, the header and the columns of one file. What is wrong with it is in `visto.problema`. */
export async function readColumns(
  importer: Import,
  { ruta, origen, opciones, hojas: known }: Params,
  tracking: Tracking,
): Promise<LoadedFile> {
  const columns = await importer.readColumns(ruta, opciones, tracking);
  const { detalle } = columns;
  const hoja = columns.legible ? columns.resumen.hoja : (opciones.hoja ?? detalle?.hojas[0] ?? null);
  const hojas = known ?? { todas: detalle?.hojas ?? [], conCupones: detalle?.conCupones ?? [] };
  // The found sheet is fixed: with other columns, another sheet would fit better.
  const fixed = hoja === null ? opciones : { ...opciones, hoja };
  const tabla = detalle === null ? null : tableOf(detalle, { hoja, hojas: hojas.todas, opciones });
  const seenFile: ReviewFile = {
    nombre: maskCertainCards(path.basename(ruta)),
    origen,
    problema: problemOf(columns, tabla),
    tabla,
    conCupones: hojas.conCupones,
    hojas: hojas.todas,
    avisos: [],
  };
  const archivo = {
    ruta,
    origen,
    opciones: fixed,
    visto: seenFile,
    nombres: namesOf(tabla),
    huella: detalle?.huella ?? '',
  };
  return { archivo, hojas };
}
