import { expect, test } from 'vitest';
import { createJoinedPasses } from '#app/conciliaciones/joined-passes.ts';
import type { ResultPage } from '#domain/conciliacion.ts';
import type { Marker } from '#domain/upload/index.ts';
import { aConciliacion } from '../../domain/a-conciliacion.ts';

const MARKER: Marker = { campo: 'auxiliar_5', nonce: 'abcdefghij' };
const pageOf = (texts: readonly string[], setAside = 0): ResultPage => ({
  encabezado: aConciliacion(),
  cuarentena: setAside,
  cupones: texts.map((auxiliary) => ({
    cupon: { fecha_venta: '2026-10-01', importe: '1.00', auxiliar_5: auxiliary },
    conciliado: false,
    modo: null,
    nroLiquidacion: null,
    liquidacionesId: null,
    fechaLiq: null,
  })),
});
const marked = (...seqs: readonly number[]): readonly string[] => seqs.map((seq) => `abcdefghij.${String(seq)}`);

/** What every pass came to. */
function judgePasses(marker: Marker | null, passes: readonly (readonly ResultPage[])[]): readonly string[] {
  const joined = createJoinedPasses(marker);
  return passes.map((pages) => {
    for (const page of pages) joined.add(page);
    return joined.endPass();
  });
}

test('passes are whole once every row of the result was shown by one of them', () => {
  const passes = [[pageOf(marked(1, 2)), pageOf(marked(2, 1))], [pageOf(marked(4, 1)), pageOf(marked(4, 3))]]; // prettier-ignore
  expect(judgePasses(MARKER, passes)).toEqual(['more', 'whole']);
});

test('a row that is there twice is no coupon that is still to come: the reading is given up', () => {
  const pass = [pageOf(marked(1, 2)), pageOf(marked(2, 3))];
  expect(
    judgePasses(
      MARKER,
      Array.from({ length: 6 }, () => pass),
    ),
  ).toEqual([...['more', 'more', 'more', 'more', 'more'], 'lost']);
});

test.each([
  ['an upload without a marker', null, pageOf(marked(1, 1))],
  ['rows whose marker the service did not give back', MARKER, pageOf(['', ''])],
  ['a row that was not understood', MARKER, pageOf(marked(1, 1), 1)],
])('nothing is joined of %s', (_title, marker, page) => {
  expect(judgePasses(marker, [[page]])).toEqual(['lost']);
});
