import type { Disposition } from '#domain/conciliacion.ts';
import type { StoredCupon } from '#storage/results/open.ts';

/** A stored coupon of a result; a test gives only the fields that it is about. */
export const aStoredCupon = (
  disposicion: Disposition,
  changes: Partial<StoredCupon['operacion']> = {},
): StoredCupon => ({
  operacion: {
    fecha_venta: '2026-10-05',
    importe: '100.00',
    conciliado: disposicion === 'conciliado',
    modo: null,
    nro_liquidacion: null,
    liquidaciones_id: null,
    fecha_liq: null,
    fila: null,
    ...changes,
  },
  disposicion,
  archivo: null,
  mensaje: null,
});
