import path from 'node:path';
import type { RevisionArchivo, RevisionColumna, RevisionTabla } from '#contract/revision.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { etiqueta } from '#domain/cupones/etiquetas.ts';
import { missingOfCoupon } from '#domain/cupones/coupon-kind.ts';
import type { ArchivoIlegible } from '#domain/hallazgo.ts';
import type { ImportDetalle } from '#workbook/import/job.ts';
import type { ColumnasLeidas, Import, Seguimiento } from '../import/index.ts';
import type { ArchivoEnRevision, HojasDeArchivo, OpcionesArchivo } from './estado.ts';

/** What names each column without doubt: its header, or its letter where an earlier one has the same. */
function columnasDe({ columnas }: ImportDetalle): readonly RevisionColumna[] {
  const seen = new Set<string>();
  return columnas.map((columna) => {
    const { titulo, letra } = columna;
    const clave = titulo === '' || seen.has(titulo) ? letra : titulo;
    seen.add(titulo);
    return { ...columna, clave };
  });
}

interface Leida {
  readonly hoja: string | null;
  readonly hojas: readonly string[];
  readonly opciones: OpcionesArchivo;
}

const tablaDe = (detalle: ImportDetalle, { hoja, hojas, opciones }: Leida): RevisionTabla => ({
  hoja,
  hojas,
  encabezado: detalle.encabezado,
  filas: detalle.filas,
  plantilla: detalle.plantilla,
  columnas: columnasDe(detalle),
  vista: detalle.vista,
  fechas: detalle.fechas.map((una) => ({
    ...una,
    orden: opciones.ordenFechas?.[una.campo] ?? detalle.ordenFechas[una.campo] ?? null,
  })),
});

const nombresDe = (tabla: RevisionTabla | null): Readonly<Partial<Record<CuponCampo, string>>> =>
  Object.fromEntries(
    (tabla?.columnas ?? []).flatMap(({ campo, titulo, letra }) =>
      campo === null ? [] : [[campo, titulo === '' ? letra : titulo]],
    ),
  );

export const problemaDe = ({ archivo: _archivo, ...problema }: ArchivoIlegible) => problema;

/** No row could be sent without these: they are asked for before the rows are read, and not of each row after (docs/screens.md, step 2). */
const lackingColumns = (tabla: RevisionTabla | null): readonly CuponCampo[] =>
  tabla === null ? [] : missingOfCoupon(tabla.columnas.flatMap(({ campo }) => campo ?? []));

/** What keeps a sheet from being read: what the file says of itself, else a column that is missing. */
function problemOf(leidas: ColumnasLeidas, tabla: RevisionTabla | null): RevisionArchivo['problema'] {
  const faltan = lackingColumns(tabla);
  if (!leidas.legible) return { ...problemaDe(leidas.ilegible), ...(faltan.length === 0 ? {} : { faltan }) };
  if (faltan.length === 0) return null;
  const names = faltan.map(etiqueta).join(' ni ');
  return {
    codigo: 'COLUMNAS_SIN_MAPEAR',
    mensaje: `No encontramos ${names}. Lo demás quedó mapeado. Elegí ${faltan.length === 1 ? 'la columna' : 'las columnas'} para seguir.`,
    faltan,
  };
}

interface Pedido {
  readonly ruta: string;
  /** Its place among the files that were brought. */
  readonly origen: number;
  readonly opciones: OpcionesArchivo;
  /** The sheets of the file, where they are known: reading one of them does not tell the others. */
  readonly hojas?: HojasDeArchivo | undefined;
}

/** A sheet as it was read, and what its file has besides. */
interface ArchivoLeido {
  readonly archivo: ArchivoEnRevision;
  readonly hojas: HojasDeArchivo;
}

/** Reads the sheet, the header and the columns of one file. What is wrong with it is in `visto.problema`. */
export async function leerColumnas(
  importacion: Import,
  { ruta, origen, opciones, hojas: conocidas }: Pedido,
  seguimiento: Seguimiento,
): Promise<ArchivoLeido> {
  const leidas = await importacion.columnas(ruta, opciones, seguimiento);
  const { detalle } = leidas;
  const hoja = leidas.legible ? leidas.resumen.hoja : (opciones.hoja ?? detalle?.hojas[0] ?? null);
  const hojas = conocidas ?? { todas: detalle?.hojas ?? [], conCupones: detalle?.conCupones ?? [] };
  // The sheet that was found stays: other columns would make another one look better.
  const fijas = hoja === null ? opciones : { ...opciones, hoja };
  const tabla = detalle === null ? null : tablaDe(detalle, { hoja, hojas: hojas.todas, opciones });
  const visto: RevisionArchivo = {
    nombre: maskCertainCards(path.basename(ruta)),
    origen,
    problema: problemOf(leidas, tabla),
    tabla,
    conCupones: hojas.conCupones,
    hojas: hojas.todas,
    avisos: [],
  };
  const archivo = { ruta, origen, opciones: fijas, visto, nombres: nombresDe(tabla), huella: detalle?.huella ?? '' };
  return { archivo, hojas };
}
