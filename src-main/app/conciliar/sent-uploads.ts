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
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { statusOf } from '../upload/index.ts';
import { createMachines } from '../uploaded/uploads.ts';

const MAX_RECENT = 6;
/** The most sends in an answer: those around the present one. */
const MAX_TANDAS = 400;

interface Deps {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly ledgers: Pick<Ledgers, 'openExisting'>;
  readonly caches: Pick<Caches, 'existingResults'>;
}

/** The uploads that an account made from this PC, one function for each method. They only read: an upload may be under way. */
export function createSentUploads({ choose, ledgers, caches }: Deps) {
  // Keeps sums: the amount of a range of an upload never changes (I4), and adding it up is the slowest part.
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
    /** The files that were sent last, newest first. */
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
            ...missing(carga, m.id),
          };
        });
    },

    /** The values of an upload that differ from its files; none where the ledger of this PC does not have the upload. */
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
        const place = { archivo: getFileName(archivo), hoja, fila, columna: columna ?? campo, campo };
        values.push({ ...place, antes: valor, despues: arreglo, modo });
      }
      return { total, valores: values };
    },

    /** The sends of one upload. Throws `CARGA_INEXISTENTE`. */
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
