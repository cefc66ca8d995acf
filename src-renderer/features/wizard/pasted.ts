/** What of a clipboard a spreadsheet is made of: as `DataTransfer`, and as a test passes it. */
interface ClipboardContent {
  readonly files: Iterable<File>;
  getData(format: string): string;
}

/** Cells are separated by tabs and rows by line ends; one word is not a table. */
const isTable = (texto: string): boolean => /\t/.test(texto) && /\S/.test(texto);

/**
 * The files of what was pasted: those that were copied as files; else the cells that were copied in a spreadsheet program, as a file called
 * `nombre`. Such a program also leaves a picture of the cells: it is not a file that anybody meant.
 */
export function getPastedFiles(clipboard: ClipboardContent, nombre: string): readonly File[] {
  const archivos = [...clipboard.files].filter(({ type }) => !type.startsWith('image/'));
  if (archivos.length > 0) return archivos;
  const texto = clipboard.getData('text/plain');
  return isTable(texto) ? [new File([texto], nombre, { type: 'text/tab-separated-values' })] : [];
}
