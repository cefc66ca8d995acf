import type { EqualRow, ReviewProblem, ReviewFixes } from '#contract/revision.ts';
import type { CorrectionWay } from '#domain/finding.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { maskCardNumbers } from '#domain/cupones/card-text.ts';
import { validateRows, type RowToValidate, type ValidatedRow } from '#domain/cupones/validate-rows.ts';
import {
  fileAndRowOf,
  type Correction,
  type Corrections,
  type StoredRow,
  type ReviewedRow,
  type EqualsRequest,
  type RevisionDb,
  rowIdOf,
  type Omission,
} from '#storage/review/index.ts';
import { noticeOf, problemOf, wrongFieldsOf } from './load.ts';
import type { ReviewSource } from './send.ts';
import type { ReviewState, ReviewedFile, SheetRead } from './state.ts';

/** A row with a person's new texts for some cells. `leido`: the text is already in the form that is sent. */
export interface Edit {
  readonly fila: ReviewedRow;
  readonly celdas: RowToValidate;
  /** How the cells were corrected; absent when earlier corrections are applied again. */
  readonly modo?: CorrectionWay;
}

/** Findings about several cells of a row. After an edit, a new validation makes them again, except `CELDAS_DE_MAS`, which disappears. */
const ROW_CODES: ReadonlySet<string> = new Set([
  'OBLIGATORIO',
  'TIPO_DE_CUPON_INDEFINIDO',
  'TIPO_DE_CUPON_MEZCLADO',
  'CELDAS_DE_MAS',
]);
/** Findings that need the whole file or the database. Validating a single row keeps them as they were. */
const FOREIGN: ReadonlySet<string> = new Set([
  'POSIBLE_DUPLICADO',
  'FILA_DE_TOTALES',
  'ENCABEZADO_REPETIDO',
  'FILA_IGNORADA',
  'PARECE_DEVOLUCION',
  'FECHA_LEJANA',
]);

/** All cells of a row: edited cells with their new text, other cells as read. */
function cellsOf({ fila, celdas }: Edit): RowToValidate {
  const wrong = wrongFieldsOf(fila.problemas);
  // In rows below a second header, no cell was read.
  const isRead = !fila.problemas.some(({ codigo }) => codigo === 'OTRO_ENCABEZADO');
  const all: Partial<Record<CuponField, { texto: string; leido: boolean }>> = {};
  for (const field of FIELDS_IN_ORDER) {
    const text = fila.valores[field];
    if (text !== undefined) all[field] = { texto: text, leido: isRead && !wrong.has(field) };
  }
  return { ...all, ...celdas };
}

/** The notice that a row calls itself a refund, updated for its new amount. A negative amount removes the notice. */
function keepRefund(notice: ReviewProblem, importe: string): readonly ReviewProblem[] {
  const amount = Number(importe);
  if (amount < 0) return [];
  return [notice.arreglo !== null && amount > 0 ? { ...notice, arreglo: `-${importe}` } : notice];
}

/** Joins the findings after an edit: findings of untouched cells stay; findings of edited cells and of the row come from the validation. */
function mergeRow(edit: Edit, validatedRow: ValidatedRow): StoredRow {
  const { fila, celdas } = edit;
  const isTouched = (field: CuponField | null | undefined): boolean =>
    field !== null && field !== undefined && celdas[field] !== undefined;
  const kept = fila.problemas.flatMap((one) => {
    if (!isTouched(one.campo)) return ROW_CODES.has(one.codigo) ? [] : one;
    return one.codigo === 'PARECE_DEVOLUCION' ? keepRefund(one, validatedRow.valores.importe ?? '') : [];
  });
  const found = [...validatedRow.errores.map(problemOf), ...validatedRow.avisos.map(noticeOf)].filter(
    ({ campo, codigo }) => !FOREIGN.has(codigo) && (isTouched(campo) || ROW_CODES.has(codigo)),
  );
  const problems: readonly ReviewProblem[] = [...found, ...kept].map((one) => ({
    ...one,
    valor: maskCardNumbers(one.valor),
  }));
  const texto = problems.some(({ clase }) => clase === 'error') ? null : validatedRow.texto;
  const { id, omitida, ignorada } = fila;
  // An untouched cell with an error keeps its text, even if validating the row by itself could read it.
  const wrong = wrongFieldsOf(kept);
  const values: Partial<Record<CuponField, string>> = {};
  for (const field of FIELDS_IN_ORDER) {
    const value = wrong.has(field) ? fila.valores[field] : validatedRow.valores[field];
    if (value !== undefined && value !== '') values[field] = value;
  }
  const correcciones = correctionsOf(edit, values, problems);
  return { id, valores: values, texto, problemas: problems, omitida, ignorada, correcciones };
}

