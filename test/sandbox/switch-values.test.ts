import { expect, test } from 'vitest';
import { cupon, openWith, rowOf, rowsOf, ALL, type Row, type SandboxTest } from './support.ts';

const ROOT = '/v2/conciliar-operaciones';
const readFirst = async ({ read }: SandboxTest, path: string, key: string): Promise<Row> =>
  rowOf(rowsOf((await read(path, ALL))[key])[0]);
const idsOf = (body: Row, key = 'operaciones'): unknown[] => rowsOf(body[key]).map((f) => f.id);

test('total=texto writes the totals of v1 as text', async () => {
  const { read } = await openWith('total=texto');
  expect([(await read('/v1/comercios')).total, typeof (await read('/v1/operaciones', ALL)).total]).toEqual([
    '5',
    'string',
  ]);
});

test('interbanking=no: no movements, and acreditada is null, never false', async () => {
  const test = await openWith('interbanking=no');
  const { read } = test;
  expect(await read('/v1/movimientos', ALL)).toEqual({
    interbanking: false,
    movimientos: [],
    total: 0,
    importe_total: '0.00',
  });
  expect((await readFirst(test, '/v1/operaciones', 'operaciones')).acreditada).toBeNull();
  expect((await readFirst(test, '/v1/liquidaciones', 'liquidaciones')).acreditada).toBeNull();
});

test('ids=historicos multiplies what is returned and takes both forms', async () => {
  const test = await openWith('ids=historicos');
  const { read, upload, request, sandbox } = test;
  const real = sandbox.truth.operaciones()[0];
  const [historic] = idsOf(await read('/v1/operaciones', ALL));
  expect(Number(historic)).toBe(Number(real?.id) * 73);
  const comercio = await readFirst(test, '/v1/comercios', 'comercios');
  const totalBy = async (comercios: string) => (await read('/v1/operaciones', { ...ALL, comercios })).total;
  expect(await totalBy(String(comercio.id))).toBe(await totalBy('1201'));
  expect(await totalBy('1201')).not.toBe(0);
  const { id } = await upload('0', [cupon(1)], true);
  expect(id).toBe(String(5001 * 73));
  expect((await upload('5001', [cupon(2)], false)).id).toBe(id);
  expect((await read(`${ROOT}/${String(id)}`)).total).toBe('2');
  expect((await request('DELETE', `${ROOT}/5001`)).body).toBe('{"estado":true}');
});

test('campos_extra=si adds fields to every kind of record', async () => {
  const test = await openWith('campos_extra=si');
  for (const [path, key] of [
    ['comercios', 'comercios'],
    ['operaciones', 'operaciones'],
    ['movimientos', 'movimientos'],
    ['liquidaciones', 'liquidaciones'],
    ['impuestos', 'liquidaciones'],
    ['rechazos', 'operaciones'],
  ] as const) {
    expect(await readFirst(test, `/v1/${path}`, key)).toMatchObject({
      campo_nuevo: 'X1',
      internal: { version: 3 },
    });
  }
});
