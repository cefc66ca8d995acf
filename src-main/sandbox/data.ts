import { toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { COMERCIOS } from './catalogue.ts';
import { unlinkOperaciones, NO_DISORDER, spoilMovimientos, spoilParts, storesOf, type Disorder } from './disorder.ts';
import { valueAt, createGenerator, createOperaciones, DAYS, listHolidays } from './operaciones.ts';
import { createDates } from './format.ts';
import { settle, type Liquidacion } from './liquidaciones.ts';
import { moveBanks, createRechazos } from './movimientos.ts';
import { DAY_SECONDS } from './parameters.ts';

export type SandboxData = ReturnType<typeof createData>;

export interface DataOptions {
  readonly semilla: number;
  /** How many sales to make over the 455 days that end with `hoy`: 1 to 1,000,000. */
  readonly operaciones: number;
  readonly hoy: CivilDate;
  /** Makes the sales of `hoy` up to this second of the day; all of them when absent. */
  readonly until?: number;
  readonly disorder?: Disorder;
}

/** Builds the data set of a seed. The same options give the same data; with another `hoy`, each day still has the same sales. */
export function createData({
  semilla,
  operaciones: total,
  hoy: todayDate,
  until = DAY_SECONDS,
  disorder = NO_DISORDER,
}: DataOptions) {
  const today = toDayNumber(todayDate);
  const from = today - DAYS + 1;
  const holidays = listHolidays(from, today);
  const generator = createGenerator(semilla, total, holidays);
  const ops = createOperaciones(total);
  const starts = new Int32Array(DAYS + 1);
  for (let d = 0; d < DAYS; d++) {
    generator.generateDay(ops, from + d, from + d === today ? until : DAY_SECONDS);
    starts[d + 1] = ops.count;
  }
  const fixed = ops.count;
  const stores = storesOf(disorder);
  const window = { desde: from, hoy: today, total, semilla, holidays };
  const { liquidaciones: settled, rows, starts: startOf } = settle(ops, window);
  const rechazos = createRechazos(ops, today, semilla);
  const liquidaciones = spoilParts(settled, disorder);
  unlinkOperaciones(ops, disorder);
  const moved = moveBanks({ ...window, liquidaciones, rechazos, stores });
  const movimientos = spoilMovimientos(moved, { liquidaciones, hoy: today, holidays }, disorder);

  const width = COMERCIOS.length;
  const sold = new Float64Array(DAYS * width);
  const recordSale = (i: number): void => {
    const slot = (valueAt(ops.day, i) - from) * width + valueAt(ops.comercio, i);
    sold[slot] = valueAt(sold, slot) + valueAt(ops.importe, i);
  };
  for (let i = 0; i < fixed; i++) recordSale(i);
  const credited = new Map<number, number>();
  for (const { pago, comercio, acreditado: importe } of liquidaciones) {
    if (pago > today) continue;
    const key = pago * width + comercio;
    credited.set(key, (credited.get(key) ?? 0) + importe);
  }

  const paid = new Uint8Array(liquidaciones.length);
  for (const { liquidacion } of movimientos) if (liquidacion >= 0) paid[liquidacion] = 1;

  let appeared = 0;
  const coming = new Map<number, number>();
  const getDayStart = (day: number): number => valueAt(starts, Math.min(DAYS, Math.max(0, day - from)));
  return {
    desde: from,
    hoy: today,
    ops,
    liquidaciones,
    movimientos,
    rechazos,
    stores,
    disorder,
    /** The number of sales at the start. Rows from this number on appeared later and are outside the index by day, so searches examine each of them. */
    fixed,
    fechas: createDates(),
    operacionesOf: (row: number): Int32Array => rows.subarray(valueAt(startOf, row), valueAt(startOf, row + 1)),
    /** The first row of a day's sales; they end before the first row of the next day. Leaves out sales that appeared later. */
    getDayStart,
    soldOn: (day: number, comercio: number): number =>
      day < from || day > today ? 0 : valueAt(sold, (day - from) * width + comercio),
    creditedOn: (day: number, comercio: number): number => credited.get(day * width + comercio) ?? 0,
    /** Whether a bank movement was matched with the settlement. */
    isPaid: ({ fila }: Liquidacion): boolean => valueAt(paid, fila) === 1,
    /** Makes `howMany` new operations appear, dated today and yesterday in turn. */
    appear(howMany: number): void {
      for (let n = 0; n < howMany; n++) {
        const day = today - (appeared++ % 2);
        const order = coming.get(day) ?? generator.countOfDay(day);
        coming.set(day, order + 1);
        recordSale(generator.add(ops, day, order, day === today ? until : DAY_SECONDS));
      }
    },
  };
}
