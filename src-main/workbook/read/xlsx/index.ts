import { nameCode, type XmlHandler } from '../xml-scanner.ts';
import type { StringStore } from '../string-store.ts';
import { TextBuffer, parseXml, readRelationships, readStyles, readWorkbookPart, type Relationship } from './parts.ts';
import type { Sheet } from '#domain/sheet.ts';
import { createDamagedProblem, type Limits } from '../file-problem.ts';
import { createParts } from '../packed-sheet.ts';
import { SheetBuilder } from '../sheet-builder.ts';
import { chooseSheets, type Reading } from '../workbook.ts';
import type { ZipParts } from '../zip.ts';
import { WorksheetHandler } from './worksheet.ts';

const SI = nameCode('si');
const T = nameCode('t');
const R = nameCode('r');
const R_PH = nameCode('rPh');

/** Reads the shared strings: the text of each `si`, without phonetic guides (`rPh`). Runs before the sheets, whose cells refer to texts by position. */
function createSharedStringsHandler(strings: StringStore): XmlHandler {
  const text = new TextBuffer();
  let phonetic = 0;
  let inText = false;
  return {
    open(name, depth) {
      if (name === SI && depth === 2) text.clear();
      else if (name === R_PH) phonetic = depth;
      else if (name === T && phonetic === 0) inText = depth === 3 || depth === 4;
      else if (name === R) inText = false;
    },
    close(name, depth) {
      if (name === T) inText = false;
      else if (name === R_PH && depth === phonetic) phonetic = 0;
      else if (name === SI && depth === 2) {
        text.unescape();
        strings.append(text.bytes, 0, text.length);
      }
    },
    text(bytes, start, end, raw) {
      if (inText) text.add(bytes, start, end, raw);
    },
  };
}

/** The path of the workbook part, from the relationships of the package; undefined for a package of another kind. */
export async function findWorkbookPart(zip: ZipParts, limits: Limits): Promise<string | undefined> {
  const relationships = await readRelationships({ zip, limits }, '');
  return relationships.find((relationship) => relationship.type === 'officeDocument')?.target;
}

/** Reads the worksheets of an `.xlsx` or `.xlsm`; `part` is its workbook part. Skips chart and dialog sheets, which have no cells. */
export async function readXlsx(
  zip: ZipParts,
  part: string,
  { limits, hoja }: Pick<Reading, 'limits' | 'hoja'>,
): Promise<readonly Sheet[]> {
  const source = { zip, limits };
  const workbook = await readWorkbookPart(source, part);
  const relationships = await readRelationships(source, part);
  const byId = new Map(relationships.map((relationship) => [relationship.id, relationship]));
  const sheets = workbook.sheets.flatMap((sheet) => {
    const relationship = byId.get(sheet.relationship);
    if (relationship === undefined) throw createDamagedProblem('a sheet without its part');
    return relationship.type === 'worksheet' ? [{ ...sheet, part: relationship.target }] : [];
  });
  const chosen = chooseSheets(sheets, hoja);
  const partOf = (type: string): Relationship | undefined => relationships.find((found) => found.type === type);
  const styles = partOf('styles');
  const formats = styles === undefined ? [] : await readStyles(source, styles.target);
  const parts = createParts({ limits, formats, date1904: workbook.date1904 });
  const shared = partOf('sharedStrings');
  if (shared !== undefined)
    await parseXml(zip.stream(shared.target), createSharedStringsHandler(parts.strings), limits);
  const sharedCount = parts.strings.count;
  const read: Sheet[] = [];
  for (const sheet of chosen) {
    const builder = new SheetBuilder(parts);
    const handler = new WorksheetHandler(builder, parts, sharedCount);
    await parseXml(zip.stream(sheet.part), handler, limits);
    handler.finish();
    read.push(builder.finish(sheet.name, sheet.hidden));
  }
  return read;
}
