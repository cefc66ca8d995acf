import { expect, test } from 'vitest';
import { firstPageOf } from '#app/upload/read-result.ts';
import { clientOf, memoryLearned, noSignal } from './fixtures.ts';
import { cupon, HEADER, PAST, readAll, result, UNSTATED } from './paged-result.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

for (const base of [0, 1])
  for (const past of PAST)
    for (const cap of [7, 25, 100])
      test(`comes whole in pages of ${String(cap)} that begin at ${String(base)} (past the end: ${past})`, async () => {
        for (const count of [1, 73, 200]) {
          expect((await readAll(count, { cap, base, past })).numbers).toEqual(upTo(count));
        }
      });

test.for(UNSTATED)('is refused where a page past the end is no page: %s', async (past) => {
  await expect(readAll(200, { cap: 100, past })).rejects.toMatchObject({ code: 'RESPUESTA_INVALIDA' });
});

for (const base of [0, 1])
  test.for([130, 200, 250, 1500])(
    `in another order on each request, pages that begin at ${String(base)} give as many rows as there are: %i`,
    async (count) => {
      expect((await readAll(count, { cap: 100, base, shuffled: true })).numbers).toHaveLength(count);
    },
  );

test.for(PAST)('ends where the rows do, if the counts speak of more (past the end: %s)', async (past) => {
  expect((await readAll(73, { cap: 100, past, total: 80 })).numbers).toEqual(upTo(73));
});

const answering = (body: unknown) => () => ({ body: JSON.stringify(body) });

test.for([
  ['true', true],
  ['false', false],
  [true, undefined],
  [1, undefined],
  ['0', undefined],
  [null, undefined],
])('a coupon whose conciliado is %o was matched: %o', async ([isMatched, matched]) => {
  const { service } = await clientOf(answering({ ...HEADER, operaciones: [{ ...cupon(1), conciliado: isMatched }] }));
  const page = await firstPageOf(service.conciliaciones, '77', noSignal);
  expect(page?.cupones.map((cupon) => cupon.conciliado)).toEqual(matched === undefined ? [] : [matched]);
  expect(service.quarantined).toHaveLength(matched === undefined ? 1 : 0);
});

test('of one page that the counts say is all is read once', async () => {
  expect((await readAll(73, { cap: 100 })).requests).toBe(1);
});

test.for([
  ['an object keyed by index', { ...HEADER, operaciones: { 0: cupon(0) } }],
  ['coupons under another name', { ...HEADER, data: [cupon(0)] }],
  ['coupons that are null', { ...HEADER, operaciones: null }],
  ['all of it inside data', { data: { ...HEADER, operaciones: [cupon(0)] } }],
  ['a bare list', [cupon(0)]],
])('a result in another form is refused: %s', async ([, body]) => {
  const { conciliaciones } = await clientOf(answering(body), { retries: 0 });
  await expect(firstPageOf(conciliaciones, '77', noSignal)).rejects.toMatchObject({
    code: 'RESPUESTA_INVALIDA',
    detail: { metodo: 'conciliar-operaciones-resultado' },
  });
});

test('coupons in objects of their own are set aside', async () => {
  const { service } = await clientOf(answering({ ...HEADER, operaciones: [{ operacion: cupon(0) }] }), { retries: 0 });
  expect(await firstPageOf(service.conciliaciones, '77', noSignal)).toMatchObject({ cupones: [], cuarentena: 1 });
  expect(service.quarantined).toHaveLength(1);
});

test('two readings of a result at once ask for each page once each', async () => {
  const { server, conciliaciones } = await clientOf(result(350, { cap: 100 }), {
    learned: memoryLearned({ parametros: 'cuerpo', pagina_base: '1' }),
  });
  const read = async () => {
    const numbers: number[] = [];
    for await (const { cupones } of conciliaciones.readResult('77', noSignal))
      numbers.push(...cupones.map(({ cupon }) => Number(cupon.comprobante)));
    return numbers;
  };
  expect(await Promise.all([read(), read()])).toEqual([upTo(350), upTo(350)]);
  const asked = server.received.filter(({ path }) => path.endsWith('/resultado')).map(({ form }) => form.get('pagina'));
  expect(asked.toSorted()).toEqual(['1', '1', '2', '2', '3', '3', '4', '4']);
});

test('a number comes back as text or as a number; a row whose text comes back as a number is set aside', async () => {
  const read = async (fields: object) => {
    const { conciliaciones } = await clientOf(answering({ ...HEADER, operaciones: [{ ...cupon(1), ...fields }] }));
    const found = { cupones: [] as object[], cuarentena: 0 };
    for await (const { cupones, cuarentena } of conciliaciones.readResult('77', noSignal)) {
      found.cupones.push(...cupones.map((one) => one.cupon));
      found.cuarentena += cuarentena;
    }
    return found;
  };
  const numbers = await read({ comprobante: 12, lote: 7, importe: 10.5 });
  expect(numbers).toMatchObject({ cupones: [{ comprobante: '12', lote: '7', importe: '10.5' }], cuarentena: 0 });
  expect(await read({ autorizacion: 123 })).toEqual({ cupones: [], cuarentena: 1 });
});
