/** A queue of three unmatched coupons. */
import { expect } from 'vitest';
import type { ExplainedCupon, ExplanationsDocument } from '#contract/explanations.ts';
import type { PendingCupon, UnreconciledDocument } from '#contract/home.ts';
import { UnreconciledState } from '../../src-renderer/features/conciliaciones/unmatched.svelte.ts';
import { StepsByAccount } from '../../src-renderer/shared/decisions.svelte.ts';
import { makeApi } from './double.ts';
import { aDecision, aExplainedCupon } from './explained.ts';

export const signal = new AbortController().signal;

const RESULT = { conciliado: false, modo: null, nro_liquidacion: null, liquidaciones_id: null, fecha_liq: null };

export const cupon = (n: number, importe: string, tarjeta_desc?: string): PendingCupon => ({
  tipo: 'cupon',
  n,
  operacion: { ...RESULT, fila: n + 2, importe, ...(tarjeta_desc === undefined ? {} : { tarjeta_desc }) },
  disposicion: 'sin_conciliar',
  dias: 9,
  nuevo: false,
  archivo: 'caja.xlsx',
  mensaje: null,
  conciliacion: n === 2 ? null : '7',
  nLectura: n === 2 ? null : n + 40,
  hoja: null,
});
export const ROWS = [cupon(0, '9.00', 'VISA'), cupon(1, '100.00'), cupon(2, '20.00', 'AMEX')];

export const READ: UnreconciledDocument = {
  edad: { desde: 8, hasta: 15 },
  cupones: 3,
  miradas: 2,
  filas: ROWS,
};

/** A coupon of the queue, explained; its number in the reading is its place in the list plus 40. */
export const explainedOf = ({ n, operacion }: PendingCupon, changes: Partial<ExplainedCupon> = {}): ExplainedCupon =>
  aExplainedCupon(n + 40, {
    fila: operacion.fila,
    cupon: { importe: operacion.importe ?? '' },
    candidatos: [],
    ...changes,
  });

export const shown = ({ rows }: UnreconciledState): readonly number[] => rows.map(({ n }) => n);

export const SETTLED = aDecision({ explicado: { n: 1, quien: 'ana', cuando: '2026-11-21 10:00', motivo: 'ya está' } });

export async function openQueue(
  filas: readonly PendingCupon[],
  explained: ExplanationsDocument,
  others: Parameters<typeof makeApi>[0] = {},
  decisions = new StepsByAccount(),
) {
  const api = makeApi({
    'inicio.sin_conciliar': () => ({ ...READ, filas }),
    'explicaciones.explicar': () => explained,
    ...others,
  });
  const state = new UnreconciledState({ api, decisions }, 'mía', 'todas');
  await state.read(signal);
  await state.explain(signal);
  return { api, state };
}
export const row = (n: number): PendingCupon => ROWS[n] ?? expect.unreachable();
