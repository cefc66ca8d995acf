import type { ReviewProblem } from '#contract/revision.ts';
import type { CuponField } from '#domain/cupon.ts';
import { shortenName } from '#domain/texts/language.ts';
import type { Template } from '#domain/cupones/template.ts';
import type { Import } from '../import/index.ts';
import type { ReviewedFile } from './state.ts';

type Rules = Pick<Template, 'arreglos' | 'ordenFechas'>;

/** Keeps how the columns of a sheet are read, under a name. */
export async function rememberColumns(
  importer: Import,
  plantilla: string,
  archivo: ReviewedFile | undefined,
): Promise<void> {
  const tabla = archivo?.visto.tabla ?? undefined;
  if (archivo === undefined || tabla === undefined) return;
  const { huella, opciones } = archivo;
  await importer.saveTemplate(plantilla, { huella, columnas: tabla.columnas }, { ordenFechas: opciones.ordenFechas });
}

/** Adds rules to the template of some headers. A template that does not exist is created with the file's name. */
async function rememberRules(importer: Import, archivo: ReviewedFile, rules: Rules) {
  const { huella, visto: seen } = archivo;
  const known = await importer.findTemplate(huella);
  const nombre = known?.nombre ?? shortenName(seen.nombre);
  await importer.saveTemplate(nombre, { huella, columnas: seen.tabla?.columnas ?? [] }, rules);
  return { plantilla: nombre };
}

interface FixThatIsARule {
  readonly campo: CuponField;
  readonly problema: ReviewProblem | undefined;
  /** The text that was put in the cell. */
  readonly valor: string;
}

/** Keeps a fix as a rule if it is the proposed one. Any other value makes no rule. */
export async function rememberFix(
  importer: Import,
  archivo: ReviewedFile | undefined,
  fix: FixThatIsARule | undefined,
): Promise<{ readonly plantilla?: string }> {
  if (archivo === undefined || fix?.problema === undefined || fix.problema.arreglo !== fix.valor) return {};
  const { campo, problema } = fix;
  return rememberRules(importer, archivo, { arreglos: [{ campo, codigo: problema.codigo }] });
}

/** Keeps how the dates of a column are read. */
export async function rememberOrder(
  importer: Import,
  archivo: ReviewedFile | undefined,
  ordenFechas: Template['ordenFechas'],
): Promise<{ readonly plantilla?: string }> {
  return archivo === undefined ? {} : rememberRules(importer, archivo, { ordenFechas });
}
