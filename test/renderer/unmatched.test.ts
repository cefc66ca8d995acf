import { expect, test } from 'vitest';
import type { ExplanationsDocument } from '#contract/explanations.ts';
import type { PendingCupon, UnreconciledDocument } from '#contract/home.ts';
import { getResultColumns } from '../../src-renderer/features/conciliaciones/columns.ts';
import { UnreconciledState } from '../../src-renderer/features/conciliaciones/unmatched.svelte.ts';
import { apiDe } from './double.ts';
import { aCause, aExplainedCupon, answer } from './explained.ts';

const signal = new AbortController().signal;
const RESULT = { conciliado: false, modo: null, nro_liquidacion: null, liquidaciones_id: null, fecha_liq: null };
const cupon = (n: number, importe: string, tarjeta_desc?: string): PendingCupon => ({
  tipo: 'cupon',
  n,
  operacion: { ...RESULT, fila: n + 2, importe, ...(tarjeta_desc === undefined ? {} : { tarjeta_desc }) },
  disposicion: 'sin_conciliar',
  dias: 9,
  nuevo: false,
  archivo: 'caja.xlsx',
  mensaje: null,
  conciliacion: n === 2 ? null : '7',
});
const ROWS = [cupon(0, '9.00', 'VISA'), cupon(1, '100.00'), cupon(2, '20.00', 'AMEX')];
const READ: UnreconciledDocument = { edad: { desde: 8, hasta: 15 }, cupones: 3, importe: '129.00', filas: ROWS };
const columnas = getResultColumns('sin_conciliar', { agrupar: undefined, onFold: () => undefined });

test('the coupons of every reconciliation are ordered and cut into pages here, what has nothing last', async () => {
  const api = apiDe({ 'inicio.sin_conciliar': () => READ });
  const estado = new UnreconciledState(api, 'mía', 8);
  await estado.leer(signal);
  expect(api.pedidos).toEqual([['inicio.sin_conciliar', { cuenta: 'mía', edad: 8 }]]);
  const sortedBy = async (campo: string, desc: boolean): Promise<readonly number[]> =>
    (await estado.createSource(columnas).leer(0, 10, { campo, desc })).filas.map(({ n }) => n);
  expect(await sortedBy('importe', false)).toEqual([0, 2, 1]);
  expect(await sortedBy('tarjeta_desc', true)).toEqual([0, 2, 1]);
  expect(await sortedBy('tarjeta_desc', false)).toEqual([2, 0, 1]);
  expect(await estado.createSource(columnas).leer(1, 1, undefined)).toEqual({ filas: [ROWS[1]], total: 3 });
});

const CAUSE = aCause('30012345');
const EXPLAINED: ExplanationsDocument = {
  ...answer([
    aExplainedCupon(41, { fila: 3, certeza: 'probable', candidatos: [], causa: 0 }),
    aExplainedCupon(40, { fila: 2, certeza: 'ninguna', candidatos: [] }),
  ]),
  causas: [CAUSE],
};

test('once they are explained they come in the order of the core, and one is asked about by its reconciliation', async () => {
  const api = apiDe({ 'inicio.sin_conciliar': () => READ, 'explicaciones.explicar': () => EXPLAINED });
  const estado = new UnreconciledState(api, 'mía', 'todas');
  await estado.leer(signal);
  await estado.explain(signal);
  expect((await estado.createSource(columnas).leer(0, 10, undefined)).filas.map(({ n }) => n)).toEqual([1, 0, 2]);
  await estado.choose(ROWS[0]);
  expect(api.pedidos.at(-1)?.[1]).toMatchObject({ de: '7', ns: [40] });
  const before = api.pedidos.length;
  await estado.choose(ROWS[2]); // its upload has no number yet
  expect(api.pedidos).toHaveLength(before);
  expect(estado.explanations.shown).toBeUndefined();
});

test('a cause shows its coupons alone, and all of them again once its data is old', async () => {
  const api = apiDe({ 'inicio.sin_conciliar': () => READ, 'explicaciones.explicar': () => EXPLAINED });
  const estado = new UnreconciledState(api, 'mía', 'todas');
  await estado.leer(signal);
  await estado.explain(signal);
  await estado.choose(ROWS[0]);
  estado.seeCause(CAUSE);
  expect(estado.elegida).toBeUndefined();
  expect(estado.rowCount.map(({ n }) => n)).toEqual([1]);
  estado.seeCause(aCause('another'));
  expect(estado.rowCount).toHaveLength(3);
});
