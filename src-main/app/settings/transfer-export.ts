import { existsSync } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { TransferAccount, ExportedTransfer } from '#contract/settings.ts';
import type { Progress } from '#contract/progress.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, createWorkshop, type DataFolder } from '#platform/data-folder.ts';
import { toDiskError } from '#platform/disk-error.ts';
import { writePackage, type Piece } from '#platform/package.ts';
import { readContent } from '#storage/ledger/index.ts';
import { takeSnapshot } from '#storage/sqlite/snapshot.ts';
import type { Account } from '../accounts/account.ts';
import { BASES, BASES_DE_CACHE, ACCOUNT_FILES, ROOT_FILES, createIndex } from './transfer-index.ts';

export interface TransferTracking {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

interface Deps {
  readonly data: DataFolder;
  readonly accounts: readonly Account[];
  readonly clock: Clock;
  readonly version: string;
}

/**
 * Writes everything that is not secret to one file. Databases are copied as snapshots first, so that a database in use is as it was at one
 * moment. The file is written whole or not at all.
 */
export async function exportTransfer(
  { salida, conCache }: { readonly salida: string; readonly conCache: boolean },
  { data, accounts, clock, version }: Deps,
  { signal, onProgress }: TransferTracking,
): Promise<ExportedTransfer> {
  // The folder is beside the data and not in the system's temporary folder: it may be as large as the data.
  const workshop = createWorkshop(data);
  await ensureFolder(workshop);
  try {
    const pieces: Piece[] = [];
    const contents: TransferAccount[] = [];
    const bring = async (name: string, work: (origin: string, destination: string) => Promise<void>): Promise<void> => {
      const origin = path.join(data.root, name);
      if (!existsSync(origin)) return;
      signal.throwIfAborted();
      const destination = path.join(workshop, name.replaceAll('/', '-'));
      await work(origin, destination);
      pieces.push({ nombre: name, ruta: destination });
    };
    for (const name of ROOT_FILES) await bring(name, copyFile);
    for (const { id, nombre } of accounts) {
      const folder = `cuentas/${id}`;
      for (const base of [...BASES, ...(conCache ? BASES_DE_CACHE : [])])
        await bring(`${folder}/${base}`, takeSnapshot);
      for (const file of ACCOUNT_FILES) await bring(`${folder}/${file}`, copyFile);
      const ledger = pieces.find((piece) => piece.nombre === `${folder}/ledger.db`);
      const uploads = ledger === undefined ? null : readContent(ledger.ruta).cargas;
      contents.push({
        nombre,
        cargas: uploads,
        conCache: pieces.some((piece) => piece.nombre === `${folder}/cache.db`),
      });
    }
    let total = 0;
    for (const { ruta } of pieces) total += (await stat(ruta)).size;
    let done = 0;
    await writePackage(
      salida,
      {
        piezas: pieces,
        buildIndex: (digests) => createIndex({ programa: version, hecho: clock.now(), piezas: [...digests] }),
      },
      {
        signal,
        onBytes: (bytes) => {
          done += bytes;
          onProgress({ fase: 'traslado', hecho: done, total });
        },
      },
    );
    return { exportado: salida, bytes: (await stat(salida)).size, cuentas: contents };
  } catch (error) {
    throw toDiskError(error);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}
