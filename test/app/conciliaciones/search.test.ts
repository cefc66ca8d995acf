import { expect, test } from 'vitest';
import { findConciliacion } from '#app/conciliaciones/search.ts';
import { AppError } from '#contract/errors.ts';
import type { Conciliacion, ListReading } from '#domain/conciliacion.ts';

const signal = new AbortController().signal;
const opened: Conciliacion = {
  id: '7',
  fecha: null,
  origenDesde: null,
  origenHasta: null,
  total: 1,
  nuevos: 1,
  existentes: 0,
  error: 0,
  conciliados: 0,
  sinConciliar: 0,
  estado: 'PENDIENTE',
};
const rechazo = new AppError('PEDIDO_RECHAZADO', { detail: { estado: 400 } });

function search(show: Conciliacion | AppError | undefined, list: Partial<ListReading>) {
  const requested: (readonly [string, string])[] = [];
  const service = {
    show: () => (show instanceof AppError ? Promise.reject(show) : Promise.resolve(show)),
    list: (from: string, to: string) => {
      requested.push([from, to]);
      return Promise.resolve({ conciliaciones: [], completa: true, ...list });
    },
  };
  const clock = { now: () => Date.UTC(2026, 10, 21, 15) };
  return { requested, found: findConciliacion({ servicio: service, clock }, '7', signal) };
}

test('a reconciliation that shows its header is not looked for in the list', async () => {
  const { found: match, requested } = search(opened, {});
  expect(await match).toBe(opened);
  expect(requested).toEqual([]);
});

test.for([undefined, rechazo])('one whose header is hidden (%o) is what the list shows of it', async (show) => {
  const { found: match, requested } = search(show, { conciliaciones: [{ ...opened, id: '6' }, opened] });
  expect(await match).toBe(opened);
  expect(requested).toEqual([['2026-08-23', '2026-11-22']]);
});

test('one that is in neither is not there', async () => {
  expect(await search(undefined, {}).found).toBeUndefined();
});

test('one that is not in a list that did not come whole may be there', async () => {
  await expect(search(undefined, { completa: false }).found).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' });
});

test('a refusal that the list does not explain is told', async () => {
  await expect(search(rechazo, {}).found).rejects.toBe(rechazo);
});
