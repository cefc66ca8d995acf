import { AppError } from '#contract/errors.ts';
import { FIELDS_IN_ORDER, CUPON_CAMPOS, type CuponField } from '#domain/cupon.ts';
import type { RowToValidate } from '#domain/cupones/validate-rows.ts';
import type { RevisionDb } from '#storage/review/index.ts';
import type { Import, Tracking } from '../import/index.ts';
import { parseCanonical } from '../import/parse-canonical.ts';
import { readColumns } from './files.ts';
import type { Edit } from './fix.ts';
import type { ReviewedFile, ReviewState } from './state.ts';
import { KEY_TITLE, idOfKey, isSameInSheet, titleOf } from './sheet-rows.ts';

type Values = Readonly<Partial<Record<CuponField, string>>>;

/** True when the columns are those of a workbook of errors that this revision wrote. */
export function isErrorsFile({ visto: seen }: ReviewedFile, { revision }: ReviewState): boolean {
  const clave = seen.tabla?.columnas.find(({ titulo }) => titulo === KEY_TITLE);
  return clave?.muestras.some((sample) => idOfKey(revision, sample) !== undefined) ?? false;
}

/** A text field that the file does not use carries the key through the import, which does not know keys. */
const CARRIERS = [
  'auxiliar_5',
  'auxiliar_4',
  'auxiliar_3',
  'auxiliar_2',
  'auxiliar_1',
  'referencia_extra',
  'referencia',
] as const;

interface Params {
  readonly db: RevisionDb;
  readonly estado: ReviewState;
  readonly ruta: string;
}

/** Turns the rows of a corrected workbook of errors into edits of the original rows. Rows whose key is not of this revision are counted. */
export async function readCorrected(
  importer: Import,
  { db, estado, ruta }: Params,
  tracking: Tracking,
): Promise<{ readonly edits: readonly Edit[]; readonly ajenas: number }> {
  const { visto: seen } = (await readColumns(importer, { ruta, origen: 0, opciones: {} }, tracking)).archivo;
  const titles = new Set(seen.tabla?.columnas.map(({ titulo }) => titulo) ?? []);
  if (!titles.has(KEY_TITLE)) throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: seen.problema?.mensaje ?? NO_KEY });
  const present = FIELDS_IN_ORDER.filter((campo) => titles.has(titleOf(campo)));
  const carrier = CARRIERS.find((campo) => !present.includes(campo));
  if (carrier === undefined) throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: NO_KEY });

  const edits: Edit[] = [];
  let ajenas = 0;
  const take = (valores: Values, readable: Values): void => {
    const id = idOfKey(estado.revision, valores[carrier] ?? '');
    const fila = id === undefined ? undefined : db.readRow(id);
    if (fila === undefined) ajenas += 1;
    else edits.push({ fila, celdas: changedFrom(fila.valores, { present, valores, leidos: readable }) });
  };
  const mapear = Object.fromEntries(
    FIELDS_IN_ORDER.map((campo) => [
      campo,
      campo === carrier ? KEY_TITLE : present.includes(campo) ? titleOf(campo) : '',
    ]),
  );
  const fechas = FIELDS_IN_ORDER.filter((campo) => CUPON_CAMPOS[campo].tipo === 'fecha');
  const { archivos } = await importer.importFiles(
    [ruta],
    {
      mapear,
      withRejected: true,
      ordenFechas: Object.fromEntries(fechas.map((campo) => [campo, 'dia' as const])),
      sink: ({ texts, rechazadas }) => {
        for (const texto of texts) {
          const cupon = parseCanonical(texto);
          take(cupon, cupon);
        }
        for (const { valores, leidos: readable } of rechazadas) take({ ...valores, ...readable }, readable);
      },
    },
    tracking,
  );
  const [leido] = archivos;
  if (leido !== undefined && 'codigo' in leido) throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: leido.mensaje });
  return { edits: edits.filter(({ celdas }) => Object.keys(celdas).length > 0), ajenas };
}

/** The cells whose text changed. */
function changedFrom(
  antes: Values,
  { present, valores, leidos: readable }: { present: readonly CuponField[]; valores: Values; leidos: Values },
): RowToValidate {
  return Object.fromEntries(
    present
      .filter((campo) => !isSameInSheet(campo, antes[campo] ?? '', valores[campo] ?? ''))
      .map((campo) => [campo, { texto: valores[campo] ?? '', leido: readable[campo] !== undefined }]),
  );
}

const NO_KEY =
  'Este archivo no es el de los errores de esta revisión. Las filas quedaron como estaban. Descargá los errores de nuevo y corregí ese.';
