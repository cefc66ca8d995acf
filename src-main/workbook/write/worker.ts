import { createWriteStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { getSystemCode } from '#platform/disk-error.ts';
import { createWorkbookWriter } from './workbook-writer.ts';
import type { FromWorker, ToWorker, WorkerInput } from './worker-port.ts';
import type { TableWriter } from './table-writer.ts';

const port = parentPort;
if (port === null) throw new Error('This module is a worker');
const { archivo, creado, maxRows }: WorkerInput = workerData;

// Only the owner may read it: it holds sales of a business. `wx`: the name is new, so the file cannot exist.
const output = createWriteStream(archivo, { flags: 'wx', mode: 0o600, highWaterMark: 262_144 });
const workbook = createWorkbookWriter(output, { creado: new Date(creado), maxRows });
let table: TableWriter | undefined;

const answer = (message: FromWorker): void => {
  port.postMessage(message);
};

async function handle(message: ToWorker): Promise<FromWorker> {
  switch (message.kind) {
    case 'ficha':
      await workbook.addRecord(message.ficha);
      return { kind: 'sigue' };
    case 'tabla':
      table = workbook.addTable(message.forma);
      return { kind: 'sigue' };
    case 'filas':
      await table?.rows(message.filas);
      return { kind: 'sigue' };
    case 'fin_tabla':
      await table?.end();
      return { kind: 'sigue' };
    case 'fin':
      await workbook.end();
      return { kind: 'listo' };
  }
}

function toFailure(error: unknown): FromWorker {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'falla', code: getSystemCode(error) ?? null, message };
}

// Messages are handled one after the other: one that arrives while another is written waits.
let queue = Promise.resolve();
port.on('message', (message: ToWorker) => {
  queue = queue.then(async () => {
    try {
      answer(await handle(message));
    } catch (error) {
      answer(toFailure(error));
    }
  });
});
