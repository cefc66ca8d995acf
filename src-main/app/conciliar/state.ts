import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type {
  ReviewFile,
  ReviewFixes,
  ReviewDocument,
  ReviewGroup,
  ReviewRow,
  ReviewProblem,
  ReviewSummary,
} from '#contract/revision.ts';
import { type CuponField, FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import { type RevisionDb, fileAndRowOf, type ReviewedRow, type StoredRowGroup } from '#storage/review/index.ts';
import type { ImportJob } from '#workbook/import/job.ts';
import type { Account } from '../accounts/account.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { requiredOf } from '#domain/cupones/fields.ts';
import { makePossibleDuplicateNotice, makeAlreadySentNotice } from '#domain/cupones/notices.ts';
import { nameOfSource } from '#domain/texts/row-notices.ts';
import { ROW_NOTICE_CODES, ROW_ERROR_CODES } from '#domain/finding.ts';
import { noticesOfFile } from './file-notices.ts';
import { noticeOf } from './load.ts';
import { foreseeFixes } from './fix.ts';

export type FileOptions = Pick<ImportJob, 'hoja' | 'encabezado' | 'mapear' | 'respuestas'>;

export interface FileSheets {
  readonly todas: readonly string[];
  readonly conCupones: ReviewFile['conCupones'];
}

/** A sheet whose rows were read. `letras`: the letter of each field's column at that time. */
export interface SheetRead {
  readonly origen: number;
  readonly hoja: string | null;
  readonly letras: Readonly<Partial<Record<CuponField, string>>>;
}

export interface ReviewedFile {
  readonly ruta: string;
  /** The index of the sheet's file among the given files. */
  readonly origen: number;
  readonly opciones: FileOptions;
  readonly visto: ReviewFile;
  /** The header of each field's column, or its letter if it has none. */
  readonly nombres: Readonly<Partial<Record<CuponField, string>>>;
  /** The fingerprint of the sheet's headers, by which templates are found (`Template`). */
  readonly huella: string;
  /** Fields whose column holds card numbers; absent until the rows are read. */
  readonly tarjetas?: readonly CuponField[] | undefined;
}

export interface ReviewState {
  readonly revision: string;
  readonly estado: 'columnas' | 'filas' | 'enviada';
  readonly archivos: readonly ReviewedFile[];
  readonly fuera?: readonly ReviewedFile[] | undefined;
  /** For each file, its sheets; the index is `origen`. */
  readonly hojas: readonly FileSheets[];
  /** The sheets whose rows were read, in order; absent until then. */
  readonly hojasLeidas?: readonly SheetRead[] | undefined;
  /** The fields that had a problem when the rows were read; absent until then. */
  readonly conProblema?: readonly CuponField[] | undefined;
  /** Which of the person's changes were kept when the rows were read; null without changes. */
  readonly arreglos?: ReviewFixes | null | undefined;
  readonly carga: string | null;
}

export interface InProgress {
  readonly cuenta: Account;
  readonly db: RevisionDb;
  readonly estado: ReviewState;
  /** Returns the reconciliation of an upload; null if the upload has no result. */
  readonly resultOf: (upload: string) => string | null;
}

/** Reads the stored state without checking it, because opening `revision.db` deletes states of other versions. Undefined if nothing is stored. */
export function readState(db: RevisionDb): ReviewState | undefined {
  const written = db.readMeta();
  if (written === undefined) return undefined;
  const state: ReviewState = JSON.parse(written);
  return state;
}

export function saveState(db: RevisionDb, state: ReviewState): ReviewState {
  db.saveMeta(JSON.stringify(state));
  return state;
}

/** Copies of files under review, card numbers masked: the browser host deletes received files when it closes, but a person may still change columns. */
export function createCopies(folder: string) {
  const remove = (revision: string): Promise<void> => rm(path.join(folder, revision), { recursive: true, force: true });
  const folderOf = (revision: string, origin: number): string => path.join(folder, revision, String(origin));
  return {
    /** Makes the folder for the copy of a file. Returns the path of the copy, which has the file's name. */
    async prepare(revision: string, origin: number, name: string): Promise<string> {
      await ensureFolder(folderOf(revision, origin));
      return path.join(folderOf(revision, origin), name);
    },
    /** The path at which a file can be read now: its own path, or its copy's if the file is gone. */
    findPath(revision: string, { ruta, origen, visto: { nombre } }: ReviewedFile): string {
      const copy = path.join(folderOf(revision, origen), nombre);
      return !existsSync(ruta) && existsSync(copy) ? copy : ruta;
    },
    remove,
    async removeOthers(revision: string): Promise<void> {
      if (!existsSync(folder)) return;
      for (const other of await readdir(folder)) if (other !== revision) await remove(other);
    },
  };
}

const nameBeside = (one: ReviewedFile | undefined, other: ReviewedFile | undefined): string =>
  nameOfSource({ archivo: one?.visto.nombre ?? '', hoja: one?.opciones.hoja }, one?.origen === other?.origen);

/** The notice that another row has the same coupon. The notice names the other row's file if the files differ. */
function duplicateProblemsOf({ id, duplicaA }: ReviewedRow, { archivos }: ReviewState): readonly ReviewProblem[] {
  if (duplicaA === null) return [];
  const own = fileAndRowOf(id);
  const first = fileAndRowOf(duplicaA);
  const from = first.archivo === own.archivo ? undefined : nameBeside(archivos[first.archivo], archivos[own.archivo]);
  return [noticeOf(makePossibleDuplicateNotice(own.fila, { fila: first.fila, de: from, isReview: true }))];
}

/** A row as the screens show it, with the notices about equal coupons. `today`: dates of other years are shown with their year. */
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
    ...(correcciones === null
      ? {}
      : { cambiados: FIELDS_IN_ORDER.filter((field) => correcciones[field] !== undefined) }),
  };
}

