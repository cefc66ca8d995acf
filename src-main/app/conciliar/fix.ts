import type { ReviewProblem, ReviewFixes } from '#contract/revision.ts';
import type { CivilDate } from '#domain/civil-date.ts';
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
  type FindSent,
  type Omission,
} from '#storage/review/index.ts';
import { noticeOf, problemOf, wrongFieldsOf } from './load.ts';
import type { ReviewState, ReviewedFile, SheetRead } from './state.ts';

/** A row with the texts that a person put in some of its cells. `leido`: the text is already in the form that is sent. */
export interface Edit {
  readonly fila: ReviewedRow;
  readonly celdas: RowToValidate;
  /** How the cells are corrected; absent where earlier corrections are put back. */
  readonly modo?: CorrectionWay;
}

export interface CorrectionContext {
  readonly state: ReviewState;
  readonly today: CivilDate;
}

/** Findings that depend on several cells: each validation makes them anew or removes them. A person who edits a row with one cell too many has put it right. */
const ROW_CODES: ReadonlySet<string> = new Set([
  'OBLIGATORIO',
  'TIPO_DE_CUPON_INDEFINIDO',
  'TIPO_DE_CUPON_MEZCLADO',
  'CELDAS_DE_MAS',
]);
/** Findings that only the file or the database can make, and not the validation of one row. */
const FOREIGN: ReadonlySet<string> = new Set([
  'POSIBLE_DUPLICADO',
  'FILA_DE_TOTALES',
  'ENCABEZADO_REPETIDO',
  'FILA_IGNORADA',
  'PARECE_DEVOLUCION',
]);

/** Every cell of the row: edited ones with their new text, the others as they were read. */
function cellsOf({ fila, celdas }: Edit): RowToValidate {
  const wrong = wrongFieldsOf(fila.problemas);
  // Below another header no cell was read.
  const isRead = !fila.problemas.some(({ codigo }) => codigo === 'OTRO_ENCABEZADO');
  const all: Partial<Record<CuponField, { texto: string; leido: boolean }>> = {};
  for (const field of FIELDS_IN_ORDER) {
    const text = fila.valores[field];
    if (text !== undefined) all[field] = { texto: text, leido: isRead && !wrong.has(field) };
  }
  return { ...all, ...celdas };
}

/** The notice of a row that calls itself a refund, after its amount changed: it ends with a negative one. */
function keepRefund(notice: ReviewProblem, importe: string): readonly ReviewProblem[] {
  const amount = Number(importe);
  if (amount < 0) return [];
  return [notice.arreglo !== null && amount > 0 ? { ...notice, arreglo: `-${importe}` } : notice];
}

/** Keeps the findings of untouched cells; those of the edited cells and of the row come from the validation. */
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
  const text = problems.some(({ clase }) => clase === 'error') ? null : validatedRow.texto;
  const { id, omitida, ignorada } = fila;
  // An untouched wrong cell keeps its text, although the validation of one row could read it otherwise.
  const wrong = wrongFieldsOf(kept);
  const values: Partial<Record<CuponField, string>> = {};
  for (const field of FIELDS_IN_ORDER) {
    const value = wrong.has(field) ? fila.valores[field] : validatedRow.valores[field];
    if (value !== undefined && value !== '') values[field] = value;
  }
  return {
    id,
    valores: values,
    texto: text,
    problemas: problems,
    omitida,
    ignorada,
    correcciones: correctionsOf(edit, values, problems),
  };
}

/** The corrections of a row, earlier ones and new ones, in canonical form where the cell could be read. */
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

/** Validates the edited rows, and only those, in the order of `edits`. */
export function revalidate(edits: readonly Edit[], context: CorrectionContext): readonly StoredRow[] {
  const done = new Map<number, StoredRow>();
  for (const [file, theirs] of Map.groupBy(edits, ({ fila }) => fileAndRowOf(fila.id).archivo)) {
    const validated = validateRows({
      filas: theirs.map(cellsOf),
      nombres: context.state.archivos[file]?.nombres ?? {},
      hoy: context.today,
      tarjetas: context.state.archivos[file]?.tarjetas,
    });
    for (const [index, edit] of theirs.entries()) {
      const validatedRow = validated[index];
      if (validatedRow !== undefined) done.set(edit.fila.id, mergeRow(edit, validatedRow));
    }
  }
  return edits.flatMap(({ fila }) => done.get(fila.id) ?? []);
}

/** The problem of a cell: its error, else its notice. */
export const problemIn = (row: ReviewedRow, field: CuponField): ReviewProblem | undefined => {
  const own = row.problemas.filter((one) => one.campo === field);
  return own.find(({ clase }) => clase === 'error') ?? own[0];
};

