import { mix, valueAt, getOperacionId, type Operaciones } from './operaciones.ts';
import { BANKS, getBank, CUIT, MARCAS, LEGAL_NAME, TARJETAS, type Store } from './catalogue.ts';
import type { Liquidacion } from './liquidaciones.ts';

/** A line of a bank account. The amount is always positive; `debitoCredito` tells a debit from a credit. */
export interface Movimiento {
  readonly id: number;
  readonly fecha: number;
  readonly segundo: number;
  readonly banco: (typeof BANKS)[number];
  readonly titular: string;
  readonly categoria: string;
  readonly informacion: string;
  readonly cuit: string;
  readonly debitoCredito: 'D' | 'C';
  readonly importe: number;
  readonly referencia: string;
  readonly tipo: string;
  readonly marca: string;
  readonly comercio: string;
  readonly voucher: string;
  /** Row of the settlement to which the service links this movement; −1 for none. */
  readonly liquidacion: number;
  /** Row of the operation to which the service links this movement; −1 for none. */
  readonly operacion: number;
}

const CATEGORIES = {
  tarjetas: 'ACREDITACION TARJETAS',
  contracargo: 'CONTRACARGO',
  charges: 'GASTOS BANCARIOS',
  transfer: 'TRANSFERENCIA',
} as const;

const cuitOf = (marca: string): string =>
  `3050${String(100_000_0 + MARCAS.findIndex((m) => m === marca) * 71_113)}9`.slice(0, 11);

/** One settlement in thirty has a movement that the service did not link to it. */
const WITHOUT_LINK = 30;

const WITHOUT_RECORD = { marca: '', comercio: '', voucher: '', liquidacion: -1, operacion: -1 } as const;

interface Source {
  readonly liquidaciones: readonly Liquidacion[];
  readonly rechazos: readonly Rechazo[];
  readonly desde: number;
  readonly hoy: number;
  readonly semilla: number;
  readonly holidays: ReadonlySet<number>;
  readonly stores: readonly Store[];
}

/** Makes the movements of the bank accounts, in order of time: payments of due settlements, debits of chargebacks, and unrelated lines. */
export function moveBanks({
  liquidaciones,
  rechazos,
  desde,
  hoy,
  semilla,
  holidays,
  stores,
}: Source): readonly Movimiento[] {
  const movimientos: Movimiento[] = [];
  for (const liquidacion of liquidaciones) {
    if (liquidacion.pago > hoy || liquidacion.acreditado === 0) continue;
    const luck = mix(semilla ^ 0xba2c, liquidacion.id);
    const marca = TARJETAS[liquidacion.tarjeta]?.marca ?? '';
    const isLinked = luck % WITHOUT_LINK !== 0;
    movimientos.push({
      ...WITHOUT_RECORD,
      id: 5_000_000 + liquidacion.id,
      fecha: liquidacion.pago,
      segundo: 14_400 + (luck % 7200),
      banco: getBank(liquidacion.comercio),
      titular: stores[liquidacion.comercio]?.cuit ?? CUIT,
      categoria: CATEGORIES.tarjetas,
      informacion: isLinked ? `LIQ ${marca} ${liquidacion.numero}` : `ACRED ${marca}`,
      cuit: cuitOf(marca),
      debitoCredito: liquidacion.acreditado < 0 ? 'D' : 'C',
      importe: Math.abs(liquidacion.acreditado),
      referencia: liquidacion.numero,
      tipo: 'L',
      marca: isLinked ? marca : '',
      comercio: stores[liquidacion.comercio]?.nombre ?? '',
      liquidacion: isLinked ? liquidacion.fila : -1,
    });
  }
  for (const rechazo of rechazos) {
    if (rechazo.motivo !== 'CONTRACARGO' || rechazo.transfer > hoy) continue;
    movimientos.push({
      ...WITHOUT_RECORD,
      id: 7_000_000 + rechazo.id,
      fecha: rechazo.transfer,
      segundo: 36_000 + (rechazo.id % 3600),
      banco: getBank(rechazo.comercio),
      titular: stores[rechazo.comercio]?.cuit ?? CUIT,
      categoria: CATEGORIES.contracargo,
      informacion: `CONTRACARGO ${rechazo.numero}`,
      cuit: cuitOf(TARJETAS[rechazo.tarjeta]?.marca ?? ''),
      debitoCredito: 'D',
      importe: rechazo.importe,
      referencia: rechazo.numero,
      tipo: 'T',
      marca: TARJETAS[rechazo.tarjeta]?.marca ?? '',
      comercio: stores[rechazo.comercio]?.nombre ?? '',
      voucher: rechazo.numero,
      operacion: rechazo.operacion,
    });
  }
  for (let day = desde; day <= hoy; day++) {
    const luck = mix(semilla ^ 0x6a57, day);
    if (luck % 5 > 1 || holidays.has(day)) continue;
    const isExpense = luck % 5 === 0;
    movimientos.push({
      ...WITHOUT_RECORD,
      id: 9_000_000 + day,
      fecha: day,
      segundo: isExpense ? 0 : 39_600 + (luck % 18_000),
      banco: BANKS[luck % 3 === 0 ? 1 : 0],
      titular: CUIT,
      categoria: isExpense ? CATEGORIES.charges : CATEGORIES.transfer,
      informacion: isExpense ? 'COMISIÓN MANTENIMIENTO' : LEGAL_NAME,
      cuit: isExpense ? '30500009992' : CUIT,
      debitoCredito: isExpense || luck % 2 === 0 ? 'D' : 'C',
      importe: 100_000 + (luck % 9_000_000),
      referencia: String(luck % 1_000_000).padStart(8, '0'),
      tipo: 'O',
    });
  }
  return movimientos.sort((a, b) => a.fecha - b.fecha || a.segundo - b.segundo || a.id - b.id);
}

