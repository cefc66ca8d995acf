import { expect, test } from 'vitest';
import { parseIsoDate, toDayNumber } from '#domain/civil-date.ts';
import { getOperacionId } from '#sandbox/operaciones.ts';
import { readStoredRows } from './compare.ts';
import { createWorld } from './world.ts';
import { makePlain, createAsker } from './truth.ts';
import { killAndCompare } from './kill.ts';
import { rowsThatComeAndGo } from './steps.ts';

/** Two to three thousand sales a day: no day fits one page. */
const OPERACIONES = 1_000_000;
const REQUEST = { desde: '2026-09-07', hasta: '2026-09-13', metodos: ['comercios', 'operaciones'] } as const;

test.each([[[]], [['orden=fecha', 'max_dias=1']]])(
  'days that do not fit one page are read whole (%j)',
  async (switches) => {
    await using world = await createWorld({ operaciones: OPERACIONES, rasgos: switches });
    const { fallas, metodos } = await world.synchronise({ ...REQUEST, metodos: [...REQUEST.metodos] });
    expect(fallas).toEqual([]);
    const operaciones = metodos.find(({ metodo }) => metodo === 'operaciones');
    makePlain(world.sandbox);
    const truth = await createAsker(world.sandbox).readRows('operaciones', REQUEST.desde, REQUEST.hasta);
    const rows = await readStoredRows(world, 'operaciones');
    expect(rows.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))).toEqual(truth);
    expect(operaciones?.cobertura.estado).toBe('al_dia');
    // Without switches: otherwise the client also needs requests to find out the server's rules.
    if (switches.length === 0)
      expect(operaciones?.pedidos).toBeLessThanOrEqual(2 * Math.ceil(truth.length / 1000) + 10);
  },
);

test('by a date without times, days are divided by shop', async () => {
  await using world = await createWorld({ operaciones: OPERACIONES });
  const { service } = world;
  const signal = new AbortController().signal;
  const comercios = (await service.comercios(signal)).filas;
  const [from, to] = [parseIsoDate('2026-09-07'), parseIsoDate('2026-09-09')];
  if (from === undefined || to === undefined) throw new Error('not dates');
  const asked = { ventana: { desde: from, hasta: to }, campoFecha: 'fecha_presentacion' } as const;
  const { rows, isWhole } = await service.operaciones.readAll(asked, signal, { shops: () => comercios });
  expect(isWhole).toBe(true);
  const { ops } = world.sandbox.data;
  const expected: string[] = [];
  for (let i = 0; i < ops.count; i++) {
    const day = ops.presented[i] ?? 0;
    if (day >= toDayNumber(from) && day <= toDayNumber(to))
      expected.push(String(getOperacionId(ops.day[i] ?? 0, ops.order[i] ?? 0)));
  }
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
});

test.each(Array.from({ length: 30 }, (_, i) => i + 1))(
  'killed at step %i, it goes on and everything is there',
  async (step) => {
    await killAndCompare([step]);
  },
);

const STEPS = Array.from({ length: 40 }, (_, i) => i + 1);

test.each(STEPS)('rows that go and come after %i requests end as the service has them', async (step) => {
  await rowsThatComeAndGo(step);
});
