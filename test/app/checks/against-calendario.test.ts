import { expect, test } from 'vitest';
import { compareSoldWithCalendario } from '#app/checks/against-calendario.ts';
import { figuresOf } from '../figures/data.ts';
import { anOperacion, createTestCache, octoberRows, type TestCache } from '../../storage/cache/support.ts';
import { civilDay } from '../../domain/civil-day.ts';

const instantOf = (day: string): number => Date.parse(`${day}T15:00:00Z`);
const OCTOBER = { desde: civilDay('2026-10-01'), hasta: civilDay('2026-10-31') };

/** 15 October was read at noon and never again: a sale of its evening is in the calendar, which was read on the 20th. */
async function compareSold({ cache }: TestCache, changes: { readonly from?: string; readonly sold?: number } = {}) {
  const { from = '2026-10-14', sold = 100 } = changes;
  const sale = (id: string, day: string) => anOperacion(id, { fecha_venta: { fecha: day, hora: null }, importe: 100 });
  const first = { desde: civilDay('2026-10-14'), hasta: civilDay('2026-10-15'), leido: instantOf('2026-10-15') };
  cache.write(octoberRows([sale('1', '2026-10-14'), sale('2', '2026-10-15')], first));
  const second = { desde: civilDay('2026-10-16'), hasta: civilDay('2026-10-20'), leido: instantOf('2026-10-20') };
  cache.write(octoberRows([sale('3', '2026-10-16')], second));
  const days = [['2026-10-14', sold], ['2026-10-15', 300], ['2026-10-16', 100]] as const; // prettier-ignore
  const rows = days.map(([id, amount]) => ({
    id,
    fila: { dia: id.slice(8), fecha: id, vendido: amount, acreditado: 0 },
  }));
  cache.write(octoberRows(rows, { metodo: 'calendario', campo: 'fecha', leido: instantOf('2026-10-20') }));
  const asked = { desde: civilDay(from), hasta: from === '2026-10-15' ? civilDay(from) : OCTOBER.hasta };
  const [check] = await compareSoldWithCalendario(figuresOf(cache), ['2026-10'], asked);
  return check;
}

test('a day of which only the morning was read is not compared', async () => {
  using test = createTestCache();
  expect(await compareSold(test)).toMatchObject({ estado: 'coincide', esperado: '2.00', calculado: '2.00' });
});

test('the other days are compared all the same', async () => {
  using test = createTestCache();
  const check = await compareSold(test, { sold: 500 });
  expect(check).toMatchObject({ estado: 'difiere', filas: [{ nombre: '2026-10-14', diferencia: '-4.00' }] });
});

test('days of which none was read to its end say so', async () => {
  using test = createTestCache();
  expect(await compareSold(test, { from: '2026-10-15' })).toMatchObject({ estado: 'sin_datos', motivo: 'parcial' });
});
