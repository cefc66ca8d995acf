/** What the report says of an answer that is not as described, and what it never holds. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TriedMethod, TriedService } from '#contract/probe.ts';
import { listDifferencesOfRow } from '#app/probe/differences.ts';
import { VIEWS } from '#domain/views/index.ts';
import { wireOf } from '#service/list/wire-of.ts';
import { createRowParser } from '#service/wire/rows.ts';
import { createSandbox } from '#sandbox/index.ts';
import { API, createTestClock, startServer, type Received, type Reply } from '../../service/fixtures.ts';
import { meet, meetSandbox } from './meet.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'probe-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const SHOP = {
  id: '31',
  nombre: 'Panadería Ñandú',
  razon_social: 'Pérez SRL',
  cuit: '30-71234567-8',
  direccion: 'Rivadavia 1',
  codigo_postal: '1406',
  provincia: 'CABA',
  localidad: 'CABA',
  rubro: 'Pan',
};

/** A service that answers one path as told and nothing else. */
async function meetServer(where: string, reply: Reply): Promise<TriedService> {
  await using server = await startServer(({ path: asked }: Received) =>
    asked.startsWith('/oauth/') ? {} : asked === where ? reply : { status: 404, body: 'no' },
  );
  return await meet(server.url, API);
}
const methodOf = ({ metodos }: TriedService, name: string): TriedMethod | undefined =>
  metodos.find(({ metodo }) => metodo === name);

test('an answer with another wrapper is told by its field and its shape', async () => {
  const report = await meetServer('/v1/comercios', { body: { comercios: [SHOP], total: 'uno 1' } });
  expect(methodOf(report, 'comercios')).toMatchObject({
    resultado: 'distinto',
    codigo: 'RESPUESTA_INVALIDA',
    diferencias: [{ campo: 'total', vino: '«aaa 9»', veces: 1 }],
  });
});

test('a row with another form is told by its field, its shape and how often', async () => {
  const bad = { ...SHOP, nombre: ['Panadería Ñandú'], cuit: 30712345678 };
  const report = await meetServer('/v1/comercios', { body: { comercios: [SHOP, bad, bad], total: 3 } });
  expect(methodOf(report, 'comercios')).toMatchObject({
    resultado: 'distinto',
    codigo: null,
    filas: 1,
    total: 3,
    diferencias: [
      { campo: 'nombre', esperado: 'texto', vino: '[1]', veces: 2 },
      { campo: 'cuit', esperado: 'texto', vino: '99999999999', veces: 2 },
    ],
  });
});

test('a field inside another is told by its whole path', () => {
  const row = { detalle: { ventas: [{ terminal: 25, importe: 5 }], descuentos: [] } };
  const read = createRowParser(wireOf(VIEWS.liquidaciones).pick({ detalle: true }))(row);
  if (read.ok) throw new Error('read');
  const told = listDifferencesOfRow({ raw: JSON.stringify(row), problemas: read.problemas });
  expect(told).toContainEqual({ campo: 'detalle.ventas.0.terminal', esperado: 'texto', vino: '99' });
});

test('a service that refuses us leaves a report that says so', async () => {
  await using server = await startServer(() => ({ status: 401, body: { error: 'no' } }));
  const report = await meet(server.url, API);
  expect(report.codigo).toBe('CREDENCIALES_RECHAZADAS');
  expect(report.metodos[0]).toMatchObject({ metodo: 'acceso', resultado: 'falla' });
  expect(report.metodos.slice(1).map(({ resultado: result }) => result)).toEqual(Array(13).fill('sin_pedir'));
});

test('a service that stops answering is not asked for everything', async () => {
  await using server = await startServer(({ path: asked }: Received) =>
    asked.startsWith('/oauth/') ? {} : { raw: (response) => response.destroy() },
  );
  const report = await meet(server.url, API);
  expect(report.metodos.map(({ resultado: result }) => result)).toEqual([
    'descripto',
    'falla',
    'falla',
    ...Array<string>(11).fill('sin_pedir'),
  ]);
});

/** A service that never answers some paths: each time it is asked for one, as much time passes as a request may take. */
async function meetHanging(isHanging: (path: string) => boolean) {
  const clock = createTestClock();
  const LIMIT_MS = 30_000;
  await using server = await startServer(({ path: asked }: Received) =>
    isHanging(asked)
      ? {
          raw: () => {
            clock.advance(LIMIT_MS);
          },
        }
      : asked.startsWith('/oauth/')
        ? {}
        : { body: { comercios: [SHOP], total: 1 } },
  );
  return { report: await meet(server.url, API, { clock }), asked: server.received.map(({ path: one }) => one) };
}

