const CANDIDATES = [';', '\t', '|', ','] as const;
const MAX_RECORDS = 200;

export interface Separator {
  readonly separator: string;
  /** The first line is `sep=;`, an instruction that spreadsheets obey and do not show. */
  readonly skipFirstLine: boolean;
}

/**
 * Which separator a text uses, from its beginning: the one that gives most records one same number of fields. In doubt the order of
 * `CANDIDATES`: here the comma is the decimal mark.
 */
export function separatorOf(sample: string): Separator {
  const text = sample.replace(/^\uFEFF/, '');
  const declared = /^"?sep=([^\r\n"])"?(?:\r?\n|\r|$)/i.exec(text)?.[1];
  if (declared !== undefined) return { separator: declared, skipFirstLine: true };
  let best = { separator: ';', score: 0 };
  for (const separator of CANDIDATES) {
    const score = agreement(fieldCounts(text, separator));
    if (score > best.score) best = { separator, score };
  }
  return { separator: best.separator, skipFirstLine: false };
}

/** Fields of each of the first records, separators inside quotes aside. Blank lines do not count. */
function fieldCounts(text: string, separator: string): number[] {
  const counts: number[] = [];
  let fields = 1;
  let quoted = false;
  let atStart = true;
  for (let i = 0; i < text.length && counts.length < MAX_RECORDS; i += 1) {
    const char = text.charAt(i);
    if (quoted) {
      if (char === '"') quoted = false;
    } else if (char === '"' && (atStart || text.charAt(i - 1) === '"')) quoted = true;
    else if (char === separator) fields += 1;
    else if (char === '\n') {
      if (!/^\r?$/.test(text.slice(text.lastIndexOf('\n', i - 1) + 1, i))) counts.push(fields);
      fields = 1;
    }
    atStart = char === separator || char === '\n';
  }
  if (counts.length === 0) counts.push(fields);
  return counts;
}

/** 0 when nothing is separated; else how many records have the commonest number of fields (titles and totals have others). */
function agreement(counts: readonly number[]): number {
  const frequency = new Map<number, number>();
  for (const count of counts) if (count > 1) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  return Math.max(0, ...frequency.values()) / counts.length;
}
