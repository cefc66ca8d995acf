import { nameCode, type XmlHandler } from '../xml-scanner.ts';
import type { StringStore } from '../string-store.ts';
import { TextBuffer } from './text.ts';

const SI = nameCode('si');
const T = nameCode('t');
const R = nameCode('r');
const R_PH = nameCode('rPh');

/**
 * Reads the shared string table into the store, one text per `si`: the text of its runs one after the other, without the phonetic guides (`rPh`). It
 * has to be read first, because cells name its texts by position.
 */
export function createSharedStringsHandler(strings: StringStore): XmlHandler {
  const text = new TextBuffer();
  let phonetic = 0;
  let inText = false;
  return {
    open(name, depth) {
      if (name === SI && depth === 2) text.clear();
      else if (name === R_PH) phonetic = depth;
      else if (name === T && phonetic === 0) inText = depth === 3 || depth === 4;
      else if (name === R) inText = false;
    },
    close(name, depth) {
      if (name === T) inText = false;
      else if (name === R_PH && depth === phonetic) phonetic = 0;
      else if (name === SI && depth === 2) {
        text.unescape();
        strings.append(text.bytes, 0, text.length);
      }
    },
    text(bytes, start, end, raw) {
      if (inText) text.add(bytes, start, end, raw);
    },
  };
}
