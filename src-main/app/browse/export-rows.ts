/** A view as a workbook or as text, exactly as filtered. */
import { REFUSALS } from '#domain/texts/refusals.ts';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { toOutputError } from '../output-error.ts';
import { writeCsv } from './export-csv.ts';
import type { Export, Exported, Output } from './export-source.ts';
import { writeSheets } from './export-workbook.ts';

/**
 * Writes the view to `archivo`, an `.xlsx` or a `.csv` with a text beside it, and gives their paths. Never over another file. Errors:
 * `SALIDA_EXISTENTE`, `USO` for another extension, `DISCO_LLENO`, `CARPETA_SIN_PERMISO`; nothing is left behind after any of them.
 */
export async function writeExport(exportData: Export, output: Output): Promise<Exported> {
  const shape = path.extname(output.archivo).toLowerCase();
  if (shape !== '.xlsx' && shape !== '.csv') {
    throw new AppError('USO', { mensaje: REFUSALS.outputNoWorkbookNorText });
  }
  try {
    return shape === '.xlsx' ? { archivo: await writeSheets(exportData, output) } : await writeCsv(exportData, output);
  } catch (error) {
    throw toOutputError(error, output.archivo, REFUSALS.noOutputFolder);
  }
}
