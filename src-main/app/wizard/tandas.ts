import type { UploadTanda, UploadTandas } from '#contract/uploads.ts';
import { AppError } from '#contract/errors.ts';
import type { MethodParsed } from '#contract/inputs.ts';
import { formatPlain } from '#domain/money.ts';
import { fold, tandasDe, type Tanda } from '#domain/upload/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { DEFAULTS } from '../upload/index.ts';

/** Nobody looks at more sends: only those around the present one are answered. */
const MAXIMUM = 400;

interface Deps {
  readonly choose: (nombre: string | undefined) => Promise<Account>;
  readonly ledgers: Ledgers;
}

/** The sends of one upload of this PC. Throws `CARGA_INEXISTENTE`. Only reads: an upload may be under way. */
export function createTandas({ choose, ledgers }: Deps) {
  // The amount of a range of an upload never changes (I4), and adding it up is the slowest part: sums are kept.
  let sums = { carga: '', ofRange: new Map<string, string>() };

  function importeDe(ledger: Ledger, carga: string, { desde, hasta }: Tanda, rejected: readonly number[]): string {
    if (sums.carga !== carga) sums = { carga, ofRange: new Map() };
    const leftOut = rejected.filter((seq) => desde < hasta && desde <= seq && seq <= hasta);
    const clave = [desde, hasta, ...leftOut].join();
    const sum = sums.ofRange.get(clave) ?? formatPlain(ledger.importe(carga, desde, hasta, leftOut));
    sums.ofRange.set(clave, sum);
    return sum;
  }

  return async ({ cuenta, carga }: MethodParsed<'cargas.tandas'>): Promise<UploadTandas> => {
    const elegida = await choose(cuenta);
    const ledger = await ledgers.openExisting(elegida);
    const upload = ledger?.upload(carga);
    if (ledger === undefined || upload?.cuenta !== elegida.id) {
      throw new AppError('CARGA_INEXISTENTE', { detail: { carga } });
    }
    const history = ledger.readHistory(carga);
    const events = history.map(({ evento: event }) => event);
    const m = fold(events, { ajustes: DEFAULTS, aprendido: ledger.readLearned(elegida.id), mono: 0 });
    const todas = tandasDe(history, m);
    const confirmadas = todas.filter(({ estado }) => estado === 'confirmada').length;
    const desde = Math.max(0, Math.min(confirmadas - MAXIMUM / 2, todas.length - MAXIMUM));
    const filas = todas.slice(desde, desde + MAXIMUM).map((tanda, i): UploadTanda => {
      const { tipo, estado, cupones, prueba, id, antes, at } = tanda;
      const importe = importeDe(ledger, carga, tanda, m.rejected);
      return { n: desde + i + 1, tipo, estado, cupones, importe, prueba, id, antes, at };
    });
    return { carga, tandas: todas.length, confirmadas, cupones: m.total - m.rejected.length, filas };
  };
}