/** The earlier and new corrections of a row. A text that could be read is stored in canonical form. */
function correctionsOf(
  { fila, celdas, modo: way }: Edit,
  values: StoredRow['valores'],
  problems: readonly ReviewProblem[],
): Corrections {
  const applied: Partial<Record<CuponField, Correction>> = { ...fila.correcciones };
  for (const field of FIELDS_IN_ORDER) {
    const put: (RowToValidate[CuponField] & Pick<Correction, 'modo'>) | undefined = celdas[field];
    if (put === undefined) continue;
    const isWrong = problems.some(
      (one) => one.clase === 'error' && one.campo === field && one.codigo !== 'OBLIGATORIO',
    );
    const before = fila.correcciones?.[field]?.antes ?? fila.valores[field] ?? '';
    applied[field] = { texto: values[field] ?? '', leido: !isWrong, antes: before, modo: way ?? put.modo };
  }
  return applied;
}

/** Validates only the edited rows; returns them in the order of `edits`. */
export function revalidate(
  edits: readonly Edit[],
  { state, today }: Pick<ReviewSource, 'state' | 'today'>,
): readonly StoredRow[] {
  const done = new Map<number, StoredRow>();
  for (const [file, theirs] of Map.groupBy(edits, ({ fila }) => fileAndRowOf(fila.id).archivo)) {
    const { nombres = {}, tarjetas } = state.archivos[file] ?? {};
    const validated = validateRows({ filas: theirs.map(cellsOf), nombres, hoy: today, tarjetas });
    for (const [index, edit] of theirs.entries()) {
      const validatedRow = validated[index];
      if (validatedRow !== undefined) done.set(edit.fila.id, mergeRow(edit, validatedRow));
    }
  }
  return edits.flatMap(({ fila }) => done.get(fila.id) ?? []);
}

export const problemIn = (row: ReviewedRow, field: CuponField): ReviewProblem | undefined => {
  const own = row.problemas.filter((one) => one.campo === field);
  return own.find(({ clase }) => clase === 'error') ?? own[0];
};

interface Fix {
  readonly campo: CuponField;
  readonly texto: string;
  readonly salvo: readonly number[];
}

export function toEqualsRequest(row: ReviewedRow, field: CuponField): EqualsRequest | undefined {
  const problem = problemIn(row, field);
  return problem === undefined
    ? undefined
    : { codigo: problem.codigo, campo: field, valor: problem.valor, excluding: row.id };
}

const ownFixOf = ({ problemas }: ReviewedRow, { campo, codigo }: EqualsRequest): string | null =>
  problemas.find((one) => one.campo === campo && one.codigo === codigo && one.arreglo !== null)?.arreglo ?? null;

export const listEqual = (
  db: RevisionDb,
  request: EqualsRequest,
  { by, most }: { readonly by: 'arreglo' | 'valor'; readonly most: number },
): readonly EqualRow[] =>
  db
    .findEqual(request, by)
    .slice(0, most)
    .flatMap((id) => {
      const row = db.readRow(id);
      if (row === undefined) return [];
      const problem = row.problemas.find(({ campo, codigo }) => campo === request.campo && codigo === request.codigo);
      return [{ id, ...fileAndRowOf(id), valor: problem?.valor ?? '', arreglo: ownFixOf(row, request) }];
    });

/** Corrects other rows with the same problem. If `texto` is the proposed fix, each gets its own proposed fix; else rows with the same text get `texto`. */
export function editsOfAll(db: RevisionDb, row: ReviewedRow, { campo, texto, salvo }: Fix): readonly Edit[] {
  const request = toEqualsRequest(row, campo);
  if (request === undefined) return [];
  const own = problemIn(row, campo)?.arreglo === texto;
  const ids = db.findEqual(request, own ? 'arreglo' : 'valor').filter((id) => !salvo.includes(id));
  const others = ids.flatMap((id) => db.readRow(id) ?? []);
  return others.map((other) => ({
    fila: other,
    celdas: { [campo]: { texto: own ? (ownFixOf(other, request) ?? texto) : texto, leido: false } },
    modo: 'todas',
  }));
}

