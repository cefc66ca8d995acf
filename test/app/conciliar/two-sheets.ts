import path from 'node:path';
import ExcelJS from 'exceljs';

type Cell = string | number | null;
export const HEADERS = ['Fecha', 'Tarjeta', 'Últimos 4', 'Comprobante', 'Importe'] as const;

/** Writes a workbook with these sheets, each with its title, its header in the third row, and its rows; `besides`: one without coupons. */
export async function workbookOf(
  folder: string,
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  {
    headers = HEADERS,
    name = 'caja.xlsx',
    besides,
  }: { headers?: readonly string[]; name?: string; besides?: string } = {},
): Promise<string> {
  const book = new ExcelJS.Workbook();
  for (const [title, rows] of Object.entries(sheets)) {
    const sheet = book.addWorksheet(title);
    sheet.addRow([`La Espiga · ${title}`]);
    sheet.addRow([]);
    sheet.addRow([...headers]);
    for (const row of rows) sheet.addRow([...row]);
  }
  if (besides !== undefined)
    book.addWorksheet(besides).addRows([
      ['Código', 'Nombre'],
      ['1', 'Visa'],
    ]);
  const file = path.join(folder, name);
  await book.xlsx.writeFile(file);
  return file;
}

export const OCTOBER = [
  ['01/10/2026', 'Visa', '4905', '00001', '1.500,00'],
  ['14/10/2026', 'Cabal', '1234', '00002', '20,00'],
] as const;
export const NOVEMBER = [
  ['02/11/2026', 'Visa', '4905', '00003', '10,00'],
  ['14/10/2026', 'Cabal', '1234', '00002', '20,00'],
  ['30/11/2026', 'Visa', '4905', '00004', 'diez'],
  ['Total', null, null, null, '30,00'],
] as const;
