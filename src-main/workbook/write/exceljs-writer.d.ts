/** The streaming writer of exceljs by its own path, which has no types of its own. */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import type { stream } from 'exceljs';

  /** The archive that the writer fills, which exceljs' types leave out. */
  interface Archive {
    append(source: unknown, data: { readonly name: string; readonly date?: Date }): unknown;
  }
  const WorkbookWriter: new (
    ...options: ConstructorParameters<typeof stream.xlsx.WorkbookWriter>
  ) => stream.xlsx.WorkbookWriter & { readonly zip: Archive; addThemes(): Promise<void> };
  export default WorkbookWriter;
}
