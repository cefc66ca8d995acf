import { toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { COMERCIOS } from './catalogue.ts';
import { unlinkOperaciones, NO_DISORDER, spoilMovimientos, spoilParts, storesOf, type Disorder } from './disorder.ts';
import { valueAt, createGenerator, createOperaciones, DAYS, listHolidays } from './operaciones.ts';
import { createDates } from './format.ts';
import { settle, type Liquidacion } from './liquidaciones.ts';
import { moveBanks, createRechazos } from './movimientos.ts';
import { DAY_SECONDS } from './parameters.ts';

/** All consistent data of the merchant's account: sales, settlements, taxes, payments, chargebacks, calendar. */
export type SandboxData = ReturnType<typeof createData>;

export interface DataOptions {
  readonly semilla: number;
  /** The exact number of sales over the 455 whole days that end today, 1 to 1,000,000. */
  readonly operaciones: number;
  readonly hoy: CivilDate;
  /** Second of `hoy` up to which sales were made; the whole day when absent. */
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
  const {
    liquidaciones: settled,
    rows,
    starts: startOf,
  } = settle(ops, {
    desde: from,
    hoy: today,
    total,
    semilla,
    holidays,
  });
  const rechazos = createRechazos(ops, today, semilla);
  const liquidaciones = spoilParts(settled, disorder);
  unlinkOperaciones(ops, disorder);
  const moved = moveBanks({ liquidaciones, rechazos, desde: from, hoy: today, semilla, holidays, stores });
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
    /** In the order of the catalogue. */
    stores,
    disorder,
    /** Rows from here on appeared while the sandbox ran, and are examined one by one. */
    fixed,
    fechas: createDates(),
    operacionesOf: (row: number): Int32Array => rows.subarray(valueAt(startOf, row), valueAt(startOf, row + 1)),
    /** First row of a day's sales; the next day's first row ends them. Leaves out sales that appear later. */
    getDayStart,
    /** The amounts sold and credited in a day, by shop, in centavos. */
    soldOn: (day: number, comercio: number): number =>
      day < from || day > today ? 0 : valueAt(sold, (day - from) * width + comercio),
    creditedOn: (day: number, comercio: number): number => credited.get(day * width + comercio) ?? 0,
    /** Whether a bank movement was matched with the settlement. */
    isPaid: ({ fila }: Liquidacion): boolean => valueAt(paid, fila) === 1,
    /** Makes `howMany` operations of today and yesterday appear. */
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
