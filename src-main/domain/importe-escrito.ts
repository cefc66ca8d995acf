import { centavos, type Money } from './money.ts';

const FORMA = /^-?\$?(?:\d{1,3}(?:\.\d{3})+|\d{1,13}),(\d{1,2})$/;

/**
 * What a person typed to look for something, when it can only be an amount: it has a decimal comma, as people write them here
 * ("1.234,56", "$1234,5"). A number without one may be a voucher, and is not taken for an amount.
 */
export function importeEscrito(texto: string): Money | undefined {
  if (!FORMA.test(texto)) return undefined;
  const [entero = '', decimales = ''] = texto.replace(/[-$.]/g, '').split(',');
  const valor = Number(entero) * 100 + Number(decimales.padEnd(2, '0'));
  if (!Number.isSafeInteger(valor)) return undefined;
  return centavos(texto.startsWith('-') && valor !== 0 ? -valor : valor);
}
