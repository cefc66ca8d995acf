const CANDIDATES = [';', '\t', '|', ','] as const;
const MAX_RECORDS = 200;

export interface Separator {
  readonly separator: string;
  /** The first line is `sep=;`, an instruction that spreadsheets obey and do not show. */
  readonly skipFirstLine: boolean;
}

/**
 * Finds the separator of a text from its beginning: the one that stands most often in records with the same number of fields. Ties follow the order
 * of `CANDIDATES`. The comma is also the decimal mark here, so a comma that may be one is not counted.
 */
export function separatorOf(sample: string): Separator {
  const text = sample.replace(/^\uFEFF/, '');
  const declared = /^"?sep=([^\r\n"])"?(?:\r?\n|\r|$)/i.exec(text)?.[1];
  if (declared !== undefined) return { separator: declared, skipFirstLine: true };
  let best = { separator: ';', score: 0 };
  for (const separator of CANDIDATES) {
    const score = measureAgreement(countFields(text, separator));
    if (score > best.score) best = { separator, score };
  }
  return { separator: best.separator, skipFirstLine: false };
}

/** Counts the fields of each of the first records, without separators inside quotes. Blank lines do not count. */
function countFields(text: string, separator: string): number[] {
  const counts: number[] = [];
  let fields = 1;
  let quoted = false;
  let atStart = true;
  for (let i = 0; i < text.length && counts.length < MAX_RECORDS; i += 1) {
    const char = text.charAt(i);
    if (quoted) {
      if (char === '"') quoted = false;
    } else if (char === '"' && (atStart || text.charAt(i - 1) === '"')) quoted = true;
    else if (char === separator && !(char === ',' && isInNumber(text, i))) fields += 1;
    else if (char === '\n') {
      if (!/^\r?$/.test(text.slice(text.lastIndexOf('\n', i - 1) + 1, i))) counts.push(fields);
      fields = 1;
    }
    atStart = char === separator || char === '\n';
  }
  if (counts.length === 0) counts.push(fields);
  return counts;
}

/** "1234,50" and "1,234": the comma may be part of a number. */
const isInNumber = (text: string, comma: number): boolean => /^\d,\d{1,3}(?!\d)/.test(text.slice(comma - 1, comma + 5));

/**
 * The score of a separator: how many there are in the records of the most frequent width (titles and totals have other widths); 0 when nothing is
 * separated.
 */
function measureAgreement(counts: readonly number[]): number {
  const separators = new Map<number, number>();
  for (const count of counts) if (count > 1) separators.set(count, (separators.get(count) ?? 0) + count - 1);
  return Math.max(0, ...separators.values());
}
