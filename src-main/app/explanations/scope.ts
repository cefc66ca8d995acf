/** The current state of everything that an explanation depends on: files, uploads, coverage and decisions. */
import { civilDateAt } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { foldDecisions, isSettled, refusedOf, type DecisionState } from '#domain/decisions/fold.ts';
import { listDecidedSales } from '#domain/decisions/sales.ts';
import type { DataFolder } from '#platform/data-folder.ts';
import type { Account } from '../accounts/account.ts';
import type { Caches } from '../open/caches.ts';
import type { Ledgers } from '../open/ledgers.ts';
import { listGoneSales, readGone, uploadsOf } from '../uploaded/uploads.ts';
import type { LedgerUpload, Scope, ScopeDecisions, CuponSource } from './questions.ts';

interface Deps {
  readonly caches: Caches;
  readonly ledgers: Ledgers;
  /** Where the files of each account are. */
  readonly folder: Pick<DataFolder, 'accountFolder'>;
  readonly clock: Clock;
}

export interface Scopes {
  scopeOf(account: Account, source: CuponSource): Promise<Scope>;
  /** Uploads whose kept result is older than the ledger: it was not read again since they ended. */
  ledgerUploads(account: Account): Promise<readonly LedgerUpload[]>;
  /** What a person decided about the coupons of an account. */
  stateOf(account: Account): Promise<DecisionState>;
}

const NOTHING_DECIDED: DecisionState = { cupones: new Map(), links: new Map(), clashes: [] };

/** Decisions as the thread takes them. */
function decisionsOf({ cupones }: DecisionState, gone: readonly string[]): ScopeDecisions {
  const all = [...cupones];
  return {
    linked: all.flatMap(([sale, { vinculo }]) =>
      vinculo === null ? [] : [{ sale, operaciones: vinculo.decision.operaciones }],
    ),
    refused: all.flatMap(([sale, decision]) => {
      const refused = refusedOf(decision);
      const operaciones = decision.noEs.flatMap((taken) => taken.decision.operaciones);
      return refused.size === 0 ? [] : [{ sale, operaciones: operaciones.filter(({ id }) => refused.has(id)) }];
    }),
    settled: all.flatMap(([sale, decision]) => (isSettled(decision) ? [sale] : [])),
    gone,
  };
}

export function createScopes({ caches, ledgers, folder, clock }: Deps): Scopes {
  const listLedgerUploads: Scopes['ledgerUploads'] = async (account) => {
    const ledger = await ledgers.openExisting(account);
    if (ledger === undefined) return [];
    const known = uploadsOf({ ledger, results: await caches.existingResults(account) }, account.id);
    return known.flatMap(({ carga, conciliacion, lectura }) => (lectura === null ? [{ carga, conciliacion }] : []));
  };
  const stateOf: Scopes['stateOf'] = async (account) => {
    const ledger = await ledgers.openExisting(account);
    return ledger === undefined ? NOTHING_DECIDED : foldDecisions(ledger.readDecisions());
  };
  return {
    ledgerUploads: listLedgerUploads,
    stateOf,
    async scopeOf(account, source) {
      const today = civilDateAt(clock.now());
      // The cache is opened here first: the thread only reads, and cannot replace a cache of another version.
      const stretches = caches.read(account, (cache) => {
        if (cache === undefined) return undefined;
        const own = cache.readStretches('operaciones', 'fecha_venta');
        // When operations were read by another date than the sale's, it is unknown which days are whole: the requested days count.
        return own.length > 0 ? own : cache.readStretches('operaciones', '');
      });
      const kept = await caches.existingResults(account);
      const ledger = await ledgers.openExisting(account);
      const state = await stateOf(account);
      const gone = ledger === undefined ? [] : listGoneSales(ledger, readGone(ledger, kept), state);
      return {
        ledger: folder.accountFolder(account.id).ledger,
        uploads: await listLedgerUploads(account),
        cache: kept === undefined ? null : caches.pathOf(account),
        source,
        decisions: decisionsOf(state, gone),
        decided: listDecidedSales(state),
        today,
        // An operation counts as missing only on contracted days whose rows all came.
        covered: (stretches ?? []).flatMap(({ desde, hasta, leido, contratado, estado }) =>
          contratado && estado === 'completa' ? [{ desde, hasta, leido: civilDateAt(leido) }] : [],
        ),
      };
    },
  };
}
