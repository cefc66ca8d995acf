/** Totals of settlements and taxes, as one of each card. Those of taxes are of all cards: one. */
import { centavos } from '#domain/money.ts';

export type Totales = Readonly<Record<string, unknown>>;
/** The amounts of two totals of the same thing, added up: windows do not overlap. One that either does not say is not known. */
function sumar(a: Totales, b: Totales): Totales {
  const suma: Record<string, unknown> = { ...a };
  for (const [campo, valor] of Object.entries(b)) {
    const previo = suma[campo];
    if (typeof valor === 'number' && typeof previo === 'number') suma[campo] = centavos(previo + valor);
    else if (typeof previo === 'number') suma[campo] = valor;
  }
  return suma;
}

const iguales = (a: Totales, b: Totales): boolean => JSON.stringify(a) === JSON.stringify(b);

/** One of each card. A card that two processors have may come once for each, and nothing in the row says whose it is; the same twice is once. */
export function porTarjeta(filas: readonly Totales[]): readonly Totales[] {
  const distintas = filas.filter((fila, i) => !filas.slice(0, i).some((antes) => iguales(antes, fila)));
  return juntar(distintas);
}

/** The totals of several windows as those of one. */
export function juntar(filas: readonly Totales[]): readonly Totales[] {
  const juntas = new Map<unknown, Totales>();
  for (const fila of filas) {
    const previa = juntas.get(fila['tarjeta']);
    juntas.set(fila['tarjeta'], previa === undefined ? fila : sumar(previa, fila));
  }
  return [...juntas.values()];
}
