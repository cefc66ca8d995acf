import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import { createTooBigProblem, FileProblem } from '../file-problem.ts';
import { maskCardNumbers } from '#domain/cupones/card-text.ts';
import { cleanText, isDigits } from '#domain/cupones/cell-text.ts';
import { readDateText } from '#domain/cupones/date-text.ts';
import { describeStrayQuote, describeOpenQuote } from '#domain/texts/failures.ts';
import { createParts } from '../packed-sheet.ts';
import { SheetBuilder } from '../sheet-builder.ts';
import { headOf, streamOf, type Source, chooseSheets, type Reading, type Sheets } from '../workbook.ts';
import { decoderOf, detectEncoding, type Encoding } from './encoding.ts';

const CANDIDATES = [';', '\t', '|', ','] as const;
const QUOTED_LINE = /^"((?:[^"\r\n]|"")*)"(?=[\r\n]|$)/gm;
const MAX_RECORDS = 200;

export interface Separator {
  readonly separator: string;
  /** Whether the first line is `sep=;`, which tells a spreadsheet program the separator and is no row. */
  readonly skipFirstLine: boolean;
}

/** The separator that occurs most in records with the same number of fields; of equals, the first of `CANDIDATES`. Ignores commas that may be decimal marks. */
function separatorOf(sample: string): Separator {
  const text = sample
    .replace(/^\uFEFF/, '')
    .replace(QUOTED_LINE, (_line, inner: string) => inner.replaceAll('""', '"'));
  const declared = /^"?sep=([^\r\n"])"?(?:\r?\n|\r|$)/i.exec(text)?.[1];
  if (declared !== undefined) return { separator: declared, skipFirstLine: true };
  let best = { separator: ';', score: 0 };
  for (const separator of CANDIDATES) {
    const score = measureAgreement(countFields(text, separator));
    if (score > best.score) best = { separator, score };
  }
  return { separator: best.separator, skipFirstLine: false };
}

/** Counts the fields of each of the first records, ignoring blank lines and separators inside quotes. */
function countFields(text: string, separator: string): number[] {
  const counts: number[] = [];
  let fields = 1;
  let quoted = false;
  let atStart = true;
  for (let i = 0; i < text.length && counts.length < MAX_RECORDS; i += 1) {
    const char = text.charAt(i);
    if (quoted) {
      if (char === '"') quoted = false;
    } else if (char === '"' && (atStart || text.charAt(i - 1) === '"')) quoted = true;
    else if (char === separator && !(char === ',' && isInNumber(text, i))) fields += 1;
    else if (char === '\n') {
      if (!/^\r?$/.test(text.slice(text.lastIndexOf('\n', i - 1) + 1, i))) counts.push(fields);
      fields = 1;
    }
    atStart = char === separator || char === '\n';
  }
  if (counts.length === 0) counts.push(fields);
  return counts;
}

/** Whether a comma may be part of a number, as in "1234,50" and "1,234". */
const isInNumber = (text: string, comma: number): boolean => /^\d,\d{1,3}(?!\d)/.test(text.slice(comma - 1, comma + 5));

/** The most separators that records of one width have together (titles and totals have other widths); 0 if no record is separated. */
function measureAgreement(counts: readonly number[]): number {
  const separators = new Map<number, number>();
  for (const count of counts) if (count > 1) separators.set(count, (separators.get(count) ?? 0) + count - 1);
  return Math.max(0, ...separators.values());
}

const LINE_END = /\r\n|\r|\n/;
/** A row with a sale has at least a date, an amount and one more field. */
const MIN_SEPARATORS = 2;
/** How many characters after a stray quote the error message shows. */
const SHOWN = 30;

/** Splits a row that a program put into quotes as a whole (`"03/11/2026,4021,""10,00"""`) and that would otherwise be one cell. */
function unwrapRow(fields: readonly string[], separator: string): readonly string[] {
  const [only = ''] = fields;
  const isRow = fields.length === 1 && only.split(separator, MIN_SEPARATORS + 1).length > MIN_SEPARATORS;
  if (!isRow || LINE_END.test(only)) return fields;
  const [inner] = parseText(only, { delimiter: separator, relax_quotes: true, record_delimiter: ['\0'] });
  return inner === undefined ? fields : inner.map(String);
}

