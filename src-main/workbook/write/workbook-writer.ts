import { chooseIn, type Language } from '#domain/texts/language.ts';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
// Import only the writer: all of exceljs is four hundred more files, which every thread that writes a report would load first.
import ExcelJSWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import { writeRecord } from './record-writer.ts';
import { getPageSetup, isOnePage, type AddSheet } from './paper.ts';
import type { RecordSheet, TableShape } from './workbook.ts';
import { createStyles } from './styles.ts';
import { createTableWriter, type TableWriter } from './table-writer.ts';

/** The line to sign at the foot of each page, above its title, number and sheet. */
const SIGNATURE = '_'.repeat(40);

export interface WorkbookOptions {
  readonly creado: Date;
  /** The most rows of a sheet; fewer than Excel's only in tests. */
  readonly maxRows: number;
  readonly language: Language;
}

/** `&` begins a code in headers and footers. */
const escapeFooter = (text: string): string => text.replaceAll('&', '&&');

/** Writes through exceljs' streaming writer, which keeps no rows. Uses inline text, because a table of shared strings would stay in memory. */
export function createWorkbookWriter(output: Writable, { creado, maxRows, language }: WorkbookOptions) {
  const done = finished(output);
  // `end` or the writing code reports a failure. Until then it must not count as an unhandled rejection.
  done.catch(() => undefined);
  /** Gives each part of the archive the workbook's own date, so that the same workbook is the same bytes. */
  class DatedWriter extends ExcelJSWriter {
    /** The constructor calls this before anything is in the archive. */
    override addThemes(): Promise<void> {
      const { zip } = this;
      const append = zip.append.bind(zip);
      zip.append = (source, data) => append(source, { ...data, date: creado });
      return super.addThemes();
    }
  }
  const workbook = new DatedWriter({
    stream: output,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: 6 } },
  });
  workbook.creator = 'Conciliador';
  workbook.lastModifiedBy = 'Conciliador';
  workbook.created = creado;
  workbook.modified = creado;
  const say = chooseIn(language);
  const signature = `${say('Firma y aclaración', 'Signature and name')}: ${SIGNATURE}`;
  const page = say('Página &P de &N', 'Page &P of &N');
  const styles = createStyles();
  let sheets = 0;

  const addSheet: AddSheet = ({ name, title, header, widths, hidden = [], empty = [] }) => {
    sheets += 1;
    const unseen = new Set(isOnePage(widths, header) ? hidden : [...hidden, ...empty]);
    const sheet = workbook.addWorksheet(name, {
      views: [
        {
          ...(header > 0 ? { state: 'frozen', ySplit: header } : { state: 'normal' }),
          ...(sheets === 1 ? { tabSelected: true } : {}),
          showGridLines: header > 0,
        },
      ],
      pageSetup: getPageSetup(
        widths.map((width, i) => (unseen.has(i) ? 0 : width)),
        header,
      ),
      headerFooter: { oddFooter: `&L${signature}\n${escapeFooter(title)}&C\n${page}&R\n${escapeFooter(name)}` },
    });
    sheet.columns = widths.map((width, i) => ({ width, hidden: unseen.has(i) }));
    return sheet;
  };

  return {
    /** Sheets appear in the order in which they begin, and each ends before the next begins. */
    addRecord: (record: RecordSheet): Promise<void> => writeRecord(record, { styles, output, addSheet }),
    addTable: (shape: TableShape): TableWriter => createTableWriter(shape, { styles, output, addSheet, maxRows }),
    /** Resolves when the output has taken everything. */
    end: async (): Promise<void> => {
      await Promise.race([workbook.commit(), done]);
      await done;
    },
  };
}
