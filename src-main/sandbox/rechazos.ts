import { mezclar } from './azar.ts';
import { en } from './formato.ts';
import { idDeOperacion, type Operaciones } from './operaciones.ts';

/** A chargeback, a rejection or a refund of one operation. Days are day numbers; the amount is positive. */
export interface Rechazo {
  readonly id: number;
  /** Number of the case. */
  readonly numero: string;
  readonly operacion: number;
  readonly fecha: number;
  readonly transferencia: number;
  readonly motivo: 'CONTRACARGO' | 'RECHAZO' | 'DEVOLUCION';
  readonly descripcion: string;
  readonly estado: string;
  readonly tarjeta: number;
  readonly comercio: number;
  readonly importe: number;
}

const CONTRACARGOS = [
  'DESCONOCE LA COMPRA',
  'NO RECIBIÓ EL PRODUCTO',
  'IMPORTE DIFERENTE',
  'COMPRA DUPLICADA',
] as const;
const ESTADOS = ['PENDIENTE', 'ACEPTADO', 'RECHAZADO'] as const;

/** Every refund has its record; of the sales, one in 250 is charged back and one in 600 rejected, some weeks later. In order of date. */
export function rechazar(ops: Operaciones, hoy: number, semilla: number): readonly Rechazo[] {
  const rechazos: Rechazo[] = [];
  for (let i = 0; i < ops.cantidad; i++) {
    const id = idDeOperacion(en(ops.dia, i), en(ops.orden, i));
    const importe = en(ops.importe, i);
    const suerte = mezclar(semilla ^ 0xc0ba, id);
    const motivo =
      importe < 0 ? 'DEVOLUCION' : suerte % 250 === 0 ? 'CONTRACARGO' : suerte % 600 === 1 ? 'RECHAZO' : undefined;
    if (motivo === undefined) continue;
    const fecha = en(ops.presentacion, i) + (motivo === 'DEVOLUCION' ? 0 : 5 + (suerte % 30));
    if (fecha > hoy) continue;
    rechazos.push({
      id: id + 1_000_000_000,
      numero: String(suerte % 1_000_000_000).padStart(10, '0'),
      operacion: i,
      fecha,
      transferencia: fecha + 2,
      motivo,
      descripcion:
        motivo === 'CONTRACARGO'
          ? (CONTRACARGOS[suerte % 4] ?? '')
          : motivo === 'RECHAZO'
            ? 'CUPÓN ILEGIBLE'
            : 'DEVOLUCIÓN DEL COMERCIO',
      estado: motivo === 'DEVOLUCION' ? 'ACEPTADO' : (ESTADOS[suerte % 3] ?? ''),
      tarjeta: en(ops.tarjeta, i),
      comercio: en(ops.comercio, i),
      importe: Math.abs(importe),
    });
  }
  return rechazos.sort((a, b) => a.fecha - b.fecha || a.id - b.id);
}
