import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Worksheet } from 'exceljs';
// Only the writer: all of exceljs is four hundred files more, which every thread that writes a report would load first.
import ExcelJSWriter from 'exceljs/lib/stream/xlsx/workbook-writer.js';
import { writeRecord } from './record-writer.ts';
import { getSheetName } from './layout.ts';
import type { RecordSheet, TableShape } from './workbook.ts';
import { createStyles } from './styles.ts';
import { createTableWriter, type TableWriter } from './table-writer.ts';

export interface WorkbookOptions {
  /** The creation date in the workbook's properties. */
  readonly creado: Date;
  /** The most rows of a sheet; fewer than Excel's only in tests. */
  readonly maxRows: number;
}

const A4 = 9;
const MARGINS = { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 };

/** Doubles `&`, which begins a code in headers and footers. */
const escapeFooter = (text: string): string => text.replaceAll('&', '&&');

/**
 * Writes a workbook as a stream through exceljs' streaming writer: no row is kept. Text is inline, because a table of shared strings would be held in
 * memory until the end.
 */
export function createWorkbookWriter(output: Writable, { creado, maxRows }: WorkbookOptions) {
  const done = finished(output);
  // `end`, or whoever is writing, reports a failure; until then it must not count as an unhandled rejection.
  done.catch(() => undefined);
  /** Gives each part of the archive the workbook's own date, so that the same workbook is the same bytes. */
  class DatedWriter extends ExcelJSWriter {
    /** The constructor calls it before anything is in the archive. */
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
  const styles = createStyles();
  let sheets = 0;

  const addSheet = (name: string, title: string, header: number): Worksheet => {
    sheets += 1;
    return workbook.addWorksheet(name, {
      views: [
        {
          ...(header > 0 ? { state: 'frozen', ySplit: header } : { state: 'normal' }),
          ...(sheets === 1 ? { tabSelected: true } : {}),
          showGridLines: header > 0,
        },
      ],
      pageSetup: {
        paperSize: A4,
        orientation: 'landscape',
        fitToPage: true,
        fitToWidth: 1,
        fitToHeight: 0,
        margins: MARGINS,
        ...(header > 0 ? { printTitlesRow: `${String(header)}:${String(header)}` } : {}),
      },
      headerFooter: { oddFooter: `&L${escapeFooter(title)}&CPágina &P de &N&R${escapeFooter(name)}` },
    });
  };

  return {
    /** Writes a whole record sheet. Sheets appear in the order in which they are begun, and each ends before the next begins. */
    addRecord: (record: RecordSheet): Promise<void> =>
      writeRecord(record, { styles, output, sheet: addSheet(getSheetName(record.nombre), record.titulo, 0) }),
    addTable: (shape: TableShape): TableWriter => createTableWriter(shape, { styles, output, addSheet, maxRows }),
    /** Writes the rest of the workbook, and resolves when the output has taken everything. */
    end: async (): Promise<void> => {
      await Promise.race([workbook.commit(), done]);
      await done;
    },
  };
}
