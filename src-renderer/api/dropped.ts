/** The part of `DataTransfer` that is read here; tests pass their own. */
interface Dropped {
  readonly items: Iterable<{
    getAsFile(): File | null;
    webkitGetAsEntry(): { readonly isDirectory: boolean; readonly name: string } | null;
  }>;
}

/** A folder that was dropped. It stands among the files, so that it is refused as they are, with words of its own (`Api.file`). */
export class DroppedFolder extends File {}

/** What was dropped. Only while the event is handled does the browser say which of it is a folder; text that was dropped is nothing. */
export const listDropped = ({ items }: Dropped): readonly File[] =>
  [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory === true ? new DroppedFolder([], entry.name) : (item.getAsFile() ?? []);
  });
