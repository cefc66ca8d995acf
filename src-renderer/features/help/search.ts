import type { ManualSection } from './pages.ts';
import { foldText } from '../../ui/typing.ts';

/** Fewest letters of a search, as in the search of the data. */
const MINIMUM = 3;
const MAX_FOUND = 6;
/** Letters of the excerpt before the first found word. `SHOWN`: length of the excerpt. */
const BEFORE = 24;
const SHOWN = 90;

export interface FoundSection extends ManualSection {
  readonly excerpt: string;
}

/** Gives at most `MAX_FOUND` sections with every word of `searched`, ordered by the number of words that the title lacks. */
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
  // In NFC, removing accents keeps the length, so that positions in the folded text are valid in `whole`.
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
