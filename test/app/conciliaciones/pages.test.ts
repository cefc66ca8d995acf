import { expect, test } from 'vitest';
import { pagesOf } from '#app/conciliaciones/keep-result.ts';
import type { ResultPage } from '#domain/conciliacion.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';

const { signal } = new AbortController();
const header = aConciliacion({ total: 4, nuevos: 4, sinConciliar: 4 });
const pageWith = (comprobantes: readonly number[]): ResultPage => ({
  encabezado: header,
  cuarentena: 0,
  cupones: comprobantes.map((n) => ({
    cupon: { fecha_venta: '2026-10-01', comprobante: String(n), importe: '1.00' },
    conciliado: false,
    modo: null,
    nroLiquidacion: null,
    liquidacionesId: null,
    fechaLiq: null,
  })),
});

/** What is read of a service whose result has these pages the first time, and these afterwards. */
async function readPages(first: readonly (readonly number[])[], after = first) {
  let times = 0;
  const service = {
    async *readResult() {
      times += 1;
      yield* await Promise.resolve((times === 1 ? first : after).map(pageWith));
    },
  };
  const comprobantes: string[] = [];
  for await (const { cupones } of pagesOf(service, '7', signal))
    comprobantes.push(...cupones.map(({ cupon }) => cupon.comprobante ?? ''));
  return { leidos: comprobantes, veces: times };
}

test('a result without rows is one page', async () => {
  expect(await readPages([[]])).toEqual({ leidos: [], veces: 1 });
});

test('equal sales on two pages are two, where the first page has not moved', async () => {
  expect(await readPages([[1, 2], [2, 3]])).toEqual({ leidos: ['1', '2', '2', '3'], veces: 2 }); // prettier-ignore
});

test('rows that came twice while the first page moved are not believed: others may not have come', async () => {
  await expect(readPages([[1, 2], [2, 4]], [[3, 1]])).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' }); // prettier-ignore
});

test('one that is not there is told', async () => {
  await expect(readPages([])).rejects.toMatchObject({ code: 'CONCILIACION_INEXISTENTE' });
});
