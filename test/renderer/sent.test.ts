import { expect, test } from 'vitest';
import {
  describeSent,
  describeSentBefore,
  describeUndecided,
  findSalesDays,
} from '../../src-renderer/features/wizard/sent-in-words.ts';
import { SENT_BEFORE } from './review.ts';

test('what became of every line of the file is said in one line', () => {
  const de = { enviados: 1417, tandas: 3 };
  expect(describeSent(de, { omitidas: 4, ignoradas: 1, lineasDeTotal: 1 })).toBe(
    '1.417 enviados · 4 filas omitidas · 1 línea de total · 3 tandas',
  );
  expect(describeSent(de, { omitidas: 1, ignoradas: 3, lineasDeTotal: 1 })).toBe(
    '1.417 enviados · 1 fila omitida · 1 línea de total · 2 líneas que no son cupones · 3 tandas',
  );
});

test('sales after today are told apart from the days of the sales, and counted', () => {
  const days = (...all: readonly string[]) => all.map((day, i) => ({ clave: day, cupones: i + 1 }));
  const sales = days('2027-10-28', '2027-10-05', '', '2026-10-01', '2026-10-09');
  expect(findSalesDays(sales, '2026-11-24')).toEqual({
    dias: { desde: '2026-10-01', hasta: '2026-10-09' },
    ahead: { cupones: 3, dias: { desde: '2027-10-05', hasta: '2027-10-28' } },
  });
  expect(findSalesDays(sales, '2027-10-28')).toEqual({
    dias: { desde: '2026-10-01', hasta: '2027-10-28' },
    ahead: { cupones: 0, dias: undefined },
  });
  expect(findSalesDays(days(''), '2026-11-24').dias).toBeUndefined();
});

test('what was sent before is counted of what is not left out, and the rest is not sent while it has errors', () => {
  const said = (sent: number, of: number, conError: number, sentWithErrors = 0) =>
    describeSentBefore({
      conError,
      enviados: [SENT_BEFORE, { ...SENT_BEFORE, conError: sentWithErrors }],
      yaEnviado: { cupones: sent, de: of, mayoria: true },
    });
  expect(said(56, 60, 4)).toEqual({
    title: '56 de las 60 filas ya se mandaron.',
    leaveOut: 'Omitirlos: el resto (4) tiene errores',
  });
  expect(said(56, 60, 3).leaveOut).toBe('Omitirlos: del resto se envía lo que no tiene errores (1 de 4)');
  // Errors of coupons that were sent before do not count as errors of the rest.
  expect(said(88, 90, 3, 2).leaveOut).toBe('Omitirlos: del resto se envía lo que no tiene errores (1 de 2)');
  expect(said(86, 87, 0)).toEqual({
    title: '86 de las 87 filas ya se mandaron.',
    leaveOut: 'Omitirlos: se envía el resto (1)',
  });
  expect(said(56, 56, 0).title).toBe('Las 56 filas ya se mandaron.');
});

test.each([
  [0, true, undefined],
  [3, false, '3 ya se mandaron: falta elegir si van otra vez.'],
  [3, true, 'No se mandan otra vez, salvo que lo pidas.'],
])(
  'of %i coupons sent before, all of them: %s, a choice is asked only where others are left to send',
  (undecided, areAllSent, words) => {
    expect(describeUndecided({ undecided, areAllSent })).toBe(words);
  },
);
