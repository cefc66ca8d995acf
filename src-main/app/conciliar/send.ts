import type { UploadDocument } from '#contract/documents.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { makeLeftOutRow, makeNotice, makeNotSentAgain } from '#domain/cupones/notices.ts';
import type { RowNotice, RowError } from '#domain/finding.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import { fileAndRowOf, type FindSent, type RevisionDb } from '#storage/review/index.ts';
import type { Correction, Draft } from './draft.ts';
import type { Reconcile } from './reconcile.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import { createSentCount } from './sent-count.ts';
import { listCorrected } from './corrected.ts';
import { saveState, type ReviewState } from './state.ts';
import { saleOfRow } from './till-bridge.ts';
import { toViewRow } from './view.ts';

/** So many coupons at a time go into the ledger. */
const CHUNK = 2000;

interface ReviewSource {
  readonly db: RevisionDb;
  readonly state: ReviewState;
  /** Every coupon is looked up again: the command line may have sent some since the rows were read. */
  readonly search: FindSent;
  readonly today: CivilDate;
}

/**
 * The names of the files that are sent, by `origen`, each once, even if several of its sheets are read. Files of one name in different folders get
 * names of their own («ventas.csv (2)»): the ledger, the report and the bridge know a file by its name.
 */
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

/** The coupons that would be sent, in file order, in chunks. */
function* listReadyOf(db: RevisionDb): Generator<ReturnType<RevisionDb['listReady']>> {
  let chunk = db.listReady(0, CHUNK);
  for (let last = chunk.at(-1); last !== undefined; last = chunk.at(-1)) {
    yield chunk;
    chunk = db.listReady(last.id, CHUNK);
  }
}

/** A draft of the ledger with exactly the texts that were shown, in file order. Rows that were left out go beside them as findings. */
function draftOf(ledger: Ledger, account: string, { db, state, search, today }: ReviewSource): Draft {
  const sent = createSentCount();
  const names = namesOf(state);
  const origins = [...names.keys()];
  const upload = ledger.createDraft({ cuenta: account, archivos: [...names.values()] });
  try {
    let valid = 0;
    const corrections: Correction[] = [];
    for (const chunk of listReadyOf(db)) {
      const recognised = search(chunk);
      for (const previous of recognised) sent.add(previous?.answer.como === 'enviado' ? previous : null);
      const rows = chunk.map(({ id, texto, ocurrencia, original }) => {
        const { archivo, fila } = fileAndRowOf(id);
        const { origen = 0, visto: seen } = state.archivos[archivo] ?? {};
        return {
          archivo: origins.indexOf(origen),
          fila,
          texto,
          ocurrencia,
          original,
          hoja: seen?.tabla?.hoja ?? null,
        };
      });
      ledger.addCupones(upload, rows);
      for (const [i, row] of rows.entries()) {
        const of = recognised[i];
        if (of?.answer.como === 'corrige') corrections.push({ seq: valid + i + 1, row, of });
      }
      valid += chunk.length;
    }
    const mended = Map.groupBy(db.listMended(), ({ id }) => fileAndRowOf(id).archivo);
    for (const [file, cells] of mended) {
      const { origen = 0, visto: seen } = state.archivos[file] ?? {};
      const place = { archivo: origins.indexOf(origen), hoja: seen?.tabla?.hoja ?? null };
      ledger.addMended(
        upload,
        place,
        cells.map(({ id, campo, antes }) => ({ fila: fileAndRowOf(id).fila, campo, antes })),
      );
    }
    for (const [file, findings] of findingsOf({ db, state, today })) {
      const { origen = 0, visto: seen } = state.archivos[file] ?? {};
      ledger.addFindings(upload, names.get(origen) ?? '', { ...findings, hoja: seen?.tabla?.hoja ?? null });
    }
    const imported = { archivos: [], hasNoErrors: true, validas: valid, usedAuxiliaries: 0, freeMarker: null };
    return {
      carga: upload,
      imported,
      validacion: [],
      enviados: sent.result(),
      corrections,
      archivos: [...names.values()],
      repeated: [],
    };
  } catch (error) {
    ledger.discardDraft(upload);
    throw error;
  }
}

/** Leaves out the coupons that were sent, rows with errors too, also those sent since the rows were read, as a change that can be undone. */
function leaveOutSent({ db, search }: ReviewSource): void {
  const ids = [...db.listSentIds()];
  for (const chunk of listReadyOf(db)) {
    const previous = search(chunk);
    ids.push(...chunk.flatMap(({ id }, i) => (previous[i]?.answer.como === 'enviado' ? [id] : [])));
  }
  db.leaveOut(ids, 'enviado', search);
}

/** The findings of the rows, by file, for the report of the upload. */
function findingsOf({ db, state, today }: Omit<ReviewSource, 'search'>) {
  const byFile = new Map<number, { errores: RowError[]; avisos: RowNotice[] }>();
  const ids = new Set([...db.ids('aviso', ''), ...[...db.listWithErrors()].map(({ id }) => id), ...db.leftOut()]);
  for (const id of [...ids].sort((a, b) => a - b)) {
    const row = db.readRow(id);
    if (row === undefined) continue;
    const wasSent = row.omitida === 'enviado';
    const { archivo, fila, problemas } = toViewRow(row, state, today);
    const found = byFile.get(archivo) ?? { errores: [], avisos: [] };
    byFile.set(archivo, found);
    const sale = saleOfRow(row);
    const withErrors = problemas.some(({ clase }) => clase === 'error');
    const leftOut = wasSent || (row.omitida !== null && !withErrors);
    let told = false;
    for (const { campo, valor, mensaje, ...problem } of problemas) {
      const column = campo === null ? null : (state.archivos[archivo]?.nombres[campo] ?? campo);
      const place = { fila, columna: column, campo, valor, mensaje };
      // The errors of a row that was sent before keep nothing from being sent.
      if (problem.clase === 'error' && wasSent) continue;
      if (problem.clase === 'error') found.errores.push({ ...place, codigo: problem.codigo, venta: sale });
      else if (wasSent && problem.codigo === 'YA_ENVIADO') {
        told = true;
        found.avisos.push(makeNotSentAgain({ ...place, codigo: problem.codigo }, sale));
      } else found.avisos.push({ ...place, codigo: problem.codigo });
    }
    if (leftOut && !told) found.avisos.push(makeLeftOutRow(fila, sale));
  }
  for (const { indice, fila, columna, campo, antes, despues, modo } of listCorrected(db, state)) {
    const found = byFile.get(indice) ?? { errores: [], avisos: [] };
    byFile.set(indice, found);
    found.avisos.push(makeNotice({ fila, columna, campo, codigo: 'CORREGIDO', valor: antes, arreglo: despues, modo }));
  }
  return byFile;
}

/**
 * Sends the version that the screen showed, or nothing (`REVISION_CAMBIADA`). Throws `VALIDACION_RECHAZADA` while a row that was not left out
 * has errors, `SIN_CUPONES` when no coupon is left; otherwise as `cargas.conciliar`.
 */
export async function sendReview(
  reconcile: Reconcile,
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
    (ledger, account) => {
      const draft = draftOf(ledger, account.id, source);
      // The upload is noted before it is frozen: if the program ends while sending, the revision is known to be over.
      saveState(db, { ...state, carga: draft.carga });
      return Promise.resolve(draft);
    },
    context,
  );
}
