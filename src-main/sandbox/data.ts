import { toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { COMERCIOS, type Store } from './catalogue.ts';
import { unlinkOperaciones, NO_DISORDER, spoilMovimientos, spoilParts, storesOf, type Disorder } from './disorder.ts';
import { groupRows, valueAt } from './columns.ts';
import { createDates, type Dates } from './format.ts';
import { settle, type Liquidacion } from './liquidaciones.ts';
import { moveBanks, type Movimiento } from './movimientos.ts';
import { createGenerator, createOperaciones, DAYS, type Operaciones } from './operaciones.ts';
import { createRechazos, type Rechazo } from './rechazos.ts';

/** All data of the merchant's account, which agrees with itself: sales, settlements, taxes, payments, chargebacks, calendar. */
export interface SandboxData {
  readonly desde: number;
  readonly hoy: number;
  readonly ops: Operaciones;
  readonly liquidaciones: readonly Liquidacion[];
  readonly movimientos: readonly Movimiento[];
  readonly rechazos: readonly Rechazo[];
  /** In the order of the catalogue. */
  readonly stores: readonly Store[];
  readonly disorder: Disorder;
  readonly fechas: Dates;
  /** Rows of the operations of a settlement. */
  operacionesOf(liquidacion: number): Int32Array;
  /** First row of a day's sales; they end where those of the next day begin. Sales that appear later are not in that range. */
  getDayStart(day: number): number;
  /** Rows in order of presentation day and of payment day, with the place where each day begins. */
  readonly byPresentation: Index;
  readonly porPago: Index;
  /** Rows from here on appeared while the sandbox ran. They are in no index and are examined one by one. */
  readonly fixed: number;
  /** Sold and credited in a day, by shop, in centavos. */
  soldOn(day: number, comercio: number): number;
  creditedOn(day: number, comercio: number): number;
  /** Whether a bank movement was matched with the settlement. */
  isPaid(liquidacion: Liquidacion): boolean;
  /** Makes `howMany` operations of today and yesterday appear. */
  appear(howMany: number): void;
}

interface Index {
  readonly filas: Int32Array;
  /** Position of the first row of a day or of a later one. */
  startOf(day: number): number;
}

function buildIndex(column: Int32Array, count: number, from: number): Index {
  let to = from;
  for (let i = 0; i < count; i++) to = Math.max(to, valueAt(column, i));
  const { rows, starts } = groupRows(count, to - from + 1, (i) => valueAt(column, i) - from);
  return {
    filas: rows,
    startOf: (day) => (day <= from ? 0 : day > to ? count : valueAt(starts, day - from)),
  };
}

export interface DataOptions {
  readonly semilla: number;
  /** 1 to 1,000,000: exactly so many sales over the 455 days that end today. */
  readonly operaciones: number;
  readonly hoy: CivilDate;
  readonly disorder?: Disorder;
}

/** Builds the data set of a seed. The same options give the same data; with another `hoy`, each day still has the same sales. */
export function createData({
  semilla,
  operaciones: total,
  hoy: todayDate,
  disorder = NO_DISORDER,
}: DataOptions): SandboxData {
  const today = toDayNumber(todayDate);
  const from = today - DAYS + 1;
  const generator = createGenerator(semilla, total);
  const ops = createOperaciones(total);
  const starts = new Int32Array(DAYS + 1);
  for (let d = 0; d < DAYS; d++) {
    generator.generateDay(ops, from + d);
    starts[d + 1] = ops.count;
  }
  const fixed = ops.count;
  const stores = storesOf(disorder);
  const { liquidaciones: settled, rows, starts: startOf } = settle(ops, { desde: from, hoy: today, total, semilla });
  const rechazos = createRechazos(ops, today, semilla);
  const liquidaciones = spoilParts(settled, disorder);
  unlinkOperaciones(ops, disorder);
  const moved = moveBanks({ liquidaciones, rechazos, desde: from, hoy: today, semilla, stores });
  const movimientos = spoilMovimientos(moved, { liquidaciones, hoy: today }, disorder);

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
    fixed,
    fechas: createDates(),
    operacionesOf: (row) => rows.subarray(valueAt(startOf, row), valueAt(startOf, row + 1)),
    getDayStart,
    byPresentation: buildIndex(ops.presented, fixed, from),
    porPago: buildIndex(ops.paid, fixed, from),
    soldOn: (day, comercio) => (day < from || day > today ? 0 : valueAt(sold, (day - from) * width + comercio)),
    creditedOn: (day, comercio) => credited.get(day * width + comercio) ?? 0,
    isPaid: ({ fila }) => valueAt(paid, fila) === 1,
    appear(howMany) {
      for (let n = 0; n < howMany; n++) {
        const day = today - (appeared++ % 2);
        const order = coming.get(day) ?? generator.countOfDay(day);
        coming.set(day, order + 1);
        recordSale(generator.add(ops, day, order));
      }
    },
  };
}
