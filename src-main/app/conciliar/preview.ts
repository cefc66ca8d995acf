/** The preview before sending: the bridge from the files, the values that differ from the files, and the values taken from operations. */
import type { CorrectedValue, ReviewCorrected } from '#contract/revision.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { parseIsoDate } from '#domain/civil-date.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import { describeSale } from '#domain/cupones/validation.ts';
import type { SaleOfRow } from '#domain/finding.ts';
import { createTillBridge, lineKindOf, saleOf, type RowPlace, type Bridge } from '#domain/till-bridge.ts';
import { fileAndRowOf, type ReviewedRow, type RevisionDb } from '#storage/review/index.ts';
import type { Account } from '../accounts/account.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { FixesOf } from '../explanations/index.ts';
import type { ReviewedRows } from '../explanations/questions.ts';
import type { Reviews } from '../open/index.ts';
import type { Edit } from './fix.ts';
import { wrongFieldsOf } from './load.ts';
import { readState, type InProgress, type ReviewedFile, type ReviewState } from './state.ts';

const CHUNK = 20_000;

/** The sale of a row. Cells with an error are given as written in the file. */
export function saleOfRow({ valores, problemas }: Pick<ReviewedRow, 'valores' | 'problemas'>): SaleOfRow {
  const wrong: ReadonlySet<string> = wrongFieldsOf(problemas);
  const readable = Object.fromEntries(Object.entries(valores).filter(([field]) => !wrong.has(field)));
  return describeSale({ valores, leidos: readable });
}

/** The bridge from the till's total over all rows under review, sent or not. */
export function reviewBridge(db: RevisionDb, state: ReviewState): Bridge {
  const { archivos } = state;
  const bridge = createTillBridge(archivos.map(({ visto: seen }) => seen.nombre));
  const placeOf = (id: number): RowPlace => {
    const { archivo, fila } = fileAndRowOf(id);
    const seen = archivos[archivo]?.visto;
    return { archivo: seen?.nombre ?? '', hoja: seen?.tabla?.hoja ?? null, fila };
  };
  for (const { id, problema } of db.tillLines()) {
    const kind = lineKindOf(problema.codigo);
    if (kind !== undefined) bridge.addLine(placeOf(id), kind, problema.valor);
  }
  for (const { archivo, hoja, fila, campo, antes } of listCorrected(db, state)) {
    if (campo === 'importe') bridge.addWritten({ archivo, hoja, fila }, antes);
  }
  for (let last = 0; ;) {
    const rows = db.tillRows(last, CHUNK);
    for (const { id, fecha, centavos, omitida, conError } of rows) {
      const place = placeOf(id);
      const row = conError ? db.readRow(id) : undefined;
      const sale = conError
        ? saleOf(row === undefined ? undefined : saleOfRow(row))
        : { dia: parseIsoDate(fecha) ?? null, amount: centavos === null ? null : BigInt(centavos) };
      if (conError && omitida !== 'enviado') bridge.addLeftOut(place, 'error', sale);
      else if (omitida === null) bridge.addSent(place, sale);
      else bridge.addLeftOut(place, omitida === 'enviado' ? 'enviada' : 'omitida', sale);
    }
    const end = rows.at(-1);
    if (end === undefined) return bridge.result();
    last = end.id;
  }
}

type Change = Pick<CorrectedValue, 'antes' | 'despues' | 'modo'>;

