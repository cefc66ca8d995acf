import { addDays, fromDayNumber, parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import type { FaultKind } from './fault.ts';
import type { Sale } from './sales.ts';

/** Creates a fault that picks one of some days, all equally likely. */
function pickAmong(
  name: string,
  motivo: string,
  weight: number,
  options: (sale: Sale) => readonly (number | undefined)[],
): FaultKind {
  const listTexts = (sale: Sale): readonly string[] =>
    options(sale).flatMap((day) => (day === undefined || day === sale.day ? [] : [fromDayNumber(day)]));
  return {
    name,
    motivo,
    groups: ['fecha'],
    weight,
    apply(_cupon, sale, random) {
      const days = listTexts(sale);
      return days.length === 0 ? undefined : { fecha_venta: random.pick(days) };
    },
    density(seen, _clean, sale) {
      const days = listTexts(sale);
      return days.filter((day) => day === seen.fecha_venta).length / Math.max(1, days.length);
    },
  };
}

const numberOf = (text: string): number | undefined => {
  const date = parseIsoDate(text);
  return date === undefined ? undefined : toDayNumber(date);
};

const swapDayAndMonth = (day: number): number | undefined => {
  const [year = '', month = '', dayOfMonth = ''] = fromDayNumber(day).split('-');
  return numberOf(`${year}-${dayOfMonth}-${month}`);
};

const moveYears = (day: number, years: number): number | undefined => {
  const text = fromDayNumber(day);
  return numberOf(`${String(Number(text.slice(0, 4)) + years)}${text.slice(4)}`);
};

const away = Array.from({ length: 27 }, (_, i) => i + 4).flatMap((days) => [days, -days]);

export const DATE_FAULTS: readonly FaultKind[] = [
  pickAmong('día siguiente', 'FECHA_DISTINTA', 0.28, ({ day }) => [day + 1]),
  pickAmong('día anterior', 'FECHA_DISTINTA', 0.14, ({ day }) => [day - 1]),
  pickAmong('dos o tres días', 'FECHA_DISTINTA', 0.16, ({ day }) => [day + 2, day + 3, day - 2, day - 3]),
  pickAmong('presentación', 'FECHA_DISTINTA', 0.22, ({ presentation }) => [presentation]),
  pickAmong('otro año', 'FECHA_DISTINTA', 0.1, ({ day }) => [moveYears(day, -1), moveYears(day, -1), moveYears(day, 1)]),
  pickAmong('otro día', 'FECHA_DISTINTA', 0.1, ({ day }) => away.map((days) => toDayNumber(addDays(fromDayNumber(day), days)))),
  pickAmong('día y mes', 'DIA_Y_MES_CAMBIADOS', 1, ({ day }) => [swapDayAndMonth(day)]),
]; // prettier-ignore
