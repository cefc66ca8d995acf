/** The methods `revision.*`. Long, because all methods about the open review are here, a few lines each; the other files of the folder do the work. */
import { AppError } from '#contract/errors.ts';
import type { Outputs } from '#contract/inputs.ts';
import type { ReviewChange, ReviewDocument } from '#contract/revision.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import { CUPON_FIELDS, FIELDS_IN_ORDER } from '#domain/cupon.ts';
import { makeNamedNotice } from '#domain/cupones/notices.ts';
import { completeTypedDate } from '#domain/cupones/doubts/partial-dates.ts';
import { FIXED_BY_ROW } from '#domain/texts/finding-titles.ts';
import { fileAndRowOf, type FindSent, type ReviewedRow, type RevisionDb } from '#storage/review/index.ts';
import { monotonicFactory } from 'ulid';
import type { Account } from '../accounts/account.ts';
import type { Shared } from '../open/index.ts';
import type { FunctionsOf, MethodContext } from '../dispatch/dispatch.ts';
import type { FixesOf } from '../explanations/index.ts';
import type { OpenSent } from '../uploaded/sent.ts';
import { findConciliacion } from '../uploaded/uploads.ts';
import { changeColumns, leaveFileOut, readFirst } from './columns.ts';
import { isErrorsFile, readCorrected, writeErrors } from './errors-workbook.ts';
import {
  editsOfAll,
  listEqual,
  toEqualsRequest,
  problemIn,
  revalidate,
  type Edit,
  putFixesBack,
  listSheetsRead,
} from './fix.ts';
import { loadRows, noticeOf } from './load.ts';
import { editsOfOperaciones, listCorrected, listExplained, reviewBridge } from './preview.ts';
import type { Import } from './read-files.ts';
import type { Reconcile } from './reconcile.ts';
import { sendReview } from './send.ts';
import {
  createCopies,
  saveState,
  readState,
  type InProgress,
  type ReviewedFile,
  type ReviewState,
  listLinesBetween,
  listDueLike,
  linesOf,
  findNextAmong,
  toViewDocument,
  toViewRow,
  toViewSummary,
} from './state.ts';

export interface RevisionDeps extends Pick<Shared, 'reviews' | 'ledgers' | 'clock' | 'random'> {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly sent: OpenSent;
  readonly importer: Import;
  readonly reconcile: Pick<Reconcile, 'send'>;
  readonly fixesOf: FixesOf;
}

export type Revision = FunctionsOf<Extract<keyof Outputs, `revision.${string}`>>;

interface Named {
  readonly cuenta?: string | undefined;
  readonly revision: string;
}

