/** The methods `revision.*`. Long because every method over one open review is here, a few lines each; what they do is in the files beside. */
import { AppError } from '#contract/errors.ts';
import type { Outputs } from '#contract/outputs.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import type { CuponField } from '#domain/cupon.ts';
import type { SecretStore } from '#platform/secrets/secret-store.ts';
import { fileAndRowOf, type StoredRow, type ReviewedRow, type RevisionDb } from '#storage/review/index.ts';
import { monotonicFactory } from 'ulid';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/ledgers.ts';
import type { Reviews } from '../open/reviews.ts';
import type { Reconcile } from './reconcile.ts';
import type { FunctionsOf, MethodContext } from '../dispatch/dispatch.ts';
import type { Import } from './read-files.ts';
import { toBridgeDocument } from '../reports/bridge-document.ts';
import { loadRows } from './load.ts';
import { changeColumns, leaveFileOut, readFirst } from './columns-step.ts';
import { listCorrected } from './corrected.ts';
import { createCopies, type Copies } from './copies.ts';
import { editsOfAll, toEqualsRequest, problemIn, revalidate, type Edit } from './fix.ts';
import { sendReview } from './send.ts';
import type { OpenSent } from '../uploaded/sent.ts';
import { findConciliacion } from '../uploaded/uploads.ts';
import { saveState, readState, type ReviewedFile, type InProgress } from './state.ts';
import { listLinesBetween, linesOf, findNextAmong } from './grouped.ts';
import { putFixesBack, listSheetsRead } from './keep-fixes.ts';
import { isErrorsFile, readCorrected } from './merge.ts';
import { writeErrors } from './sheet-rows.ts';
import { editsOfOperaciones } from './rows-to-explain.ts';
import type { FixesOf } from '../explanations/index.ts';
import { rememberColumns, rememberFix, rememberOrder } from './remember.ts';
import { reviewBridge } from './till-bridge.ts';
import { toViewDocument, toViewRow, toViewSummary } from './view.ts';

export interface RevisionDeps {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly reviews: Reviews;
  readonly ledgers: Ledgers;
  readonly sent: OpenSent;
  readonly importer: Import;
  readonly reconcile: () => Promise<Reconcile>;
  readonly fixesOf: FixesOf;
  readonly keychain: SecretStore;
  readonly clock: Clock;
  /** Numbers in [0, 1), for the names of revisions. */
  readonly random: () => number;
}

/** One function for each method `revision.*` of the contract. */
export type Revision = FunctionsOf<Extract<keyof Outputs, `revision.${string}`>>;

type OpenReview = Omit<InProgress, 'estado'>;

