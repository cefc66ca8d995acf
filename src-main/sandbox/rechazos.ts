import { mix } from './random.ts';
import { valueAt } from './columns.ts';
import { getOperacionId, type Operaciones } from './operaciones.ts';

/** A chargeback, a rejection or a refund of one operation. Days are day numbers; the amount is positive. */
export interface Rechazo {
  readonly id: number;
  /** Number of the case. */
  readonly numero: string;
  readonly operacion: number;
  readonly fecha: number;
  readonly transfer: number;
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
const STATES = ['PENDIENTE', 'ACEPTADO', 'RECHAZADO'] as const;

/** Makes the records in order of date. Every refund has one; one sale in 250 is charged back and one in 600 rejected, some weeks later. */
export function createRechazos(ops: Operaciones, today: number, seed: number): readonly Rechazo[] {
  const rechazos: Rechazo[] = [];
  for (let i = 0; i < ops.count; i++) {
    const id = getOperacionId(valueAt(ops.day, i), valueAt(ops.order, i));
    const importe = valueAt(ops.importe, i);
    const luck = mix(seed ^ 0xc0ba, id);
    const motivo =
      importe < 0 ? 'DEVOLUCION' : luck % 250 === 0 ? 'CONTRACARGO' : luck % 600 === 1 ? 'RECHAZO' : undefined;
    if (motivo === undefined) continue;
    const date = valueAt(ops.presented, i) + (motivo === 'DEVOLUCION' ? 0 : 5 + (luck % 30));
    if (date > today) continue;
    rechazos.push({
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
    });
  }
  return rechazos.sort((a, b) => a.fecha - b.fecha || a.id - b.id);
}
