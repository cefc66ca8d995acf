import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

const PAGE = 4096;
/** Children of each page, and levels of them: more leaves than could be read in a lifetime. */
const CHILDREN = 300;
const LEVELS = 8;

/** A page with nothing but children: the same one, many times. */
function interior(child: number): Buffer {
  const page = Buffer.alloc(PAGE);
  page[0] = 0x05;
  page.writeUInt16BE(CHILDREN, 3);
  page.writeUInt32BE(child, 8);
  let at = PAGE;
  for (let cell = 0; cell < CHILDREN; cell++) {
    at -= 5;
    page.writeUInt32BE(child, at);
    page[at + 4] = 3;
    page.writeUInt16BE(at, 12 + 2 * cell);
  }
  page.writeUInt16BE(at, 5);
  return page;
}

/** A leaf with the cells of page 1, or only the last of them. */
function leafOf(first: Buffer, onlyLast: boolean): Buffer {
  const page = Buffer.from(first);
  page.fill(0, 0, 100);
  const cells = first.readUInt16BE(103);
  const pointers = first.subarray(108, 108 + 2 * cells);
  page.fill(0, 100, 108 + 2 * cells);
  first.copy(page, 0, 100, 108);
  page.writeUInt16BE(onlyLast ? 1 : cells, 3);
  (onlyLast ? pointers.subarray(-2) : pointers).copy(page, 8);
  return page;
}

/**
 * Writes a small database whose schema SQLite never ends reading: a tree whose every page has the next one as its child three hundred times. Its leaf is
 * the row of an index that a constraint made, the only one that may come again.
 */
export function writeEndless(path: string): void {
  const db = new Database(path);
  db.exec(`PRAGMA page_size = ${String(PAGE)}; CREATE TABLE una (x UNIQUE); PRAGMA user_version = 1;`);
  db.close();
  const bytes = readFileSync(path);
  const first = bytes.subarray(0, PAGE);
  const [leaf, last] = [leafOf(first, false), leafOf(first, true)];
  const pages = bytes.length / PAGE;
  // After what there was: the whole leaf, the levels, and the leaf that they all end in.
  const added = [leaf, ...Array.from({ length: LEVELS }, (_, level) => interior(pages + level + 3)), last];
  const root = Buffer.from(first);
  root.fill(0, 100);
  root[100] = 0x05;
  root.writeUInt16BE(1, 103);
  root.writeUInt32BE(pages + 2, 108); // the last child: the first level
  root.writeUInt16BE(PAGE - 5, 112);
  root.writeUInt16BE(PAGE - 5, 105);
  root.writeUInt32BE(pages + 1, PAGE - 5);
  root[PAGE - 1] = 2;
  root.writeUInt32BE(pages + added.length, 28);
  writeFileSync(path, Buffer.concat([root, bytes.subarray(PAGE), ...added]));
}
