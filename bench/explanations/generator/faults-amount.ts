import { formatAmount, centavosOf, type FaultKind } from './fault.ts';
import type { Random } from './random.ts';
import type { Sale } from './sales.ts';

/** Creates a fault that picks one of some amounts, all equally likely; not possible when there are none. */
function pickAmong(
  name: string,
  motivo: string,
  weight: number,
  options: (sale: Sale) => readonly number[],
): FaultKind {
  const listOthers = (sale: Sale): readonly number[] =>
    options(sale).filter((amount) => amount !== sale.importe && amount !== 0);
  return {
    name,
    motivo,
    groups: ['importe'],
    weight,
    apply(_cupon, sale, random) {
      const amounts = listOthers(sale);
      return amounts.length === 0 ? undefined : { importe: formatAmount(random.pick(amounts)) };
    },
    density(seen, _clean, sale) {
      const amounts = listOthers(sale);
      const seenAmount = centavosOf(seen);
      return amounts.filter((amount) => amount === seenAmount).length / Math.max(1, amounts.length);
    },
  };
}

/** The amounts in which two neighbouring digits of the pesos have changed places. */
function transpose(amount: number): readonly number[] {
  const cents = Math.abs(amount) % 100;
  const text = String(Math.floor(Math.abs(amount) / 100));
  const found = Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => {
    const crossed = text.slice(0, i) + (text[i + 1] ?? '') + (text[i] ?? '') + text.slice(i + 2);
    return Math.sign(amount) * (Number(crossed) * 100 + cents);
  });
  return found.filter((other) => other !== amount);
}

const TEN_PESOS = 1000;
/** Amounts that differ by tens of pesos, by at most five per cent. */
const listNear = (amount: number): readonly number[] => {
  const steps = Math.floor((Math.abs(amount) * 0.05) / TEN_PESOS);
  return Array.from({ length: steps }, (_, i) => (i + 1) * TEN_PESOS).flatMap((step) => [amount + step, amount - step]);
};
const roundedTo = (amount: number, unit: number): readonly number[] => [
  Math.floor(amount / unit) * unit,
  Math.ceil(amount / unit) * unit,
];
const centsOff = Array.from({ length: 98 }, (_, i) => i + 2).flatMap((cents) => [cents, -cents]);

const anotherPrice: FaultKind = {
  name: 'otro precio',
  motivo: 'IMPORTE_DISTINTO',
  groups: ['importe'],
  weight: 0.06,
  apply(_cupon, sale, random: Random, shop) {
    const amount = shop.price(random) * Math.sign(sale.importe);
    return amount === sale.importe ? undefined : { importe: formatAmount(amount) };
  },
  density: (seen, _clean, _sale, shop) => shop.priceShare(Math.abs(centavosOf(seen))),
};

export const AMOUNT_FAULTS: readonly FaultKind[] = [
  pickAmong('por 100', 'IMPORTE_POR_100', 0.75, ({ importe }) => [importe * 100]),
  pickAmong('dividido 100', 'IMPORTE_POR_100', 0.25, ({ importe }) => (importe % 100 === 0 ? [importe / 100] : [])),
  pickAmong('una cuota', 'IMPORTE_DE_UNA_CUOTA', 1, ({ importe, cuotas }) => (cuotas > 1 ? [Math.round(importe / cuotas)] : [])),
  pickAmong('sin arancel', 'IMPORTE_NETO', 0.6, ({ importe, arancel }) => [importe - arancel]),
  pickAmong('sin arancel ni financiación', 'IMPORTE_NETO', 0.4, ({ importe, arancel, costoFin }) => [importe - arancel - costoFin]),
  pickAmong('signo', 'SIGNO_INVERTIDO', 1, ({ importe }) => [-importe]),
  pickAmong('un centavo', 'IMPORTE_DISTINTO', 0.14, ({ importe }) => [importe + 1, importe - 1]),
  pickAmong('centavos', 'IMPORTE_DISTINTO', 0.2, ({ importe }) => centsOff.map((cents) => importe + cents)),
  pickAmong('dígitos cruzados', 'IMPORTE_DISTINTO', 0.2, ({ importe }) => transpose(importe)),
  pickAmong('decenas de más o de menos', 'IMPORTE_DISTINTO', 0.16, ({ importe }) => listNear(importe)),
  pickAmong('redondeado', 'IMPORTE_DISTINTO', 0.1, ({ importe }) => [...roundedTo(importe, 10_000), ...roundedTo(importe, 100_000)]),
  pickAmong('descuento o propina', 'IMPORTE_DISTINTO', 0.14, ({ importe }) => [0.8, 0.85, 0.9, 0.95, 1.1, 1.15].map((part) => Math.round(importe * part))),
  anotherPrice,
]; // prettier-ignore
