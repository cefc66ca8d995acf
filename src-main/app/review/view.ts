import type { CivilDate } from '#domain/civil-date.ts';
import { possibleDuplicateNotice, alreadySentNotice } from '#domain/cupones/notices.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import type { ReviewDocument, ReviewDates, ReviewRow, ReviewProblem, ReviewSummary } from '#contract/revision.ts';
import { fileAndRowOf, type ReadRow, type RevisionDb } from '#storage/review/index.ts';
import { noticeOf } from './load.ts';
import type { ReviewedFile, ReviewState } from './state.ts';
import { foreseeFixes } from './keep-fixes.ts';

/** The name of a sheet as seen from another: only the sheet's name when both are in one file. */
function nameBeside(one: ReviewedFile | undefined, other: ReviewedFile | undefined): string {
  const hoja = one?.opciones.hoja;
  if (hoja !== undefined && one?.origen === other?.origen) return `la hoja «${hoja}»`;
  return `«${one?.visto.nombre ?? ''}»${hoja === undefined ? '' : `, hoja «${hoja}»`}`;
}

/** The notice of an equal coupon; it names the file if that is another one. */
function duplicateProblem({ id, duplicaA }: ReadRow, { archivos }: ReviewState): readonly ReviewProblem[] {
  if (duplicaA === null) return [];
  const own = fileAndRowOf(id);
  const first = fileAndRowOf(duplicaA);
  const notice = possibleDuplicateNotice(own.fila, first.fila);
  const where =
    first.archivo === own.archivo ? '' : ` de ${nameBeside(archivos[first.archivo], archivos[own.archivo])}`;
  return [
    noticeOf({
      ...notice,
      mensaje: `Es igual a la fila ${String(first.fila)}${where}. Se envían las dos. Si es la misma venta, omití una.`,
    }),
  ];
}

/** A row as screens see it, with the notices about equal coupons. `hoy`: dates of another year are shown with their year. */
export function viewRow(fila: ReadRow, estado: ReviewState, hoy: CivilDate): ReviewRow {
  const { id, valores, omitida, ignorada, correcciones, anterior } = fila;
  const problemas = [
    ...fila.problemas,
    ...duplicateProblem(fila, estado),
    ...(anterior === null ? [] : [noticeOf(alreadySentNotice(fileAndRowOf(id).fila, anterior, hoy))]),
  ];
  const conError = fila.problemas.some(({ clase }) => clase === 'error');
  return {
    id,
    ...fileAndRowOf(id),
    estado: ignorada ? 'ignorada' : omitida !== null ? 'omitida' : conError ? 'error' : 'lista',
    valores,
    problemas,
    editada: correcciones !== null,
    ...(correcciones === null
      ? {}
      : { cambiados: FIELDS_IN_ORDER.filter((campo) => correcciones[campo] !== undefined) }),
  };
}

function datesOf(db: RevisionDb, estado: ReviewState): readonly ReviewDates[] {
  return db.listAmbiguousDates().flatMap(({ archivo, campo, filas, id }) => {
    const known = FIELDS_IN_ORDER.find((one) => one === campo);
    if (known === undefined) return [];
    const ejemplo = db.readRow(id)?.problemas.find((one) => one.campo === known)?.valor ?? '';
    return [{ archivo, campo: known, columna: estado.archivos[archivo]?.nombres[known] ?? known, filas, ejemplo }];
  });
}

/** Fields with a column in some file, in wire order. */
export const camposDe = ({ archivos }: ReviewState): readonly CuponField[] =>
  FIELDS_IN_ORDER.filter((campo) => archivos.some(({ nombres }) => nombres[campo] !== undefined));

/** Fields with an error or a notice in some row, in wire order. */
function fieldsWithProblem(db: RevisionDb): readonly CuponField[] {
  const campos = db.listFieldsWithProblem();
  return FIELDS_IN_ORDER.filter((campo) => campos.includes(campo));
}

export function viewSummary(db: RevisionDb, estado: ReviewState): ReviewSummary {
  return {
    ...db.countRows(),
    ...db.readHistory(),
    campos: camposDe(estado),
    fechas: datesOf(db, estado),
    enviados: db.readSent(),
  };
}

export function viewDocument(db: RevisionDb, estado: ReviewState): ReviewDocument {
  return {
    revision: estado.revision,
    estado: estado.estado,
    archivos: estado.archivos.map(({ visto: seen }) => seen),
    conProblema: fieldsWithProblem(db),
    resumen: estado.estado === 'columnas' ? null : viewSummary(db, estado),
    arreglos: estado.estado === 'columnas' ? foreseeFixes(db, estado) : (estado.arreglos ?? null),
    carga: estado.carga,
  };
}
