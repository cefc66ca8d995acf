/** A result that was read, with one coupon. */
import type { ReadCupon, ResultReading } from '#contract/conciliaciones.ts';
import type { DataTrail, TrailStep } from '#contract/trail.ts';
import type { ResultOperacion } from '#domain/report.ts';
import { ResultState } from '../../src-renderer/features/conciliaciones/result.svelte.ts';
import { Jobs } from '../../src-renderer/shared/jobs.svelte.ts';
import { CONCILIACION } from './imported-conciliacion.ts';
import { makeApi } from './double.ts';

export const never = new AbortController().signal;
const operacion = (importe: string, matched: boolean): ResultOperacion => ({
  importe,
  conciliado: matched,
  modo: null,
  nro_liquidacion: null,
  liquidaciones_id: null,
  fecha_liq: null,
  fila: null,
});

export const READ: ResultReading = {
  conciliacion: CONCILIACION,
  leido: '2026-11-21 10:32:05',
  grupos: {
    conciliados: { cupones: 2, importe: '0.30' },
    sin_conciliar: { cupones: 1, importe: '5.00' },
    no_informados: { cupones: 0, importe: '0.00' },
    errores: { cupones: 0, importe: '0.00' },
  },
  novedades: null,
  tarjetas: [],
  comercios: [],
  dias: null,
  archivos: [],
};
export const CUPON: ReadCupon = {
  tipo: 'cupon',
  n: 1,
  operacion: operacion('5', false),
  disposicion: 'sin_conciliar',
  dias: 3,
  nuevo: false,
  archivo: null,
  mensaje: null,
};
/** Only a matched coupon has a trail of its own. */
export const MATCHED: ReadCupon = { ...CUPON, disposicion: 'conciliado' };
export const stepOf = (vista: TrailStep['vista'], rest: Partial<TrailStep> = {}): TrailStep => ({
  ...{ vista, estado: 'no_encontrado', filas: [], total: 0, ambiguo: false, por: null },
  ...rest,
});
/** The trail of a coupon of which no record was found. */
export const TRAIL: DataTrail = {
  cupon: null,
  operacion: stepOf('operaciones'),
  liquidacion: stepOf('liquidaciones'),
  movimientos: stepOf('movimientos'),
  impuestos: stepOf('impuestos'),
  rechazos: stepOf('rechazos'),
};
/** The state of a result; every reading gives `READ`. */
export const statusOf = (answers: Parameters<typeof makeApi>[0]) => {
  const api = makeApi({ 'conciliaciones.guardada': () => READ, 'conciliaciones.leer': () => READ, ...answers });
  const jobs = new Jobs();
  return { api, jobs, estado: new ResultState({ api, jobs }, 'mía', '7') };
};
export async function openStatus(answers: Parameters<typeof makeApi>[0]) {
  const status = statusOf(answers);
  await status.estado.open(never);
  return status;
}
export const pageOf = (filas: readonly ReadCupon[]) => ({
  ...{ leido: READ.leido, total: 1, cupones: 1, importe: '5.00', desde: 0 },
  filas,
});
