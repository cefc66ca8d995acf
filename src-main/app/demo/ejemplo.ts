import { fileURLToPath } from 'node:url';
import { parseIsoDate, type CivilDate } from '#domain/civil-date.ts';

function fixedDay(text: string): CivilDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new Error(`not a date: ${text}`);
  return date;
}

/**
 * The example: a workbook of a small chain of shops, and the sandbox data set whose operations it was taken from (scripts/ejemplo.ts makes
 * it from these). The data set ends on a fixed day, so that the example matches whatever day it is run.
 */
export const EJEMPLO = {
  archivo: fileURLToPath(new URL('../../../resources/ejemplo/cupones-ejemplo.xlsx', import.meta.url)),
  sandbox: { semilla: 1, operaciones: 5000, hoy: fixedDay('2026-11-21') },
} as const;
