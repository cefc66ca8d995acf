import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { CuponField } from '#domain/cupon.ts';
import type { Account } from '../accounts/account.ts';
import type { Reviews } from '../open/reviews.ts';
import type { FixesOf } from '../explanations/index.ts';
import type { ReviewedRows } from '../explanations/questions.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { Edit } from './fix.ts';
import { readState, type InProgress, type ReviewedFile, type ReviewState } from './state.ts';

/** The name of a file; with its sheet where several of its sheets are read, because they have the same row numbers. */
function nameOf({ origen, visto: seen }: ReviewedFile, { archivos }: ReviewState): string {
  const sheet = seen.tabla?.hoja ?? null;
  const isOneOfSeveral = archivos.filter((other) => other.origen === origen).length > 1;
  return sheet !== null && isOneOfSeveral ? `${seen.nombre} · ${sheet}` : seen.nombre;
}

/** The place of the rows under review, for explanations. Throws `REVISION_INEXISTENTE` when the rows were not read. */
export async function selectRowsToExplain(reviews: Reviews, account: Account, revision: string): Promise<ReviewedRows> {
  const state = readState(await reviews.open(account));
  if (state?.revision !== revision || state.estado !== 'filas') throw new AppError('REVISION_INEXISTENTE');
  return { revision, file: reviews.pathOf(account), archivos: state.archivos.map((one) => nameOf(one, state)) };
}

/**
 * The values of operations as edits of rows: those that the screen showed; else all of a cause, or the very likely ones in no cause. For these it
 * throws `REVISION_CAMBIADA` when the rows changed since.
 */
export async function editsOfOperaciones(
  fixesOf: FixesOf,
  { cuenta, db, estado }: InProgress,
  { version, cambios, causa }: MethodParsed<'revision.usar'>,
  context: MethodContext,
): Promise<readonly Edit[]> {
  // The texts of an operation are already as they are sent: they are not read like a person's.
  const edit = (id: number, values: Readonly<Partial<Record<CuponField, string>>>): readonly Edit[] => {
    const row = db.readRow(id);
    if (row === undefined || row.ignorada) return [];
    const cells = Object.entries(values).map(([field, text]) => [field, { texto: text, leido: true }]);
    return [{ fila: row, celdas: Object.fromEntries(cells), modo: 'tarjeta' }];
  };
  if (cambios !== undefined) return cambios.flatMap(({ fila, valores }) => edit(fila, valores));
  const which = causa === undefined ? ({ solo: 'sin_causa', certeza: 'muy_probable' } as const) : { causa };
  const found = await fixesOf(cuenta, { revision: estado.revision, which }, context);
  if (found.version !== version || db.readHistory().version !== version) throw new AppError('REVISION_CAMBIADA');
  return found.fixes.flatMap(({ id, valores }) => edit(id, valores));
}
