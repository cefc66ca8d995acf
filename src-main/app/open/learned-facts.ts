import type { DataFolder } from '#platform/data-folder.ts';
import { openLearned, type FactStore } from '../accounts/learned.ts';
import { createOnce, type Once } from '../once.ts';

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
