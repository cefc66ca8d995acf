import type { UploadTanda, UploadTandas } from '#contract/uploads.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { formatPlain } from '#domain/money.ts';
import { listTandas, type Tanda } from '#domain/upload/tandas.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { createMachines } from '../uploaded/machine.ts';

/** Nobody looks at more sends: only those around the present one are answered. */
const MAXIMUM = 400;

interface Deps {
  readonly choose: (name: string | undefined) => Promise<Account>;
  readonly ledgers: Ledgers;
}

/** The sends of one upload of this PC. Throws `CARGA_INEXISTENTE`. Only reads: an upload may be under way. */
export function createTandas({ choose, ledgers }: Deps) {
  // The amount of a range of an upload never changes (I4), and adding it up is the slowest part: sums are kept.
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

  return async ({ cuenta, carga }: MethodParsed<'cargas.tandas'>): Promise<UploadTandas> => {
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
    const from = Math.max(0, Math.min(confirmed - MAXIMUM / 2, all.length - MAXIMUM));
    const rows = all.slice(from, from + MAXIMUM).map((tanda, i): UploadTanda => {
      const { tipo, estado, cupones, prueba, id, antes, at } = tanda;
      const importe = importeOfTanda(ledger, carga, tanda, m.rejected);
      return { n: from + i + 1, tipo, estado, cupones, importe, prueba, id, antes, at };
    });
    return { carga, tandas: all.length, confirmadas: confirmed, cupones: m.total - m.rejected.length, filas: rows };
  };
}
