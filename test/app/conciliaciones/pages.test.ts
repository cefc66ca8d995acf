import { expect, test } from 'vitest';
import { pagesOf, listRejectedRows } from '#app/conciliaciones/keep-result.ts';
import type { ResultPage } from '#domain/conciliacion.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';
import { anError as error, aSale } from '../../domain/a-finding.ts';
import { makeNotice } from '#domain/cupones/notices.ts';
import type { InFile, RowNotice } from '#domain/finding.ts';
import { rowsOfFiles } from '#app/uploaded/uploads.ts';

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

/** Reads a result that has the pages `first` at the first reading, and `after` at later readings. */
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

test('equal sales on two pages are two, where the first page has not moved', async () => {
  expect(await readPages([[1, 2], [2, 3]])).toEqual({ leidos: ['1', '2', '2', '3'], veces: 2 }); // prettier-ignore
});

test('rows that came twice while the first page moved are not believed: others may not have come', async () => {
  await expect(readPages([[1, 2], [2, 4]], [[3, 1]])).rejects.toMatchObject({ code: 'LECTURA_INESTABLE' }); // prettier-ignore
});

test('a row that was not sent is there once, with its sale and all that was wrong with it', () => {
  const second = { columna: 'Cuotas', campo: 'cuotas', valor: 'tres', mensaje: 'Tampoco.' } as const;
  const [row, ...others] = listRejectedRows([error(9, { venta: aSale() }), error(9, { venta: aSale(), ...second })]);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    archivo: 'caja.xlsx',
    mensaje: 'Lote: No es un número. Cuotas: Tampoco.',
    operacion: {
      fila: 9,
      fecha_venta: '2026-10-02',
      tarjeta_desc: 'Visa',
      lote: 'x',
      cuotas: 'tres',
      importe: '50.00',
    },
    problema: { campo: 'lote' },
    problemas: [{ campo: 'lote' }, { campo: 'cuotas' }],
  });
});

test('the same row of another sheet or file is another one', () => {
  const rows = [error(9), error(9, { hoja: 'Otra' }), error(9, { archivo: 'b.xlsx' }), error(10)];
  expect([...listRejectedRows(rows)]).toHaveLength(4);
});

test.each([
  ['mil', 'mil'],
  ['1000.00', undefined],
])('an amount that was not read, «%s», is never one to be added', (parseTypedImporte, importe) => {
  const [row] = listRejectedRows([error(9, { venta: aSale({ importe: null, importeEscrito: parseTypedImporte }) })]);
  expect(row?.operacion.importe).toBe(importe);
});

test('of what was kept before rows said their sale, the cell that was wrong is told', () => {
  const [row] = listRejectedRows([error(9, { campo: 'importe', valor: 'mil' })]);
  expect(row?.operacion).toMatchObject({ fila: 9, importe: 'mil' });
  expect(row).not.toHaveProperty('problemas');
});

const noticeOf = (fila: number | null, part: Partial<InFile<RowNotice>> = {}): InFile<RowNotice> => ({
  ...makeNotice({ fila, codigo: 'FILA_OMITIDA' }),
  archivo: 'caja.xlsx',
  ...part,
});

test('rows with errors count once each, and rows of two sheets with the same number are two', () => {
  const readErrors = () => ['Octubre', 'Octubre', 'Noviembre'].map((hoja) => error(4, { hoja }));
  expect(rowsOfFiles(10, { readErrors, readNotices: () => [] })).toBe(12);
});

test('rows that were left out are rows of the files', () => {
  const venta = aSale();
  const readNotices = () => [noticeOf(5, { venta }), noticeOf(6, { venta }), noticeOf(7), noticeOf(null)];
  expect(rowsOfFiles(10, { readErrors: () => [error(4)], readNotices })).toBe(13);
});
