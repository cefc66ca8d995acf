/** The state of each day: read, not read, or to come (docs/visual-language.md §6, heat map). */
import type { CalendarioMes, HomeDay } from '#contract/home.ts';
import { addDays, civilDateAt, daysInMonth, parseIsoDate, type CivilDate } from '#domain/civil-date.ts';
import { listBankHolidays } from '#domain/holidays.ts';
import { formatPlain } from '#domain/money.ts';
import type { ReadableCache, Stretch } from '#storage/cache/index.ts';
import type { HomeData } from './adder.ts';

interface Mes {
  readonly mes: string;
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
}

function civilDay(text: string): CivilDate {
  const date = parseIsoDate(text);
  if (date === undefined) throw new Error(`Not a day: ${text}`);
  return date;
}

/** A month, `YYYY-MM`, with its first and last day. */
export function mesDe(mes: string): Mes {
  const largo = daysInMonth(Number(mes.slice(0, 4)), Number(mes.slice(5, 7)));
  return { mes, desde: civilDay(`${mes}-01`), hasta: civilDay(`${mes}-${String(largo).padStart(2, '0')}`) };
}

/** The month that is `n` months later; earlier when negative. */
export function addMonths(mes: string, n: number): string {
  const meses = Number(mes.slice(0, 4)) * 12 + Number(mes.slice(5, 7)) - 1 + n;
  return `${String(Math.floor(meses / 12)).padStart(4, '0')}-${String((meses % 12) + 1).padStart(2, '0')}`;
}

/** The months from one to another, both included, in order. */
export function monthsBetween(desde: string, hasta: string): readonly string[] {
  const meses: string[] = [];
  for (let mes = desde; mes <= hasta; mes = addMonths(mes, 1)) meses.push(mes);
  return meses;
}

export function* daysBetweenDates(desde: CivilDate, hasta: CivilDate): Generator<CivilDate> {
  for (let fecha = desde; fecha <= hasta; fecha = addDays(fecha, 1)) yield fecha;
}

/** Tells whether a day was read. A month is always stored whole: its days after the reading say zero, which means unknown. */
function readIn(stretches: readonly Stretch[]): (fecha: CivilDate) => boolean {
  return (fecha) =>
    stretches.some(({ desde, hasta, leido }) => desde <= fecha && fecha <= hasta && fecha <= civilDateAt(leido));
}

/** Null: the service gives the day without that amount. */
export interface DayImportes {
  readonly vendido: bigint | null;
  readonly acreditado: bigint | null;
}

const NOT_REPORTED: DayImportes = { vendido: null, acreditado: null };

/** The amounts of the calendar by day. */
async function importesByDay({ sumador }: HomeData, desde: CivilDate, hasta: CivilDate) {
  const filas = await sumador.group(
    { metodo: 'calendario', desde, hasta },
    { por: [{ campo: 'fecha' }], sumas: ['vendido', 'acreditado'] },
  );
  return new Map(
    filas.map(({ keys: [fecha], sumas: sums, faltan }) => {
      const [vendido = null, acreditado = null] = sums.map((sum, i) => ((faltan[i] ?? 0) > 0 ? null : sum));
      return [fecha, { vendido, acreditado }];
    }),
  );
}

/** The days that were read, with their amounts. */
export async function readDays(
  data: HomeData,
  { desde, hasta }: { readonly desde: CivilDate; readonly hasta: CivilDate },
): Promise<ReadonlyMap<string, DayImportes>> {
  const leido = readIn(data.cache.readStretches('calendario', 'fecha'));
  const importes = await importesByDay(data, desde, hasta);
  const dias = new Map<string, DayImportes>();
  for (const fecha of daysBetweenDates(desde, hasta)) {
    const importe = importes.get(fecha);
    if (importe !== undefined && leido(fecha)) dias.set(fecha, importe);
  }
  return dias;
}

/** A month day by day. */
export function monthOfDays(mes: string, known: ReadonlyMap<string, DayImportes>, hoy: CivilDate): CalendarioMes {
  const { desde, hasta } = mesDe(mes);
  const holidays = listBankHolidays(Number(mes.slice(0, 4)));
  let vendido = 0n;
  let acreditado = 0n;
  let sinLeer = 0;
  const dias = [...daysBetweenDates(desde, hasta)].map((fecha): HomeDay => {
    const importes = (fecha <= hoy ? known.get(fecha) : undefined) ?? NOT_REPORTED;
    vendido += importes.vendido ?? 0n;
    acreditado += importes.acreditado ?? 0n;
    if (fecha <= hoy && (importes.vendido === null || importes.acreditado === null)) sinLeer += 1;
    const dice = importes.vendido !== null || importes.acreditado !== null;
    return {
      fecha,
      estado: fecha > hoy ? 'futuro' : dice ? 'leido' : 'sin_leer',
      vendido: importes.vendido === null ? null : formatPlain(importes.vendido),
      acreditado: importes.acreditado === null ? null : formatPlain(importes.acreditado),
      feriado: holidays.get(fecha) ?? null,
    };
  });
  return { mes, dias, vendido: formatPlain(vendido), acreditado: formatPlain(acreditado), sinLeer };
}

/** The first and the last month in which some day of the calendar was read. */
export function monthsRead(cache: Pick<ReadableCache, 'readStretches'>): {
  primero: string | null;
  ultimo: string | null;
} {
  const stretches = cache.readStretches('calendario', 'fecha');
  return {
    primero: stretches[0]?.desde.slice(0, 7) ?? null,
    ultimo: stretches.at(-1)?.hasta.slice(0, 7) ?? null,
  };
}
