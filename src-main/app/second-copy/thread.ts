import { Worker } from 'node:worker_threads';
import { fromThread, type Packed } from '#storage/thread-error.ts';
import type { ListedCopy, Published, PublishOrder } from './files.ts';

/** The work that can be done in the chosen folder. */
export interface FolderWork {
  mark(folder: string, dataFolder: string): { readonly root: string; readonly sameDisk: boolean };
  publish(order: PublishOrder): Promise<Published>;
  list(folder: string): { readonly root: string; readonly copies: readonly ListedCopy[] };
  /** Gives the size in bytes. */
  bring(folder: string, copy: string, to: string): Promise<number>;
}
export type FolderOrder = {
  [K in keyof FolderWork]: { readonly que: K; readonly con: Parameters<FolderWork[K]> };
}[keyof FolderWork];
export type FolderAnswer =
  | { readonly ok: true; readonly valor: unknown }
  | { readonly ok: false; readonly falla: Packed };

/** The same work, done in a thread. */
export type Folder = {
  readonly [K in keyof FolderWork]: (
    ...other: Parameters<FolderWork[K]>
  ) => Promise<Awaited<ReturnType<FolderWork[K]>>>;
};

const WORKER_URL = new URL('./second-copy-worker.ts', import.meta.url);
/** A database passes through a page at a time, so little memory is enough. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

/**
 * One thread for each piece of work, which then ends: a thread that a dead share blocks blocks nothing else. After `letGo`, threads that are
 * still at work do not keep the program open.
 */
export function createFolderThreads(): Folder & { letGo(): void } {
  const alive = new Set<Worker>();

  function ask<K extends keyof FolderWork>(
    what: K,
    other: Parameters<FolderWork[K]>,
  ): Promise<Awaited<ReturnType<FolderWork[K]>>> {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<FolderWork[K]>>>();
    const thread = new Worker(WORKER_URL, { workerData: { que: what, con: other }, resourceLimits: RESOURCE_LIMITS });
    alive.add(thread);
    thread.once('message', (answer: FolderAnswer) => {
      // The thread runs the function of this name, so the answer has its type.
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
    mark: (...other) => ask('mark', other),
    publish: (...other) => ask('publish', other),
    list: (...other) => ask('list', other),
    bring: (...other) => ask('bring', other),
    letGo: () => {
      for (const thread of alive) thread.unref();
    },
  };
}
