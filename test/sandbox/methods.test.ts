import { expect, test } from 'vitest';
import { cupon, openSandbox, centavos, rowOf, rowsOf, ALL } from './support.ts';
import { createStillClock } from '../domain/still-clock.ts';

test('a GET takes its parameters from a body, whatever character set that names', async () => {
  const { request } = await openSandbox();
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
  const answer = await request('GET', '/v1/operaciones', { parametros: { ...ALL, reg_pagina: '3' }, headers });
  expect(rowsOf(rowOf(JSON.parse(answer.body)).operaciones)).toHaveLength(3);
});

test('it listens on loopback alone', async () => {
  const { sandbox } = await openSandbox();
  expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test('detail comes only when it is asked for, and taxes always list it', async () => {
  const { read } = await openSandbox();
  expect(rowsOf((await read('/v1/liquidaciones', ALL)).liquidaciones)[0]).not.toHaveProperty('detalle');
  expect(rowsOf((await read('/v1/impuestos', ALL)).liquidaciones)[0]?.detalle).toEqual([]);
});

test('a bound with time is an instant, the last one exclusive; without time the whole day is in', async () => {
  const { read, readAll } = await openSandbox({ operaciones: 5000 });
  const day = { fecha_desde: '2026-10-10', fecha_hasta: '2026-10-10', reg_pagina: '1000' };
  const rows = await readAll('/v1/operaciones', 'operaciones', day);
  const withTime = rows.map((o) => String(o.fecha_venta)).filter((f) => f.length > 10 && !f.endsWith('00:00:00'));
  const outcome = withTime.toSorted()[2] ?? '';
  expect(withTime.length).toBeGreaterThan(3);
  const before = await read('/v1/operaciones', { ...day, fecha_desde: '2026-10-10 00:00:00', fecha_hasta: outcome });
  const after = await read('/v1/operaciones', { ...day, fecha_desde: outcome, fecha_hasta: '2026-10-11 00:00:00' });
  expect(Number(before.total) + Number(after.total)).toBe(rows.length);
  expect(rowsOf(before.operaciones).some((o) => o.fecha_venta === outcome)).toBe(false);
  expect(rowsOf(after.operaciones).some((o) => o.fecha_venta === outcome)).toBe(true);
  // Rows without a time count as 00:00:00.
  expect(rowsOf(before.operaciones).filter((o) => String(o.fecha_venta).length === 10)).toHaveLength(
    rows.filter((o) => String(o.fecha_venta).length === 10).length,
  );
});

test('a time with another date field is refused', async () => {
  const { statusOf } = await openSandbox();
  const window = { fecha_desde: '2026-10-10 08:00:00', fecha_hasta: '2026-10-11 08:00:00' };
  expect(await statusOf('/v1/operaciones', window)).toBe(200);
  expect(await statusOf('/v1/operaciones', { ...window, campo_fecha: 'fecha_pago' })).toBe(400);
  expect(await statusOf('/v1/operaciones', { ...window, campo_fecha: 'fecha_presentacion' })).toBe(400);
  expect(await statusOf('/v1/liquidaciones', window)).toBe(400);
});

test('operations are filtered by each date field', async () => {
  const { readAll } = await openSandbox({ operaciones: 2000 });
  const all = await readAll('/v1/operaciones', 'operaciones', { ...ALL, reg_pagina: '1000' });
  for (const field of ['fecha_venta', 'fecha_presentacion', 'fecha_pago']) {
    const window = { fecha_desde: '2026-10-05', fecha_hasta: '2026-10-20', campo_fecha: field, reg_pagina: '1000' };
    const rows = await readAll('/v1/operaciones', 'operaciones', window);
    const expected = all.filter((o) => {
      const date = String(o[field]).slice(0, 10);
      return date >= '2026-10-05' && date <= '2026-10-20';
    });
    expect(rows.map((o) => o.id)).toEqual(expected.map((o) => o.id));
    expect(rows.length).toBeGreaterThan(5);
  }
});

test('each filter of operations keeps exactly the rows that have the value', async () => {
  const { read, readAll } = await openSandbox({ operaciones: 2000 });
  const rows = await readAll('/v1/operaciones', 'operaciones', { ...ALL, reg_pagina: '1000' });
  const sample = rows.find((o) => o.marca === 'TRANSUR' && String(o.lote).startsWith('0'));
  expect(sample).toBeDefined();
  for (const field of ['establecimiento', 'lote', 'comprobante', 'tarjeta_nro', 'importe', 'marca'] as const) {
    const value = String(sample?.[field]);
    const expected = rows.filter((o) => o[field] === value).length;
    expect([field, (await read('/v1/operaciones', { ...ALL, [field]: value })).total]).toEqual([field, expected]);
  }
  const marca = `${String(sample?.marca)}-${String(sample?.tarjeta)}`;
  const withTarjeta = rows.filter((o) => o.marca === sample?.marca && o.tarjeta === sample?.tarjeta).length;
  expect((await read('/v1/operaciones', { ...ALL, marca })).total).toBe(withTarjeta);
  expect((await read('/v1/operaciones', { ...ALL, marca: marca.toLowerCase() })).total).toBe(0);
  const inTwo = rows.filter((o) => ['La Espiga Centro', 'La Espiga Paraná'].includes(String(o.comercio))).length;
  expect((await read('/v1/operaciones', { ...ALL, comercios: '1201,1210' })).total).toBe(inTwo);
});

test('each filter of movements keeps exactly the rows that have the value', async () => {
  const { read, readAll } = await openSandbox();
  const rows = await readAll('/v1/movimientos', 'movimientos', { ...ALL, reg_pagina: '1000' });
  const total = async (filter: Record<string, string>) => (await read('/v1/movimientos', { ...ALL, ...filter })).total;
  const countRows = (passes: (m: (typeof rows)[number]) => boolean): number => rows.filter(passes).length;
  const [sample] = rows;
  for (const field of ['cuenta', 'cbu', 'debito_credito', 'categoria', 'marca'] as const) {
    expect(await total({ [field]: String(sample?.[field]) })).toBe(countRows((m) => m[field] === sample?.[field]));
  }
  expect(await total({ conciliado: 'N' })).toBe(countRows((m) => m.conciliado === false));
  expect(await total({ conciliado: 'C' })).toBe(countRows((m) => m.conciliado === true));
  expect(await total({ conciliado: 'L' })).toBe(countRows((m) => m.liquidaciones_id !== ''));
  expect(await total({ conciliado: 'T' })).toBe(countRows((m) => m.transacciones_id !== ''));
  expect(await total({ importe_min: '20000', importe_max: '50000.50' })).toBe(
    countRows((m) => centavos(m.importe) >= 2_000_000 && centavos(m.importe) <= 5_000_050),
  );
  expect(await total({ q: 'mantenimiento' })).toBe(countRows((m) => String(m.informacion).includes('MANTENIMIENTO')));
  expect(countRows((m) => m.transacciones_id !== '')).toBeGreaterThan(0);
});

test('settlements and taxes are filtered by processor, card, shop and bank', async () => {
  const { read, readAll } = await openSandbox();
  const rows = await readAll('/v1/liquidaciones', 'liquidaciones', { ...ALL, reg_pagina: '50' });
  const total = async (path: string, filter: Record<string, string>) => (await read(path, { ...ALL, ...filter })).total;
  expect(await total('/v1/liquidaciones', { marca: 'TRANSUR' })).toBe(rows.filter((l) => l.marca === 'TRANSUR').length);
  expect(await total('/v1/liquidaciones', { banco: '318' })).toBe(
    rows.filter((l) => l.banco === 'BANCO SERRANO').length,
  );
  expect(await total('/v1/impuestos', { tarjetas: 'TRANSUR-CEIBO,QUINTAR-QUINTAR' })).toBe(
    rows.filter((l) => (l.marca === 'TRANSUR' && l.tarjeta === 'CEIBO') || l.marca === 'QUINTAR').length,
  );
  expect(await total('/v1/impuestos', { comercios: '1203' })).toBe(
    rows.filter((l) => l.comercio === 'La Espiga Nueva Córdoba').length,
  );
});

test('a missing or impossible parameter is a 400', async () => {
  const { statusOf } = await openSandbox();
  expect(await statusOf('/v1/operaciones', { fecha_desde: '2026-10-01' })).toBe(400);
  expect(await statusOf('/v1/operaciones', { fecha_desde: '2026-02-30', fecha_hasta: '2026-03-01' })).toBe(400);
  expect(await statusOf('/v1/calendario')).toBe(400);
  expect(await statusOf('/v1/calendario', { fecha: '2026-13' })).toBe(400);
  expect(await statusOf('/v1/operaciones', { ...ALL, campo_fecha: 'fecha_otra' })).toBe(400);
  expect(await statusOf('/v1/nada')).toBe(404);
});

test('pages have the stated defaults', async () => {
  const { read } = await openSandbox();
  const countRows = async (path: string, key: string): Promise<number> => rowsOf((await read(path, ALL))[key]).length;
  expect(await countRows('/v1/operaciones', 'operaciones')).toBe(25);
  expect(await countRows('/v1/movimientos', 'movimientos')).toBe(25);
  expect(await countRows('/v1/liquidaciones', 'liquidaciones')).toBe(10);
  expect(await countRows('/v1/impuestos', 'liquidaciones')).toBe(10);
  expect(await countRows('/v1/liquidaciones/conciliadas', 'liquidaciones')).toBe(10);
  expect(rowsOf((await read('/v1/operaciones', { ...ALL, reg_pagina: '1000' })).operaciones)).toHaveLength(1000);
});

test('the Date header is that of the clock', async () => {
  const { request: askFor, timer: clock } = await openSandbox();
  clock.advance(86_400_000);
  expect((await askFor('GET', '/v1/comercios')).headers.date).toBe('Mon, 23 Nov 2026 02:00:00 GMT');
});

test('an upload of twenty megabytes is taken', async () => {
  const { upload } = await openSandbox();
  const long = { ...cupon(1), referencia: 'x'.repeat(5000) };
  const uploading = await upload('0', Array<typeof long>(4000).fill(long), false);
  expect(uploading.recibidos).toBe('4000');
});

test('the truth names the operations as they are on the wire', async () => {
  const { sandbox, readAll } = await openSandbox();
  const rows = await readAll('/v1/operaciones', 'operaciones', { ...ALL, reg_pagina: '1000' });
  expect(sandbox.truth.operaciones()).toEqual(rows);
});

test('no sale of today is later than the clock', async () => {
  const clock = createStillClock(Date.UTC(2026, 10, 21, 18, 0, 0));
  const { readAll } = await openSandbox({ operaciones: 20_000, clock });
  const today = { fecha_desde: '2026-11-21', fecha_hasta: '2026-11-21', reg_pagina: '1000' };
  const times = (await readAll('/v1/operaciones', 'operaciones', today)).map((o) => String(o.fecha_venta));
  expect(times.length).toBeGreaterThan(3);
  expect(times.filter((time) => time > '2026-11-21 15:00:00')).toEqual([]);
});

test('the banks credit nothing on their holidays', async () => {
  const { readAll } = await openSandbox({ operaciones: 5000 });
  const movimientos = await readAll('/v1/movimientos', 'movimientos', { ...ALL, reg_pagina: '1000' });
  const credited = new Set(
    movimientos.filter((m) => m.debito_credito === 'C').map((m) => String(m.fecha).slice(0, 10)),
  );
  expect(credited.size).toBeGreaterThan(150);
  const holidays = ['2025-11-24', '2025-12-25', '2026-01-01', '2026-02-16', '2026-04-02', '2026-04-03', '2026-05-25'];
  expect(holidays.filter((day) => credited.has(day))).toEqual([]);
});