const isDate = (text: string): boolean =>
  !isDigits(text) && ['fecha', 'numerica'].includes(readDateText(cleanText(text)).kind);

/**
 * Refuses a cell that contains rows, because a stray quote before a text (`"TV 32`) opens a cell that swallows the sales up to the next stray quote. A line of
 * the cell, with the cells beside it, counts as a row if it has a date and as many separators as an earlier record.
 */
function createSwallowedRows(separator: string, firstLine: number) {
  const widths = new Set<number>();
  let line = firstLine;
  const check = (record: readonly string[]): void => {
    for (const [column, text] of record.entries()) {
      if (!LINE_END.test(text)) continue;
      const pieces = text.split(LINE_END);
      const cells = pieces.map((piece) => piece.split(separator));
      const isWhole = (separators: number): boolean => separators >= MIN_SEPARATORS && widths.has(separators);
      const [first = [], last = []] = [cells[0], cells.at(-1)];
      const after = record.length - 1 - column;
      const swallowed =
        cells.some((row) => isWhole(row.length - 1) && row.some(isDate)) ||
        (first.length > 1 &&
          isWhole(column + first.length - 1) &&
          isWhole(after + last.length - 1) &&
          [...last, ...record.slice(column + 1)].some(isDate));
      if (swallowed)
        throw new FileProblem('ARCHIVO_DANADO', {
          mensaje: describeStrayQuote(
            line,
            maskCardNumbers(pieces[0] ?? '')
              .replace(/^"+/, '')
              .slice(0, SHOWN),
          ),
        });
      line += pieces.length - 1;
    }
    line += 1;
    widths.add(record.length - 1);
  };
  return {
    check,
    nextLine: (): number => line,
  };
}

/** The character with which DOS programs end a text file. */
const END_OF_FILE = '\u001A';

/** How much of the beginning of the file decides the separator. */
const SAMPLE_BYTES = 128 * 1024;

/** Reads a text file; cells stay as written, except `="…"`. Throws `ARCHIVO_DANADO` for a quote that never closes and for a cell that contains rows. */
export async function readDelimited(source: Source, { signal, hoja, limits }: Reading): Promise<Sheets> {
  chooseSheets([], hoja);
  const encoding = await detectEncoding(source, signal);
  const { separator, skipFirstLine } = separatorOf(decoderOf(encoding)(await headOf(source, SAMPLE_BYTES), true));
  const parts = createParts({ limits });
  const builder = new SheetBuilder(parts);
  const pieces = decodePieces(streamOf(source, signal), encoding);
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
  // `pipe` does not pass errors on, so stop the parser when reading the text fails.
  text.on('error', (error) => parser.destroy(error));
  const swallowed = createSwallowedRows(separator, skipFirstLine ? 2 : 1);
  let row = 0;
  try {
    for await (const record of parser) {
      row += 1;
      if (!Array.isArray(record)) continue;
      const fields = unwrapRow(record.map(String), separator);
      if (fields.length > limits.columns) throw createTooBigProblem('columns');
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
  return [builder.finish(null, false, separator)];
}

/** The error for a record from `line` that cannot be parsed. If the file ends in the record, or the record has several lines, a quote was not closed. */
function problemOf(cause: CsvError, line: number): FileProblem {
  const isOpen = cause.code === 'CSV_QUOTE_NOT_CLOSED' || Number(cause['lines']) > line;
  if (!isOpen && cause.code === 'CSV_MAX_RECORD_SIZE') return createTooBigProblem('one line');
  return new FileProblem('ARCHIVO_DANADO', { cause, ...(isOpen ? { mensaje: describeOpenQuote(line) } : {}) });
}

/** The text in `="00012"`, which tells a spreadsheet program to keep the zeros. */
const stripFormula = (field: string): string => /^="([^"]*)"$/.exec(field)?.[1] ?? field;

async function* decodePieces(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decode = decoderOf(encoding);
  for await (const piece of bytes) {
    const text = decode(piece, true);
    if (text !== '') yield text;
  }
  const rest = decode(new Uint8Array(), false);
  if (rest !== '') yield rest;
}
