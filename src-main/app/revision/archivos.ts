import path from 'node:path';
import type { RevisionArchivo, RevisionColumna, RevisionTabla } from '#contract/revision.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import { maskCertainCards } from '#domain/cupones/card-text.ts';
import type { ArchivoIlegible } from '#domain/hallazgo.ts';
import type { ImportDetalle } from '#workbook/import/job.ts';
import type { Import, Seguimiento } from '../import/index.ts';
import type { ArchivoEnRevision, OpcionesArchivo } from './estado.ts';

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

const tablaDe = (detalle: ImportDetalle, hoja: string | null): RevisionTabla => ({
  hoja,
  hojas: detalle.hojas,
  encabezado: detalle.encabezado,
  filas: detalle.filas,
  plantilla: detalle.plantilla,
  columnas: columnasDe(detalle),
  vista: detalle.vista,
});

const nombresDe = (tabla: RevisionTabla | null): Readonly<Partial<Record<CuponCampo, string>>> =>
  Object.fromEntries(
    (tabla?.columnas ?? []).flatMap(({ campo, titulo, letra }) =>
      campo === null ? [] : [[campo, titulo === '' ? letra : titulo]],
    ),
  );

export const problemaDe = ({ archivo: _archivo, ...problema }: ArchivoIlegible): RevisionArchivo['problema'] =>
  problema;

/** Reads the sheet, the header and the columns of one file. What is wrong with it is in `visto.problema`. */
export async function leerColumnas(
  importacion: Import,
  { ruta, opciones }: { readonly ruta: string; readonly opciones: OpcionesArchivo },
  seguimiento: Seguimiento,
): Promise<ArchivoEnRevision> {
  const leidas = await importacion.columnas(ruta, opciones, seguimiento);
  const { detalle } = leidas;
  const hoja = leidas.legible ? leidas.resumen.hoja : (opciones.hoja ?? detalle?.hojas[0] ?? null);
  const tabla = detalle === null ? null : tablaDe(detalle, hoja);
  const problema = leidas.legible ? null : problemaDe(leidas.ilegible);
  const visto: RevisionArchivo = { nombre: maskCertainCards(path.basename(ruta)), problema, tabla, avisos: [] };
  return { ruta, opciones, visto, nombres: nombresDe(tabla) };
}

/** Keeps how the columns of a file are read, under a name. */
export async function recordarColumnas(
  importacion: Import,
  { plantilla, archivo }: { readonly plantilla: string; readonly archivo: ArchivoEnRevision | undefined },
  seguimiento: Seguimiento,
): Promise<void> {
  if (archivo === undefined) return;
  const { detalle } = await importacion.columnas(archivo.ruta, archivo.opciones, seguimiento);
  if (detalle !== null) await importacion.guardarPlantilla(plantilla, detalle);
}
