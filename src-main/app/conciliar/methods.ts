/** The methods of the main job: `archivos.validar`, `revision.*` and `cargas.*`. */
import path from 'node:path';
import { tellTo, type Statement } from '#domain/texts/statements.ts';
import { isLockFile } from '#workbook/read/workbook.ts';
import { methodsOf, readOnly, withLock, type MethodsOf } from '../dispatch/dispatch.ts';
import type { FixesOf } from '../explanations/index.ts';
import type { OwnResults, Shared } from '../open/index.ts';
import { isAuditing, statusOf } from '../upload/index.ts';
import { createSent } from '../uploaded/sent.ts';
import { createReconcile, type ReconcileDeps } from './reconcile.ts';
import { createRevision } from './revision.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import type { CorrectedValue, CorrectedValues } from '#contract/revision.ts';
import type { RecentFile, UploadTanda, UploadTandas } from '#contract/conciliaciones.ts';
import { AppError } from '#contract/errors.ts';
import { formatPlain } from '#domain/money.ts';
import { getFileName } from '#domain/texts/language.ts';
import { listTandas, type Tanda } from '#domain/upload/tandas.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import { createMissing } from '../conciliaciones/listing.ts';
import { createMachines } from '../uploaded/uploads.ts';

const WRITERS = [
  'empezar', 'columnas', 'dejar_afuera', 'leer', 'corregir', 'usar', 'omitir', 'deshacer', 'rehacer', 'mezclar', 'enviar',
] as const; // prettier-ignore

interface Deps extends Omit<ReconcileDeps, keyof Shared> {
  readonly fixesOf: FixesOf;
}

export function createConciliarMethods(
  shared: Shared,
  { fixesOf, ...sending }: Deps,
): MethodsOf<'archivos.validar' | `revision.${string}` | `cargas.${string}`> {
  const { accounts, onNotice } = shared;
  const { importer } = sending;
  const { choose } = accounts;
  const leaveOut = (files: readonly string[]) => [...leaveOutLockFiles(files, onNotice)];
  const sent = createSent(shared);
  const reconcile = createReconcile({ ...shared, ...sending });
  const revision = createRevision({ ...shared, choose, sent, importer, reconcile, fixesOf });
  const uploads = createSentUploads({ ...shared, choose });
  return {
    // If an account is given, marks the rows that it sent before.
    'archivos.validar': readOnly(async ({ archivos, cuenta, ...reading }, context) => {
      const alreadySent = cuenta === undefined ? undefined : await sent(await choose(cuenta));
      return importer.validate(leaveOut(archivos), { ...reading, alreadySent }, context);
    }),
    ...methodsOf('revision', revision, WRITERS),
    'revision.empezar': withLock((input, context) =>
      revision.empezar({ ...input, archivos: leaveOut(input.archivos) }, context),
    ),
    'cargas.conciliar': withLock((input, context) =>
      reconcile.reconcile({ ...input, archivos: leaveOut(input.archivos) }, context),
    ),
    'cargas.retomar': withLock(reconcile.resume),
    'cargas.recientes': readOnly(uploads.recientes),
    'cargas.corregidos': readOnly(uploads.corregidos),
    'cargas.tandas': readOnly(uploads.tandas),
  };
}

/** Leaves out lock files of open workbooks and tells the person. If all given files are lock files, keeps them: reading them gives an error that says so. */
export function leaveOutLockFiles(
  files: readonly string[],
  onNotice: (text: string, said: Statement) => void,
): readonly string[] {
  const isLock = (file: string): boolean => isLockFile(path.basename(file));
  const rest = files.filter((file) => !isLock(file));
  if (rest.length === 0) return files;
  for (const lock of files.filter(isLock)) tellTo(onNotice, 'bloqueo_apartado', { nombre: path.basename(lock) });
  return rest;
}

const MAX_RECENT = 6;
/** The most tandas in an answer. The answer has the tandas around the tanda that is being sent. */
const MAX_TANDAS = 400;

interface SentDeps extends OwnResults {
  readonly choose: (name: string | undefined) => Promise<Account>;
}

