import type { MethodParsed } from '#contract/inputs.ts';
import type { Import, Seguimiento } from '../import/index.ts';
import { leerColumnas } from './archivos.ts';
import type { ArchivoEnRevision, EstadoRevision, HojasDeArchivo } from './estado.ts';

/** The files that were brought, each by the sheet with its coupons, and what other sheets they have. */
export async function readFirst(
  importacion: Import,
  rutas: readonly string[],
  seguimiento: Seguimiento,
): Promise<Pick<EstadoRevision, 'archivos' | 'hojas'>> {
  const archivos: ArchivoEnRevision[] = [];
  const hojas: HojasDeArchivo[] = [];
  for (const [origen, ruta] of rutas.entries()) {
    const leido = await leerColumnas(importacion, { ruta, origen, opciones: {} }, seguimiento);
    archivos.push(leido.archivo);
    hojas.push(leido.hojas);
  }
  return { archivos, hojas };
}

export type ColumnChange = Pick<
  MethodParsed<'revision.columnas'>,
  'hoja' | 'hojas' | 'encabezado' | 'mapear' | 'ordenFechas'
>;

interface Pedido {
  readonly estado: EstadoRevision;
  /** The same files, where they can be read now. */
  readonly vivos: readonly ArchivoEnRevision[];
  readonly indice: number;
  readonly cambio: ColumnChange;
}

const titlesOf = ({ visto }: ArchivoEnRevision): string =>
  JSON.stringify((visto.tabla?.columnas ?? []).map(({ letra, titulo }) => [letra, titulo]));

/** Whether two sheets have the same columns in the same places: what is said of one's is said of the other's. */
const areAlike = (a: ArchivoEnRevision, b: ArchivoEnRevision): boolean =>
  a.visto.tabla !== null && titlesOf(a) === titlesOf(b);

/** What a person said of the columns of one sheet; of every other one with the same columns, too. Throws nothing of its own. */
export async function changeColumns(
  importacion: Import,
  { estado, vivos, indice, cambio }: Pedido,
  seguimiento: Seguimiento,
): Promise<readonly ArchivoEnRevision[]> {
  const actual = estado.archivos[indice];
  if (actual === undefined) return estado.archivos;
  const read = async (place: number, opciones: ArchivoEnRevision['opciones']): Promise<ArchivoEnRevision> => {
    const { origen, ruta } = vivos[place] ?? actual;
    const hojas = estado.hojas[origen];
    return (await leerColumnas(importacion, { ruta, origen, opciones, hojas }, seguimiento)).archivo;
  };
  const { hoja, hojas, encabezado, mapear, ordenFechas } = cambio;
  if (hojas !== undefined) return includeSheets({ estado, actual, hojas }, (opciones) => read(indice, opciones));
  // Another sheet or header is another table: what was said of the old columns does not hold.
  if (hoja !== undefined || encabezado !== undefined) {
    const opciones = { hoja: hoja ?? actual.opciones.hoja, ...(encabezado === undefined ? {} : { encabezado }) };
    const leido = await read(indice, opciones);
    return estado.archivos.map((one, place) => (place === indice ? leido : one));
  }
  const archivos: ArchivoEnRevision[] = [];
  for (const [place, one] of estado.archivos.entries()) {
    const opciones = {
      ...one.opciones,
      mapear: { ...one.opciones.mapear, ...mapear },
      ordenFechas: { ...one.opciones.ordenFechas, ...ordenFechas },
    };
    archivos.push(place === indice || areAlike(one, actual) ? await read(place, opciones) : one);
  }
  return archivos;
}

interface Inclusion {
  readonly estado: EstadoRevision;
  readonly actual: ArchivoEnRevision;
  readonly hojas: readonly string[];
}

/** The sheets of one file that are read together, in the order of the workbook. Those that were there keep how they are read. */
async function includeSheets(
  { estado, actual, hojas }: Inclusion,
  read: (opciones: ArchivoEnRevision['opciones']) => Promise<ArchivoEnRevision>,
): Promise<readonly ArchivoEnRevision[]> {
  const { origen } = actual;
  const places = estado.hojas[origen]?.todas ?? [];
  const wanted = [...new Set(hojas)].sort((a, b) => places.indexOf(a) - places.indexOf(b));
  const suyas: ArchivoEnRevision[] = [];
  for (const hoja of wanted) {
    const before = estado.archivos.find((one) => one.origen === origen && one.opciones.hoja === hoja);
    suyas.push(before ?? (await readAlike(actual, hoja, read)));
  }
  const first = estado.archivos.findIndex((one) => one.origen === origen);
  return estado.archivos.flatMap((one, place) => (place === first ? suyas : one.origen === origen ? [] : [one]));
}

/** A sheet of the same columns as one that a person looked at is read as that one. */
async function readAlike(
  actual: ArchivoEnRevision,
  hoja: string,
  read: (opciones: ArchivoEnRevision['opciones']) => Promise<ArchivoEnRevision>,
): Promise<ArchivoEnRevision> {
  const alone = await read({ hoja });
  const { mapear, ordenFechas } = actual.opciones;
  if ((mapear === undefined && ordenFechas === undefined) || !areAlike(alone, actual)) return alone;
  return read({ hoja, mapear, ordenFechas });
}
