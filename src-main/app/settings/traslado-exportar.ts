import { existsSync } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { TrasladoCuenta, TrasladoExportado } from '#contract/ajustes.ts';
import type { Progreso } from '#contract/progress.ts';
import type { Clock } from '#domain/clock.ts';
import { ensureFolder, newWorkshop, type DataFolder } from '#platform/data-folder.ts';
import { diskError } from '#platform/disk-error.ts';
import { escribirPaquete, type Pieza } from '#platform/paquete.ts';
import { contenidoDe } from '#storage/ledger/index.ts';
import { instantanea } from '#storage/sqlite/instantanea.ts';
import type { Cuenta } from '../accounts/account.ts';
import { BASES, BASES_DE_CACHE, DE_CUENTA, DE_LA_RAIZ, nuevoIndice } from './traslado-indice.ts';

export interface Marcha {
  readonly signal: AbortSignal;
  readonly onProgress: (progreso: Progreso) => void;
}

interface Deps {
  readonly datos: DataFolder;
  readonly cuentas: readonly Cuenta[];
  readonly clock: Clock;
  readonly version: string;
}

/**
 * Writes everything that is not secret to one file: snapshots of the databases first, so that what is being used goes as it was at one
 * moment, and then the file whole or not at all.
 */
export async function exportarTraslado(
  { salida, conCache }: { readonly salida: string; readonly conCache: boolean },
  { datos, cuentas, clock, version }: Deps,
  { signal, onProgress }: Marcha,
): Promise<TrasladoExportado> {
  // Beside the data and not where the system keeps temporary files: it may be as big as the data.
  const taller = newWorkshop(datos);
  await ensureFolder(taller);
  try {
    const piezas: Pieza[] = [];
    const contenido: TrasladoCuenta[] = [];
    const traer = async (nombre: string, hacer: (origen: string, destino: string) => Promise<void>): Promise<void> => {
      const origen = path.join(datos.raiz, nombre);
      if (!existsSync(origen)) return;
      signal.throwIfAborted();
      const destino = path.join(taller, nombre.replaceAll('/', '-'));
      await hacer(origen, destino);
      piezas.push({ nombre, ruta: destino });
    };
    for (const nombre of DE_LA_RAIZ) await traer(nombre, copyFile);
    for (const { id, nombre } of cuentas) {
      const carpeta = `cuentas/${id}`;
      for (const base of [...BASES, ...(conCache ? BASES_DE_CACHE : [])])
        await traer(`${carpeta}/${base}`, instantanea);
      for (const archivo of DE_CUENTA) await traer(`${carpeta}/${archivo}`, copyFile);
      const libro = piezas.find((pieza) => pieza.nombre === `${carpeta}/ledger.db`);
      const cargas = libro === undefined ? null : contenidoDe(libro.ruta).cargas;
      contenido.push({ nombre, cargas, conCache: piezas.some((pieza) => pieza.nombre === `${carpeta}/cache.db`) });
    }
    let total = 0;
    for (const { ruta } of piezas) total += (await stat(ruta)).size;
    let hecho = 0;
    await escribirPaquete(
      salida,
      { piezas, indice: (huellas) => nuevoIndice({ programa: version, hecho: clock.now(), piezas: [...huellas] }) },
      {
        signal,
        onBytes: (bytes) => {
          hecho += bytes;
          onProgress({ fase: 'traslado', hecho, total });
        },
      },
    );
    return { exportado: salida, bytes: (await stat(salida)).size, cuentas: contenido };
  } catch (error) {
    throw diskError(error);
  } finally {
    await rm(taller, { recursive: true, force: true });
  }
}
