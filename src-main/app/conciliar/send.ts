import type { UploadDocument } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { makeLeftOutRow, makeNotice, makeNotSentAgain } from '#domain/cupones/notices.ts';
import type { RowNotice, RowError } from '#domain/finding.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { fileAndRowOf, type FindSent, type RevisionDb } from '#storage/review/index.ts';
import { makeDraft, wasSent, type Draft } from './draft.ts';
import type { Reconcile } from './reconcile.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { listCorrected, saleOfRow } from './preview.ts';
import { saveState, type ReviewState, toViewRow } from './state.ts';

/** Coupons per write to the ledger. */
const CHUNK = 2000;

export interface ReviewSource {
  readonly db: RevisionDb;
  readonly state: ReviewState;
  /** Looks up all coupons again, because the command line may have sent some after the rows were read. */
  readonly search: FindSent;
  readonly today: CivilDate;
}

/** The name of each file to send, by `origen`. Files of equal names get a number («ventas.csv (2)»): ledger, report and bridge know only the name. */
function namesOf({ archivos }: ReviewState): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const taken = new Set<string>();
  for (const [origin, name] of new Map(archivos.map(({ origen, visto: seen }) => [origen, seen.nombre]))) {
    let own = name;
    for (let n = 2; taken.has(own); n += 1) own = `${name} (${String(n)})`;
    taken.add(own);
    names.set(origin, own);
  }
  return names;
}

function* listReadyOf(db: RevisionDb): Generator<ReturnType<RevisionDb['listReady']>> {
  let chunk = db.listReady(0, CHUNK);
  for (let last = chunk.at(-1); last !== undefined; last = chunk.at(-1)) {
    yield chunk;
    chunk = db.listReady(last.id, CHUNK);
  }
}

/** Makes a draft with exactly the texts on screen, in file order. Rows that are left out become findings. */
function draftOf(ledger: Ledger, account: string, { db, state, search, today }: ReviewSource): Promise<Draft> {
  const names = namesOf(state);
  const origins = [...names.keys()];
  const placeOf = (file: number) => {
    const { origen = 0, visto } = state.archivos[file] ?? {};
    return { origen, archivo: origins.indexOf(origen), hoja: visto?.tabla?.hoja ?? null };
  };
  return makeDraft(ledger, { cuenta: account, archivos: [...names.values()] }, ({ carga, add }) => {
    for (const chunk of listReadyOf(db)) {
      const recognised = search(chunk);
      const cupones = chunk.map(({ id, texto, ocurrencia, original }, i) => {
        const { archivo: file, fila } = fileAndRowOf(id);
        const { archivo, hoja } = placeOf(file);
        return { row: { archivo, hoja, fila, texto, ocurrencia, original }, of: recognised[i] ?? null };
      });
      add(cupones);
    }
    for (const [file, cells] of Map.groupBy(db.listMended(), ({ id }) => fileAndRowOf(id).archivo)) {
      const mended = cells.map(({ id, campo, antes }) => ({ fila: fileAndRowOf(id).fila, campo, antes }));
      ledger.addMended(carga, placeOf(file), mended);
    }
    for (const [file, findings] of findingsOf({ db, state, today })) {
      const { origen, hoja } = placeOf(file);
      ledger.addFindings(carga, names.get(origen) ?? '', { ...findings, hoja });
    }
    return Promise.resolve({ leidos: [], repeated: [] });
  });
}

/** Leaves out, in one step that can be undone, all coupons that were sent before, including rows with errors and coupons sent after the rows were read. */
function leaveOutSent({ db, search }: ReviewSource): void {
  const ids = [...db.listSentIds()];
  for (const chunk of listReadyOf(db)) {
    const previous = search(chunk);
    ids.push(...chunk.flatMap(({ id }, i) => (wasSent(previous[i]) ? [id] : [])));
  }
  db.leaveOut(ids, 'enviado', search);
}

function findingsOf({ db, state, today }: Omit<ReviewSource, 'search'>) {
  const byFile = new Map<number, { errores: RowError[]; avisos: RowNotice[] }>();
  const foundIn = (file: number) => {
    const found = byFile.get(file) ?? { errores: [], avisos: [] };
    byFile.set(file, found);
    return found;
  };
  const listed = [...db.tillLines(), ...db.listWithErrors()].map(({ id }) => id);
  const ids = new Set([...listed, ...db.ids('aviso', ''), ...db.leftOut()]);
  for (const id of [...ids].sort((a, b) => a - b)) {
    const row = db.readRow(id);
    if (row === undefined) continue;
    const isSent = row.omitida === 'enviado';
    const { archivo, fila, problemas } = toViewRow(row, state, today);
    const found = foundIn(archivo);
    const sale = saleOfRow(row);
    const withErrors = problemas.some(({ clase }) => clase === 'error');
    const leftOut = isSent || (row.omitida !== null && !withErrors);
    let told = false;
    for (const { campo, valor, mensaje, ...problem } of problemas) {
      const column = campo === null ? null : (state.archivos[archivo]?.nombres[campo] ?? null);
      const place = { fila, columna: column, campo, valor, mensaje };
      // A row that was sent before is not sent now, so its errors do not matter.
      if (problem.clase === 'error' && isSent) continue;
      if (problem.clase === 'error') found.errores.push({ ...place, codigo: problem.codigo, venta: sale });
      else if (isSent && problem.codigo === 'YA_ENVIADO') {
        told = true;
        found.avisos.push(makeNotSentAgain({ ...place, codigo: problem.codigo }, sale));
      } else found.avisos.push({ ...place, codigo: problem.codigo });
    }
    if (leftOut && !told) found.avisos.push(makeLeftOutRow(fila, sale));
  }
  for (const { id, fila, columna, campo, antes, despues, modo } of listCorrected(db, state)) {
    const notice = makeNotice({ fila, columna, campo, codigo: 'CORREGIDO', valor: antes, arreglo: despues, modo });
    foundIn(fileAndRowOf(id).archivo).avisos.push(notice);
  }
  return byFile;
}

/**
 * Sends the rows if they are still in the version that the screen showed; else throws `REVISION_CAMBIADA`. Throws `VALIDACION_RECHAZADA` if a row to send has
 * errors, `SIN_CUPONES` if there are no coupons, and otherwise what `cargas.conciliar` throws.
 */
export async function sendReview(
  reconcile: Pick<Reconcile, 'send'>,
  { input, ...source }: ReviewSource & { readonly input: MethodParsed<'revision.enviar'> },
  context: MethodContext,
): Promise<UploadDocument> {
  const { db, state } = source;
  if (db.readHistory().version !== input.version) throw new AppError('REVISION_CAMBIADA');
  if (input.decidir === 'omitir-enviados') leaveOutSent(source);
  const { conError, listas } = db.countRows();
  if (state.estado !== 'filas') throw new AppError('REVISION_INEXISTENTE');
  if (conError > 0) throw new AppError('VALIDACION_RECHAZADA');
  if (listas === 0) throw new AppError('SIN_CUPONES');
  const { revision: _revision, version: _version, ...rest } = input;
  return reconcile.send(
    rest,
    async (ledger, account) => {
      const draft = await draftOf(ledger, account.id, source);
      // Save the upload before it is frozen: if the program ends while sending, the next run sees that this revision was sent.
      saveState(db, { ...state, carga: draft.carga });
      return draft;
    },
    context,
  );
}
