/** Runs one reader over one file, for `read-xlsx.ts` and `import.ts`. */
import { readFileSync } from 'node:fs';
import { createInflateRaw } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Sheet } from '#domain/sheet.ts';
import { begin, report } from './read-xlsx-measure.ts';

async function readWithOurs(path: string): Promise<readonly Sheet[] | string> {
  const { readWorkbook } = await import('#workbook/read/index.ts');
  const result = await readWorkbook(path, { signal: new AbortController().signal });
  return result.ok ? result.value : result.error.codigo;
}

function countCells(sheets: readonly Sheet[]): number {
  let length = 0;
  for (const sheet of sheets) {
    for (let row = 0; row < sheet.rowCount; row += 1) {
      for (let column = 0; column < sheet.columnCount; column += 1) {
        if (sheet.kind(row, column) !== 0) length += sheet.text(row, column).length;
      }
    }
  }
  return length;
}

/** The inflated bytes of the sheet and of the shared strings. */
async function* readXmlPieces(path: string): AsyncGenerator<Uint8Array> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  for await (const entry of zip.eachEntry()) {
    if (!/sheet1|sharedStrings/.test(entry.fileName)) continue;
    const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    for await (const piece of stream.pipe(createInflateRaw({ chunkSize: 64 * 1024 }))) {
      if (piece instanceof Uint8Array) yield piece;
    }
  }
  zip.close();
}

const READERS: Readonly<Record<string, (path: string) => Promise<string>>> = {
  /** Inflates and looks at every byte, which every reader has to do. */
  floor: async (path) => {
    let tags = 0;
    for await (const piece of readXmlPieces(path))
      for (let i = 0; i < piece.length; i += 1) if (piece[i] === 0x3c) tags += 1;
    return `${String(tags)} tags`;
  },
  ours: async (path) => {
    const sheets = await readWithOurs(path);
    return typeof sheets === 'string' ? sheets : `${String(sheets[0]?.rowCount)} rows`;
  },
  /** Our reader, with the text of every cell. */
  cells: async (path) => {
    const sheets = await readWithOurs(path);
    return typeof sheets === 'string' ? sheets : `${String(countCells(sheets))} characters`;
  },
  /** A general XML tokeniser; ignores the tokens. */
  saxes: async (path) => {
    const { SaxesParser } = await import('saxes');
    const decoder = new TextDecoder();
    let parser = new SaxesParser();
    let elements = 0;
    const begin = (): void => {
      parser = new SaxesParser();
      parser.on('opentag', () => {
        elements += 1;
      });
    };
    for await (const piece of readXmlPieces(path)) {
      const text = decoder.decode(piece, { stream: true });
      if (text.startsWith('<?xml')) begin();
      parser.write(text);
    }
    return `${String(elements)} elements`;
  },
  exceljs: async (path) => {
    const { default: ExcelJS } = await import('exceljs');
    const book = new ExcelJS.Workbook();
    await book.xlsx.readFile(path);
    return `${String(book.worksheets[0]?.rowCount)} rows`;
  },
  hucre: async (path) => {
    const { readXlsx } = await import('hucre');
    const book = await readXlsx(readFileSync(path));
    return `${String(book.sheets[0]?.rows.length)} rows`;
  },
  sheetjs: async (path) => {
    const { read } = await import('@e965/xlsx');
    const book = read(readFileSync(path), { type: 'buffer', dense: true });
    return `${String(book.Sheets[book.SheetNames[0] ?? '']?.['!data']?.length)} rows`;
  },
};

const [reader = '', path = ''] = process.argv.slice(2);
const start = begin();
const said = await READERS[reader]?.(path);
report(start, said ?? 'no such reader');