/** All values to send that differ from the files, in file order: changed by a person, or by rules of the template. Leaves out rows that are not sent. */
export function listCorrected(db: RevisionDb, { archivos }: ReviewState): ReviewCorrected['valores'] {
  const changes = new Map<number, Map<CuponField, Change>>();
  for (const { id, campo, antes, despues } of db.listMended()) {
    const ofRow = changes.get(id) ?? new Map<CuponField, Change>();
    changes.set(id, ofRow.set(campo, { antes, despues, modo: 'plantilla' }));
  }
  for (const { id, correcciones, omitida } of db.listDone()) {
    if (omitida !== null || db.readRow(id)?.texto === null) continue;
    const ofRow = changes.get(id) ?? new Map<CuponField, Change>();
    changes.set(id, ofRow);
    for (const field of FIELDS_IN_ORDER) {
      const { texto = '', antes, modo } = correcciones[field] ?? {};
      // If a person corrected a cell after a rule of the template did, `antes` stays the text of the file.
      if (antes !== undefined && modo !== undefined)
        ofRow.set(field, { antes: ofRow.get(field)?.antes ?? antes, despues: texto, modo });
    }
  }
  return [...changes]
    .sort(([a], [b]) => a - b)
    .flatMap(([id, ofRow]) => {
      const { archivo: place, fila } = fileAndRowOf(id);
      const file = archivos[place];
      const sheet = { archivo: file?.visto.nombre ?? '', hoja: file?.visto.tabla?.hoja ?? null };
      return FIELDS_IN_ORDER.flatMap((campo) => {
        const change = ofRow.get(campo);
        if (change === undefined || change.antes === change.despues) return [];
        return [{ id, ...sheet, fila, columna: file?.nombres[campo] ?? null, campo, ...change }];
      });
    });
}

/** The name of a file. Adds the sheet if several sheets of the file are read, because their row numbers repeat. */
function nameOf({ origen, visto: seen }: ReviewedFile, { archivos }: ReviewState): string {
  const sheet = seen.tabla?.hoja ?? null;
  const isOneOfSeveral = archivos.filter((other) => other.origen === origen).length > 1;
  return sheet !== null && isOneOfSeveral ? `${seen.nombre} · ${sheet}` : seen.nombre;
}

/** Where the rows under review are stored, for explanations. Throws `REVISION_INEXISTENTE` if they have not been read. */
export async function selectRowsToExplain(reviews: Reviews, account: Account, revision: string): Promise<ReviewedRows> {
  const state = readState(await reviews.open(account));
  if (state?.revision !== revision || state.estado !== 'filas') throw new AppError('REVISION_INEXISTENTE');
  return { revision, file: reviews.pathOf(account), archivos: state.archivos.map((one) => nameOf(one, state)) };
}

/**
 * Turns values of operations into edits of rows: of the rows in `cambios`, else of all rows of a cause, else of the very likely rows that are in no cause; the
 * last two without the rows `salvo`, and throwing `REVISION_CAMBIADA` if the rows have changed since `version`.
 */
export async function editsOfOperaciones(
  fixesOf: FixesOf,
  current: InProgress,
  { version, cambios, causa, salvo = [], reenviar }: MethodParsed<'revision.usar'>,
  context: MethodContext,
): Promise<readonly Edit[]> {
  // `leido`: values of an operation already have the form that is sent.
  const edit = (id: number, values: Readonly<Partial<Record<CuponField, string>>>): readonly Edit[] => {
    const row = current.db.readRow(id);
    if (row === undefined || row.ignorada) return [];
    const cells = Object.entries(values).map(([field, text]) => [field, { texto: text, leido: true }]);
    return [{ fila: row, celdas: Object.fromEntries(cells), modo: 'tarjeta' }];
  };
  if (cambios !== undefined) return cambios.flatMap(({ fila, valores }) => edit(fila, valores));
  const which = causa === undefined ? ({ solo: 'sin_causa', certeza: 'muy_probable' } as const) : { causa };
  const fixes = await listExplained(fixesOf, current, { ...which, version, reenviar, fixable: true }, context);
  return fixes.flatMap(({ id, valores }) => (salvo.includes(id) ? [] : edit(id, valores)));
}

/** The rows of `explicaciones.previa` that `which` selects. Throws `REVISION_CAMBIADA` if the rows have changed since `version`. */
export async function listExplained(
  fixesOf: FixesOf,
  { cuenta, db, estado }: InProgress,
  { version, ...which }: Parameters<FixesOf>[1]['which'] & { readonly version: number | undefined },
  context: MethodContext,
) {
  const found = await fixesOf(cuenta, { revision: estado.revision, which }, context);
  if (found.version !== version || db.readHistory().version !== version) throw new AppError('REVISION_CAMBIADA');
  return found.fixes;
}
