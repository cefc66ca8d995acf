import type { RevisionProblema } from '#contract/revision.ts';
import type { CuponCampo } from '#domain/cupon.ts';
import { nombreCorto } from '#domain/cupones/avisos.ts';
import type { Plantilla } from '#domain/cupones/template.ts';
import type { Import } from '../import/index.ts';
import type { ArchivoEnRevision } from './estado.ts';

type Rules = Pick<Plantilla, 'arreglos' | 'ordenFechas'>;

/** Keeps how the columns of a sheet are read, under a name. */
export async function rememberColumns(
  importacion: Import,
  plantilla: string,
  archivo: ArchivoEnRevision | undefined,
): Promise<void> {
  const tabla = archivo?.visto.tabla ?? undefined;
  if (archivo === undefined || tabla === undefined) return;
  const { huella, opciones } = archivo;
  await importacion.guardarPlantilla(
    plantilla,
    { huella, columnas: tabla.columnas },
    { ordenFechas: opciones.ordenFechas },
  );
}

/** Adds rules to the template of some headers; made when there is none, with the file's name. */
async function rememberRules(importacion: Import, archivo: ArchivoEnRevision, reglas: Rules) {
  const { huella, visto } = archivo;
  const known = await importacion.plantillaDe(huella);
  const nombre = known?.nombre ?? nombreCorto(visto.nombre);
  await importacion.guardarPlantilla(nombre, { huella, columnas: visto.tabla?.columnas ?? [] }, reglas);
  return { plantilla: nombre };
}

interface FixThatIsARule {
  readonly campo: CuponCampo;
  readonly problema: RevisionProblema | undefined;
  /** What was put in the cell. */
  readonly valor: string;
}

/** Keeps a fix as a rule: what was proposed was taken. Of any other value there is no rule to keep, and nothing is said. */
export async function rememberFix(
  importacion: Import,
  archivo: ArchivoEnRevision | undefined,
  fix: FixThatIsARule | undefined,
): Promise<{ readonly plantilla?: string }> {
  if (archivo === undefined || fix?.problema === undefined || fix.problema.arreglo !== fix.valor) return {};
  const { campo, problema } = fix;
  return rememberRules(importacion, archivo, { arreglos: [{ campo, codigo: problema.codigo }] });
}

/** Keeps how the dates of a column are read. */
export async function rememberOrder(
  importacion: Import,
  archivo: ArchivoEnRevision | undefined,
  ordenFechas: Plantilla['ordenFechas'],
): Promise<{ readonly plantilla?: string }> {
  return archivo === undefined ? {} : rememberRules(importacion, archivo, { ordenFechas });
}