/** A chargeback, a rejection or a refund of one operation. Days are day numbers; the amount is positive. */
export type Rechazo = NonNullable<ReturnType<typeof rechazoOf>>;

const CONTRACARGOS = [
  'DESCONOCE LA COMPRA',
  'NO RECIBIÓ EL PRODUCTO',
  'IMPORTE DIFERENTE',
  'COMPRA DUPLICADA',
] as const;
const STATES = ['PENDIENTE', 'ACEPTADO', 'RECHAZADO'] as const;

/** Makes refunds, chargebacks and rejections by date: one for each refund sale; for one sale in 250 a chargeback, in 600 a rejection, 5 to 34 days later. */
export function createRechazos(ops: Operaciones, today: number, seed: number): readonly Rechazo[] {
  const rechazos: Rechazo[] = [];
  for (let i = 0; i < ops.count; i++) {
    const rechazo = rechazoOf(ops, i, seed);
    if (rechazo !== undefined && rechazo.fecha <= today) rechazos.push(rechazo);
  }
  return rechazos.sort((a, b) => a.fecha - b.fecha || a.id - b.id);
}

function rechazoOf(ops: Operaciones, i: number, seed: number) {
  const id = getOperacionId(valueAt(ops.day, i), valueAt(ops.order, i));
  const importe = valueAt(ops.importe, i);
  const luck = mix(seed ^ 0xc0ba, id);
  const motivo =
    importe < 0 ? 'DEVOLUCION' : luck % 250 === 0 ? 'CONTRACARGO' : luck % 600 === 1 ? 'RECHAZO' : undefined;
  if (motivo === undefined) return undefined;
  const date = valueAt(ops.presented, i) + (motivo === 'DEVOLUCION' ? 0 : 5 + (luck % 30));
  return {
    id: id + 1_000_000_000,
    numero: String(luck % 1_000_000_000).padStart(10, '0'),
    operacion: i,
    fecha: date,
    transfer: date + 2,
    motivo,
    descripcion:
      motivo === 'CONTRACARGO'
        ? (CONTRACARGOS[luck % 4] ?? '')
        : motivo === 'RECHAZO'
          ? 'CUPÓN ILEGIBLE'
          : 'DEVOLUCIÓN DEL COMERCIO',
    estado: motivo === 'DEVOLUCION' ? 'ACEPTADO' : (STATES[luck % 3] ?? ''),
    tarjeta: valueAt(ops.tarjeta, i),
    comercio: valueAt(ops.comercio, i),
    importe: Math.abs(importe),
  };
}
