/** Types for exceljs' streaming writer under its own path, for which exceljs has no types. */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type { stream } from 'exceljs';

  /** The zip archive of the writer, which exceljs' types leave out. */
  interface Archive {
    append(source: unknown, data: { readonly name: string; readonly date?: Date }): unknown;
  }
  const WorkbookWriter: new (
    ...options: ConstructorParameters<typeof stream.xlsx.WorkbookWriter>
  ) => stream.xlsx.WorkbookWriter & { readonly zip: Archive; addThemes(): Promise<void> };
  export default WorkbookWriter;
}
