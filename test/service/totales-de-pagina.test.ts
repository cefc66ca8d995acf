import { expect, test } from 'vitest';
import { aService, createTestClock, memoryLearned, noSignal, startServer } from './fixtures.ts';
import { listing, rows, today, ventana } from './listado.ts';

test('a total that counts the page is not taken for the whole list', async () => {
  const all = rows(30).map((row) => ({ ...row, fecha_venta: today }));
  const serve = listing(all, { cap: 1000 });
  await using server = await startServer((request) => {
    const reply = serve(request);
    const { body } = reply;
    if (typeof body !== 'object' || body === null || !('operaciones' in body) || !Array.isArray(body.operaciones))
      return reply;
    return { body: { ...body, total: body.operaciones.length } };
  });
  const learned = memoryLearned({ 'pagina_maxima:operaciones': '20', pagina_base: '1' });
  const service = aService(server.url, { clock: createTestClock(), learned });
  const page = await service.operaciones.pagina({ ventana }, 0, noSignal);
  expect(page.filas).toHaveLength(20);
  expect(page.total).toBe(30);
});

test('where totals count the page, no larger page is tried: one that falls short could not be told from all there is', async () => {
  await using server = await startServer((request) => {
    if (request.path.startsWith('/oauth/')) return {};
    const size = Math.min(50, Number(request.form.get('reg_pagina')));
    const index = Math.max(0, Number(request.form.get('pagina')) - 1);
    const page = Array.from({ length: 120 }, (_, n) => ({ id: String(n + 1), fecha: today, importe: '1.00' })).slice(
      index * size,
      (index + 1) * size,
    );
    return { body: { operaciones: page, total: page.length } };
  });
  const service = aService(server.url, { clock: createTestClock(), learned: memoryLearned({ pagina_base: '1' }) });
  const page = await service.rechazos.pagina({ ventana }, 0, noSignal);
  expect(page.total).toBeGreaterThan(25);
  expect(server.received.filter(({ form }) => Number(form.get('reg_pagina')) > 25)).toEqual([]);
});
