import { fold } from '#domain/upload/apply.ts';
import type { Machine } from '#domain/upload/machine.ts';
import { DEFAULTS } from '#domain/upload/settings.js';
import type { Ledger } from '#storage/ledger/index.ts';

/** The state of each upload of an account as its ledger tells it, to show it: no time of a run is in it. */
export function createMachines(
  ledger: Pick<Ledger, 'readEvents' | 'readLearned'>,
  accountId: string,
): (upload: string) => Machine {
  const learned = ledger.readLearned(accountId);
  return (upload) => fold(ledger.readEvents(upload), { ajustes: DEFAULTS, aprendido: learned, mono: 0 });
}
