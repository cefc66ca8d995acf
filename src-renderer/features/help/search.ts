import type { ManualSection } from './pages.ts';
import { foldText } from '../../ui/typing.ts';

/** The least number of letters of a search, as in the search of the data. */
const MINIMUM = 3;
const MAX_FOUND = 6;
/** How many letters are shown before the first found word, and in all. */
const BEFORE = 24;
const SHOWN = 90;

export interface FoundSection extends ManualSection {
  /** The part of the text around the first found word. */
  readonly excerpt: string;
}

/** The sections that contain every word of `searched`. Sections with the words in their title come first. */
export function searchManual(searched: string, manual: readonly ManualSection[]): readonly FoundSection[] {
  const words = foldText(searched).split(/\s+/).filter(Boolean);
  if (searched.trim().length < MINIMUM || words.length === 0) return [];
  return manual
    .flatMap((section) => {
      const title = foldText(section.title);
      const all = `${title} ${foldText(section.text)}`;
      if (!words.every((word) => all.includes(word))) return [];
      return [{ section, missing: words.filter((word) => !title.includes(word)).length }];
    })
    .sort((a, b) => a.missing - b.missing)
    .slice(0, MAX_FOUND)
    .map(({ section }) => ({ ...section, excerpt: excerptOf(section.text, words) }));
}

function excerptOf(text: string, words: readonly string[]): string {
  // In NFC every accent is part of its letter, so folding keeps the length: a place in the folded text is the same place in this one.
  const whole = text.normalize('NFC');
  const where = Math.max(
    0,
    ...words
      .map((word) => foldText(whole).indexOf(word))
      .filter((place) => place >= 0)
      .slice(0, 1),
  );
  const from = where <= BEFORE ? 0 : whole.lastIndexOf(' ', where - BEFORE) + 1;
  const part = whole.slice(from, from + SHOWN);
  return `${from > 0 ? '…' : ''}${part}${from + SHOWN < whole.length ? '…' : ''}`;
}
