import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { parseDmyDate, parseIsoDate } from '#domain/civil-date.ts';

const XLSX = /\.xlsx$/i;
/** The extension of a name with another format: `informe.pdf`, but not `informe 2026.11`. */
const OTHER_EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;

/**
 * The absolute path of a requested file. A folder that does not exist is a wrong call (`USO`), told before anything is done. The folder is not
 * created, because it is more often mistyped than missing.
 */
export function resolveOutputFile(nombre: string): string {
  const archivo = path.resolve(nombre);
  const carpeta = path.dirname(archivo);
  if (existsSync(carpeta)) return archivo;
  throw new AppError('USO', {
    mensaje: `No existe la carpeta de «${nombre}». No se hizo nada. Creala, o elegí otra.`,
    detail: { carpeta },
  });
}

/**
 * The absolute path of a requested workbook. A name without an extension gets `.xlsx`. A name with another extension is refused (`USO`) before
 * anything is done: Excel does not open a workbook that calls itself a PDF. The path of an existing file is given as it is: the writing refuses
 * it.
 */
export function resolveOutputWorkbook(nombre: string): string {
  const archivo = resolveOutputFile(nombre);
  if (XLSX.test(archivo) || existsSync(archivo)) return archivo;
  if (!OTHER_EXTENSION.test(path.basename(archivo))) return `${archivo}.xlsx`;
  throw new AppError('USO', {
    mensaje: `«${nombre}» no termina en .xlsx. No se hizo nada. Cambiale el nombre.`,
  });
}

/** Refuses texts that are not dates (ISO or as people write them here), and a period that ends before it begins. */
export function checkPeriod(desde: string | undefined, hasta: string | undefined): void {
  for (const [option, fecha] of [['--desde', desde] as const, ['--hasta', hasta] as const]) {
    if (fecha === undefined || parseIsoDate(fecha) !== undefined) continue;
    const iso = parseDmyDate(fecha);
    const ejemplo = iso === undefined ? ', por ejemplo 2026-10-31' : `: ${iso}`;
    throw new AppError('ENTRADA_INVALIDA', {
      mensaje: `${option}: «${fecha}» no es una fecha AAAA-MM-DD. No se hizo nada. Escribila así${ejemplo}.`,
    });
  }
  if (desde === undefined || hasta === undefined || desde <= hasta) return;
  throw new AppError('ENTRADA_INVALIDA', {
    mensaje: 'El período empieza después de terminar. No se leyó nada. Revisá --desde y --hasta.',
  });
}