test('a request that hangs ends by its limit, and the rest is asked', async () => {
  const { report, asked } = await meetHanging((one) => one === '/v1/operaciones');
  expect(methodOf(report, 'comercios')).toMatchObject({ resultado: 'descripto' });
  const hanging = methodOf(report, 'operaciones');
  expect(hanging).toMatchObject({ resultado: 'falla', codigo: 'TIEMPO_AGOTADO' });
  expect(hanging?.pedidos.map(({ codigo, ms }) => [codigo, ms])).toEqual([['TIEMPO_AGOTADO', 30_000]]);
  expect(asked).toContain('/v1/rechazos');
  expect(report.metodos.filter(({ resultado: result }) => result === 'sin_pedir')).toEqual([]);
});

test('a login that hangs ends by its limit, and the report says so', async () => {
  const { report } = await meetHanging((one) => one.startsWith('/oauth/'));
  expect(report).toMatchObject({ codigo: 'TIEMPO_AGOTADO' });
  expect(methodOf(report, 'acceso')).toMatchObject({ resultado: 'falla', codigo: 'TIEMPO_AGOTADO' });
});

test('a service that lets in and then answers nothing is asked once, and the report says so', async () => {
  const { report, asked } = await meetHanging((one) => !one.startsWith('/oauth/'));
  expect(report).toMatchObject({ codigo: 'TIEMPO_AGOTADO' });
  expect(asked.filter((one) => !one.startsWith('/oauth/'))).toEqual(['/v1/comercios']);
  expect(methodOf(report, 'rechazos')).toMatchObject({ resultado: 'sin_pedir' });
});

test('a service that stops answering is asked once more, and the report says so', async () => {
  let past = false;
  const { report, asked } = await meetHanging((one) => {
    past ||= one === '/v2/conciliar-operaciones/999999999999999/resultado';
    return past && !one.startsWith('/oauth/');
  });
  expect(report).toMatchObject({ codigo: 'TIEMPO_AGOTADO' });
  expect(methodOf(report, 'calendario')).toMatchObject({ resultado: 'distinto' });
  const after = asked.slice(asked.indexOf('/v2/conciliar-operaciones/999999999999999/resultado') + 1);
  expect(after.filter((one) => !one.startsWith('/oauth/'))).toEqual(['/v1/operaciones']);
});

test('leaving does not wait for a service that does not end the token', async () => {
  const { report, asked } = await meetHanging((one) => one.startsWith('/oauth/revoke'));
  expect(methodOf(report, 'comercios')).toMatchObject({ resultado: 'descripto' });
  expect(asked.filter((one) => one.startsWith('/oauth/revoke')).length).toBeGreaterThan(0);
});

/** Every text of an answer that is long enough not to be a year, a count of bytes or a part of a word. */
function* valuesIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > 5) yield value;
  else if (Array.isArray(value)) for (const item of value) yield* valuesIn(item);
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* valuesIn(item);
}

test('the file holds no secret, name, amount nor number of a card', async () => {
  const clock = createTestClock();
  const sandbox = await createSandbox({ clock, operaciones: 1000, rasgos: ['campos_extra=si'] });
  try {
    const { apiKey, apiSecret } = sandbox;
    const report = path.join(folder, 'informe.json');
    await meet(sandbox.url, { tipo: 'api', apiKey, apiSecret }, { clock, informe: report });
    const text = readFileSync(report, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ version: 1, entrada: 'api' });
    // Dates are what was asked; words of the report itself are no data.
    const dates = /^\d{4}-\d{2}-\d{2}( |$)/;
    const own = new Set(['operaciones']);
    const data = [...valuesIn(sandbox.truth.operaciones())].filter((value) => !dates.test(value) && !own.has(value));
    expect(data.length).toBeGreaterThan(5000);
    const numbers = new Set(text.match(/\d+/g));
    const isThere = (value: string): boolean => (/\D/.test(value) ? text.includes(value) : numbers.has(value));
    expect([...new Set(data)].filter(isThere)).toEqual([]);
    for (const secret of [apiKey, apiSecret, sandbox.url]) expect(text).not.toContain(secret);
    expect(text).not.toContain('La Espiga');
  } finally {
    await sandbox.close();
  }
});

test('a file that is there stays as it is, and nothing is asked', async () => {
  const report = path.join(folder, 'ya-esta.json');
  writeFileSync(report, 'mío');
  await using server = await startServer(() => ({}));
  await expect(meet(server.url, API, { informe: report })).rejects.toMatchObject({ code: 'SALIDA_EXISTENTE' });
  expect(readFileSync(report, 'utf8')).toBe('mío');
  expect(server.received).toEqual([]);
});

test('both tokens that it got are ended', () =>
  meetSandbox([], async (sandbox, meeting) => {
    await meeting();
    expect(sandbox.truth.tokens()).toEqual([]);
    expect(sandbox.listReceived('POST /oauth/access_token')).toHaveLength(2);
  }));
