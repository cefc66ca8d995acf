/** The number of days of a month (`month` from 1). */
const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Reads a date as a person writes it: `3/10/2026` with any separator, eight digits without one, or ISO. Gives `YYYY-MM-DD`; undefined when it is no date. */
export function parseWrittenDate(text: string): string | undefined {
  const clean = text.trim();
  const match =
    /^(?<d>\d{1,2})[-/. ](?<m>\d{1,2})[-/. ](?<a>\d{4})$/.exec(clean) ??
    /^(?<d>\d{2})(?<m>\d{2})(?<a>\d{4})$/.exec(clean) ??
    /^(?<a>\d{4})-(?<m>\d{2})-(?<d>\d{2})$/.exec(clean);
  if (match?.groups === undefined) return undefined;
  const { a = '', m = '', d = '' } = match.groups;
  const [year, month, day] = [Number(a), Number(m), Number(d)];
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  return `${a}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
}
