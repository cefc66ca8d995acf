import { expect, test } from 'vitest';
import { paginasDe } from '#app/conciliaciones/paginas.ts';
import type { ResultadoPagina } from '#domain/conciliacion.ts';

const { signal } = new AbortController();
const encabezado = {
  id: '7',
  fecha: null,
  origenDesde: null,
  origenHasta: null,
  total: 4,
  nuevos: 4,
  existentes: 0,
  error: 0,
  conciliados: 0,
  sinConciliar: 4,
  estado: 'IMPORTADO',
};
const pagina = (comprobantes: readonly number[]): ResultadoPagina => ({
  encabezado,
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

/** What is read of a service that answers each request with the next of these. */
async function leer(...respuestas: readonly (readonly number[] | undefined)[]) {
  const pendientes = [...respuestas];
  const servicio = {
    resultado: () => {
      const siguiente = pendientes.shift();
      return Promise.resolve(siguiente === undefined ? undefined : pagina(siguiente));
    },
  };
  const leidos: string[] = [];
  for await (const { cupones } of paginasDe(servicio, '7', signal))
    leidos.push(...cupones.map(({ cupon }) => cupon.comprobante ?? ''));
  return leidos;
}

test('every page comes once, up to the empty one', async () => {
  expect(await leer([1, 2], [3, 4], [])).toEqual(['1', '2', '3', '4']);
});

test('a result without rows is one page', async () => {
  expect(await leer([], [])).toEqual([]);
});

test('equal sales on two pages are two, where the first page has not moved', async () => {
  expect(await leer([1, 2], [2, 3], [], [1, 2])).toEqual(['1', '2', '2', '3']);
});

test('rows that came twice while the first page moved are not believed: others may not have come', async () => {
  await expect(leer([1, 2], [2, 4], [], [3, 1])).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' });
});

test('one that is not there is told', async () => {
  await expect(leer(undefined)).rejects.toMatchObject({ code: 'CONCILIACION_INEXISTENTE' });
});
