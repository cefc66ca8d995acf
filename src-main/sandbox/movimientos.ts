import { mezclar } from './azar.ts';
import { BANCOS, bancoDe, COMERCIOS, CUIT, MARCAS, RAZON_SOCIAL, TARJETAS } from './catalogo.ts';
import type { Liquidacion } from './liquidaciones.ts';
import type { Rechazo } from './rechazos.ts';

/** A line of a bank account; the amount is always positive, `debitoCredito` gives its sense. */
export interface Movimiento {
  readonly id: number;
  readonly fecha: number;
  readonly segundo: number;
  readonly banco: (typeof BANCOS)[number];
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
  /** Row of the settlement that it pays, −1 when it is not reconciled with one. */
  readonly liquidacion: number;
  /** Row of the operation that it belongs to, −1 when it is not reconciled with one. */
  readonly operacion: number;
}

const CATEGORIAS = {
  tarjetas: 'ACREDITACION TARJETAS',
  contracargo: 'CONTRACARGO',
  gastos: 'GASTOS BANCARIOS',
  transferencia: 'TRANSFERENCIA',
} as const;

const cuitDe = (marca: string): string =>
  `3050${String(100_000_0 + MARCAS.findIndex((m) => m === marca) * 71_113)}9`.slice(0, 11);

/** In one settlement of thirty the bank did not say what it paid: the money is there, the link is not. */
const SIN_VINCULO = 30;

interface Fuente {
  readonly liquidaciones: readonly Liquidacion[];
  readonly rechazos: readonly Rechazo[];
  readonly desde: number;
  readonly hoy: number;
  readonly semilla: number;
}

/** What the bank accounts show: payment of each settlement due, debit of each chargeback, and lines of nobody's. In order of time. */
export function moverBancos({ liquidaciones, rechazos, desde, hoy, semilla }: Fuente): readonly Movimiento[] {
  const movimientos: Movimiento[] = [];
  for (const liquidacion of liquidaciones) {
    if (liquidacion.pago > hoy || liquidacion.acreditado === 0) continue;
    const suerte = mezclar(semilla ^ 0xba2c, liquidacion.id);
    const marca = TARJETAS[liquidacion.tarjeta]?.marca ?? '';
    const vinculado = suerte % SIN_VINCULO !== 0;
    movimientos.push({
      id: 5_000_000 + liquidacion.id,
      fecha: liquidacion.pago,
      segundo: 14_400 + (suerte % 7200),
      banco: bancoDe(liquidacion.comercio),
      categoria: CATEGORIAS.tarjetas,
      informacion: vinculado ? `LIQ ${marca} ${liquidacion.numero}` : `ACRED ${marca}`,
      cuit: cuitDe(marca),
      debitoCredito: liquidacion.acreditado < 0 ? 'D' : 'C',
      importe: Math.abs(liquidacion.acreditado),
      referencia: liquidacion.numero,
      tipo: 'L',
      marca: vinculado ? marca : '',
      comercio: COMERCIOS[liquidacion.comercio]?.nombre ?? '',
      voucher: '',
      liquidacion: vinculado ? liquidacion.fila : -1,
      operacion: -1,
    });
  }
  for (const rechazo of rechazos) {
    if (rechazo.motivo !== 'CONTRACARGO' || rechazo.transferencia > hoy) continue;
    movimientos.push({
      id: 7_000_000 + rechazo.id,
      fecha: rechazo.transferencia,
      segundo: 36_000 + (rechazo.id % 3600),
      banco: bancoDe(rechazo.comercio),
      categoria: CATEGORIAS.contracargo,
      informacion: `CONTRACARGO ${rechazo.numero}`,
      cuit: cuitDe(TARJETAS[rechazo.tarjeta]?.marca ?? ''),
      debitoCredito: 'D',
      importe: rechazo.importe,
      referencia: rechazo.numero,
      tipo: 'T',
      marca: TARJETAS[rechazo.tarjeta]?.marca ?? '',
      comercio: COMERCIOS[rechazo.comercio]?.nombre ?? '',
      voucher: rechazo.numero,
      liquidacion: -1,
      operacion: rechazo.operacion,
    });
  }
  for (let dia = desde; dia <= hoy; dia++) {
    const suerte = mezclar(semilla ^ 0x6a57, dia);
    if (suerte % 5 > 1) continue;
    const gasto = suerte % 5 === 0;
    movimientos.push({
      id: 9_000_000 + dia,
      fecha: dia,
      segundo: gasto ? 0 : 39_600 + (suerte % 18_000),
      banco: BANCOS[suerte % 3 === 0 ? 1 : 0],
      categoria: gasto ? CATEGORIAS.gastos : CATEGORIAS.transferencia,
      informacion: gasto ? 'COMISIÓN MANTENIMIENTO' : RAZON_SOCIAL,
      cuit: gasto ? '30500009992' : CUIT,
      debitoCredito: gasto || suerte % 2 === 0 ? 'D' : 'C',
      importe: 100_000 + (suerte % 9_000_000),
      referencia: String(suerte % 1_000_000).padStart(8, '0'),
      tipo: 'O',
      marca: '',
      comercio: '',
      voucher: '',
      liquidacion: -1,
      operacion: -1,
    });
  }
  return movimientos.sort((a, b) => a.fecha - b.fecha || a.segundo - b.segundo || a.id - b.id);
}
