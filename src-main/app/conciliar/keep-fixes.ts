import type { ReviewFixes } from '#contract/revision.ts';
import { FIELDS_IN_ORDER, type CuponField } from '#domain/cupon.ts';
import {
  rowIdOf,
  fileAndRowOf,
  type FindSent,
  type Correction,
  type StoredRow,
  type ReviewedRow,
  type Omission,
  type RevisionDb,
} from '#storage/review/index.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { revalidate, type Edit } from './fix.ts';
import type { ReviewedFile, ReviewState, SheetRead } from './state.ts';

/** The letter of the column from which each field of a sheet was read. */
const lettersOf = ({ visto: seen }: ReviewedFile): SheetRead['letras'] =>
  Object.fromEntries(
    (seen.tabla?.columnas ?? []).flatMap(({ campo, letra }) => (campo === null ? [] : [[campo, letra]])),
  );

/** The columns of the sheets whose rows were read, kept for when the columns change. */
export const listSheetsRead = (files: readonly ReviewedFile[]): readonly SheetRead[] =>
  files.map((one) => ({ origen: one.origen, hoja: one.opciones.hoja ?? null, letras: lettersOf(one) }));

/** What a person did to a row: the corrections of its cells, and why it was left out. */
type Fix = ReturnType<RevisionDb['listDone']>[number];

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
  readonly kept: readonly Fix[];
}

/** The fixes that survive a change of columns: those in cells whose field still comes from the same column. */
function sortFixes(fixes: readonly Fix[], { hojasLeidas = [], archivos }: ReviewState): Sorted {
  const sheets = matchSheets(hojasLeidas, archivos);
  const removed = new Map<CuponField, number>();
  const kept: Fix[] = [];
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
  readonly fixes: readonly Fix[];
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
