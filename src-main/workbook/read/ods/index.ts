/**
 * Reads `.ods` with the XML scanner of `.xlsx`. SheetJS silently leaves out error cells and hidden rows, and unrolls `number-rows-repeated="1048576"` in
 * memory.
 */
import type { Sheet } from '#domain/sheet.ts';
import type { NumberFormat } from '../number-format.ts';
import { createParts } from '../packed-sheet.ts';
import { chooseSheets, type Reading } from '../workbook.ts';
import { parseXml } from '../xlsx/parts.ts';
import type { ZipParts } from '../zip.ts';
import { ContentHandler } from './content.ts';

/** Skips sheets that only keep the last values of an external link. */
export async function readOds(
  zip: ZipParts,
  { limits, hoja }: Pick<Reading, 'limits' | 'hoja'>,
): Promise<readonly Sheet[]> {
  const formats: NumberFormat[] = [];
  const handler = new ContentHandler(createParts({ limits, formats }), formats);
  await parseXml(zip.stream('content.xml'), handler, limits);
  const sheets = handler.sheets();
  const named = sheets.map((sheet) => ({ name: sheet.name ?? '', sheet }));
  return chooseSheets(named, hoja).map(({ sheet }) => sheet);
}
