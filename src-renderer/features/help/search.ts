import type { ManualSection } from './pages.ts';
import { foldText } from '../../ui/typing.ts';

/** The least number of letters of a search, the same as in the search of the data. */
const MINIMUM = 3;
const MAX_FOUND = 6;
/** How many letters of the excerpt come before the first found word. `SHOWN`: the length of the excerpt. */
const BEFORE = 24;
const SHOWN = 90;

export interface FoundSection extends ManualSection {
  readonly excerpt: string;
}

/** At most `MAX_FOUND` sections that contain every word of `searched`, ordered by how many of the words their title lacks. */
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
  // In NFC an accented letter is one character, so removing accents keeps the length: positions in the folded text are valid in `whole`.
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
