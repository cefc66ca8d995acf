import { expect, test } from 'vitest';
import { buscarConciliacion } from '#app/conciliaciones/buscar.ts';
import { AppError } from '#contract/errors.ts';
import type { Conciliacion, ListaLeida } from '#domain/conciliacion.ts';

const signal = new AbortController().signal;
const abierta: Conciliacion = {
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

function buscar(ver: Conciliacion | AppError | undefined, lista: Partial<ListaLeida>) {
  const pedidas: (readonly [string, string])[] = [];
  const servicio = {
    ver: () => (ver instanceof AppError ? Promise.reject(ver) : Promise.resolve(ver)),
    listar: (desde: string, hasta: string) => {
      pedidas.push([desde, hasta]);
      return Promise.resolve({ conciliaciones: [], completa: true, ...lista });
    },
  };
  const clock = { now: () => Date.UTC(2026, 10, 21, 15) };
  return { pedidas, hallada: buscarConciliacion({ servicio, clock }, '7', signal) };
}

test('a reconciliation that shows its header is not looked for in the list', async () => {
  const { hallada, pedidas } = buscar(abierta, {});
  expect(await hallada).toBe(abierta);
  expect(pedidas).toEqual([]);
});

test.for([undefined, rechazo])('one whose header is hidden (%o) is what the list shows of it', async (ver) => {
  const { hallada, pedidas } = buscar(ver, { conciliaciones: [{ ...abierta, id: '6' }, abierta] });
  expect(await hallada).toBe(abierta);
  expect(pedidas).toEqual([['2026-08-23', '2026-11-22']]);
});

test('one that is in neither is not there', async () => {
  expect(await buscar(undefined, {}).hallada).toBeUndefined();
});

test('one that is not in a list that did not come whole may be there', async () => {
  await expect(buscar(undefined, { completa: false }).hallada).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' });
});

test('a refusal that the list does not explain is told', async () => {
  await expect(buscar(rechazo, {}).hallada).rejects.toBe(rechazo);
});
