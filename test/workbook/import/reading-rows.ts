import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SheetFindings } from '#domain/cupones/validation.ts';
import { importFile } from '#workbook/import/import-file.ts';
import type { ImportJob } from '#workbook/import/job.ts';
import { TODAY } from '../../domain/cupones/validate-sheet.ts';
import { test as base } from '../../platform/temporary-folder.ts';
import { makeZip } from '../read/make-zip.ts';
import { xlsxParts } from '../read/xlsx-parts.ts';

const FORMAT = 'dd/mm/yyyy';
export type Cell = string | { readonly serial: number };

const toXml = (rows: readonly (readonly Cell[])[]): string =>
  rows
    .map((cells) => {
      const inside = cells.map((cell) =>
        typeof cell === 'string'
          ? `<c t="inlineStr"><is><t>${cell}</t></is></c>`
          : `<c s="1"><v>${String(cell.serial)}</v></c>`,
      );
      return `<row>${inside.join('')}</row>`;
    })
    .join('');

interface Fixtures {
  /** Imports a separated file of these lines; returns the coupons to send and the findings. */
  readonly read: (lines: readonly string[], job?: Partial<ImportJob>) => ReturnType<typeof importOf>;
  /** Imports a workbook of these rows; returns the same as `read`. */
  readonly readXlsx: (rows: readonly (readonly Cell[])[], job?: Partial<ImportJob>) => ReturnType<typeof importOf>;
}
export const test = base.extend<Fixtures>({
  read: async ({ folder }, use) => {
    await use((lines, job) => importOf(path.join(folder, 'a.csv'), lines.join('\n'), job));
  },
  readXlsx: async ({ folder }, use) => {
    await use((rows, job) =>
      importOf(path.join(folder, 'a.xlsx'), makeZip(xlsxParts({ rows: toXml(rows), formats: [FORMAT] })), job),
    );
  },
});

/** Imports in this thread, because each new thread would load the sources again; run.slow.test.ts tests the threads. */
async function importOf(file: string, content: string | Uint8Array, more: Partial<ImportJob> = {}) {
  await writeFile(file, content);
  const job: ImportJob = { archivo: file, hoy: TODAY, conCupones: true, ...more };
  const texts: string[] = [];
  const found: SheetFindings[] = [];
  const outcome = await importFile(
    job,
    {
      cupones: async (_sheet, { bytes }) => void texts.push(new TextDecoder().decode(bytes)),
      noteFindings: (findings) => void found.push(findings),
      noteProgress: () => undefined,
      oldFormat: () => undefined,
    },
    new AbortController().signal,
  );
  if (outcome.tipo !== 'leido') throw new Error(outcome.ilegible.codigo);
  const summary = {
    ...outcome.resumen,
    errores: [...outcome.resumen.errores, ...found.flatMap(({ errores }) => errores)],
    avisos: [...outcome.resumen.avisos, ...found.flatMap(({ avisos }) => avisos)],
  };
  return {
    sent: texts.flatMap((text) => text.trimEnd().split('\n')).map((text): unknown => JSON.parse(text)),
    errors: summary.errores,
    notices: summary.avisos,
    resumen: summary,
  };
}

export const HEADER = 'Fecha;Comprobante;Últimos 4;Importe;Cuotas';
/** A right row for HEADER. */
export const SALE = '05/11/2026;1001;4242;1500,00;3';
/** SALE with one more cell in each row, and a voucher number for each. */
export const salesWith = (cells: readonly string[]): readonly string[] =>
  cells.map((cell, i) => `${SALE.replace('1001', String(1001 + i))};${cell}`);
