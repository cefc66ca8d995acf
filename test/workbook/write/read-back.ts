import { readFile } from 'node:fs/promises';
import { readXlsx } from 'hucre/xlsx';

/** A sheet read by a reader that shares no code with the writer. Cells by name, as in "B4". */
export type SheetRead = Awaited<ReturnType<typeof readWorkbook>>[number];

function positionOf(address: string): string {
  const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
  const column = [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return `${String(Number(row) - 1)},${String(column)}`;
}

export async function readWorkbook(file: string) {
  const workbook = await readXlsx(await readFile(file), { readStyles: true });
  return workbook.sheets.map((sheet) => {
    const cell = (address: string) => sheet.cells?.get(positionOf(address));
    return {
      nombre: sheet.name,
      filas: sheet.rows as readonly (readonly unknown[])[],
      filtro: sheet.autoFilter?.range,
      congelada: sheet.freezePane?.rows,
      widths: (sheet.columns ?? []).map(({ width }) => width),
      pagina: { ...sheet.pageSetup },
      pie: sheet.headerFooter?.oddFooter,
      valueAt: (address: string): unknown => cell(address)?.value ?? null,
      formula: (address: string) => cell(address)?.formula,
      getFormat: (address: string) => cell(address)?.style?.numFmt,
    };
  });
}

export function sheetOf(sheets: readonly SheetRead[], name: string): SheetRead {
  const sheet = sheets.find((one) => one.nombre === name);
  if (sheet === undefined) throw new Error(`No sheet ${name} among ${sheets.map((one) => one.nombre).join(', ')}`);
  return sheet;
}
