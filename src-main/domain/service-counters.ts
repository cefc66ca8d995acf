import { DISPOSITIONS, type Conciliacion, type Disposition } from './conciliacion.ts';

/** What the service counts of a reconciliation (API description, the header of a reconciliation). */
export const SERVICE_COUNTERS = ['total', 'nuevos', 'existentes', 'error', 'conciliados', 'sinConciliar'] as const;
export type ServiceCounter = (typeof SERVICE_COUNTERS)[number];

/** Our coupons that a counter is beside; null where nothing here tells which those are. */
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

/** Each counter of the service beside ours. `countOf`: how many of our coupons ended so. */
export const compareCounters = (
  said: Pick<Conciliacion, ServiceCounter>,
  countOf: (disposicion: Disposition) => number,
): readonly ComparedCounter[] =>
  SERVICE_COUNTERS.map((counter) => ({
    counter,
    said: said[counter],
    ours: OURS[counter]?.reduce((sum, one) => sum + countOf(one), 0) ?? null,
  }));
