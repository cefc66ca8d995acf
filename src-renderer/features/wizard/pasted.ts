/** The part of `DataTransfer` that is read here; tests pass their own. */
interface ClipboardContent {
  readonly files: Iterable<File>;
  getData(format: string): string;
}

/** A table has a tab between cells: one word is not a table. */
const isTable = (text: string): boolean => /\t/.test(text) && /\S/.test(text);

/**
 * The files of a paste: files that were copied, else the cells of a spreadsheet program as a file called `name`. Such a program also puts a picture
 * of the cells in the clipboard: pictures are ignored.
 */
export function getPastedFiles(clipboard: ClipboardContent, name: string): readonly File[] {
  const files = [...clipboard.files].filter(({ type }) => !type.startsWith('image/'));
  if (files.length > 0) return files;
  const text = clipboard.getData('text/plain');
  return isTable(text) ? [new File([text], name, { type: 'text/tab-separated-values' })] : [];
}