/** Files under review, kept in `revision.db` of the account. Throws `REVISION_INEXISTENTE` when another revision took the place of the named one. */
export function createRevision(deps: RevisionDeps): Revision {
  const { reviews, ledgers, importer, clock } = deps;
  const getToday = () => civilDateAt(clock.now());
  const ulid = monotonicFactory(deps.random);

  async function openReview(name: string | undefined): Promise<OpenReview> {
    const account = await deps.choose(name);
    const db = await reviews.open(account);
    const ledger = await ledgers.openExisting(account);
    const resultOf = (upload: string) => (ledger === undefined ? null : findConciliacion(ledger, upload));
    return { cuenta: account, db, resultOf };
  }

  /** The revision that the screen shows, whether or not its rows were read. */
  async function openInProgress(input: { cuenta?: string | undefined; revision: string }): Promise<InProgress> {
    const opened = await openReview(input.cuenta);
    const state = readState(opened.db);
    if (state?.revision !== input.revision) throw new AppError('REVISION_INEXISTENTE');
    return { ...opened, estado: state };
  }

  async function withRows(input: { cuenta?: string | undefined; revision: string }): Promise<InProgress> {
    const current = await openInProgress(input);
    if (current.estado.estado !== 'filas') throw new AppError('REVISION_INEXISTENTE');
    return current;
  }

  const changeOf = ({ db, estado, resultOf }: InProgress, changed: number, id?: number) => {
    const row = id === undefined ? undefined : db.readRow(id);
    return {
      resumen: toViewSummary(db, estado, resultOf),
      cambiadas: changed,
      fila: row === undefined ? null : toViewRow(row, estado, getToday()),
    };
  };

  function validateEdits(
    { estado: state }: InProgress,
    edits: readonly Edit[],
    dateOrder?: Readonly<Partial<Record<CuponField, 'dia' | 'mes'>>>,
  ): readonly StoredRow[] {
    return revalidate(edits, {
      state,
      today: getToday(),
      ...(dateOrder === undefined ? {} : { ordenFechas: dateOrder }),
    });
  }

  const rowOf = (db: RevisionDb, id: number): ReviewedRow => {
    const row = db.readRow(id);
    if (row === undefined || row.ignorada) throw new AppError('REVISION_INEXISTENTE', { detail: { fila: id } });
    return row;
  };

  const copiesOf = (account: Account): Copies =>
    createCopies({
      folder: reviews.folderOf(account),
      keychain: deps.keychain,
      keyName: `revision:${account.id}`,
      importer,
    });

  /** Reads the files again at their present paths; the state keeps the original paths. */
  async function readAgain(
    { cuenta, estado }: InProgress,
    readFiles: (files: readonly ReviewedFile[]) => Promise<readonly ReviewedFile[]>,
  ): Promise<readonly ReviewedFile[]> {
    const live = await copiesOf(cuenta).findLive(estado.revision, estado.archivos);
    try {
      const reread = await readFiles(live.archivos);
      const pathOfOriginal = (origin: number) => estado.archivos.find((one) => one.origen === origin)?.ruta;
      return reread.map((item) => ({ ...item, ruta: pathOfOriginal(item.origen) ?? item.ruta }));
    } finally {
      await live.release();
    }
  }

  async function mergeFixes(current: InProgress, path: string, context: MethodContext) {
    const { db, estado: state } = current;
    const { edits, ajenas } = await readCorrected(importer, { db, state, path }, context);
    const changed = db.change(validateEdits(current, edits), await deps.sent(current.cuenta));
    return { ...changeOf(current, changed), ajenas };
  }

  return {
    async empezar({ cuenta, archivos }, context) {
      const { db, ...opened } = await openReview(cuenta);
      const previous = readState(db);
      const revision = ulid(Math.trunc(clock.now()));
      const copies = copiesOf(opened.cuenta);
      let hasBegun = false;
      try {
        const first = await readFirst(importer, archivos, context);
        const [only] = first.archivos;
        if (
          previous?.estado === 'filas' &&
          archivos.length === 1 &&
          only !== undefined &&
          isErrorsFile(only, previous)
        ) {
          await mergeFixes({ ...opened, db, estado: previous }, only.ruta, context);
          return toViewDocument(db, previous, opened.resultOf);
        }
        await copies.save(revision, archivos, context.signal);
        db.clearRows();
        const state = saveState(db, { revision, estado: 'columnas', ...first, carga: null });
        hasBegun = true;
        await copies.removeOthers(revision);
        return toViewDocument(db, state, opened.resultOf);
      } finally {
        if (!hasBegun) await copies.remove(revision);
      }
    },

    async ver({ cuenta }) {
      const { db, cuenta: chosen, resultOf } = await openReview(cuenta);
      const state = readState(db);
      if (state === undefined) return null;
      const sent = state.carga !== null && (await ledgers.openExisting(chosen))?.upload(state.carga) !== undefined;
      return toViewDocument(db, sent ? { ...state, estado: 'enviada' } : state, resultOf);
    },

    async columnas({ archivo: index, hoja, hojas, encabezado, mapear, ordenFechas, respuestas, ...input }, context) {
      const current = await openInProgress(input);
      const { db, estado: state } = current;
      if (state.archivos[index] === undefined) throw new AppError('REVISION_INEXISTENTE');
      const change = { hoja, hojas, encabezado, mapear, ordenFechas, respuestas };
      const files = await readAgain(current, (live) =>
        changeColumns(importer, { state, live, index, change }, context),
      );
      return toViewDocument(db, saveState(db, { ...state, estado: 'columnas', archivos: files }), current.resultOf);
    },

    async dejar_afuera({ origen, afuera, ...input }) {
      const { db, estado: state, resultOf } = await openInProgress(input);
      const files = leaveFileOut(state, origen, afuera);
      return toViewDocument(db, saveState(db, { ...state, estado: 'columnas', ...files }), resultOf);
    },

    async leer({ plantilla, ...input }, context) {
      const current = await openInProgress(input);
      const { db, cuenta, estado, resultOf } = current;
      if (estado.archivos.some(({ visto: seen }) => seen.problema?.codigo === 'COLUMNAS_SIN_MAPEAR'))
        return toViewDocument(db, estado, resultOf);
      if (plantilla !== undefined) await rememberColumns(importer, plantilla, estado.archivos);
      // The rows of these columns are already here, with their corrections: reading the file again would lose them.
      if (estado.estado === 'filas') return toViewDocument(db, estado, resultOf);
      const search = await deps.sent(cuenta);
      const fixes = db.listDone();
      const files = await readAgain(current, (live) => loadRows(importer, { db, files: live, search }, context));
      // A file whose rows could not be read is not left out in silence: the person says so.
      const readable = files.every(({ visto: seen }) => seen.problema === null);
      const next = { ...estado, estado: readable ? ('filas' as const) : ('columnas' as const), archivos: files };
      const fixesRead = putFixesBack({ db, state: next, fixes, today: getToday(), search });
      return toViewDocument(
        db,
        saveState(db, { ...next, arreglos: fixesRead, hojasLeidas: listSheetsRead(files) }),
        resultOf,
      );
    },

    async filas({ filtro, texto = '', desde, limite, ...input }) {
      const { db, estado } = await withRows(input);
      const ids = db.ids(filtro, texto);
      const rows = ids.slice(desde, desde + limite).flatMap((id) => db.readRow(id) ?? []);
      const { version } = db.readHistory();
      return { version, total: ids.length, desde, filas: rows.map((row) => toViewRow(row, estado, getToday())) };
    },

    async agrupadas({ filtro, texto = '', desde, limite, ...input }) {
      const { db, estado } = await withRows(input);
      const groups = db.groupByProblem(filtro, texto);
      const lines = listLinesBetween(groups, desde, desde + limite);
      const { version } = db.readHistory();
      const rows = lines.flatMap((line) => {
        if (typeof line !== 'number') return line;
        const row = db.readRow(line);
        return row === undefined ? [] : toViewRow(row, estado, getToday());
      });
      return { version, total: linesOf(groups), desde, filas: rows };
    },

    async siguiente({ filtro, texto = '', agrupadas, busca, despues, ...input }) {
      const { db, estado } = await withRows(input);
      const wanted = db.ids(busca, texto);
      if (agrupadas === true) {
        const next = findNextAmong(db.groupByProblem(filtro, texto), new Set(wanted), despues);
        const row = next === undefined ? undefined : db.readRow(next.id);
        return next === undefined || row === undefined
          ? null
          : { posicion: next.posicion, fila: toViewRow(row, estado, getToday()) };
      }
      const id = wanted.find((one) => one > despues) ?? wanted[0];
      const row = id === undefined ? undefined : db.readRow(id);
      if (row === undefined) return null;
      const position = db.ids(filtro, texto).indexOf(row.id);
      return position < 0 ? null : { posicion: position, fila: toViewRow(row, estado, getToday()) };
    },

    async iguales({ fila, campo, ...input }) {
      const { db } = await withRows(input);
      const request = toEqualsRequest(rowOf(db, fila), campo);
      return request === undefined ? { conArreglo: 0, conValor: 0 } : db.countEqual(request);
    },

    async corregir({ fila: id, campo, valor, todas, siempre, ...input }) {
      const current = await withRows(input);
      const { db } = current;
      const row = rowOf(db, id);
      const others = todas ? editsOfAll(db, row, { campo, texto: valor }) : [];
      const way = others.length > 0 ? 'todas' : 'mano';
      const entry: Edit = { fila: row, celdas: { [campo]: { texto: valor, leido: false } }, modo: way };
      const edits = [entry, ...others];
      const done = changeOf(current, db.change(validateEdits(current, edits), await deps.sent(current.cuenta)), id);
      const rule = siempre === true ? { campo, problema: problemIn(row, campo), valor } : undefined;
      const file = current.estado.archivos[fileAndRowOf(id).archivo];
      return { ...done, ...(await rememberFix(importer, file, rule)) };
    },

    async usar(input, context) {
      const current = await withRows(input);
      const edits = await editsOfOperaciones(deps.fixesOf, current, input, context);
      const [only, ...more] = edits;
      const changed = current.db.change(validateEdits(current, edits), await deps.sent(current.cuenta));
      return changeOf(current, changed, more.length === 0 ? only?.fila.id : undefined);
    },

    async orden({ archivo, campo, orden, siempre, ...input }) {
      const current = await withRows(input);
      const { db } = current;
      const rows = db.listWithProblem('FECHA_AMBIGUA', campo).flatMap((id) => db.readRow(id) ?? []);
      const edits = rows
        .filter(({ id }) => fileAndRowOf(id).archivo === archivo)
        .map((row): Edit => ({
          fila: row,
          celdas: { [campo]: { texto: problemIn(row, campo)?.valor ?? '', leido: false } },
        }));
      const search = await deps.sent(current.cuenta);
      const done = changeOf(current, db.change(validateEdits(current, edits, { [campo]: orden }), search));
      const one = siempre === true ? current.estado.archivos[archivo] : undefined;
      return { ...done, ...(await rememberOrder(importer, one, { [campo]: orden })) };
    },

    async omitir({ filas, omitir, ...input }) {
      const current = await withRows(input);
      const { db } = current;
      const ids = filas === 'errores' ? db.ids('error', '') : filas === 'enviados' ? db.listSentIds() : filas;
      const omission = filas === 'errores' ? 'error' : filas === 'enviados' ? 'enviado' : 'persona';
      const changed = db.leaveOut(ids, omitir ? omission : null, await deps.sent(current.cuenta));
      return changeOf(current, changed, ids.length === 1 ? ids[0] : undefined);
    },

    async deshacer(input) {
      const current = await withRows(input);
      const rows = current.db.undo(await deps.sent(current.cuenta)) ?? [];
      return changeOf(current, rows.length, rows[0]);
    },

    async rehacer(input) {
      const current = await withRows(input);
      const rows = current.db.redo(await deps.sent(current.cuenta)) ?? [];
      return changeOf(current, rows.length, rows[0]);
    },

    totales: async (input) => (await withRows(input)).db.readTotals(),

    async puente(input) {
      const { db, estado } = await withRows(input);
      return toBridgeDocument(reviewBridge(db, estado));
    },

    async corregidos({ limite, ...input }) {
      const { db, estado } = await withRows(input);
      const all = listCorrected(db, estado);
      return { total: all.length, valores: all.slice(0, limite).map(({ indice: _, ...value }) => value) };
    },

    async errores({ exportar, ...input }, { signal }) {
      const { db, estado: state } = await withRows(input);
      return writeErrors({ db, state, file: exportar, createdAt: clock.now(), signal });
    },

    async mezclar({ archivos, ...input }, context) {
      const current = await withRows(input);
      return mergeFixes(current, archivos[0] ?? '', context);
    },

    async enviar(input, context) {
      const { db, estado: state, cuenta } = await withRows(input);
      const search = await deps.sent(cuenta);
      const doc = await sendReview(await deps.reconcile(), { db, state, input, search, today: getToday() }, context);
      // The result was read, so nobody goes back to the columns.
      if ('informe' in doc) await copiesOf(cuenta).remove(state.revision);
      return doc;
    },

    async descartar(input) {
      const { db, estado, cuenta } = await openInProgress(input);
      db.clearRows();
      db.forget();
      await copiesOf(cuenta).remove(estado.revision);
      return { revision: estado.revision };
    },
  };
}
