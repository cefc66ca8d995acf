import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError, isAppError } from '#contract/errors.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder } from '#platform/data-folder.ts';
import { toDiskError, getSystemCode } from '#platform/disk-error.ts';
import { toUnansweredError, type FeedClient } from './feed-client.ts';
import type { Offer } from './feed.ts';

interface DownloadDeps {
  readonly client: Pick<FeedClient, 'open'>;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Keeps interrupted downloads, to resume them. */
  readonly folder: string;
}

/** The pauses before each further try of an interrupted download. */
const PAUSES_MS = [1_000, 5_000, 20_000];

interface Following {
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number) => void;
}

/**
 * Downloads the file of an offer to `destination`: never more bytes than were signed, and under that name only once its hash is the signed one.
 * An interrupted part stays in `folder` and is resumed, now and the next time. Throws `ACTUALIZACION_DANADA` (the bytes are not the signed
 * ones; none of them stay), `DISCO_LLENO`, `CARPETA_SIN_PERMISO`, `ACTUALIZACION_SIN_RESPUESTA`.
 */
export async function download(
  { client, clock, folder }: DownloadDeps,
  { offer, destination }: { readonly offer: Offer; readonly destination: string },
  { signal, onBytes }: Following,
): Promise<void> {
  await ensureFolder(folder);
  // The part is named by the expected hash: parts of other versions are of no use and are deleted.
  const name = `${Buffer.from(offer.sha512, 'base64').toString('hex').slice(0, 40)}.parte`;
  for (const other of await readdir(folder)) {
    if (other.endsWith('.parte') && other !== name) await rm(path.join(folder, other), { force: true });
  }
  const part = path.join(folder, name);
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      await goOn(client, { offer, part }, { signal, onBytes });
      break;
    } catch (error) {
      if (!isAppError(error, 'ACTUALIZACION_SIN_RESPUESTA') || pause === undefined) throw error;
      await clock.sleep(pause, signal);
    }
  }
  try {
    await rename(part, destination);
  } catch (error) {
    throw toDiskError(error);
  }
}

/** Downloads the rest of `part`. Throws when it is interrupted, or when its bytes are not the signed ones. */
async function goOn(
  client: DownloadDeps['client'],
  { offer, part }: { readonly offer: Offer; readonly part: string },
  { signal, onBytes }: Following,
): Promise<void> {
  const hash = createHash('sha512');
  const before = await hashPart(part, hash);
  if (before > offer.bytes) return refuse(part);
  let bytes = before;
  if (before < offer.bytes) {
    const response = await client.open(offer.url, before, signal);
    const goesOn = before > 0 && response.statusCode === 206 && startOf(response.headers['content-range']) === before;
    if (before > 0 && !goesOn) {
      // The feed cannot send a part of the file: the download starts again.
      response.destroy();
      await rm(part, { force: true });
      return goOn(client, { offer, part }, { signal, onBytes });
    }
    try {
      const handle = await open(part, 'a', 0o600);
      try {
        for await (const piece of response) {
          if (!(piece instanceof Buffer)) continue;
          bytes += piece.length;
          if (bytes > offer.bytes) break;
          hash.update(piece);
          await handle.appendFile(piece);
          onBytes(bytes);
        }
        await handle.sync();
      } finally {
        response.destroy();
        await handle.close();
      }
    } catch (error) {
      const told = toDiskError(error);
      throw told instanceof AppError ? told : toUnansweredError(error, signal);
    }
  }
  if (bytes < offer.bytes) throw new AppError('ACTUALIZACION_SIN_RESPUESTA', { detail: { causa: 'cortada' } });
  if (bytes > offer.bytes || hash.digest('base64') !== offer.sha512) return refuse(part);
}

async function refuse(part: string): Promise<never> {
  await rm(part, { force: true });
  throw new AppError('ACTUALIZACION_DANADA');
}

/** `bytes 1000-1999/2000` → 1000 */
const startOf = (range: string | undefined): number | undefined => {
  const [, start] = /^bytes (\d+)-/.exec(range ?? '') ?? [];
  return start === undefined ? undefined : Number(start);
};

/** The number of bytes; each one goes through the hash. */
async function hashPart(part: string, hash: Hash): Promise<number> {
  let bytes = 0;
  try {
    for await (const piece of createReadStream(part)) {
      if (!(piece instanceof Buffer)) continue;
      bytes += piece.length;
      hash.update(piece);
    }
  } catch (error) {
    if (getSystemCode(error) !== 'ENOENT') throw toDiskError(error);
  }
  return bytes;
}

/** Whether every byte of a file is as it was signed. */
export async function isWhole(file: string, { bytes, sha512 }: Pick<Offer, 'bytes' | 'sha512'>): Promise<boolean> {
  try {
    if ((await stat(file)).size !== bytes) return false;
    const hash = createHash('sha512');
    await hashPart(file, hash);
    return hash.digest('base64') === sha512;
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return false;
    throw toDiskError(error);
  }
}
