import * as z from 'zod';
import { toDiskError } from '#platform/disk-error.ts';
import { ensureFolder, type AccountFolder, type DataFolder } from '#platform/data-folder.ts';
import { createOnce, type Once } from '../once.ts';
import { readJsonFile, writeJsonAtomic } from '#platform/atomic-file.ts';

/** Facts that were found out about an account's server (docs/gaps.md), kept so that they are found out once. Texts by key. */
export type FactStore = Awaited<ReturnType<typeof openLearned>>;

const file = z.record(z.string(), z.string());

/** Opens the facts of an account. A damaged file is set aside without telling anybody: everything in it is found out again. */
export async function openLearned({ folder, learned }: AccountFolder) {
  const read = await readJsonFile(learned, (value) => file.parse(value));
  const facts = new Map(read.estado === 'leido' ? Object.entries(read.valor) : []);
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

  function set(key: string, value: string): void {
    if (facts.get(key) === value) return;
    facts.set(key, value);
    // One waiting write is enough: it takes everything that was set before it begins.
    if (queued) return;
    queued = true;
    writing = writing.then(write);
  }

  return {
    get: (key: string): string | undefined => facts.get(key),
    /** The value can be read at once; it is on disk soon after, in order. */
    set,
    /** Resolves when everything that was set is on disk. Throws the last disk error since the last call. */
    async waitSaved(): Promise<void> {
      await writing;
      const failed = failure;
      failure = undefined;
      if (failed !== undefined) throw failed.error;
    },
  };
}

/** What was learnt about each account's server, opened once per account. */
export function createLearned(data: DataFolder) {
  const open = new Map<string, Once<FactStore>>();
  return {
    factsFor: (id: string): Promise<FactStore> => {
      const known = open.get(id) ?? createOnce(() => openLearned(data.accountFolder(id)));
      open.set(id, known);
      return known();
    },
    /** Forgets what is in memory, because the files were replaced. */
    forget: (): void => open.clear(),
    /** Resolves when everything that was learnt is on disk. */
    waitSaved: async (): Promise<void> => {
      for (const store of open.values()) await (await store.started())?.waitSaved();
    },
  };
}
