/** A view as a workbook or as text, exactly as filtered. */
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { diskError, systemCode } from '#platform/disk-error.ts';
import { writeCsv } from './export-csv.ts';
import type { Exportacion, Exported, Salida } from './export-source.ts';
import { writeSheets } from './export-workbook.ts';

/**
 * Writes the view to `archivo`, an `.xlsx` or a `.csv` with a text beside it, and gives their paths. Never over another file. Errors:
 * `SALIDA_EXISTENTE`, `USO` for another extension, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`; nothing is left behind after any of them.
 */
export async function escribirExportacion(exportacion: Exportacion, salida: Salida): Promise<Exported> {
  const forma = path.extname(salida.archivo).toLowerCase();
  if (forma !== '.xlsx' && forma !== '.csv') {
    throw new AppError('USO', {
      mensaje: 'El archivo de salida tiene que terminar en .xlsx o en .csv. No se escribió nada. Cambiale el nombre.',
    });
  }
  try {
    return forma === '.xlsx'
      ? { archivo: await writeSheets(exportacion, salida) }
      : await writeCsv(exportacion, salida);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw diskError(error);
    throw new AppError('CARPETA_SIN_PERMISO', {
      cause: error,
      detail: { carpeta: path.dirname(salida.archivo) },
      mensaje: 'La carpeta de salida no existe. No se escribió nada. Creala, o elegí otra.',
    });
  }
}
