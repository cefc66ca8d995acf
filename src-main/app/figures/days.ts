/** What was sold and credited on each day, and whether the day was read, was not read or is to come (docs/visual-language.md §6, heat map). */
import type { CalendarioDays, CalendarioMonth, DayField, HomeDay, ListTotal } from '#contract/home.ts';
import { listBankHolidays } from '#domain/bank-holidays.ts';
import { addDays, civilDateAt, type CivilDate, type DateWindow, daysOfMonth, monthOf } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import { TABLES, type ReadableCache, type Stretch } from '#storage/cache/index.ts';
import type { FigureData } from './adder.ts';

export function* listDatesBetween(from: CivilDate, to: CivilDate): Generator<CivilDate> {
  for (let date = from; date <= to; date = addDays(date, 1)) yield date;
}

/** Tells whether a day was read. A month is always stored whole: its days after the reading have zeros that mean unknown. */
export const readIn =
  (stretches: readonly Stretch[]): ((date: CivilDate) => boolean) =>
  (date) =>
    stretches.some(({ desde, hasta, leido }) => desde <= date && date <= hasta && date <= civilDateAt(leido));

/** Null: the service sent the day without this amount. */
export interface DayImportes {
  readonly vendido: bigint | null;
  readonly acreditado: bigint | null;
}

const NOT_REPORTED: DayImportes = { vendido: null, acreditado: null };
const FIELDS: readonly DayField[] = ['vendido', 'acreditado'];

async function importesByDay({ sumador }: FigureData, from: CivilDate, to: CivilDate) {
  const rows = await sumador.group(
    { metodo: 'calendario', desde: from, hasta: to },
    { por: [{ campo: 'fecha' }], sumas: ['vendido', 'acreditado'] },
  );
  return new Map(
    rows.map(({ keys: [date], sumas: sums, faltan }) => {
      const [sold = null, credited = null] = sums.map((sum, i) => ((faltan[i] ?? 0) > 0 ? null : sum));
      return [date, { vendido: sold, acreditado: credited }];
    }),
  );
}

export async function readDays(
  data: FigureData,
  { desde, hasta }: DateWindow,
): Promise<ReadonlyMap<string, DayImportes>> {
  const wasRead = readIn(data.cache.readStretches('calendario', 'fecha'));
  const importes = await importesByDay(data, desde, hasta);
  const days = new Map<string, DayImportes>();
  for (const date of listDatesBetween(desde, hasta)) {
    const importe = importes.get(date);
    if (importe !== undefined && wasRead(date)) days.set(date, importe);
  }
  return days;
}

/** Tells of which figures of a day the rows were downloaded: the sales, and the bank's movements or, without a bank feed, the sales again. */
export function rowsReadIn({ cache }: FigureData, banco: boolean): (date: CivilDate, field: DayField) => boolean {
  const wereRead = (method: 'operaciones' | 'movimientos') =>
    readIn([TABLES[method].fecha ?? '', ''].flatMap((dateField) => cache.readStretches(method, dateField)));
  const sales = wereRead('operaciones');
  const credits = banco ? wereRead('movimientos') : sales;
  return (date, field) => (field === 'vendido' ? sales(date) : credits(date));
}

interface DayFacts {
  readonly today: CivilDate;
  readonly areRowsRead: ReturnType<typeof rowsReadIn>;
  readonly compareList: (days: DateWindow, credited: bigint) => ListTotal | null;
}

export const monthOfDays = (
  mes: string,
  known: ReadonlyMap<string, DayImportes>,
  facts: DayFacts,
): CalendarioMonth => ({ mes, ...describeDays(daysOfMonth(mes), known, facts) });

export function describeDays(
  { desde, hasta }: DateWindow,
  known: ReadonlyMap<string, DayImportes>,
  { today, areRowsRead, compareList }: DayFacts,
): CalendarioDays {
  const years = [...new Set([desde.slice(0, 4), hasta.slice(0, 4)])];
  const holidays = new Map(years.flatMap((year) => [...listBankHolidays(Number(year))]));
  let sold = 0n;
  let credited = 0n;
  let unread = 0;
  const days = [...listDatesBetween(desde, hasta)].map((date): HomeDay => {
    const importes = (date <= today ? known.get(date) : undefined) ?? NOT_REPORTED;
    sold += importes.vendido ?? 0n;
    credited += importes.acreditado ?? 0n;
    if (date <= today && (importes.vendido === null || importes.acreditado === null)) unread += 1;
    const hasFigures = importes.vendido !== null || importes.acreditado !== null;
    return {
      fecha: date,
      estado: date > today ? 'futuro' : hasFigures ? 'leido' : 'sin_leer',
      vendido: importes.vendido === null ? null : formatPlain(importes.vendido),
      acreditado: importes.acreditado === null ? null : formatPlain(importes.acreditado),
      sinBajar: FIELDS.filter((field) => importes[field] !== null && !areRowsRead(date, field)),
      lista: importes.acreditado === null ? null : compareList({ desde: date, hasta: date }, importes.acreditado),
      feriado: holidays.get(date) ?? null,
    };
  });
  return {
    dias: days,
    vendido: formatPlain(sold),
    acreditado: formatPlain(credited),
    lista: compareList({ desde, hasta: hasta < today ? hasta : today }, credited),
    sinLeer: unread,
    sinBajar: days.filter(({ sinBajar }) => sinBajar.length > 0).length,
  };
}

/** The first month with days of the calendar that were read, `YYYY-MM`; null if no day was read. */
export function findFirstMonth(cache: Pick<ReadableCache, 'readStretches'>): string | null {
  const [first] = cache.readStretches('calendario', 'fecha');
  return first === undefined ? null : monthOf(first.desde);
}
