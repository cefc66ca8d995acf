import { expect, test } from 'vitest';
import { findConciliacion, findEvenOpen } from '#app/conciliaciones/search.ts';
import { AppError } from '#contract/errors.ts';
import type { Conciliacion, ListReading } from '#domain/conciliacion.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';

const signal = new AbortController().signal;
const opened = aConciliacion({ estado: 'PENDIENTE' });
const rechazo = new AppError('PEDIDO_RECHAZADO', { detail: { estado: 400 } });

interface Elsewhere extends Partial<ListReading> {
  /** What the first page of the result has around it; a refusal; or "not found". */
  readonly result?: Conciliacion | AppError;
}

function search(show: Conciliacion | AppError | undefined, { result, ...list }: Elsewhere) {
  const requested: (readonly [string, string])[] = [];
  const service = {
    show: () => (show instanceof AppError ? Promise.reject(show) : Promise.resolve(show)),
    list: (from: string, to: string) => {
      requested.push([from, to]);
      return Promise.resolve({ conciliaciones: [], completa: true, ...list });
    },
    async *readResult() {
      await Promise.resolve();
      if (result instanceof AppError) throw result;
      if (result !== undefined) yield { encabezado: result, cupones: [], cuarentena: 0 };
    },
  };
  const clock = { now: () => Date.UTC(2026, 10, 21, 15) };
  return { requested, find: (how: typeof findEvenOpen) => how({ servicio: service, clock }, '7', signal) };
}

test('a reconciliation that shows its header is not looked for in the list', async () => {
  const { find, requested } = search(opened, {});
  expect(await find(findConciliacion)).toBe(opened);
  expect(requested).toEqual([]);
});

test.for([undefined, rechazo])('one whose header is hidden (%o) is what the list shows of it', async (show) => {
  const { find, requested } = search(show, { conciliaciones: [{ ...opened, id: '6' }, opened] });
  expect(await find(findConciliacion)).toBe(opened);
  expect(requested).toEqual([['2026-08-23', '2026-11-22']]);
});

test.for([{}, { conciliaciones: [], completa: false, refused: true }])(
  'one that the list does not show either (%o) is what comes with its result',
  async (list) => {
    expect(await search(undefined, { ...list, result: opened }).find(findEvenOpen)).toBe(opened);
  },
);

test('one that the result refuses too is not shown', async () => {
  expect(await search(undefined, { result: rechazo }).find(findEvenOpen)).toBeUndefined();
});

test('one that is in neither is not there', async () => {
  expect(await search(undefined, {}).find(findConciliacion)).toBeUndefined();
});

test('one that is not in a list that did not come whole may be there', async () => {
  await expect(search(undefined, { completa: false }).find(findConciliacion)).rejects.toMatchObject({
    code: 'LECTURA_INESTABLE',
  });
});

test('a refusal that nothing else explains is told', async () => {
  await expect(search(rechazo, {}).find(findConciliacion)).rejects.toBe(rechazo);
});
