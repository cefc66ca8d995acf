import { establecimientoDe, TARJETAS } from './catalogo.ts';
import type { CuponLeido } from './cupon-recibido.ts';
import type { Datos } from './datos.ts';
import { canonico, en } from './formato.ts';
import { identidadDe } from './listar-operaciones.ts';

/** The operation of a coupon and how it was found: `A` by voucher and card (or wallet reference), `B` by authorization and card. */
export interface Pareja {
  readonly operacion: number;
  readonly modo: 'A' | 'B';
}

/**
 * Matches coupons with operations: same day, same amount, same card, same voucher (or else same authorization); a wallet sale by its
 * reference. Batch, terminal, establishment and authorization choose between several. One reconciliation uses each operation once, in
 * order of the coupons; numbers are compared without leading zeros.
 */
export function crearEmparejador(datos: Datos) {
  /** Rows of a day by amount; built when a coupon first asks for the day. */
  const dias = new Map<number, Map<number, number[]>>();
  const { ops } = datos;

  const anotar = (porImporte: Map<number, number[]>, i: number): void => {
    const importe = en(ops.importe, i);
    const filas = porImporte.get(importe);
    if (filas === undefined) porImporte.set(importe, [i]);
    else filas.push(i);
  };
  const delDia = (dia: number): Map<number, number[]> => {
    let porImporte = dias.get(dia);
    if (porImporte === undefined) {
      porImporte = new Map();
      for (let i = datos.inicioDelDia(dia); i < datos.inicioDelDia(dia + 1); i++) anotar(porImporte, i);
      dias.set(dia, porImporte);
    }
    return porImporte;
  };
  const candidatas = (dia: number, importe: number): readonly number[] => {
    const filas = dia < datos.desde || dia > datos.hoy ? [] : (delDia(dia).get(importe) ?? []);
    if (ops.cantidad === datos.fijas) return filas;
    const vivas = [];
    for (let i = datos.fijas; i < ops.cantidad; i++) {
      if (en(ops.dia, i) === dia && en(ops.importe, i) === importe) vivas.push(i);
    }
    return [...filas, ...vivas];
  };

  /** How well a candidate fits: 0 not at all; each agreeing optional field counts one more. */
  const puntaje = (cupon: CuponLeido, i: number): { puntos: number; modo: 'A' | 'B' } => {
    const op = identidadDe(datos, i);
    if (cupon.walletReferencia !== '') {
      return {
        puntos: op.referencia !== '' && canonico(op.referencia) === cupon.walletReferencia ? 100 : 0,
        modo: 'A',
      };
    }
    const mismoComprobante = canonico(op.comprobante) === cupon.comprobante;
    const mismaAutorizacion = cupon.autorizacion !== '' && canonico(op.autorizacion) === cupon.autorizacion;
    if (canonico(op.tarjetaNro) !== cupon.tarjetaNro || (!mismoComprobante && !mismaAutorizacion)) {
      return { puntos: 0, modo: 'A' };
    }
    const marca = TARJETAS[en(ops.tarjeta, i)]?.marca;
    const coincide = (pedido: string, real: string): number => (pedido !== '' && pedido === canonico(real) ? 1 : 0);
    const extras =
      (mismaAutorizacion ? 1 : 0) +
      coincide(cupon.lote, op.lote) +
      coincide(cupon.terminal, op.terminal) +
      coincide(cupon.establecimiento, marca === undefined ? '' : establecimientoDe(en(ops.comercio, i), marca));
    return { puntos: (mismoComprobante ? 50 : 20) + extras, modo: mismoComprobante ? 'A' : 'B' };
  };

  return (cupones: readonly CuponLeido[]): readonly (Pareja | undefined)[] => {
    const usadas = new Set<number>();
    return cupones.map((cupon) => {
      let mejor: Pareja | undefined;
      let puntos = 0;
      // A refund of a wallet is written with either sign.
      const importes =
        cupon.walletReferencia !== '' && cupon.importe !== 0 ? [cupon.importe, -cupon.importe] : [cupon.importe];
      for (const importe of importes) {
        for (const i of candidatas(cupon.dia, importe)) {
          if (usadas.has(i)) continue;
          const propio = puntaje(cupon, i);
          if (propio.puntos > puntos) {
            puntos = propio.puntos;
            mejor = { operacion: i, modo: propio.modo };
          }
        }
      }
      if (mejor !== undefined) usadas.add(mejor.operacion);
      return mejor;
    });
  };
}
