import type { Clock } from '#domain/clock.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { FactStore } from './learned.ts';

const KEY = 'aceptada';

/** When the service last took the credential of an account. It is kept with what was learnt of the server; it answers whether the account works. */
export interface Accepted {
  /** The service accepted the credential now. */
  note(accountId: string): Promise<void>;
  /** The service refused the credential, or there is a new one that was not tried yet. */
  forget(accountId: string): Promise<void>;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null when it is not known. */
  show(accountId: string): Promise<string | null>;
}

/** Forgets the acceptance in data that came from another PC: only the PC where a credential was used knows that it works. */
export function forgetAccepted(facts: Pick<FactStore, 'get' | 'set'>): void {
  if (facts.get(KEY) !== undefined) facts.set(KEY, '');
}

/** `factsFor` opens the facts of an account. */
export function createAccepted({
  factsFor,
  clock,
}: {
  readonly factsFor: (accountId: string) => Promise<Pick<FactStore, 'get' | 'set'>>;
  readonly clock: Clock;
}): Accepted {
  return {
    async note(id) {
      (await factsFor(id)).set(KEY, civilDateTimeAt(clock.now()));
    },
    async forget(id) {
      forgetAccepted(await factsFor(id));
    },
    async show(id) {
      const when = (await factsFor(id)).get(KEY);
      return when === undefined || when === '' ? null : when;
    },
  };
}
