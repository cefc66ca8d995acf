import { partesDeMonto } from '../format.ts';
import type { ColumnaDatos, Valor } from './tipos.ts';

/** Whole centavos, for ordering. What is not an amount sorts as having none. */
function centavos(valor: Valor): bigint | undefined {
  const partes = typeof valor === 'string' ? partesDeMonto(valor) : undefined;
  if (partes === undefined) return undefined;
  const digits = BigInt(partes.cifra.replace(/\D/g, ''));
  return partes.negativo ? -digits : digits;
}

const menor = (a: string | number | bigint, b: string | number | bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of two values of a column. Nothing goes first; identifiers with digits in the order of their numbers. */
export function comparadorDe(
  tipo: ColumnaDatos<never>['tipo'],
  collator: Intl.Collator,
): (a: Valor, b: Valor) => number {
  return (a, b) => {
    const [sinA, sinB] = [a === null || a === undefined || a === '', b === null || b === undefined || b === ''];
    if (sinA || sinB) return Number(sinB) - Number(sinA);
    if (tipo === 'importe') {
      const [centsA, centsB] = [centavos(a), centavos(b)];
      if (centsA === undefined || centsB === undefined)
        return Number(centsA !== undefined) - Number(centsB !== undefined);
      return menor(centsA, centsB);
    }
    if (tipo === 'fecha' || tipo === 'fechaHora') return menor(String(a), String(b));
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return collator.compare(String(a), String(b));
  };
}
