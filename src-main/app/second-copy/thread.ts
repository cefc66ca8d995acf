import { Worker } from 'node:worker_threads';
import { fromThread, type Packed } from '#storage/thread-error.ts';
import type { ListedCopy, Published, PublishOrder } from './files.ts';

/** What can be asked of the chosen folder. */
export interface FolderWork {
  mark(folder: string, dataFolder: string): { readonly root: string; readonly sameDisk: boolean };
  publish(order: PublishOrder): Promise<Published>;
  list(folder: string): { readonly root: string; readonly copies: readonly ListedCopy[] };
  /** Gives bytes. */
  bring(folder: string, copia: string, to: string): Promise<number>;
}
export type FolderOrder = {
  [K in keyof FolderWork]: { readonly que: K; readonly con: Parameters<FolderWork[K]> };
}[keyof FolderWork];
export type FolderAnswer =
  { readonly ok: true; readonly valor: unknown } | { readonly ok: false; readonly falla: Packed };

/** The same, answered later. */
export type Folder = {
  readonly [K in keyof FolderWork]: (...con: Parameters<FolderWork[K]>) => Promise<Awaited<ReturnType<FolderWork[K]>>>;
};

const WORKER_URL = new URL('./second-copy-worker.ts', import.meta.url);
/** A database goes through it a page at a time. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/**
 * A thread for each piece of work, which ends by itself: one that a dead share blocks blocks nothing else. After `letGo`, threads that are
 * still at work do not keep the program open.
 */
export function createFolderThreads(): Folder & { letGo(): void } {
  const alive = new Set<Worker>();

  function ask<K extends keyof FolderWork>(
    que: K,
    con: Parameters<FolderWork[K]>,
  ): Promise<Awaited<ReturnType<FolderWork[K]>>> {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<FolderWork[K]>>>();
    const thread = new Worker(WORKER_URL, { workerData: { que, con }, resourceLimits: RESOURCE_LIMITS });
    alive.add(thread);
    thread.once('message', (answer: FolderAnswer) => {
      // What the function of this very name answers, over there.
      if (answer.ok) resolve(answer.valor as Awaited<ReturnType<FolderWork[K]>>);
      else reject(fromThread(answer.falla));
    });
    thread.once('error', reject);
    thread.once('exit', () => {
      alive.delete(thread);
      reject(new Error('The thread of the second copy ended without an answer'));
    });
    return promise;
  }

  return {
    mark: (...con) => ask('mark', con),
    publish: (...con) => ask('publish', con),
    list: (...con) => ask('list', con),
    bring: (...con) => ask('bring', con),
    letGo: () => {
      for (const thread of alive) thread.unref();
    },
  };
}
