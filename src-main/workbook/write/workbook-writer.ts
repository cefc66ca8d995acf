import { chooseIn, type Language } from '#domain/texts/language.ts';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
// Imports only the writer: all of exceljs is four hundred more files, which every thread that writes a report would load.
import ExcelJSWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import { writeRecord } from './record-writer.ts';
import { getPageSetup, isOnePage, type AddSheet } from './paper.ts';
import type { RecordSheet, TableShape } from './workbook.ts';
import { createStyles } from './styles.ts';
import { createTableWriter, type TableWriter } from './table-writer.ts';

const SIGNATURE = '_'.repeat(40);

export interface WorkbookOptions {
  readonly creado: Date;
  /** The most rows of a sheet: Excel's limit, or less in tests. */
  readonly maxRows: number;
  readonly language: Language;
}

/** Doubles `&`, which begins a code in headers and footers. */
const escapeFooter = (text: string): string => text.replaceAll('&', '&&');

/** Writes a workbook with exceljs' streaming writer, which keeps no rows in memory. Texts go into cells: shared strings would stay in memory. */
export function createWorkbookWriter(output: Writable, { creado, maxRows, language }: WorkbookOptions) {
  const done = finished(output);
  // `end` or the code that writes reports a failure. Until then, this handler keeps it from counting as an unhandled rejection.
  done.catch(() => undefined);
  /** Dates every file in the archive with the workbook's own date, so that the same workbook gives the same bytes. */
  class DatedWriter extends ExcelJSWriter {
    /** The constructor calls this method before it adds anything to the archive, so it can replace `append` in time. */
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
    /** Adds a sheet. Sheets appear in the order of these calls, and each must end before the next begins. */
    addRecord: (record: RecordSheet): Promise<void> => writeRecord(record, { styles, output, addSheet }),
    addTable: (shape: TableShape): TableWriter => createTableWriter(shape, { styles, output, addSheet, maxRows }),
    /** Ends the workbook; resolves when the output has taken all bytes. */
    end: async (): Promise<void> => {
      await Promise.race([workbook.commit(), done]);
      await done;
    },
  };
}
