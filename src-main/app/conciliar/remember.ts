import type { ReviewProblem } from '#contract/revision.ts';
import type { CuponField } from '#domain/cupon.ts';
import { shortenName } from '#domain/texts/language.ts';
import type { Template } from '#domain/cupones/template.ts';
import type { Import } from './read-files.ts';
import type { ReviewedFile } from './state.ts';

type Rules = Pick<Template, 'arreglos' | 'ordenFechas'>;

/** Keeps how the columns of the first sheet are read, and which sheets of its file are, under a name. */
export async function rememberColumns(
  importer: Import,
  template: string,
  files: readonly ReviewedFile[],
): Promise<void> {
  const [file] = files;
  const table = file?.visto.tabla ?? undefined;
  if (file === undefined || table === undefined) return;
  const { huella, opciones } = file;
  const { ordenFechas, respuestas } = opciones;
  const hojas = files.flatMap((one) => (one.origen === file.origen ? (one.opciones.hoja ?? []) : []));
  await importer.saveTemplate(template, { huella, columnas: table.columnas }, { ordenFechas, respuestas, hojas });
}

/** Adds rules to the template of some headers. A template that does not exist is created with the file's name. */
async function rememberRules(importer: Import, file: ReviewedFile, rules: Rules) {
  const { huella, visto: seen } = file;
  const known = await importer.findTemplate(huella);
  const name = known?.nombre ?? shortenName(seen.nombre);
  await importer.saveTemplate(name, { huella, columnas: seen.tabla?.columnas ?? [] }, rules);
  return { plantilla: name };
}

interface FixThatIsARule {
  readonly campo: CuponField;
  readonly problema: ReviewProblem | undefined;
  /** The text that was put in the cell. */
  readonly valor: string;
}

/** Keeps a fix as a rule if it is the proposed one. Any other value makes no rule, nor does a refund: each is one row's. */
export async function rememberFix(
  importer: Import,
  file: ReviewedFile | undefined,
  fix: FixThatIsARule | undefined,
): Promise<{ readonly plantilla?: string }> {
  if (file === undefined || fix?.problema === undefined || fix.problema.arreglo !== fix.valor) return {};
  if (fix.problema.codigo === 'PARECE_DEVOLUCION') return {};
  const { campo, problema } = fix;
  return rememberRules(importer, file, { arreglos: [{ campo, codigo: problema.codigo }] });
}

/** Keeps how the dates of a column are read. */
export const rememberOrder = async (
  importer: Import,
  file: ReviewedFile | undefined,
  dateOrder: Template['ordenFechas'],
): Promise<{ readonly plantilla?: string }> =>
  file === undefined ? {} : rememberRules(importer, file, { ordenFechas: dateOrder });
