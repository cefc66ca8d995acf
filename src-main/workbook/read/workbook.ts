import { maskCertainCards } from '#domain/cupones/card-text.ts';
import { CONSOLE } from '#domain/texts/command-line.ts';
import type { Sheet } from '#domain/sheet.ts';
import { FileProblem } from './file-problem.ts';
import type { Limits } from './limits.ts';

type WorkbookFormat = 'xlsx' | 'xlsm' | 'xlsb' | 'xls' | 'ods' | 'csv' | 'copia';

/** A workbook that was read. `csv` stands for any separated text, tabs included; `copia` for our own copy of a file of any format. */
export interface Workbook {
  readonly formato: WorkbookFormat;
  /** The sheets in the workbook's order, hidden ones too; when one was asked for, that one alone. */
  readonly hojas: readonly Sheet[];
}

/** What is asked of a reader. */
export interface Reading {
  readonly signal: AbortSignal;
  /** The sheet to read alone. */
  readonly hoja: string | undefined;
  readonly limits: Limits;
}

/** Folds a name as it is shown: a card number in it is masked, and the caller asks for it in that form. */
const fold = (name: string): string => maskCertainCards(name).normalize('NFC').trim().toLocaleLowerCase('es');

/**
 * The sheets to read: all, or the one named `hoja` (its exact name, else without regard to case). Throws `HOJA_INEXISTENTE`, which names the existing
 * ones.
 */
export function chooseSheets<T extends { readonly name: string }>(
  sheets: readonly T[],
  oneSheet: string | undefined,
): readonly T[] {
  if (oneSheet === undefined) return sheets;
  const chosen =
    sheets.find((sheet) => sheet.name === oneSheet) ?? sheets.find((sheet) => fold(sheet.name) === fold(oneSheet));
  if (chosen !== undefined) return [chosen];
  throw new FileProblem('HOJA_INEXISTENTE', {
    mensaje: CONSOLE.sheetMissing(
      maskCertainCards(oneSheet),
      sheets.map(({ name }) => maskCertainCards(name)),
    ),
  });
}
