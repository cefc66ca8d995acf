import { expect, test } from 'vitest';
import { describeSent, describeSentBefore, findSalesDays } from '../../src-renderer/features/wizard/sent-in-words.ts';

const NONE = { omitidas: 0, ignoradas: 0, lineasDeTotal: 0 };

test('what became of every line of the file is said in one line', () => {
  const de = { enviados: 1417, tandas: 3 };
  expect(describeSent(de, { omitidas: 4, ignoradas: 1, lineasDeTotal: 1 })).toBe(
    '1.417 enviados · 4 omitidos · 1 línea de total · 3 tandas',
  );
  expect(describeSent(de, { omitidas: 1, ignoradas: 3, lineasDeTotal: 1 })).toBe(
    '1.417 enviados · 1 omitido · 1 línea de total · 2 líneas que no son cupones · 3 tandas',
  );
});

test('what there is none of is left out', () => {
  expect(describeSent({ enviados: 1, tandas: 1 }, NONE)).toBe('1 enviado · 1 tanda');
});

test('a sale after today is told apart from the days of the sales', () => {
  const days = (...all: readonly string[]) => all.map((day) => ({ clave: day }));
  const sales = days('2027-10-05', '', '2026-10-01', '2026-10-09');
  expect(findSalesDays(sales, '2026-11-24')).toEqual({
    dias: { desde: '2026-10-01', hasta: '2026-10-09' },
    ahead: '2027-10-05',
  });
  expect(findSalesDays(sales, '2027-10-05')).toEqual({
    dias: { desde: '2026-10-01', hasta: '2027-10-05' },
    ahead: undefined,
  });
  expect(findSalesDays(days(''), '2026-11-24')).toEqual({ dias: undefined, ahead: undefined });
});

test('what was sent before is counted of all the coupons of the file, and the rest is not sent while it has errors', () => {
  const said = (changes: Partial<Parameters<typeof describeSentBefore>[0]>) =>
    describeSentBefore({
      ...{ filas: 61, ignoradas: 1, conError: 4 },
      yaEnviado: { cupones: 56, de: 60, mayoria: true, conciliacion: null },
      ...changes,
    });
  expect(said({})).toEqual({
    title: '56 de los 60 cupones ya se mandaron.',
    leaveOut: 'Omitirlos: el resto (4) tiene errores',
  });
  expect(said({ conError: 3 }).leaveOut).toBe('Omitirlos: se envía el resto (4)');
  const withoutRest = { cupones: 56, de: 56, mayoria: true, conciliacion: null };
  expect(said({ conError: 0, yaEnviado: withoutRest }).title).toBe('56 de los 60 cupones ya se mandaron.');
  expect(said({ conError: 0, yaEnviado: withoutRest, filas: 56, ignoradas: 0 }).title).toBe(
    'Los 56 cupones de este archivo ya se mandaron.',
  );
});
