import { expect, test } from 'vitest';
import { describeFindingInEnglish } from '#domain/texts/row-notices.ts';

const sayAmount = (value: string): string =>
  describeFindingInEnglish({ codigo: 'IMPORTE_INVALIDO', campo: 'importe', valor: value });

test('an amount in another currency is to be written in pesos, any other wrong one as an amount', () => {
  expect(sayAmount('USD 20,00')).toContain('Write it in pesos, as 12.450,00');
  expect(sayAmount('12,4,5')).toContain('Write it as 12.450,00');
});
