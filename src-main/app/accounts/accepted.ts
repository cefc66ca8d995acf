import type { Clock } from '#domain/clock.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { FactStore } from './learned.ts';

const KEY = 'aceptada';

/** When the service last took the credential of an account: kept with what was learnt of its server, for who asks whether the account works. */
export interface Accepted {
  /** It took it now. */
  note(cuentaId: string): Promise<void>;
  /** It refused it, or there is another one that was not tried. */
  forget(cuentaId: string): Promise<void>;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null when it is not known. */
  show(cuentaId: string): Promise<string | null>;
}

/** That a server took a credential is of the PC where it did: what came from another says nothing here. */
export function forgetAccepted(hechos: Pick<FactStore, 'get' | 'set'>): void {
  if (hechos.get(KEY) !== undefined) hechos.set(KEY, '');
}

/** `de` opens the facts of an account. */
export function createAccepted({
  de,
  clock,
}: {
  readonly de: (cuentaId: string) => Promise<Pick<FactStore, 'get' | 'set'>>;
  readonly clock: Clock;
}): Accepted {
  return {
    async note(id) {
      (await de(id)).set(KEY, civilDateTimeAt(clock.now()));
    },
    async forget(id) {
      forgetAccepted(await de(id));
    },
    async show(id) {
      const cuando = (await de(id)).get(KEY);
      return cuando === undefined || cuando === '' ? null : cuando;
    },
  };
}
