/** Reads two numbers and a year both ways: day first and month first (`YYYY-MM-DD`). Any other text is given back as it is. */
export function bothReadings(ejemplo: string): { readonly dia: string; readonly mes: string } {
  const parts = /^(\d{1,2})\D+(\d{1,2})\D+(\d{4}|\d{2})/.exec(ejemplo);
  if (parts === null) return { dia: ejemplo, mes: ejemplo };
  const [, first = '', second = '', year = ''] = parts;
  const full = year.length === 2 ? `20${year}` : year;
  const iso = (month: string, day: string): string => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return { dia: iso(second, first), mes: iso(first, second) };
}
