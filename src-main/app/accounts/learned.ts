/** What was learnt about the server of an account (docs/gaps.md) and the result of its last login, stored so that later runs know it. */
import * as z from 'zod';
import type { AccountDetail } from '#contract/accounts.ts';
import { civilDateTimeAt } from '#domain/civil-date.ts';
import type { Clock, Instant } from '#domain/clock.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';
import { ensureFolder, type AccountFolder, type DataFolder } from '#platform/data-folder.ts';
import { toDiskError } from '#platform/disk-error.ts';
import { createOnce, type Once } from '#domain/shared-work.ts';

type FactStore = Awaited<ReturnType<typeof openLearned>>;

const file = z.record(z.string(), z.string());

/** Opens the facts of an account. Sets a damaged file aside without telling the person, because all facts can be learnt again. */
export async function openLearned({ folder, learned }: AccountFolder) {
  const facts = new Map(Object.entries((await readJsonFile(learned, (value) => file.parse(value))) ?? {}));
  let writing: Promise<void> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;
  let queued = false;

  async function write(): Promise<void> {
    queued = false;
    try {
      await ensureFolder(folder);
      await writeJsonAtomic(learned, Object.fromEntries(facts));
    } catch (error) {
      failure = { error: toDiskError(error) };
    }
  }

  return {
    get: (key: string): string | undefined => facts.get(key),
    /** `get` returns the new value at once. The disk gets the value soon after, in the order of the calls. */
    set(key: string, value: string): void {
      if (facts.get(key) === value) return;
      facts.set(key, value);
      // A write that has not begun will include this value.
      if (queued) return;
      queued = true;
      writing = writing.then(write);
    },
    /** Resolves when every value set before is on disk. Throws the last disk error since the previous `waitSaved`. */
    async waitSaved(): Promise<void> {
      await writing;
      const failed = failure;
      failure = undefined;
      if (failed !== undefined) throw failed.error;
    },
  };
}

export const REFUSALS_OF_CREDENTIAL = ['CREDENCIALES_RECHAZADAS', 'TOKEN_RECHAZADO', 'SESION_VENCIDA'] as const;
/** Why the service refused a credential; null if accepted; undefined for an untried or deleted credential. */
export type LoginOutcome = (typeof REFUSALS_OF_CREDENTIAL)[number] | null | undefined;

const ACCEPTED = 'aceptada';
const REFUSED = 'rechazada';
type Facts = Pick<FactStore, 'get' | 'set'>;

export function noteLogin(facts: Facts, now: Instant, outcome: LoginOutcome): void {
  for (const key of [ACCEPTED, REFUSED]) if (facts.get(key) !== undefined) facts.set(key, '');
  const when = civilDateTimeAt(now);
  if (outcome === null) facts.set(ACCEPTED, when);
  else if (outcome !== undefined) facts.set(REFUSED, `${outcome} ${when}`);
}

export function readLogin(facts: Facts): Pick<AccountDetail, 'aceptada' | 'rechazada'> {
  const refused = facts.get(REFUSED) ?? '';
  const code = REFUSALS_OF_CREDENTIAL.find((each) => refused.startsWith(`${each} `));
  return {
    aceptada: facts.get(ACCEPTED) || null,
    rechazada: code === undefined ? null : { codigo: code, cuando: refused.slice(code.length + 1) },
  };
}

export type Learned = ReturnType<typeof createLearned>;

export function createLearned(data: DataFolder, clock: Pick<Clock, 'now'>) {
  const open = new Map<string, Once<FactStore>>();
  const factsFor = (id: string): Promise<FactStore> => {
    const known = open.get(id) ?? createOnce(() => openLearned(data.accountFolder(id)));
    open.set(id, known);
    return known();
  };
  return {
    factsFor,
    noteLogin: async (id: string, outcome: LoginOutcome): Promise<void> =>
      noteLogin(await factsFor(id), clock.now(), outcome),
    /** Drops the facts in memory, because a restored backup replaced the files. */
    forget: (): void => open.clear(),
    waitSaved: async (): Promise<void> => {
      for (const store of open.values()) await (await store.started())?.waitSaved();
    },
  };
}
