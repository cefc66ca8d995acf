import { expect, test } from 'vitest';
import { clientOf, noSignal } from './fixtures.ts';
import { window } from './listing.ts';

test('rows that are each very long are asked for in shorter pages, and from then on so', async () => {
  const rowWith = (id: number) => ({
    id: String(id),
    fecha: '10/10/2026',
    total_acreditado: '1.00',
    banco: 'x'.repeat(400_000),
  });
  const all = Array.from({ length: 30 }, (_, i) => rowWith(i + 1));
  const { server, service } = await clientOf(({ form }) => {
    const size = Number(form.get('reg_pagina'));
    const from = (Number(form.get('pagina')) - 1) * size;
    const isAsked = (form.get('fecha_desde') ?? '9') <= '2026-10-10' && (form.get('fecha_hasta') ?? '') >= '2026-10-10';
    const there = isAsked ? all : [];
    return { body: { liquidaciones: from < 0 ? [] : there.slice(from, from + size), total: there.length } };
  });
  const { rows, isWhole } = await service.liquidaciones.readAll({ ventana: window }, noSignal);
  expect(service.quarantined).toEqual([]);
  expect(rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(isWhole).toBe(true);
  expect(Math.max(...server.received.slice(-2).map(({ form }) => Number(form.get('reg_pagina'))))).toBeLessThan(25);
});
