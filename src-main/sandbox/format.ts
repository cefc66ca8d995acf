import { fromDayNumber, type CivilDate } from '#domain/civil-date.ts';

/** Reads a column of the data set. Indexes come from the data set itself, so the fallback is never used. */
export const valueAt = (columna: { readonly [i: number]: number }, i: number): number => columna[i] ?? 0;

/** Centavos as "1234.50". */
export function decimal(centavos: number): string {
  const absolute = Math.abs(centavos);
  const rest = absolute % 100;
  return `${centavos < 0 ? '-' : ''}${String((absolute - rest) / 100)}.${rest < 10 ? '0' : ''}${String(rest)}`;
}

/** An amount as operations write it: without decimals when there are none (API description, "General conventions of the payloads"). */
export const formatShortDecimal = (centavos: number): string =>
  centavos % 100 === 0 ? String(centavos / 100) : decimal(centavos);

/** Centavos as "1,234.50", for the calendar, settlement totals and tax totals. */
export function conMiles(centavos: number): string {
  const [whole = '', rest = ''] = decimal(centavos).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`;
}

/** Makes texts of days. Each text is built once, because a page of operations writes three per row. */
export function createDates(): { iso(dia: number): CivilDate; dayMonthYear(dia: number): string } {
  const isos = new Map<number, CivilDate>();
  const iso = (dia: number): CivilDate => {
    let texto = isos.get(dia);
    if (texto === undefined) {
      texto = fromDayNumber(dia);
      isos.set(dia, texto);
    }
    return texto;
  };
  const dayMonthYear = (dia: number): string => {
    const texto = iso(dia);
    return `${texto.slice(8, 10)}/${texto.slice(5, 7)}/${texto.slice(0, 4)}`;
  };
  return { iso, dayMonthYear };
}
export type Dates = ReturnType<typeof createDates>;

const dos = (n: number): string => (n < 10 ? `0${String(n)}` : String(n));

/** Seconds of the day as `HH:MM:SS`. */
export function timeOf(segundos: number): string {
  return `${dos(Math.floor(segundos / 3600))}:${dos(Math.floor(segundos / 60) % 60)}:${dos(segundos % 60)}`;
}

/** A number as digits without leading zeros, so that "0042" and "42" compare equal; any other text only trimmed. */
export function canonicalize(texto: string): string {
  if (texto === '') return '';
  const clean = texto.trim();
  if (!/^\d+(?:\.\d+)?$/.test(clean)) return clean.normalize('NFC').toUpperCase();
  const [whole = '', rest = ''] = clean.split('.');
  const decimals = rest.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}`;
}

/** An amount as sent ("1500", "1500.5", "-20.00") in centavos; undefined when it is not one. */
export function leerImporte(texto: string): number | undefined {
  const parts = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(texto.trim());
  if (parts === null) return undefined;
  const valor = Number(parts[2]) * 100 + Number((parts[3] ?? '').padEnd(2, '0'));
  return parts[1] === '-' && valor !== 0 ? -valor : valor;
}
