import { EventEmitter, once } from 'node:events';
import type { Writable } from 'node:stream';

const MAX_PENDING = 1_048_576;

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** The stream through which exceljs passes a sheet to the archive, without a limit. exceljs' types leave it out. */
function archiveStreamOf(worksheet: object): EventEmitter {
  const pipes = propertyOf(propertyOf(worksheet, 'stream'), 'pipes');
  const stream: unknown = Array.isArray(pipes) ? pipes[0] : undefined;
  // `instanceof` works here, because streams of the package readable-stream inherit from Node's EventEmitter.
  if (!(stream instanceof EventEmitter)) throw new Error('exceljs no longer exposes where a sheet is piped to');
  return stream;
}

function countPendingBytes(stream: EventEmitter): number {
  const length = propertyOf(propertyOf(stream, '_writableState'), 'length');
  if (typeof length !== 'number') throw new Error('The archive no longer exposes how much is waiting');
  return length;
}

/** Resolves when at most `MAX_PENDING` bytes of the sheet wait for the compressor. Rejects with the error that broke the output. */
export async function waitDrained(worksheet: object, output: Writable): Promise<void> {
  const stream = archiveStreamOf(worksheet);
  while (countPendingBytes(stream) > MAX_PENDING) {
    throwIfBroken(output);
    // The race includes `close`, because a broken output never drains.
    const settled = new AbortController();
    const { signal } = settled;
    await Promise.race([once(stream, 'drain', { signal }), once(output, 'close', { signal })]).finally(() =>
      settled.abort(),
    );
  }
  throwIfBroken(output);
}

function throwIfBroken(output: Writable): void {
  if (output.errored !== null) throw output.errored;
  if (output.destroyed) throw new Error('The output was closed while it was being written');
}
