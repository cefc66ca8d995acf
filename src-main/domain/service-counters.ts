import { DISPOSITIONS, type Conciliacion, type Disposition } from './conciliacion.ts';

/** The counters that the service gives for a reconciliation (API description, the header of a reconciliation). */
export const SERVICE_COUNTERS = ['total', 'nuevos', 'existentes', 'error', 'conciliados', 'sinConciliar'] as const;
export type ServiceCounter = (typeof SERVICE_COUNTERS)[number];

/** The dispositions whose coupons a counter is compared with; null where this PC cannot tell which coupons the counter means. */
const OURS: Readonly<Record<ServiceCounter, readonly Disposition[] | null>> = {
  total: DISPOSITIONS.filter((one) => one !== 'no_enviado' && one !== 'rechazado'),
  nuevos: null,
  existentes: ['existente'],
  error: ['rechazado'],
  conciliados: ['conciliado'],
  sinConciliar: ['sin_conciliar'],
};

export interface ComparedCounter {
  readonly counter: ServiceCounter;
  readonly said: number;
  readonly ours: number | null;
}

/** Each counter of the service beside ours. `countOf`: how many of our coupons have a disposition. */
export const compareCounters = (
  said: Pick<Conciliacion, ServiceCounter>,
  countOf: (disposition: Disposition) => number,
): readonly ComparedCounter[] =>
  SERVICE_COUNTERS.map((counter) => ({
    counter,
    said: said[counter],
    ours: OURS[counter]?.reduce((sum, one) => sum + countOf(one), 0) ?? null,
  }));
