import { fromDayNumber, type CivilDate, formatDayMonthYear } from '#domain/civil-date.ts';

export function formatDecimal(centavos: number): string {
  const absolute = Math.abs(centavos);
  const rest = absolute % 100;
  return `${centavos < 0 ? '-' : ''}${String((absolute - rest) / 100)}.${rest < 10 ? '0' : ''}${String(rest)}`;
}

/** An amount as in operations: without decimals if they are zero (API description, "General conventions of the payloads"). */
export const formatShortDecimal = (centavos: number): string =>
  centavos % 100 === 0 ? String(centavos / 100) : formatDecimal(centavos);

/** Centavos as "1,234.50", for the calendar, settlement totals and tax totals. */
export function formatThousands(centavos: number): string {
  const [whole = '', rest = ''] = formatDecimal(centavos).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
}

/** Caches the texts of days: without the cache, writing an operation, which has three days, takes twice as long. */
export function createDates(): { iso(day: number): CivilDate; dayMonthYear(day: number): string } {
  const isos = new Map<number, CivilDate>();
  const toIso = (day: number): CivilDate => {
    let text = isos.get(day);
    if (text === undefined) {
      text = fromDayNumber(day);
      isos.set(day, text);
    }
    return text;
  };
  return { iso: toIso, dayMonthYear: (day) => formatDayMonthYear(toIso(day)) };
}

const padTwo = (n: number): string => (n < 10 ? `0${String(n)}` : String(n));

export function timeOf(seconds: number): string {
  return `${padTwo(Math.floor(seconds / 3600))}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}`;
}

/** Makes texts comparable: numbers lose leading zeros and trailing decimal zeros ("0042" equals "42"); others become trimmed NFC capitals. */
export function canonicalize(text: string): string {
  if (text === '') return '';
  const clean = text.trim();
  if (!/^\d+(?:\.\d+)?$/.test(clean)) return clean.normalize('NFC').toUpperCase();
  const [whole = '', rest = ''] = clean.split('.');
  const decimals = rest.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`;
}

/** A coupon's amount as sent ("1500", "1500.5", "-20.00"), in centavos; undefined for any other text. */
export function parseImporte(text: string): number | undefined {
  const parts = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (parts === null) return undefined;
  const value = Number(parts[2]) * 100 + Number((parts[3] ?? '').padEnd(2, '0'));
  return parts[1] === '-' && value !== 0 ? -value : value;
}
