import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { describeOpenQuote } from '#domain/texts/failures.ts';
import { FileProblem } from '../file-problem.ts';
import { createParts } from '../packed-sheet.ts';
import { SheetBuilder } from '../sheet-builder.ts';
import { headOf, streamOf, type Source } from '../source.ts';
import { chooseSheets, type Reading, type Workbook } from '../workbook.ts';
import { createColumnBound } from './column-bound.ts';
import { decoderOf, detectEncoding, type Encoding } from './encoding.ts';
import { separatorOf } from './separator.ts';
import { createSwallowedRows } from './swallowed-rows.ts';

/** How DOS programs of tills end a text. */
const END_OF_FILE = '\u001A';

/** How much of the beginning decides the separator. */
const SAMPLE_BYTES = 128 * 1024;

/**
 * Reads separated text. Encoding and separator are found by content, and every cell is its text, unchanged. There are no sheets: asking for one is
 * `HOJA_INEXISTENTE`. A quote that is never closed swallows what follows, so it is `ARCHIVO_DANADO`; so are two stray ones with rows between them.
 */
export async function readDelimited(source: Source, { signal, hoja, limits }: Reading): Promise<Workbook> {
  chooseSheets([], hoja);
  const encoding = await detectEncoding(source, signal);
  const { separator, skipFirstLine } = separatorOf(decoderOf(encoding)(await headOf(source, SAMPLE_BYTES), true));
  const parts = createParts({ limits });
  const builder = new SheetBuilder(parts);
  const bound = createColumnBound(separator, limits.columns);
  const pieces = decodePieces(streamOf(source, signal), encoding, bound);
  const text = Readable.from(pieces, { objectMode: false });
  const parser = text.pipe(
    parse({
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_quotes: true,
      relax_column_count: true,
      from_line: skipFirstLine ? 2 : 1,
      max_record_size: limits.tokenBytes,
    }),
  );
  // An error of the text must also stop the parser: `pipe` does not pass errors on.
  text.on('error', (error) => parser.destroy(error));
  const swallowed = createSwallowedRows(separator, skipFirstLine ? 2 : 1);
  let row = 0;
  try {
    for await (const record of parser) {
      row += 1;
      if (!Array.isArray(record)) continue;
      const fields = record.map(String);
      if (fields.length === 1 && fields[0] === END_OF_FILE) continue;
      swallowed.check(fields);
      builder.startRow(row, false);
      for (const [column, field] of fields.entries())
        builder.text(column, parts.strings.internText(stripFormula(field)));
      builder.endRow();
    }
  } catch (cause) {
    throw cause instanceof CsvError ? problemOf(cause, swallowed.nextLine()) : cause;
  }
  return { formato: 'csv', hojas: [builder.finish(null, false, separator)] };
}

/**
 * Why a record could not be read. `line`: where the record begins. A record that goes on to the end of the file, or over more lines than may be, has a
 * quote that nothing closes.
 */
function problemOf(cause: CsvError, line: number): FileProblem {
  const isOpen = cause.code === 'CSV_QUOTE_NOT_CLOSED' || Number(cause['lines']) > line;
  return new FileProblem('ARCHIVO_DANADO', { cause, ...(isOpen ? { mensaje: describeOpenQuote(line) } : {}) });
}

/** `="00012"` tells a spreadsheet to keep the zeros of a .csv; it shows 00012. */
const stripFormula = (field: string): string => /^="([^"]*)"$/.exec(field)?.[1] ?? field;

async function* decodePieces(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  bound: (piece: string) => void,
): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for await (const piece of bytes) {
    const text = decode(piece, true);
    bound(text);
    if (text !== '') yield text;
  }
  const rest = decode(new Uint8Array(), false);
  bound(rest);
  if (rest !== '') yield rest;
}
