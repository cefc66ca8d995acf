import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { Import, Tracking } from './read-files.ts';
import { readColumns, type LoadedFile } from './files.ts';
import type { ReviewedFile, ReviewState, FileSheets } from './state.ts';

/** Reads the given files: of each one the sheet with coupons, and the names of its other sheets. */
export async function readFirst(
  importer: Import,
  paths: readonly string[],
  tracking: Tracking,
): Promise<Pick<ReviewState, 'archivos' | 'hojas'>> {
  const files: ReviewedFile[] = [];
  const sheets: FileSheets[] = [];
  for (const [origin, path] of paths.entries()) {
    const loaded = await readColumns(importer, { path, origin, options: {} }, tracking);
    files.push(loaded.archivo, ...(await readOtherSheets(importer, loaded, tracking)));
    sheets.push(loaded.sheets);
  }
  return { archivos: files, hojas: sheets };
}

/** The other sheets that were included when the template of the first one was saved, where the file has them. */
async function readOtherSheets(
  importer: Import,
  { archivo: first, sheets: hojas, templateSheets: wanted }: LoadedFile,
  tracking: Tracking,
): Promise<readonly ReviewedFile[]> {
  const names = hojas.conCupones.flatMap(({ hoja }) =>
    hoja !== first.opciones.hoja && wanted.includes(hoja) ? hoja : [],
  );
  const read: ReviewedFile[] = [];
  for (const hoja of names)
    read.push(
      (await readColumns(importer, { path: first.ruta, origin: first.origen, options: { hoja }, hojas }, tracking))
        .archivo,
    );
  return read;
}

/**
 * Moves a file, with all its sheets, out of what is read or back into it. Throws `SIN_CUPONES` for the only file that is left, `REVISION_INEXISTENTE`
 * for one that is not where it would be moved from.
 */
export function leaveFileOut(
  { archivos, fuera = [] }: ReviewState,
  origin: number,
  out: boolean,
): Pick<ReviewState, 'archivos' | 'fuera'> {
  const [from, to] = out ? [archivos, fuera] : [fuera, archivos];
  const rest = from.filter(({ origen }) => origen !== origin);
  if (rest.length === from.length) throw new AppError('REVISION_INEXISTENTE');
  if (out && rest.length === 0) throw new AppError('SIN_CUPONES');
  const joined = [...to, ...from.filter(({ origen }) => origen === origin)].toSorted((a, b) => a.origen - b.origen);
  return out ? { archivos: rest, fuera: joined } : { archivos: joined, fuera: rest };
}

export type ColumnChange = Pick<
  MethodParsed<'revision.columnas'>,
  'hoja' | 'hojas' | 'encabezado' | 'mapear' | 'ordenFechas' | 'respuestas'
>;

interface AnsweredColumns {
  readonly state: ReviewState;
  /** The same files, at paths where they can be read now. */
  readonly live: readonly ReviewedFile[];
  readonly index: number;
  readonly change: ColumnChange;
}

const titlesOf = ({ visto: seen }: ReviewedFile): string =>
  JSON.stringify((seen.tabla?.columnas ?? []).map(({ letra, titulo }) => [letra, titulo]));

/** Whether two sheets have the same columns in the same places: an answer about the columns of one holds for the other. */
const areAlike = (a: ReviewedFile, b: ReviewedFile): boolean => a.visto.tabla !== null && titlesOf(a) === titlesOf(b);

/** Applies what a person said of the columns of one sheet, also to every other sheet with the same columns. Throws nothing of its own. */
export async function changeColumns(
  importer: Import,
  { state, live, index, change: edit }: AnsweredColumns,
  tracking: Tracking,
): Promise<readonly ReviewedFile[]> {
  const current = state.archivos[index];
  if (current === undefined) return state.archivos;
  const read = async (place: number, options: ReviewedFile['opciones']): Promise<ReviewedFile> => {
    const { origen: origin, ruta: path } = live[place] ?? current;
    const sheets = state.hojas[origin];
    return (await readColumns(importer, { path, origin, options, hojas: sheets }, tracking)).archivo;
  };
  const { hoja, hojas, encabezado, mapear, ordenFechas, respuestas } = edit;
  if (hojas !== undefined)
    return includeSheets({ estado: state, actual: current, hojas }, (options) => read(index, options));
  // Another sheet or header is another table: answers about the old columns no longer hold.
  if (hoja !== undefined || encabezado !== undefined) {
    const options = { hoja: hoja ?? current.opciones.hoja, ...(encabezado === undefined ? {} : { encabezado }) };
    const reviewed = await read(index, options);
    return state.archivos.map((one, place) => (place === index ? reviewed : one));
  }
  const files: ReviewedFile[] = [];
  for (const [place, one] of state.archivos.entries()) {
    const options = {
      ...one.opciones,
      mapear: { ...one.opciones.mapear, ...mapear },
      ordenFechas: { ...one.opciones.ordenFechas, ...ordenFechas },
      respuestas: { ...one.opciones.respuestas, ...respuestas },
    };
    files.push(place === index || areAlike(one, current) ? await read(place, options) : one);
  }
  return files;
}

interface Inclusion {
  readonly estado: ReviewState;
  readonly actual: ReviewedFile;
  readonly hojas: readonly string[];
}

/** The sheets of one file that are read together, in the order of the workbook. Sheets that were included before keep their options. */
async function includeSheets(
  { estado, actual, hojas }: Inclusion,
  read: (options: ReviewedFile['opciones']) => Promise<ReviewedFile>,
): Promise<readonly ReviewedFile[]> {
  const { origen } = actual;
  const places = estado.hojas[origen]?.todas ?? [];
  const wanted = [...new Set(hojas)].sort((a, b) => places.indexOf(a) - places.indexOf(b));
  const theirs: ReviewedFile[] = [];
  for (const sheet of wanted) {
    const before = estado.archivos.find((one) => one.origen === origen && one.opciones.hoja === sheet);
    theirs.push(before ?? (await readAlike(actual, sheet, read)));
  }
  const first = estado.archivos.findIndex((one) => one.origen === origen);
  return estado.archivos.flatMap((one, place) => (place === first ? theirs : one.origen === origen ? [] : [one]));
}

/** Reads a sheet. If it has the columns of the sheet that the person looked at, that sheet's answers hold for it. */
async function readAlike(
  current: ReviewedFile,
  sheet: string,
  read: (options: ReviewedFile['opciones']) => Promise<ReviewedFile>,
): Promise<ReviewedFile> {
  const alone = await read({ hoja: sheet });
  const { mapear, ordenFechas, respuestas } = current.opciones;
  if ((mapear === undefined && ordenFechas === undefined && respuestas === undefined) || !areAlike(alone, current))
    return alone;
  return read({ hoja: sheet, mapear, ordenFechas, respuestas });
}
