/** Counts cells and merged areas before SheetJS reads a file: forty megabytes of merged areas took SheetJS minutes and over a gigabyte. */
import { createTooBigProblem, type Limits } from './file-problem.ts';

/** Counts cells, merges and other records; throws `ARCHIVO_DEMASIADO_GRANDE` past a limit. */
function createTally({ library }: Limits, cells: number) {
  const counts = { cells: 0, merges: 0, others: 0 };
  return {
    add(found: Partial<typeof counts>): void {
      counts.cells += found.cells ?? 0;
      counts.merges += found.merges ?? 0;
      counts.others += found.others ?? 0;
      if (counts.cells > cells) throw createTooBigProblem('cells');
      if (counts.merges > library.merges) throw createTooBigProblem('merged areas');
      if (counts.others > library.others) throw createTooBigProblem('records');
    },
  };
}

/** BIFF record types (Excel 5 to 2003, [MS-XLS] 2.3) that hold one cell: numbers, texts, booleans, formulas, blanks. */
const BIFF_CELLS: ReadonlySet<number> = new Set([0x06, 0x206, 0x406, 0x203, 0x27e, 0x204, 0xfd, 0xd6, 0x205, 0x201]);
const [MULRK, MULBLANK, MERGED_CELLS, SHARED_TEXTS, CONTINUE] = [0xbd, 0xbe, 0xe5, 0xfc, 0x3c];

/** Counts the records of an `.xls`. A record is its type and its length (two bytes each) and its content. */
export function boundBiff(stream: Uint8Array, limits: Limits): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const tally = createTally(limits, limits.library.xlsCells);
  let texts = 0;
  let isText = false;
  for (let at = 0; at + 4 <= view.byteLength;) {
    const type = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    isText = type === SHARED_TEXTS || (isText && type === CONTINUE);
    if (isText) texts += length;
    if (texts > limits.library.xlsTextBytes) throw createTooBigProblem('shared texts');
    if (BIFF_CELLS.has(type)) tally.add({ cells: 1 });
    else if (type === MULRK) tally.add({ cells: Math.floor(length / 6) });
    else if (type === MULBLANK) tally.add({ cells: Math.floor(length / 2) });
    else if (type === MERGED_CELLS) tally.add({ merges: Math.floor(length / 8) });
    else tally.add({ others: 1 });
    at += 4 + length;
  }
}

/** Record types of [MS-XLSB] 2.3.1: 0 is BrtRowHdr; 1 to 11 and 62 (rich text) are cells; 12 to 18 are cells without their column; 176 is BrtMergeCell. */
const LAST_XLSB_CELL = 18;
const XLSB_RICH_TEXT = 62;
const XLSB_MERGE = 176;

/** Counts the records of the sheets of an `.xlsb`. A record is its type and its length (seven bits to a byte) and its content. */
export function createXlsbBound(limits: Limits): (sheet: Uint8Array) => void {
  const tally = createTally(limits, limits.library.xlsbCells);
  return (sheet) => {
    let at = 0;
    const readNumber = (mostBytes: number): number => {
      let value = 0;
      for (let i = 0; i < mostBytes; i += 1) {
        const byte = sheet[at] ?? 0;
        at += 1;
        value += (byte & 0x7f) * 2 ** (7 * i);
        if (byte < 0x80) break;
      }
      return value;
    };
    while (at < sheet.length) {
      const type = readNumber(2);
      const length = readNumber(4);
      at += length;
      if ((type > 0 && type <= LAST_XLSB_CELL) || type === XLSB_RICH_TEXT) tally.add({ cells: 1 });
      else if (type === XLSB_MERGE) tally.add({ merges: 1 });
      else tally.add({ others: 1 });
    }
  };
}

/** The beginning of a cell, row or merge in an HTML page or an XML Spreadsheet 2003, and the attributes that move or repeat it. */
const MARKUP =
  /<(?:\w+:)?(?:(?<cell>td|th|cell)|(?<row>tr|row|table|worksheet|style))\b|\b(?<merge>colspan|rowspan|mergeacross|mergedown|index|span)\s*=\s*["']?\s*(?<number>\d+)/gi;

/** Counts the cells and merges of a page, and limits the numbers of their rows and columns: SheetJS visits every missing cell before a far cell. */
export function boundMarkup(text: string, limits: Limits): void {
  const tally = createTally(limits, limits.library.xlsCells);
  for (const { groups } of text.matchAll(MARKUP)) {
    const { cell, row, number } = groups ?? {};
    if (cell !== undefined) tally.add({ cells: 1 });
    else if (row !== undefined) tally.add({ others: 1 });
    else {
      if (Number(number) > limits.rows) throw createTooBigProblem('rows');
      if (Number(number) > 1) tally.add({ merges: 1 });
    }
  }
}
