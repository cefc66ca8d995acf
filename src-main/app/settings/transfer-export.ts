import { existsSync } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { TransferAccount, ExportedTransfer } from '#contract/settings.ts';
import type { Progress } from '#contract/progress.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, newWorkshop, type DataFolder } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
import { writePackage, type Piece } from '#platform/package.ts';
import { readContent } from '#storage/ledger/index.ts';
import { takeSnapshot } from '#storage/sqlite/snapshot.ts';
import type { Account } from '../accounts/account.ts';
import { BASES, BASES_DE_CACHE, ACCOUNT_FILES, ROOT_FILES, newIndex } from './transfer-index.ts';

export interface TransferTracking {
  readonly signal: AbortSignal;
  readonly onProgress: (progreso: Progress) => void;
}

interface Deps {
  readonly data: DataFolder;
  readonly cuentas: readonly Account[];
  readonly clock: Clock;
  readonly version: string;
}

/**
 * Writes everything that is not secret to one file. Databases are copied as snapshots first, so that a database in use is as it was at one
 * moment. The file is written whole or not at all.
 */
export async function exportTransfer(
  { salida, conCache }: { readonly salida: string; readonly conCache: boolean },
  { data, cuentas, clock, version }: Deps,
  { signal, onProgress }: TransferTracking,
): Promise<ExportedTransfer> {
  // The folder is beside the data and not in the system's temporary folder: it may be as large as the data.
  const taller = newWorkshop(data);
  await ensureFolder(taller);
  try {
    const piezas: Piece[] = [];
    const contents: TransferAccount[] = [];
    const bring = async (
      nombre: string,
      work: (origen: string, destination: string) => Promise<void>,
    ): Promise<void> => {
      const origen = path.join(data.raiz, nombre);
      if (!existsSync(origen)) return;
      signal.throwIfAborted();
      const destination = path.join(taller, nombre.replaceAll('/', '-'));
      await work(origen, destination);
      piezas.push({ nombre, ruta: destination });
    };
    for (const nombre of ROOT_FILES) await bring(nombre, copyFile);
    for (const { id, nombre } of cuentas) {
      const carpeta = `cuentas/${id}`;
      for (const base of [...BASES, ...(conCache ? BASES_DE_CACHE : [])])
        await bring(`${carpeta}/${base}`, takeSnapshot);
      for (const archivo of ACCOUNT_FILES) await bring(`${carpeta}/${archivo}`, copyFile);
      const ledger = piezas.find((pieza) => pieza.nombre === `${carpeta}/ledger.db`);
      const cargas = ledger === undefined ? null : readContent(ledger.ruta).cargas;
      contents.push({ nombre, cargas, conCache: piezas.some((pieza) => pieza.nombre === `${carpeta}/cache.db`) });
    }
    let total = 0;
    for (const { ruta } of piezas) total += (await stat(ruta)).size;
    let hecho = 0;
    await writePackage(
      salida,
      { piezas, buildIndex: (digests) => newIndex({ programa: version, hecho: clock.now(), piezas: [...digests] }) },
      {
        signal,
        onBytes: (bytes) => {
          hecho += bytes;
          onProgress({ fase: 'traslado', hecho, total });
        },
      },
    );
    return { exportado: salida, bytes: (await stat(salida)).size, cuentas: contents };
  } catch (error) {
    throw diskError(error);
  } finally {
    await rm(taller, { recursive: true, force: true });
  }
}
