import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#contract/errors.ts';
import { USAGE } from '#domain/texts/command-line.ts';
import { parseDmyDate, parseIsoDate } from '#domain/civil-date.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import type { Given } from './command.ts';

const XLSX = /\.xlsx$/i;
/** The extension of a name with another format: `informe.pdf`, but not `informe 2026.11`. */
const OTHER_EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;

const isFolder = (folder: string): boolean => existsSync(folder) && statSync(folder).isDirectory();

/**
 * The absolute path of a requested file. A folder that does not exist is a wrong call (`USO`), told before anything is done. The folder is not
 * created, because it is more often mistyped than missing.
 */
export function resolveOutputFile(name: string): string {
  const file = path.resolve(name);
  const folder = path.dirname(file);
  if (isFolder(folder)) return file;
  throw new AppError('USO', {
    mensaje: USAGE.noFolderFor(name),
    detail: { carpeta: folder },
  });
}

/** The absolute path of a folder in which something will be written. One that does not exist is a wrong call (`USO`), as for a file. */
export function resolveOutputFolder(name: string): string {
  const folder = path.resolve(name);
  if (isFolder(folder)) return folder;
  throw new AppError('USO', { mensaje: USAGE.noFolder(name), detail: { carpeta: folder } });
}

/**
 * The absolute path of a requested workbook. A name without an extension gets `.xlsx`. A name with another extension is refused (`USO`) before
 * anything is done: Excel does not open a workbook that calls itself a PDF. The path of an existing file is given as it is: the writing refuses
 * it.
 */
export function resolveOutputWorkbook(name: string): string {
  const file = resolveOutputFile(name);
  if (XLSX.test(file) || existsSync(file)) return file;
  if (!OTHER_EXTENSION.test(path.basename(file))) return `${file}.xlsx`;
  throw new AppError('USO', {
    mensaje: USAGE.notAWorkbook(name),
  });
}

/** `--desde` and `--hasta`, as given. */
export function periodOf(given: Given): { readonly desde?: string; readonly hasta?: string } {
  const period = given.texts('desde', 'hasta');
  checkPeriod(period.desde, period.hasta);
  return period;
}

/** The same where both are needed. */
export function neededPeriodOf(given: Given): { readonly desde: string; readonly hasta: string } {
  periodOf(given);
  return { desde: given.needed('desde'), hasta: given.needed('hasta') };
}

/** Refuses texts that are not dates (ISO or as people write them here), and a period that ends before it begins. */
export function checkPeriod(from: string | undefined, to: string | undefined): void {
  for (const [option, date] of [['--desde', from] as const, ['--hasta', to] as const]) {
    if (date === undefined || parseIsoDate(date) !== undefined) continue;
    throw new AppError('ENTRADA_INVALIDA', {
      mensaje: USAGE.notADate(option, date, parseDmyDate(date)),
    });
  }
  if (from === undefined || to === undefined || from <= to) return;
  throw new AppError('ENTRADA_INVALIDA', {
    mensaje: REFUSALS.periodBackwards('leyó', 'Revisá --desde y --hasta.'),
  });
}