/** The methods about the files under review (`revision.db`). They throw `REVISION_INEXISTENTE` if another revision has replaced the named revision. */
export function createRevision(deps: RevisionDeps): Revision {
  const { reviews, ledgers, importer, clock } = deps;
  const { templates } = importer;
  const getToday = () => civilDateAt(clock.now());
  const ulid = monotonicFactory(deps.random);

  async function openReview(name: string | undefined): Promise<Omit<InProgress, 'estado'>> {
    const account = await deps.choose(name);
    const db = await reviews.open(account);
    const ledger = await ledgers.openExisting(account);
    const resultOf = (upload: string) => (ledger === undefined ? null : findConciliacion(ledger, upload));
    return { cuenta: account, db, resultOf };
  }

  /** Opens the named revision, whether or not its rows were read. */
  async function openInProgress({ cuenta, revision }: Named): Promise<InProgress> {
    const opened = await openReview(cuenta);
    const estado = readState(opened.db);
    if (estado?.revision !== revision) throw new AppError('REVISION_INEXISTENTE');
    return { ...opened, estado };
  }

  async function openWithRows(input: Named): Promise<InProgress> {
    const current = await openInProgress(input);
    const { estado, db } = current;
    if (estado.estado !== 'filas') throw new AppError('REVISION_INEXISTENTE');
    // With a single file, the screen has no column with file names.
    db.nameFiles(
      estado.archivos.length > 1
        ? estado.archivos.map(({ visto, opciones }) => `${visto.nombre} ${opciones.hoja ?? ''}`)
        : [],
    );
    return current;
  }

  const readRows =
    <I extends Named, T>(read: (current: InProgress, input: I) => T) =>
    async (input: I): Promise<T> =>
      read(await openWithRows(input), input);

  const save = (current: InProgress, changes: Partial<ReviewState>): ReviewDocument =>
    toViewDocument({ ...current, estado: saveState(current.db, { ...current.estado, ...changes }) });

  const toRow = ({ db, estado }: InProgress, id: number | undefined) => {
    const row = id === undefined ? undefined : db.readRow(id);
    if (row === undefined) return null;
    const seen = toViewRow(row, estado, getToday());
    const named = db.namedOf(row.id).map(({ codigo, valor }) => noticeOf(makeNamedNotice(codigo, seen.fila, valor)));
    return { ...seen, problemas: [...seen.problemas, ...named] };
  };

  const changeOf = (current: InProgress, changed: number, id?: number): ReviewChange => ({
    resumen: toViewSummary(current),
    cambiadas: changed,
    fila: toRow(current, id),
  });

  /** Validates edits and changes their rows in one step that can be undone. Returns how many rows differ. */
  async function change({ db, estado, cuenta }: InProgress, edits: readonly Edit[]): Promise<number> {
    const rows = revalidate(edits, { state: estado, today: getToday() });
    return db.change(rows, await deps.sent(cuenta));
  }

  const move =
    (step: (db: RevisionDb, findSent: FindSent) => readonly number[] | undefined) =>
    async (input: Named): Promise<ReviewChange> => {
      const current = await openWithRows(input);
      const rows = step(current.db, await deps.sent(current.cuenta)) ?? [];
      return changeOf(current, rows.length, rows[0]);
    };

  const rowOf = (db: RevisionDb, id: number): ReviewedRow => {
    const row = db.readRow(id);
    if (row === undefined || row.ignorada) throw new AppError('REVISION_INEXISTENTE', { detail: { fila: id } });
    return row;
  };

  const copiesOf = (account: Account) => createCopies(reviews.folderOf(account));
  const locatorOf = ({ cuenta, estado }: InProgress) => {
    const copies = copiesOf(cuenta);
    return (file: ReviewedFile): string => copies.findPath(estado.revision, file);
  };

  async function mergeFixes(current: InProgress, path: string, context: MethodContext) {
    const edits = await readCorrected(importer, { ...current, path }, context);
    return changeOf(current, await change(current, edits));
  }

  return {
    async empezar({ cuenta, archivos: paths }, context) {
      const opened = await openReview(cuenta);
      const previous = readState(opened.db);
      const revision = ulid(Math.trunc(clock.now()));
      const copies = copiesOf(opened.cuenta);
      let hasBegun = false;
      try {
        const prepareCopy = (origin: number, name: string) => copies.prepare(revision, origin, name);
        const first = await readFirst(importer, paths, prepareCopy, context);
        const [only] = first.archivos;
        if (previous?.estado === 'filas' && paths.length === 1 && only !== undefined && isErrorsFile(only, previous)) {
          const current = { ...opened, estado: previous };
          await mergeFixes(current, only.ruta, context);
          return toViewDocument(current);
        }
        opened.db.clearRows();
        const estado = saveState(opened.db, { revision, estado: 'columnas', ...first, carga: null });
        hasBegun = true;
        await copies.removeOthers(revision);
        return toViewDocument({ ...opened, estado });
      } finally {
        if (!hasBegun) await copies.remove(revision);
      }
    },

    async ver({ cuenta }) {
      const opened = await openReview(cuenta);
      const estado = readState(opened.db);
      if (estado === undefined) return null;
      const ledger = estado.carga === null ? undefined : await ledgers.openExisting(opened.cuenta);
      const isSent = estado.carga !== null && ledger?.upload(estado.carga) !== undefined;
      return toViewDocument({ ...opened, estado: isSent ? { ...estado, estado: 'enviada' } : estado });
    },

    async columnas({ cuenta, revision, archivo: index, ...change }, context) {
      const current = await openInProgress({ cuenta, revision });
      const { estado: state } = current;
      const file = state.archivos[index];
      if (file === undefined) throw new AppError('REVISION_INEXISTENTE');
      const answered = { state, current: file, locate: locatorOf(current), change };
      return save(current, { estado: 'columnas', archivos: await changeColumns(importer, answered, context) });
    },

    async dejar_afuera({ origen, afuera, ...input }) {
      const current = await openInProgress(input);
      return save(current, { estado: 'columnas', ...leaveFileOut(current.estado, origen, afuera) });
    },

    async leer({ plantilla, ...input }, context) {
      const current = await openInProgress(input);
      const { db, cuenta, estado } = current;
      if (estado.archivos.some(({ visto }) => visto.problema?.codigo === 'COLUMNAS_SIN_MAPEAR'))
        return toViewDocument(current);
      if (plantilla !== undefined) await rememberColumns(plantilla, estado.archivos);
      // The rows were already read with these columns: reading them again would only delete the steps to undo.
      if (estado.estado === 'filas') return toViewDocument(current);
      const search = await deps.sent(cuenta);
      const fixes = db.listDone();
      const source = { db, files: estado.archivos, locate: locatorOf(current), search };
      const archivos = await loadRows(importer, source, context);
      // If a file cannot be read, return to the columns: leaving it out is the person's decision.
      const isReadable = archivos.every(({ visto }) => visto.problema === null);
      const withProblem = db.listFieldsWithProblem();
      const conProblema = FIELDS_IN_ORDER.filter((field) => withProblem.includes(field));
      const next: ReviewState = { ...estado, estado: isReadable ? 'filas' : 'columnas', archivos, conProblema };
      const arreglos = putFixesBack(fixes, { db, state: next, today: getToday(), search });
      return save(current, { ...next, arreglos, hojasLeidas: listSheetsRead(archivos) });
    },

    filas: readRows((current, { filtro, texto = '', desde, limite }) => {
      const ids = current.db.ids(filtro, texto);
      const filas = ids.slice(desde, desde + limite).flatMap((id) => toRow(current, id) ?? []);
      const { version } = current.db.readHistory();
      return { version, total: ids.length, desde, filas };
    }),

    agrupadas: readRows((current, { filtro, texto = '', desde, limite }) => {
      const { db } = current;
      const groups = db.groupByProblem(filtro, texto);
      const due = new Set([...db.ids('error', texto), ...db.ids('aviso', texto)]);
      const lines = listLinesBetween(groups, { from: desde, to: desde + limite, db, due });
      const { version } = db.readHistory();
      const filas = lines.flatMap((line) => (typeof line === 'number' ? (toRow(current, line) ?? []) : line));
      return { version, total: linesOf(groups), desde, filas };
    }),

    async siguiente({ filtro, texto = '', agrupadas = false, busca, despues, ...input }) {
      const current = await openWithRows(input);
      const { db } = current;
      const wanted = db.ids(busca, texto);
      if (agrupadas) {
        const next = findNextAmong(db.groupByProblem(filtro, texto), new Set(wanted), despues);
        const fila = toRow(current, next?.id);
        return next === undefined || fila === null ? null : { posicion: next.posicion, fila };
      }
      const fila = toRow(current, wanted.find((id) => id > despues) ?? wanted[0]);
      const posicion = fila === null ? -1 : db.ids(filtro, texto).indexOf(fila.id);
      return fila === null || posicion < 0 ? null : { posicion, fila };
    },

    iguales: readRows(({ db }, { fila, campo, listar, limite = 500 }) => {
      const request = toEqualsRequest(rowOf(db, fila), campo);
      if (request === undefined) return { conArreglo: 0, conValor: 0 };
      const counts = db.countEqual(request);
      return listar === undefined ? counts : { ...counts, filas: listEqual(db, request, { by: listar, most: limite }) };
    }),

    async corregir({ fila: id, campo, valor: typed, todas, salvo = [], siempre, ...input }) {
      const valor = CUPON_FIELDS[campo].tipo === 'fecha' ? completeTypedDate(typed, getToday()) : typed;
      const current = await openWithRows(input);
      const { db, estado } = current;
      const row = rowOf(db, id);
      const others = todas ? editsOfAll(db, row, { campo, texto: valor, salvo }) : [];
      const way = others.length > 0 ? 'todas' : 'mano';
      const entry: Edit = { fila: row, celdas: { [campo]: { texto: valor, leido: false } }, modo: way };
      const done = changeOf(current, await change(current, [entry, ...others]), id);
      // Save a rule only if the person accepted the proposed fix: any other value fits only this row.
      const problem = problemIn(row, campo);
      const isRule = siempre === true && problem?.arreglo === valor && !FIXED_BY_ROW.has(problem.codigo);
      const file = estado.archivos[fileAndRowOf(id).archivo];
      if (!isRule || file === undefined) return done;
      const sheet = { huella: file.huella, columnas: file.visto.tabla?.columnas ?? [] };
      const rules = { arreglos: [{ campo, codigo: problem.codigo }] };
      return { ...done, plantilla: await templates.addRules(file.visto.nombre, sheet, rules) };
    },

    async usar(input, context) {
      const current = await openWithRows(input);
      const edits = await editsOfOperaciones(deps.fixesOf, current, input, context);
      const [only, ...more] = edits;
      return changeOf(current, await change(current, edits), more.length === 0 ? only?.fila.id : undefined);
    },

    async omitir({ filas, omitir, ...input }, context) {
      const current = await openWithRows(input);
      const { db } = current;
      const isLike = typeof filas === 'object' && 'comoFila' in filas;
      const ofErrors = filas === 'errores' || (isLike && db.ids('error', '').includes(filas.comoFila));
      const omission = ofErrors ? 'error' : filas === 'enviados' ? 'enviado' : 'persona';
      // Takes back only rows that were left out for the same reason.
      const listLeftOut = () => db.listDone().flatMap(({ id, omitida }) => (omitida === omission ? [id] : []));
      const listToLeaveOut = () => (filas === 'errores' ? db.ids('error', '') : db.listSentIds());
      const ids =
        typeof filas === 'string'
          ? omitir
            ? listToLeaveOut()
            : listLeftOut()
          : 'comoFila' in filas
            ? listDueLike(db, filas)
            : 'causa' in filas
              ? (await listExplained(deps.fixesOf, current, filas, context)).map(({ id }) => id)
              : filas;
      const changed = db.leaveOut(ids, omitir ? omission : null, await deps.sent(current.cuenta));
      return changeOf(current, changed, ids.length === 1 ? ids[0] : undefined);
    },

    deshacer: move((db, findSent) => db.undo(findSent)),
    rehacer: move((db, findSent) => db.redo(findSent)),
    totales: readRows(({ db }) => db.readTotals()),
    puente: readRows(({ db, estado }) => reviewBridge(db, estado)),

    async corregidos({ filas, limite, ...input }) {
      const { db, estado } = await openWithRows(input);
      const values = listCorrected(db, estado);
      const all = filas === undefined ? values : values.filter(({ id }) => filas.includes(id));
      return { total: all.length, valores: all.slice(0, limite) };
    },

    async errores({ exportar, ...input }, { signal }) {
      const { db, estado: state } = await openWithRows(input);
      return writeErrors({ db, state, file: exportar, createdAt: clock.now(), signal });
    },

    async mezclar({ archivos: [path = ''], ...input }, context) {
      return mergeFixes(await openWithRows(input), path, context);
    },

    async enviar(input, context) {
      const { db, estado: state, cuenta } = await openWithRows(input);
      const search = await deps.sent(cuenta);
      const doc = await sendReview(deps.reconcile, { db, state, input, search, today: getToday() }, context);
      // The result was read, so the copies of the files are no longer needed to change columns.
      if ('informe' in doc) await copiesOf(cuenta).remove(state.revision);
      return doc;
    },
  };

  async function rememberColumns(name: string, files: readonly ReviewedFile[]): Promise<void> {
    const [file] = files;
    const table = file?.visto.tabla ?? undefined;
    if (file === undefined || table === undefined) return;
    const { huella, opciones } = file;
    const { respuestas } = opciones;
    const hojas = files.flatMap((one) => (one.origen === file.origen ? (one.opciones.hoja ?? []) : []));
    await templates.remember(name, { huella, columnas: table.columnas }, { respuestas, hojas });
  }
}
