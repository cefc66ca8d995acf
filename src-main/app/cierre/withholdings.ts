/** The tie with withholding files: compares files that the person downloaded with the deductions in the settlements. */
import { readFile } from 'node:fs/promises';
import { AppError } from '#contract/errors.ts';
import { buildBook, type BookRow } from '#domain/cierre/entry.ts';
import { UNKNOWN_JURISDICTION } from '#domain/cierre/jurisdictions.ts';
import { centavosOf, textOf } from '#domain/cierre/rows.ts';
import type { Tie } from '#domain/cierre/ties.ts';
import {
  parseConvenio,
  parseMisRetenciones,
  tieWithholdings,
  type Deducted,
  type Withholding,
} from '#domain/cierre/withholding-files.ts';
import type { Result } from '#domain/result.ts';
import { CELL } from '#domain/sheet.ts';
import { REFUSALS } from '#domain/texts/refusals.ts';
import { toAccessError } from '#platform/disk-error.ts';
import { readWorkbook } from '#workbook/read/index.ts';
import type { Answers } from './questions.ts';
import type { MonthData } from './read-month.ts';

export interface WithholdingFiles {
  readonly retenciones?: string | undefined;
  readonly convenio?: string | undefined;
}

function requireKnown(parsed: Result<readonly Withholding[], readonly string[]>): readonly Withholding[] {
  if (parsed.ok) return parsed.value;
  throw new AppError('ENTRADA_INVALIDA', { mensaje: REFUSALS.unknownColumns(parsed.error.slice(0, 5).join(', ')) });
}

async function readTable(file: string, signal: AbortSignal): Promise<readonly (readonly string[])[]> {
  const read = await readWorkbook(file, { signal });
  if (!read.ok) throw new AppError('ARCHIVO_ILEGIBLE', { mensaje: read.error.mensaje });
  const [sheet] = read.value;
  if (sheet === undefined) return [];
  return Array.from({ length: sheet.rowCount }, (_, row) =>
    Array.from({ length: sheet.columnCount }, (_cell, column) =>
      sheet.kind(row, column) === CELL.numero && !Number.isInteger(sheet.number(row, column))
        ? sheet.number(row, column).toFixed(2)
        : sheet.text(row, column),
    ),
  );
}

const listDeducted = (book: readonly BookRow[]): readonly Deducted[] =>
  book.flatMap(({ liquidacion, impuesto = {}, iibb }) => {
    const procesador = textOf(liquidacion, 'marca') ?? '';
    const national = (['IVA', 'GANANCIAS'] as const).map((tax) => ({
      procesador,
      impuesto: tax,
      jurisdiccion: null,
      importe: centavosOf(impuesto, `retencion_${tax.toLowerCase()}`) ?? 0n,
    }));
    const local = [...iibb].map(([which, importe]) => ({
      procesador,
      impuesto: 'IIBB' as const,
      jurisdiccion: which === UNKNOWN_JURISDICTION ? null : which,
      importe,
    }));
    return [...national, ...local];
  });

/** Throws `ENTRADA_INVALIDA` for unknown columns or lines, `ARCHIVO_ILEGIBLE` for a file that cannot be read. */
export async function tieFiles(
  { mes, hasta, liquidaciones, impuestos }: MonthData,
  { retenciones, convenio }: WithholdingFiles,
  { answers, signal }: { readonly answers: Answers; readonly signal: AbortSignal },
): Promise<Tie> {
  const deducted = listDeducted(buildBook(liquidaciones, impuestos, answers.jurisdicciones));
  const informed: Withholding[] = [];
  const taxes = new Set<Withholding['impuesto']>();
  if (retenciones !== undefined) {
    informed.push(...requireKnown(parseMisRetenciones(await readTable(retenciones, signal))));
    taxes.add('IVA').add('GANANCIAS');
  }
  if (convenio !== undefined) {
    const text = await readFile(convenio, 'latin1').catch((error: unknown) => {
      throw toAccessError(error);
    });
    informed.push(...requireKnown(parseConvenio(text)));
    taxes.add('IIBB');
  }
  return tieWithholdings(deducted, informed, { mes, hasta, impuestos: taxes, agentes: answers.agentes });
}