/** Answers questions about the uploads of an account from this PC. Only reads, because an upload may be running. */
export function createSentUploads({ choose, ledgers, caches }: SentDeps) {
  // Keeps sums: the amount of a range of coupons of an upload never changes (I4 in docs/upload.md), and adding it up is the slowest part.
  let sums = { carga: '', ofRange: new Map<string, string>() };

  function importeOfTanda(
    ledger: Ledger,
    upload: string,
    { desde, hasta }: Tanda,
    rejected: readonly number[],
  ): string {
    if (sums.carga !== upload) sums = { carga: upload, ofRange: new Map() };
    const leftOut = rejected.filter((seq) => desde < hasta && desde <= seq && seq <= hasta);
    const key = [desde, hasta, ...leftOut].join();
    const sum = sums.ofRange.get(key) ?? formatPlain(ledger.importe(upload, desde, hasta, leftOut));
    sums.ofRange.set(key, sum);
    return sum;
  }

  return {
    async recientes({ cuenta }: MethodParsed<'cargas.recientes'>): Promise<readonly RecentFile[]> {
      const chosen = await choose(cuenta);
      const ledger = await ledgers.openExisting(chosen);
      if (ledger === undefined) return [];
      const machineOf = createMachines(ledger, chosen.id);
      const missing = createMissing(ledger, await caches.existingResults(chosen));
      return ledger
        .uploads(chosen.id)
        .slice(0, MAX_RECENT)
        .map(({ carga, archivos, congelado, total }) => {
          const m = machineOf(carga);
          return {
            ...{ carga, archivos, at: congelado, cupones: total, estado: statusOf(m), id: m.id },
            ...(isAuditing(m) ? { conResultado: true as const } : {}),
            ...missing(carga, m.id),
          };
        });
    },

    /** The values of an upload that differ from its files; none if this PC's ledger does not have the upload. */
    async corregidos({ cuenta, carga, limite }: MethodParsed<'cargas.corregidos'>): Promise<CorrectedValues> {
      const chosen = await choose(cuenta);
      const ledger = await ledgers.openExisting(chosen);
      if (ledger?.upload(carga)?.cuenta !== chosen.id) return { total: 0, valores: [] };
      const values: CorrectedValue[] = [];
      let total = 0;
      for (const notice of ledger.readNotices(carga)) {
        const { fila, campo, columna, valor = '', arreglo = '', modo, archivo, hoja = null } = notice;
        if (notice.codigo !== 'CORREGIDO' || fila === null || !campo || modo === undefined) continue;
        total += 1;
        if (limite !== undefined && total > limite) continue;
        const place = { archivo: getFileName(archivo), hoja, fila, columna: columna ?? null, campo };
        values.push({ ...place, antes: valor, despues: arreglo, modo });
      }
      return { total, valores: values };
    },

    /** The tandas of an upload. Throws `CARGA_INEXISTENTE`. */
    async tandas({ cuenta, carga }: MethodParsed<'cargas.tandas'>): Promise<UploadTandas> {
      const chosen = await choose(cuenta);
      const ledger = await ledgers.openExisting(chosen);
      const upload = ledger?.upload(carga);
      if (ledger === undefined || upload?.cuenta !== chosen.id) {
        throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
      }
      const history = ledger.readHistory(carga);
      const m = createMachines(ledger, chosen.id)(carga);
      const all = listTandas(history, m);
      const confirmed = all.filter(({ estado }) => estado === 'confirmada').length;
      const from = Math.max(0, Math.min(confirmed - MAX_TANDAS / 2, all.length - MAX_TANDAS));
      const rows = all.slice(from, from + MAX_TANDAS).map((tanda, i): UploadTanda => {
        const { tipo, estado, cupones, prueba, id, antes, at } = tanda;
        const importe = importeOfTanda(ledger, carga, tanda, m.rejected);
        return { n: from + i + 1, tipo, estado, cupones, importe, prueba, id, antes, at };
      });
      return { carga, tandas: all.length, confirmadas: confirmed, cupones: m.total - m.rejected.length, filas: rows };
    },
  };
}
