import type { ReviewProblem } from '#contract/revision.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { maskCardNumbers } from '#domain/cupones/card-text.ts';
import { validateRows, type RowToValidate, type ValidatedRow } from '#domain/cupones/validate-rows.ts';
import {
  fileAndRowOf,
  type Correction,
  type Corrections,
  type StoredRow,
  type ReadRow,
  type EqualsRequest,
  type RevisionDb,
} from '#storage/review/index.ts';
import { noticeOf, errorDe } from './load.ts';
import type { ReviewState } from './state.ts';

/** A row with the texts that a person put in some of its cells. `leido`: the text is already in the form that is sent. */
export interface Edit {
  readonly fila: ReadRow;
  readonly celdas: RowToValidate;
}

interface CorrectionContext {
  readonly estado: ReviewState;
  readonly hoy: CivilDate;
  readonly ordenFechas?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>>;
}

/** Findings that depend on several cells: each validation makes them anew. */
const ROW_CODES: ReadonlySet<string> = new Set(['OBLIGATORIO', 'TIPO_DE_CUPON_INDEFINIDO', 'TIPO_DE_CUPON_MEZCLADO']);
/** Findings that only the file or the database can make, and not the validation of one row. */
const FOREIGN: ReadonlySet<string> = new Set([
  'POSIBLE_DUPLICADO',
  'FILA_DE_TOTALES',
  'ENCABEZADO_REPETIDO',
  'FILA_IGNORADA',
]);

const badFields = ({ problemas }: ReadRow): ReadonlySet<CuponField> =>
  new Set(problemas.flatMap(({ clase, campo }) => (clase === 'error' && campo !== null ? [campo] : [])));

/** Every cell of the row: edited ones with their new text, the others as they were read. */
function cellsOf({ fila, celdas }: Edit): RowToValidate {
  const wrong = badFields(fila);
  const todas: Partial<Record<CuponField, { texto: string; leido: boolean }>> = {};
  for (const campo of FIELDS_IN_ORDER) {
    const texto = fila.valores[campo];
    if (texto !== undefined) todas[campo] = { texto, leido: !wrong.has(campo) };
  }
  return { ...todas, ...celdas };
}

/** Keeps the findings of untouched cells; those of the edited cells and of the row come from the validation. */
function merge({ fila, celdas }: Edit, validatedRow: ValidatedRow): StoredRow {
  const touched = (campo: CuponField | null | undefined): boolean =>
    campo !== null && campo !== undefined && celdas[campo] !== undefined;
  const kept = fila.problemas.filter(({ campo, codigo }) => !touched(campo) && !ROW_CODES.has(codigo));
  const found = [...validatedRow.errores.map(errorDe), ...validatedRow.avisos.map(noticeOf)].filter(
    ({ campo, codigo }) => !FOREIGN.has(codigo) && (touched(campo) || ROW_CODES.has(codigo)),
  );
  const problemas: readonly ReviewProblem[] = [...found, ...kept].map((one) => ({
    ...one,
    valor: maskCardNumbers(one.valor),
  }));
  const texto = problemas.some(({ clase }) => clase === 'error') ? null : validatedRow.texto;
  const { id, omitida, ignorada } = fila;
  // An untouched wrong cell keeps its text, although the validation of one row could read it otherwise.
  const wrong = new Set(kept.flatMap(({ clase, campo }) => (clase === 'error' && campo !== null ? [campo] : [])));
  const valores: Partial<Record<CuponField, string>> = {};
  for (const campo of FIELDS_IN_ORDER) {
    const value = wrong.has(campo) ? fila.valores[campo] : validatedRow.valores[campo];
    if (value !== undefined && value !== '') valores[campo] = value;
  }
  return {
    id,
    valores,
    texto,
    problemas,
    omitida,
    ignorada,
    correcciones: correctionsOf({ fila, celdas }, valores, problemas),
  };
}

/** The corrections of a row, earlier ones and new ones, in canonical form where the cell could be read. */
function correctionsOf(
  { fila, celdas }: Edit,
  valores: StoredRow['valores'],
  problemas: readonly ReviewProblem[],
): Corrections {
  const applied: Partial<Record<CuponField, Correction>> = { ...fila.correcciones };
  for (const campo of FIELDS_IN_ORDER) {
    if (celdas[campo] === undefined) continue;
    const isWrong = problemas.some(
      (one) => one.clase === 'error' && one.campo === campo && one.codigo !== 'OBLIGATORIO',
    );
    applied[campo] = { texto: valores[campo] ?? '', leido: !isWrong };
  }
  return applied;
}

/** Validates the edited rows, and only those, in the order of `edits`. */
export function revalidate(edits: readonly Edit[], context: CorrectionContext): readonly StoredRow[] {
  const done = new Map<number, StoredRow>();
  for (const [archivo, theirs] of Map.groupBy(edits, ({ fila }) => fileAndRowOf(fila.id).archivo)) {
    const validated = validateRows({
      filas: theirs.map(cellsOf),
      nombres: context.estado.archivos[archivo]?.nombres ?? {},
      hoy: context.hoy,
      ordenFechas: context.ordenFechas,
      tarjetas: context.estado.archivos[archivo]?.tarjetas,
    });
    for (const [index, edit] of theirs.entries()) {
      const validatedRow = validated[index];
      if (validatedRow !== undefined) done.set(edit.fila.id, merge(edit, validatedRow));
    }
  }
  return edits.flatMap(({ fila }) => done.get(fila.id) ?? []);
}

/** The problem of a cell: its error, else its notice. */
export const problemIn = (fila: ReadRow, campo: CuponField): ReviewProblem | undefined => {
  const own = fila.problemas.filter((one) => one.campo === campo);
  return own.find(({ clase }) => clase === 'error') ?? own[0];
};

interface Fix {
  readonly campo: CuponField;
  readonly texto: string;
}

/** The query for the other rows with the same problem; undefined when the cell has none. */
export function equalRequest(fila: ReadRow, campo: CuponField): EqualsRequest | undefined {
  const problema = problemIn(fila, campo);
  return problema === undefined
    ? undefined
    : { codigo: problema.codigo, campo, valor: problema.valor, excluding: fila.id };
}

/**
 * Applies the fix of a cell to every row with the same problem. When the fix is the proposed one, each row gets its own proposal; else rows
 * with the same text get the same fix.
 */
export function editsOfAll(db: RevisionDb, fila: ReadRow, { campo, texto }: Fix): readonly Edit[] {
  const request = equalRequest(fila, campo);
  if (request === undefined) return [];
  const propio = problemIn(fila, campo)?.arreglo === texto;
  const fixOf = ({ problemas }: ReadRow): string | null | undefined =>
    problemas.find((one) => one.campo === campo && one.codigo === request.codigo && one.arreglo !== null)?.arreglo;
  const others = db.findEqual(request, propio ? 'arreglo' : 'valor').flatMap((id) => db.readRow(id) ?? []);
  return others.map((other) => ({
    fila: other,
    celdas: { [campo]: { texto: propio ? (fixOf(other) ?? texto) : texto, leido: false } },
  }));
}
