/** Days besides weekends on which Argentine banks are closed and credit nothing. */
import { addDays, toCivilDate, toDayNumber, weekdayOf, type CivilDate } from './civil-date.ts';

function toCivilDay(year: number, month: number, day: number): CivilDate {
  const date = toCivilDate(year, month, day);
  if (!date.ok) throw new Error('A fixed holiday is a day that exists');
  return date.value;
}

/** Easter Sunday of a year, by the "anonymous" algorithm (Meeus). */
function getEaster(year: number): CivilDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return toCivilDay(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** Law 27.399: moves a holiday on a Tuesday or Wednesday to the Monday before, and a holiday on a Thursday or Friday to the Monday after. */
function moveHoliday(date: CivilDate): CivilDate {
  const week = weekdayOf(toDayNumber(date));
  if (week === 2 || week === 3) return addDays(date, 1 - week);
  return week === 4 || week === 5 ? addDays(date, 8 - week) : date;
}

/** The bank holidays of a year with their names. Leaves out bridge days, which a decree fixes each year. */
export function listBankHolidays(year: number): ReadonlyMap<CivilDate, string> {
  const sunday = getEaster(year);
  return new Map([
    [toCivilDay(year, 1, 1), 'Año Nuevo'],
    [addDays(sunday, -48), 'Carnaval'],
    [addDays(sunday, -47), 'Carnaval'],
    [toCivilDay(year, 3, 24), 'Día de la Memoria'],
    [addDays(sunday, -3), 'Jueves Santo'],
    [addDays(sunday, -2), 'Viernes Santo'],
    [toCivilDay(year, 4, 2), 'Malvinas'],
    [toCivilDay(year, 5, 1), 'Día del Trabajador'],
    [toCivilDay(year, 5, 25), 'Revolución de Mayo'],
    [moveHoliday(toCivilDay(year, 6, 17)), 'Paso a la Inmortalidad de Güemes'],
    [toCivilDay(year, 6, 20), 'Día de la Bandera'],
    [toCivilDay(year, 7, 9), 'Día de la Independencia'],
    [moveHoliday(toCivilDay(year, 8, 17)), 'Paso a la Inmortalidad de San Martín'],
    [moveHoliday(toCivilDay(year, 10, 12)), 'Diversidad Cultural'],
    [toCivilDay(year, 11, 6), 'Día del Bancario'],
    [moveHoliday(toCivilDay(year, 11, 20)), 'Soberanía Nacional'],
    [toCivilDay(year, 12, 8), 'Inmaculada Concepción'],
    [toCivilDay(year, 12, 25), 'Navidad'],
  ]);
}