export const listSheetsRead = (files: readonly ReviewedFile[]): readonly SheetRead[] =>
  files.map(({ origen, opciones, visto }) => {
    const letters = (visto.tabla?.columnas ?? []).flatMap(({ campo, letra }) =>
      campo === null ? [] : [[campo, letra]],
    );
    return { origen, hoja: opciones.hoja ?? null, letras: Object.fromEntries(letters) };
  });

type RowFix = ReturnType<RevisionDb['listDone']>[number];

/** For each sheet that was read: where it is now, and which fields still come from the same column. */
function matchSheets(before: readonly SheetRead[], files: readonly ReviewedFile[]) {
  const present = listSheetsRead(files);
  return before.map(({ origen, hoja, letras: letters }) => {
    const place = present.findIndex((one) => one.origen === origen && one.hoja === hoja);
    const now = present[place];
    const same = FIELDS_IN_ORDER.filter((field) => now !== undefined && letters[field] === now.letras[field]);
    return { place, same: new Set<CuponField>(same) };
  });
}

/** Decides which changes survive new columns: changes in cells whose field still comes from the same column. `kept` has the present ids of the rows. */
function sortFixes(fixes: readonly RowFix[], { hojasLeidas = [], archivos }: ReviewState) {
  const sheets = matchSheets(hojasLeidas, archivos);
  const removed = new Map<CuponField, number>();
  const kept: RowFix[] = [];
  let keptOnes = 0;
  for (const { id, correcciones, omitida } of fixes) {
    const spot = fileAndRowOf(id);
    const { place = -1, same } = sheets[spot.archivo] ?? {};
    const stay: Partial<Record<CuponField, Correction>> = {};
    for (const field of FIELDS_IN_ORDER) {
      const put = correcciones[field];
      if (put === undefined) continue;
      if (same?.has(field) === true) {
        stay[field] = put;
        keptOnes++;
      } else removed.set(field, (removed.get(field) ?? 0) + 1);
    }
    if (place >= 0) kept.push({ id: rowIdOf(place, spot.fila), correcciones: stay, omitida });
  }
  const quitados = Array.from(removed, ([campo, celdas]) => ({ campo, celdas }));
  return { arreglos: { mantenidos: keptOnes, quitados, incluidas: 0 }, kept };
}

/** How many changes reading the rows again would keep, and how many it would lose; null without changes. */
export function foreseeFixes(db: RevisionDb, state: ReviewState): ReviewFixes | null {
  const fixes = db.listDone();
  return fixes.length === 0 ? null : sortFixes(fixes, state).arreglos;
}

/** Whether a row stays left out. A row left out for errors: while it has errors; as sent before: while it counts as sent; by a person: always. */
function isLeftOut(row: StoredRow, { anterior }: ReviewedRow, omission: Omission | null): boolean {
  if (omission === 'error') return row.problemas.some(({ clase }) => clase === 'error');
  return omission === 'persona' || (omission === 'enviado' && anterior?.answer.como === 'enviado');
}

/** Applies a person's changes again after rows were read with other columns; null without changes. `state` has the former `hojasLeidas`, but new columns. */
export function putFixesBack(fixes: readonly RowFix[], { db, state, today, search }: ReviewSource): ReviewFixes | null {
  if (fixes.length === 0) return null;
  const { arreglos: fixesRead, kept } = sortFixes(fixes, state);
  const rows = kept.flatMap((fix) => {
    const row = db.readRow(fix.id);
    return row === undefined || row.ignorada ? [] : [{ fix, fila: row }];
  });
  const edits = rows.flatMap(({ fix, fila }): Edit[] =>
    Object.keys(fix.correcciones).length === 0 ? [] : [{ fila, celdas: fix.correcciones }],
  );
  const mended = new Map(revalidate(edits, { state, today }).map((row) => [row.id, row]));
  let included = 0;
  const changed = rows.flatMap(({ fix, fila }): StoredRow[] => {
    const { duplicaA: _duplicateOf, ocurrencia: _occurrence, anterior: _previous, ...same } = fila;
    const now = mended.get(fila.id) ?? same;
    const out = isLeftOut(now, fila, fix.omitida);
    if (fix.omitida !== null && !out) included++;
    return out || mended.has(fila.id) ? [{ ...now, omitida: out ? fix.omitida : null }] : [];
  });
  db.replaceRows(changed, search);
  return { ...fixesRead, incluidas: included };
}
