import type { CivilDate } from '#domain/civil-date.ts';
import { makePossibleDuplicateNotice, makeAlreadySentNotice } from '#domain/cupones/notices.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { nameOfSource } from '#domain/texts/row-notices.ts';
import type { ReviewDocument, ReviewDates, ReviewRow, ReviewProblem, ReviewSummary } from '#contract/revision.ts';
import { fileAndRowOf, type ReviewedRow, type RevisionDb } from '#storage/review/index.ts';
import { noticeOf } from './load.ts';
import type { InProgress, ReviewedFile, ReviewState } from './state.ts';
import { foreseeFixes } from './keep-fixes.ts';

const nameBeside = (one: ReviewedFile | undefined, other: ReviewedFile | undefined): string =>
  nameOfSource({ archivo: one?.visto.nombre ?? '', hoja: one?.opciones.hoja }, one?.origen === other?.origen);

/** The notice of an equal coupon; it names the file if that is another one. */
function duplicateProblemsOf({ id, duplicaA }: ReviewedRow, { archivos }: ReviewState): readonly ReviewProblem[] {
  if (duplicaA === null) return [];
  const own = fileAndRowOf(id);
  const first = fileAndRowOf(duplicaA);
  const from = first.archivo === own.archivo ? undefined : nameBeside(archivos[first.archivo], archivos[own.archivo]);
  return [noticeOf(makePossibleDuplicateNotice(own.fila, { fila: first.fila, de: from, isReview: true }))];
}

/** A row as screens see it, with the notices about equal coupons. `today`: dates of another year are shown with their year. */
export function toViewRow(row: ReviewedRow, state: ReviewState, today: CivilDate): ReviewRow {
  const { id, valores, omitida, ignorada, correcciones, anterior } = row;
  const problems = [
    ...row.problemas,
    ...duplicateProblemsOf(row, state),
    ...(anterior === null ? [] : [noticeOf(makeAlreadySentNotice(fileAndRowOf(id).fila, anterior, today))]),
  ];
  const hasError = row.problemas.some(({ clase }) => clase === 'error');
  return {
    id,
    ...fileAndRowOf(id),
    estado: ignorada ? 'ignorada' : omitida !== null ? 'omitida' : hasError ? 'error' : 'lista',
    valores,
    problemas: problems,
    editada: correcciones !== null,
    ...(correcciones === null
      ? {}
      : { cambiados: FIELDS_IN_ORDER.filter((field) => correcciones[field] !== undefined) }),
  };
}

const datesOf = (db: RevisionDb, state: ReviewState): readonly ReviewDates[] =>
  db.listAmbiguousDates().flatMap(({ archivo, campo, filas, id }) => {
    const known = FIELDS_IN_ORDER.find((one) => one === campo);
    if (known === undefined) return [];
    const example = db.readRow(id)?.problemas.find((one) => one.campo === known)?.valor ?? '';
    return [
      { archivo, campo: known, columna: state.archivos[archivo]?.nombres[known] ?? known, filas, ejemplo: example },
    ];
  });

/** Fields with a column in some file, in wire order. */
export const fieldsOf = ({ archivos }: ReviewState): readonly CuponField[] =>
  FIELDS_IN_ORDER.filter((field) => archivos.some(({ nombres }) => nombres[field] !== undefined));

/** Fields with an error or a notice in some row, in wire order. */
function fieldsWithProblem(db: RevisionDb): readonly CuponField[] {
  const fields = db.listFieldsWithProblem();
  return FIELDS_IN_ORDER.filter((field) => fields.includes(field));
}

export function toViewSummary(db: RevisionDb, state: ReviewState, resultOf: InProgress['resultOf']): ReviewSummary {
  const counts = db.countRows();
  const sent = db.readSent();
  const cupones = sent.reduce((sum, one) => sum + one.cupones, 0);
  const of = sent.reduce((sum, { omitidos }) => sum + omitidos, counts.listas + counts.conError);
  const [first] = sent;
  return {
    ...counts,
    ...db.readHistory(),
    campos: fieldsOf(state),
    fechas: datesOf(db, state),
    enviados: sent,
    yaEnviado: {
      cupones,
      de: of,
      mayoria: cupones * 2 > of,
      conciliacion: first === undefined ? null : resultOf(first.carga),
    },
  };
}

/** The files that were left out, each once. */
function leftOutOf({ fuera = [] }: ReviewState): Pick<ReviewDocument, 'fuera'> {
  const files = fuera.map(({ origen, visto: { nombre } }) => ({ origen, nombre }));
  const once = files.filter(({ origen }, i) => files[i - 1]?.origen !== origen);
  return once.length === 0 ? {} : { fuera: once };
}

export const toViewDocument = (
  db: RevisionDb,
  state: ReviewState,
  resultOf: InProgress['resultOf'],
): ReviewDocument => ({
  revision: state.revision,
  estado: state.estado,
  archivos: state.archivos.map(({ visto: seen }) => seen),
  ...leftOutOf(state),
  conProblema: fieldsWithProblem(db),
  resumen: state.estado === 'columnas' ? null : toViewSummary(db, state, resultOf),
  arreglos: state.estado === 'columnas' ? foreseeFixes(db, state) : (state.arreglos ?? null),
  carga: state.carga,
});
