/**
 * Reads `.ods` with the XML scanner of `.xlsx`. docs/workbooks.md meant it for SheetJS, which was tried: it silently leaves out error cells and
 * hidden rows, and unrolls `number-rows-repeated="1048576"` in memory. An .ods also has the text that each cell shows.
 */
import type { Sheet } from '#domain/sheet.ts';
import type { Limits } from '../limits.ts';
import type { NumberFormat } from '../number-format.ts';
import type { WorkbookParts } from '../packed-sheet.ts';
import { StringStore } from '../string-store.ts';
import { chooseSheets } from '../workbook.ts';
import { parseXml } from '../xlsx/parse.ts';
import type { ZipParts } from '../zip.ts';
import { ContentHandler } from './content.ts';

interface Options {
  readonly limits: Limits;
  readonly hoja: string | undefined;
}

/** Reads the sheets of an OpenDocument spreadsheet, except those that only keep the last values of an external link. */
export async function readOds(zip: ZipParts, { limits, hoja }: Options): Promise<readonly Sheet[]> {
  const parts: WorkbookParts & { formats: NumberFormat[] } = {
    strings: new StringStore(limits.textBytes),
    formats: [],
    date1904: false,
    limits,
    cells: 0,
  };
  const handler = new ContentHandler(parts);
  await parseXml(zip.stream('content.xml'), handler, limits);
  const sheets = handler.sheets();
  const named = sheets.map((sheet) => ({ name: sheet.name ?? '', sheet }));
  return chooseSheets(named, hoja).map(({ sheet }) => sheet);
}