interface Fix {
  readonly campo: CuponField;
  readonly texto: string;
}

/** The query for the other rows with the same problem; undefined when the cell has none. */
export function toEqualsRequest(row: ReviewedRow, field: CuponField): EqualsRequest | undefined {
  const problem = problemIn(row, field);
  return problem === undefined
    ? undefined
    : { codigo: problem.codigo, campo: field, valor: problem.valor, excluding: row.id };
}

/**
 * Applies the fix of a cell to every row with the same problem. When the fix is the proposed one, each row gets its own proposal; else rows
 * with the same text get the same fix.
 */
export function editsOfAll(db: RevisionDb, row: ReviewedRow, { campo, texto }: Fix): readonly Edit[] {
  const request = toEqualsRequest(row, campo);
  if (request === undefined) return [];
  const own = problemIn(row, campo)?.arreglo === texto;
  const fixOf = ({ problemas }: ReviewedRow): string | null | undefined =>
    problemas.find((one) => one.campo === campo && one.codigo === request.codigo && one.arreglo !== null)?.arreglo;
  const others = db.findEqual(request, own ? 'arreglo' : 'valor').flatMap((id) => db.readRow(id) ?? []);
  return others.map((other) => ({
    fila: other,
    celdas: { [campo]: { texto: own ? (fixOf(other) ?? texto) : texto, leido: false } },
    modo: 'todas',
  }));
}

/** The letter of the column from which each field of a sheet was read. */
const lettersOf = ({ visto: seen }: ReviewedFile): SheetRead['letras'] =>
  Object.fromEntries(
    (seen.tabla?.columnas ?? []).flatMap(({ campo, letra }) => (campo === null ? [] : [[campo, letra]])),
  );

/** Which columns each read sheet used, to compare with after they change. */
export const listSheetsRead = (files: readonly ReviewedFile[]): readonly SheetRead[] =>
  files.map((one) => ({ origen: one.origen, hoja: one.opciones.hoja ?? null, letras: lettersOf(one) }));

/** What a person did to a row: the corrections of its cells, and why it was left out. */
type RowFix = ReturnType<RevisionDb['listDone']>[number];

/** For each sheet that was read: its present place, and the fields that still come from the same column. */
function matchSheets(before: readonly SheetRead[], files: readonly ReviewedFile[]) {
  const present = listSheetsRead(files);
  return before.map(({ origen, hoja, letras: letters }) => {
    const place = present.findIndex((one) => one.origen === origen && one.hoja === hoja);
    const now = present[place];
    const same = FIELDS_IN_ORDER.filter((field) => now !== undefined && letters[field] === now.letras[field]);
    return { place, same: new Set<CuponField>(same) };
  });
}

interface Sorted {
  readonly arreglos: ReviewFixes;
  /** The fixes that stay, with the present ids of their rows. */
  readonly kept: readonly RowFix[];
}

/** The fixes that survive a change of columns: those in cells whose field still comes from the same column. */
function sortFixes(fixes: readonly RowFix[], { hojasLeidas = [], archivos }: ReviewState): Sorted {
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
  const list = [...removed].map(([field, cells]) => ({ campo: field, celdas: cells }));
  return { arreglos: { mantenidos: keptOnes, quitados: list, incluidas: 0 }, kept };
}

/** The fixes that would stay and those that would not if the rows were read with the present columns; null when there are no fixes. */
export function foreseeFixes(db: RevisionDb, state: ReviewState): ReviewFixes | null {
  const fixes = db.listDone();
  return fixes.length === 0 ? null : sortFixes(fixes, state).arreglos;
}

interface FixesToPutBack {
  readonly db: RevisionDb;
  /** The state with the sheets that were read before, and the present columns. */
  readonly state: ReviewState;
  readonly fixes: readonly RowFix[];
  readonly today: CivilDate;
  readonly search: FindSent;
}

/**
 * Whether a row stays left out. A row left out for its errors stays out while it has some; one left out because it was sent before, while it
 * still counts as sent; one that a person left out, always.
 */
function isLeftOut(row: StoredRow, { anterior }: ReviewedRow, omission: Omission | null): boolean {
  if (omission === 'error') return row.problemas.some(({ clase }) => clase === 'error');
  return omission === 'persona' || (omission === 'enviado' && anterior?.answer.como === 'enviado');
}

/** Puts a person's fixes back after the rows were read with other columns; null when there are no fixes. */
export function putFixesBack({ db, state, fixes, today, search }: FixesToPutBack): ReviewFixes | null {
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
