import { expect, test } from 'vitest';
import { compareWithTotals } from '#app/checks/against-totals.ts';
import { LIQUIDACION_TOTALS } from '#domain/checks.ts';
import { figuresOf } from '../figures/data.ts';
import { aLiquidacion, createTestCache, HOUR, NOW, octoberRows } from '../../storage/cache/support.ts';
import { civilDay } from '../../domain/civil-day.ts';

const DAY = 24 * HOUR;

/** October, which is over: its totals, and rows read so many days later. The states of the comparison of what was credited. */
async function compareOctober({ rows, credited, later }: { rows: number; credited: number; later: number }) {
  using test = createTestCache();
  const settlement = aLiquidacion('1', { total_acreditado: rows });
  test.cache.write(octoberRows([settlement], { metodo: 'liquidaciones', campo: 'fecha', leido: NOW + later * DAY }));
  const zeros = Object.fromEntries(Object.keys(LIQUIDACION_TOTALS).map((field) => [field, 0]));
  const days = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };
  const totals = { ...zeros, ...days, tarjeta: 'T', total_acreditado: credited };
  test.cache.write(
    octoberRows([{ id: '2026-10-01/T', fila: totals }], { metodo: 'liquidaciones-totales', campo: 'desde' }),
  );
  const all = await compareWithTotals(figuresOf(test.cache), 'liquidaciones', ['2026-10']);
  return all.find(({ campo }) => campo === 'total_acreditado');
}

test('a difference of rows that were read later than the totals accuses nobody', async () => {
  const check = await compareOctober({ rows: 300, credited: 100, later: 2 });
  expect(check).toMatchObject({ estado: 'sin_datos', motivo: 'otro_dia', diferencia: null });
});

test('rows that were read later and agree do agree', async () => {
  expect(await compareOctober({ rows: 100, credited: 100, later: 2 })).toMatchObject({ estado: 'coincide' });
});

test.each([0, -2])('rows that were not read later differ (%i days)', async (later) => {
  const check = await compareOctober({ rows: 300, credited: 100, later });
  expect(check).toMatchObject({ estado: 'difiere', diferencia: '2.00' });
});