const WALLET = requiredOf('billetera');

/** The fields with a column in some file, in wire order. If one of a wallet sale's two fields has a column, the other is added, for a person to fill in. */
export function fieldsOf({ archivos }: ReviewState): readonly CuponField[] {
  const hasColumn = (field: CuponField): boolean => archivos.some(({ nombres }) => nombres[field] !== undefined);
  const isOfWallet = WALLET.some(hasColumn);
  return FIELDS_IN_ORDER.filter((field) => hasColumn(field) || (isOfWallet && WALLET.includes(field)));
}

export function toViewSummary({ db, estado: state, resultOf }: InProgress): ReviewSummary {
  const counts = db.countRows();
  const sent = db.readSent().map((one) => ({ ...one, conciliacion: resultOf(one.carga) }));
  const cupones = sent.reduce((sum, one) => sum + one.cupones, 0);
  const of = sent.reduce((sum, { omitidos }) => sum + omitidos, counts.listas + counts.conError);
  return {
    ...counts,
    ...db.readHistory(),
    campos: fieldsOf(state),
    avisos: state.archivos.map((file, index) => noticesOfFile(db, file, index)),
    enviados: sent,
    yaEnviado: { cupones, de: of, mayoria: cupones * 2 > of },
  };
}

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
    conProblema: state.conProblema ?? [],
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

/** How many lines some groups take, headings included. */
export const linesOf = (groups: readonly StoredRowGroup[]): number =>
  groups.reduce((sum, { filas }) => sum + filas.length + 1, 0);

/** The lines of some groups between two positions. A line is a heading or the id of a row. `due`: the rows with a problem that are not left out. */
export function listLinesBetween(
  groups: readonly StoredRowGroup[],
  {
    from,
    to,
    db,
    due,
  }: { readonly from: number; readonly to: number; readonly db: RevisionDb; readonly due: ReadonlySet<number> },
): readonly (ReviewGroup | number)[] {
  const lines: (ReviewGroup | number)[] = [];
  let start = 0;
  for (const [place, group] of groups.entries()) {
    if (start >= from && start < to) {
      const { filas, problema } = group;
      const fixable = new Set(
        problema === null || problema.campo === null
          ? []
          : db.findEqual({ codigo: problema.codigo, campo: problema.campo, valor: '', excluding: 0 }, 'arreglo'),
      );
      lines.push({
        id: -1 - place,
        estado: 'grupo',
        problema: headingOf(group),
        filas: filas.length,
        conArreglo: filas.filter((id) => fixable.has(id)).length,
        porResolver: filas.filter((id) => due.has(id)).length,
      });
    }
    lines.push(...group.filas.slice(Math.max(0, from - start - 1), Math.max(0, to - start - 1)));
    start += group.filas.length + 1;
  }
  return lines;
}

/** The rows in the group of a row that are not left out. */
export const listDueLike = (
  db: RevisionDb,
  { comoFila, texto = '' }: { readonly comoFila: number; readonly texto?: string | undefined },
): readonly number[] =>
  (['error', 'aviso'] as const)
    .flatMap((filter) => db.groupByProblem(filter, texto))
    .find(({ filas }) => filas.includes(comoFila))?.filas ?? [];

/** The next wanted row after a given row, in group order, and the position of its line. After the last wanted row comes the first again. */
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
