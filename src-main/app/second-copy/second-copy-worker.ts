/** The thread that works in the chosen folder: one piece of work, then it ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { toThread } from '#storage/thread-error.ts';
import { bring, listCopies, markFolder, publish } from './files.ts';
import type { FolderAnswer, FolderOrder, FolderWork } from './thread.ts';

const WORK: FolderWork = { mark: markFolder, publish, list: listCopies, bring };

const order: FolderOrder = workerData;

async function answer(): Promise<FolderAnswer> {
  try {
    return { ok: true, valor: await Reflect.apply(WORK[order.que], undefined, order.con) };
  } catch (error) {
    return { ok: false, falla: toThread(error) };
  }
}

parentPort?.postMessage(await answer());
