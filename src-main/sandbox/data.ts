import { toDayNumber, type CivilDate } from '#domain/civil-date.ts';
import { COMERCIOS } from './catalogue.ts';
import { createDates, valueAt, type Dates } from './format.ts';
import { settle, type Liquidacion } from './liquidaciones.ts';
import { moveBanks, type Movimiento } from './movimientos.ts';
import { createGenerator, getDayOfId, DAYS, idDeOperacion, Operaciones, getOrderOfId } from './operaciones.ts';
import { createRechazos, type Rechazo } from './rechazos.ts';

/** All data of the merchant's account, which agrees with itself: sales, settlements, taxes, payments, chargebacks, calendar. */
export interface SandboxData {
  readonly desde: number;
  readonly hoy: number;
  readonly ops: Operaciones;
  readonly liquidaciones: readonly Liquidacion[];
  readonly movimientos: readonly Movimiento[];
  readonly rechazos: readonly Rechazo[];
  readonly fechas: Dates;
  /** Rows of the operations of a settlement. */
  operacionesDe(liquidacion: number): Int32Array;
  /** First row of a day's sales; they end where those of the next day begin. Sales that appear later are not in that range. */
  getDayStart(dia: number): number;
  /** Rows in order of presentation day and of payment day, with the place where each day begins. */
  readonly byPresentation: Index;
  readonly porPago: Index;
  /** Rows from here on appeared while the sandbox ran. They are in no index and are examined one by one. */
  readonly fixed: number;
  /** Row of an operation's id; undefined when there is none. */
  getRowOfId(id: number): number | undefined;
  /** Sold and credited in a day, by shop, in centavos. */
  soldOn(dia: number, comercio: number): number;
  creditedOn(dia: number, comercio: number): number;
  /** Whether a bank movement was matched with the settlement. */
  isPaid(liquidacion: Liquidacion): boolean;
  /** Makes `howMany` operations of today and yesterday appear. */
  appear(howMany: number): void;
}

interface Index {
  readonly filas: Int32Array;
  /** Position of the first row of a day or of a later one. */
  startOf(dia: number): number;
}

/** Counting sort of rows by a column of days. */
function buildIndex(columna: Int32Array, cantidad: number, desde: number): Index {
  let hasta = desde;
  for (let i = 0; i < cantidad; i++) hasta = Math.max(hasta, valueAt(columna, i));
  const starts = new Int32Array(hasta - desde + 2);
  for (let i = 0; i < cantidad; i++) {
    const slot = valueAt(columna, i) - desde + 1;
    starts[slot] = valueAt(starts, slot) + 1;
  }
  for (let d = 1; d < starts.length; d++) starts[d] = valueAt(starts, d) + valueAt(starts, d - 1);
  const siguiente = starts.slice();
  const filas = new Int32Array(cantidad);
  for (let i = 0; i < cantidad; i++) {
    const slot = valueAt(columna, i) - desde;
    const place = valueAt(siguiente, slot);
    filas[place] = i;
    siguiente[slot] = place + 1;
  }
  return {
    filas,
    startOf: (dia) => (dia <= desde ? 0 : dia > hasta ? cantidad : valueAt(starts, dia - desde)),
  };
}

export interface DataOptions {
  readonly semilla: number;
  /** 1,000 to 1,000,000: exactly so many sales over the 455 days that end today. */
  readonly operaciones: number;
  readonly hoy: CivilDate;
}

/** Builds the data set of a seed. The same options give the same data; with another `hoy`, each day still has the same sales. */
export function createData({ semilla, operaciones: total, hoy: todayDate }: DataOptions): SandboxData {
  const hoy = toDayNumber(todayDate);
  const desde = hoy - DAYS + 1;
  const generator = createGenerator(semilla, total);
  const ops = new Operaciones(total);
  const starts = new Int32Array(DAYS + 1);
  for (let d = 0; d < DAYS; d++) {
    generator.generateDay(ops, desde + d);
    starts[d + 1] = ops.cantidad;
  }
  const fixed = ops.cantidad;
  const { liquidaciones, filas, inicio } = settle(ops, { desde, hoy, total, semilla });
  const rechazos = createRechazos(ops, hoy, semilla);
  const movimientos = moveBanks({ liquidaciones, rechazos, desde, hoy, semilla });

  const ancho = COMERCIOS.length;
  const vendido = new Float64Array(DAYS * ancho);
  const recordSale = (i: number): void => {
    const slot = (valueAt(ops.dia, i) - desde) * ancho + valueAt(ops.comercio, i);
    vendido[slot] = valueAt(vendido, slot) + valueAt(ops.importe, i);
  };
  for (let i = 0; i < fixed; i++) recordSale(i);
  const acreditado = new Map<number, number>();
  for (const { pago, comercio, acreditado: importe } of liquidaciones) {
    if (pago > hoy) continue;
    const clave = pago * ancho + comercio;
    acreditado.set(clave, (acreditado.get(clave) ?? 0) + importe);
  }

  const paid = new Uint8Array(liquidaciones.length);
  for (const { liquidacion } of movimientos) if (liquidacion >= 0) paid[liquidacion] = 1;

  const vivas = new Map<number, number>();
  const proximas = new Map<number, number>();
  const getDayStart = (dia: number): number => valueAt(starts, Math.min(DAYS, Math.max(0, dia - desde)));
  return {
    desde,
    hoy,
    ops,
    liquidaciones,
    movimientos,
    rechazos,
    fixed,
    fechas: createDates(),
    operacionesDe: (fila) => filas.subarray(valueAt(inicio, fila), valueAt(inicio, fila + 1)),
    getDayStart,
    byPresentation: buildIndex(ops.presentacion, fixed, desde),
    porPago: buildIndex(ops.pago, fixed, desde),
    getRowOfId(id) {
      const viva = vivas.get(id);
      if (viva !== undefined) return viva;
      const dia = getDayOfId(id);
      const fila = getDayStart(dia) + getOrderOfId(id);
      return dia >= desde && dia <= hoy && fila < getDayStart(dia + 1) ? fila : undefined;
    },
    soldOn: (dia, comercio) => (dia < desde || dia > hoy ? 0 : valueAt(vendido, (dia - desde) * ancho + comercio)),
    creditedOn: (dia, comercio) => acreditado.get(dia * ancho + comercio) ?? 0,
    isPaid: ({ fila }) => valueAt(paid, fila) === 1,
    appear(howMany) {
      for (let n = 0; n < howMany; n++) {
        const dia = hoy - (vivas.size % 2);
        const orden = proximas.get(dia) ?? generator.porDia(dia);
        proximas.set(dia, orden + 1);
        const fila = generator.add(ops, dia, orden);
        vivas.set(idDeOperacion(dia, orden), fila);
        recordSale(fila);
      }
    },
  };
}
