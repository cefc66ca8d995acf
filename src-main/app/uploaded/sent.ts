import path from 'node:path';
import { civilDateAt } from '#domain/civil-date.ts';
import { parseCanonicalText, type Cupon } from '#domain/cupon.ts';
import { nameOfSale } from '#domain/cupones/duplicates.ts';
import type { PreviousCupon, RecognisedCupon } from '#domain/finding.ts';
import type { Ledger, SentCupon } from '#storage/ledger/index.ts';
import type { Account } from '../accounts/account.ts';
import { findConciliacion, readGone, wasDeleted } from './uploads.ts';
import type { OwnResults } from '../open/index.ts';

/** A coupon to look up: its canonical text, and its place, from 1, among the sales of its file with the same name (`nameOfSale`). */
export interface CuponToSend {
  readonly texto: string;
  readonly ocurrencia: number;
}

/** For each coupon, the sent coupon that it equals, corrects or resembles, or null. Called in file order, in chunks, once for each reading of the files. */
export type SentLookup = (cupones: readonly CuponToSend[]) => readonly (RecognisedCupon | null)[];

export type OpenSent = (account: Account) => Promise<SentLookup>;

/** Stores the values that all coupons of a file have in common only once, because a file may have half a million coupons. */
function createPriorFinder(): (sent: SentCupon) => RecognisedCupon {
  const known = new Map<string, Map<string, Pick<PreviousCupon, 'carga' | 'archivo' | 'dia'>>>();
  return ({ carga, seq, answer, cupon, archivo, hoja, fila, at }) => {
    const ofUpload = known.get(carga) ?? new Map<string, Pick<PreviousCupon, 'carga' | 'archivo' | 'dia'>>();
    known.set(carga, ofUpload);
    const common = ofUpload.get(archivo) ?? { carga, archivo: nameOf(archivo), dia: civilDateAt(at) };
    ofUpload.set(archivo, common);
    const antes = answer.como === 'corrige' ? (cupon[answer.campo] ?? null) : null;
    return { ...common, hoja, fila, seq, answer, antes };
  };
}
const nameOf = (file: string): string => path.basename(file.replaceAll('\\', '/'));

/** Looks coupons up in a ledger. A coupon whose reconciliation is gone counts as not sent. */
export function lookupIn(ledger: Ledger, results: Parameters<typeof readGone>[1]): SentLookup {
  const deleted = readGone(ledger, results);
  const find = ledger.openSent((upload) => wasDeleted({ ledger, deleted }, upload, findConciliacion(ledger, upload)));
  const findPrior = createPriorFinder();
  const names = new Set<string>();
  const isNamed = (sent: Cupon): boolean => names.has(nameOfSale(sent) ?? '');
  return (cupones) => {
    const parsed = cupones.map(({ texto, ocurrencia }) => ({ cupon: parseCanonicalText(texto), turn: ocurrencia }));
    // Collects the chunk's names first, so that a sent coupon that a later row of the chunk repeats does not count as corrected.
    for (const { cupon } of parsed) {
      const name = nameOfSale(cupon);
      if (name !== undefined) names.add(name);
    }
    return parsed.map(({ cupon, turn }) => {
      const sent = find(cupon, { turn, isNamed });
      return sent === null ? null : findPrior(sent);
    });
  };
}

/** Without a ledger nothing was ever sent: looks nothing up, and creates no ledger. */
export const createSent =
  ({ ledgers, caches }: OwnResults): OpenSent =>
  async (account) => {
    const ledger = await ledgers.openExisting(account);
    if (ledger === undefined) return (cupones) => cupones.map(() => null);
    return lookupIn(ledger, await caches.existingResults(account));
  };
