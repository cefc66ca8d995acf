import type { CivilDate } from '#domain/civil-date.ts';
import { makePossibleDuplicateNotice, makeAlreadySentNotice } from '#domain/cupones/notices.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { nameOfSource } from '#domain/texts/row-notices.ts';
import type {
  ReviewDocument,
  ReviewDates,
  ReviewGroup,
  ReviewRow,
  ReviewProblem,
  ReviewSummary,
} from '#contract/revision.ts';
import { ROW_NOTICE_CODES, ROW_ERROR_CODES } from '#domain/finding.ts';
import { fileAndRowOf, type ReviewedRow, type RevisionDb, type StoredRowGroup } from '#storage/review/index.ts';
import { noticeOf } from './load.ts';
import type { InProgress, ReviewedFile, ReviewState } from './state.ts';
import { foreseeFixes } from './keep-fixes.ts';

const nameBeside = (one: ReviewedFile | undefined, other: ReviewedFile | undefined): string =>
  nameOfSource({ archivo: one?.visto.nombre ?? '', hoja: one?.opciones.hoja }, one?.origen === other?.origen);

/** The notice of an equal coupon; it names the file of that coupon where it is another one. */
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

export function toViewSummary({ db, estado: state, resultOf }: InProgress): ReviewSummary {
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

export function toViewDocument(current: InProgress): ReviewDocument {
  const { db, estado: state } = current;
  const hasRows = state.estado !== 'columnas';
  return {
    revision: state.revision,
    estado: state.estado,
    archivos: state.archivos.map(({ visto: seen }) => seen),
    ...leftOutOf(state),
    conProblema: fieldsWithProblem(db),
    resumen: hasRows ? toViewSummary(current) : null,
    arreglos: hasRows ? (state.arreglos ?? null) : foreseeFixes(db, state),
    carga: state.carga,
  };
}

const CODES: readonly ReviewProblem['codigo'][] = [...ROW_ERROR_CODES, ...ROW_NOTICE_CODES];

function headingOf({ problema }: StoredRowGroup): ReviewGroup['problema'] {
  const code = CODES.find((one) => one === problema?.codigo);
  if (problema === null || code === undefined) return null;
  return { clase: problema.clase, codigo: code, campo: FIELDS_IN_ORDER.find((one) => one === problema.campo) ?? null };
}

/** The number of lines of some groups, headings included. */
export const linesOf = (groups: readonly StoredRowGroup[]): number =>
  groups.reduce((sum, { filas }) => sum + filas.length + 1, 0);

/** The lines of groups between two places; a line is a heading or the id of a row. */
export function listLinesBetween(
  groups: readonly StoredRowGroup[],
  from: number,
  to: number,
): readonly (ReviewGroup | number)[] {
  const lines: (ReviewGroup | number)[] = [];
  let start = 0;
  for (const [place, group] of groups.entries()) {
    if (start >= from && start < to)
      lines.push({ id: -1 - place, estado: 'grupo', problema: headingOf(group), filas: group.filas.length });
    lines.push(...group.filas.slice(Math.max(0, from - start - 1), Math.max(0, to - start - 1)));
    start += group.filas.length + 1;
  }
  return lines;
}

/** The first wanted row after a given one, in the order of the groups, and the place of its line; the very first wanted row when none follows. */
export function findNextAmong(
  groups: readonly StoredRowGroup[],
  wanted: ReadonlySet<number>,
  after: number,
): { readonly id: number; readonly posicion: number } | undefined {
  let first: { readonly id: number; readonly posicion: number } | undefined;
  let passed = false;
  let position = 0;
  for (const { filas } of groups) {
    position++;
    for (const id of filas) {
      if (wanted.has(id)) {
        if (passed) return { id, posicion: position };
        first ??= { id, posicion: position };
      }
      passed ||= id === after;
      position++;
    }
  }
  return first;
}
