import type { Conciliacion } from '../conciliacion.ts';
import type { Conteo } from './tipos.ts';

/** The judgments on counts, in one place. Nothing here trusts one count alone (docs/gaps.md, "what `total` counts"). */

export const conteoDe = (c: Conciliacion): Conteo => ({
  total: c.total,
  nuevos: c.nuevos,
  existentes: c.existentes,
  error: c.error,
});

/** Coupons that the three parts speak of: refused ones too, which no result shows. */
export const suma = (c: Conteo): number => c.nuevos + c.existentes + c.error;

/** It says that there is nothing. */
export const nadaCuenta = (c: Conteo): boolean => c.total === 0 && suma(c) === 0;

/** Nothing changed between two readings. */
export const igualConteo = (a: Conteo, b: Conteo): boolean =>
  a.total === b.total && a.nuevos === b.nuevos && a.existentes === b.existentes && a.error === b.error;

/**
 * What grew is exactly `n` coupons. The three parts decide; `total` alone only where the parts say less (a server that fills them in later).
 * A sum that says more than `n` is never excused by a `total` that says `n`: `total` may count the new ones only.
 */
function esExacto(total: number, partes: number, n: number): boolean {
  return partes === n || (total === n && partes < n);
}

/** The counts are what `n` applied coupons explain. */
export const explica = (c: Conteo, n: number): boolean => esExacto(c.total, suma(c), n);

/** From one reading to the next the reconciliation grew by exactly `n` coupons. */
export const crecioEn = (antes: Conteo, ahora: Conteo, n: number): boolean =>
  n > 0 &&
  ahora.total >= antes.total &&
  ahora.nuevos >= antes.nuevos &&
  ahora.existentes >= antes.existentes &&
  ahora.error >= antes.error &&
  esExacto(ahora.total - antes.total, suma(ahora) - suma(antes), n);

/** It holds more than before, by any of its counts. */
export const haCrecido = (antes: Conteo, ahora: Conteo): boolean =>
  ahora.total > antes.total || suma(ahora) > suma(antes);

/** A reconciliation that holds more than `n` coupons, by any of its counts. */
export const pasaDe = (c: Conteo, n: number): boolean => c.total > n || suma(c) > n;

/** Matched and unmatched cover the total less existing and errors (docs/upload.md, 6). */
export function cubre(c: Conciliacion): boolean {
  const esperados = suma(c) > 0 ? c.nuevos : c.total - c.existentes - c.error;
  return c.conciliados + c.sinConciliar >= esperados;
}

/** Two headers say the same in everything that changes while a server works. */
export const mismoEncabezado = (a: Conciliacion, b: Conciliacion): boolean =>
  igualConteo(a, b) && a.estado === b.estado && a.conciliados === b.conciliados && a.sinConciliar === b.sinConciliar;
