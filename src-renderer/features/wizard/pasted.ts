/** The part of `DataTransfer` that is read here; tests pass their own. */
interface ClipboardContent {
  readonly files: Iterable<File>;
  getData(format: string): string;
}

/** A table has a tab between cells: one word is not a table. */
const isTable = (texto: string): boolean => /\t/.test(texto) && /\S/.test(texto);

/**
 * The files of a paste: files that were copied, else the cells of a spreadsheet program as a file called `nombre`. Such a program also puts a picture
 * of the cells in the clipboard: pictures are ignored.
 */
export function getPastedFiles(clipboard: ClipboardContent, nombre: string): readonly File[] {
  const archivos = [...clipboard.files].filter(({ type }) => !type.startsWith('image/'));
  if (archivos.length > 0) return archivos;
  const texto = clipboard.getData('text/plain');
  return isTable(texto) ? [new File([texto], nombre, { type: 'text/tab-separated-values' })] : [];
}
