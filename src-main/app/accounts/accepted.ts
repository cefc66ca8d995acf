import type { Clock } from '#domain/clock.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { AprendidoStore } from './learned.ts';

const CLAVE = 'aceptada';

/** When the service last took the credential of an account: kept with what was learnt of its server, for who asks whether the account works. */
export interface Aceptadas {
  /** It took it now. */
  anotar(cuentaId: string): Promise<void>;
  /** It refused it, or there is another one that was not tried. */
  olvidar(cuentaId: string): Promise<void>;
  /** `YYYY-MM-DD HH:MM:SS` in Buenos Aires; null when it is not known. */
  ver(cuentaId: string): Promise<string | null>;
}

/** That a server took a credential is of the PC where it did: what came from another says nothing here. */
export function olvidarAceptada(hechos: Pick<AprendidoStore, 'get' | 'set'>): void {
  if (hechos.get(CLAVE) !== undefined) hechos.set(CLAVE, '');
}

/** `de` opens the facts of an account. */
export function createAceptadas({
  de,
  clock,
}: {
  readonly de: (cuentaId: string) => Promise<Pick<AprendidoStore, 'get' | 'set'>>;
  readonly clock: Clock;
}): Aceptadas {
  return {
    async anotar(id) {
      (await de(id)).set(CLAVE, civilDateTimeAt(clock.now()));
    },
    async olvidar(id) {
      olvidarAceptada(await de(id));
    },
    async ver(id) {
      const cuando = (await de(id)).get(CLAVE);
      return cuando === undefined || cuando === '' ? null : cuando;
    },
  };
}
