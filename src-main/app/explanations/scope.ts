/** Asks the thread about an account, and collects everything that an explanation depends on. */
import type { ExplanationLanguage } from '#contract/explanations.ts';
import { civilDateAt } from '#domain/civil-date.ts';
import type { Progress } from '#domain/shared-work.ts';
import type { Account } from '../accounts/account.ts';
import type { MethodContext } from '../dispatch/dispatch.ts';
import type { IsResting } from '../home/unmatched.ts';
import type { LocalData } from '../open/index.ts';
import { nameIdle, type Answers, type CuponSource, type ExplainingThread, type Question } from './questions.ts';

interface AskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: MethodContext['onProgress'];
  /** By default, the unmatched coupons of the account. */
  readonly source?: CuponSource;
  readonly idioma?: ExplanationLanguage | undefined;
}

export type Ask = ReturnType<typeof createAsk>;

export function createAsk({
  caches,
  ledgers,
  folder,
  clock,
  thread,
}: Pick<LocalData, 'caches' | 'ledgers' | 'folder' | 'clock'> & { readonly thread: Pick<ExplainingThread, 'ask'> }) {
  return async <K extends Question['kind']>(
    account: Account,
    question: Extract<Question, { kind: K }>,
    { signal, onProgress, source = { kind: 'account' }, idioma }: AskOptions,
  ): Promise<Answers[K]> => {
    // Opens the cache here first, because the thread only reads it and cannot replace a cache of another version.
    const stretches = caches.read(account, (cache) => {
      const own = cache?.readStretches('operaciones', 'fecha_venta') ?? [];
      // When operations were read by another date than the date of sale, it is unknown which days are complete: takes the requested days.
      return own.length > 0 ? own : (cache?.readStretches('operaciones', '') ?? []);
    });
    const kept = await caches.existingResults(account);
    const ledger = await ledgers.openExisting(account);
    const scope = {
      cuenta: account.id,
      cache: kept === undefined ? null : caches.pathOf(account),
      ledger: ledger === undefined ? null : folder.accountFolder(account.id).ledger,
      source,
      idioma,
      today: civilDateAt(clock.now()),
      // An operation counts as missing only on days when the account had the list and all rows came.
      covered: stretches.flatMap(({ desde, hasta, leido, contratado, estado }) =>
        contratado && estado === 'completa' ? [{ desde, hasta, leido: civilDateAt(leido) }] : [],
      ),
    };
    const note = ({ stage, done, total }: Progress) => onProgress?.({ fase: stage, hecho: done, total });
    return thread.ask<K>(scope, question, { signal, onProgress: note });
  };
}

/** Unmatched coupons with nothing to do now: decided, waiting for an operation, or cancelled by another coupon. *Inicio* and the queue leave these out. */
export const createResting =
  (ask: Ask) =>
  async (account: Account, signal: AbortSignal): Promise<IsResting> => {
    const { idle, sales } = await ask(account, { kind: 'resting' }, { signal });
    const [waiting, decided] = [new Set(idle), new Set(sales)];
    return ({ sale, of, place: { n, seq } }) =>
      waiting.has(nameIdle(of, n, seq)) || (sale !== undefined && decided.has(sale));
  };
