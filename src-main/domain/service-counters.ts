import { assertNever } from './result.ts';
import { DISPOSITIONS, type Conciliacion, type Disposition } from './conciliacion.ts';

/** The counters in the header of a reconciliation (API description). */
export const SERVICE_COUNTERS = ['total', 'nuevos', 'existentes', 'error', 'conciliados', 'sinConciliar'] as const;
export type ServiceCounter = (typeof SERVICE_COUNTERS)[number];

/** Why a counter of the service differs from the count on this PC; `COUNTER_REASONS` (texts/labels.ts) has the sentences. */
export type CounterReason =
  /** The result lists existing coupons too, so this PC counts each of them as matched or unmatched. */
  | 'listados'
  /** The service's counts include coupons that its result does not name. */
  | 'sin_decir'
  /** The reconciliation was made elsewhere and has existing coupons, which the result does not list. */
  | 'no_listados'
  /** The service does not count existing coupons as matched or unmatched, although its result lists them. */
  | 'sin_existentes'
  | 'con_existentes'
  | 'solo_nuevos'
  | 'con_error'
  | 'sin_error'
  /** The service does not count coupons that it refused when each was sent alone: the reconciliation never had them. */
  | 'de_a_uno'
  | 'otro';

/** The dispositions to count for each counter; null if this PC cannot know which coupons the counter means. */
const OURS: Readonly<Record<ServiceCounter, readonly Disposition[] | null>> = {
  total: DISPOSITIONS.filter((one) => one !== 'no_enviado' && one !== 'rechazado'),
  nuevos: null,
  existentes: ['existente'],
  error: ['rechazado'],
  conciliados: ['conciliado'],
  sinConciliar: ['sin_conciliar'],
};

type Said = Pick<Conciliacion, ServiceCounter>;
type CountOf = (disposition: Disposition) => number;

export interface ComparedCounter {
  readonly contador: ServiceCounter;
  readonly servicio: number;
  readonly nuestro: number | null;
  /** Why the two counts differ; absent if they agree or the count of this PC is unknown. */
  readonly motivo?: CounterReason;
}

/** How many existing coupons the result lists: the rows that it has beyond the new coupons. */
const countListed = (said: Said, countOf: CountOf): number =>
  Math.min(said.existentes, Math.max(0, countOf('conciliado') + countOf('sin_conciliar') - said.nuevos));

function explainExisting(said: Said, ours: number, countOf: CountOf): CounterReason {
  const rest = said.existentes - ours;
  if (rest < 0) return 'otro';
  if (rest === countListed(said, countOf)) return 'listados';
  return countOf('no_informado') > 0 ? 'sin_decir' : 'no_listados';
}

function explainTotal(said: Said, ours: number): CounterReason {
  if (said.total === said.nuevos) return 'solo_nuevos';
  if (said.total === ours + said.error) return 'con_error';
  if (said.total === ours - said.error) return 'sin_error';
  return said.total === ours + said.existentes ? 'con_existentes' : 'otro';
}

function explainError(said: Said, ours: number, countOf: CountOf): CounterReason {
  if (said.error < ours) return 'de_a_uno';
  return countOf('no_informado') >= said.error - ours ? 'sin_decir' : 'otro';
}

/** Explains a surplus on this PC: the service may count only new coupons as matched or unmatched, while its result also lists existing coupons. */
function explainMatching(said: Said, more: number, countOf: CountOf): CounterReason {
  const onlyNew = said.conciliados + said.sinConciliar === said.nuevos;
  return onlyNew && more > 0 && more <= countListed(said, countOf) ? 'sin_existentes' : 'otro';
}

function explain(counter: ServiceCounter, ours: number, said: Said, countOf: CountOf): CounterReason {
  switch (counter) {
    case 'existentes':
      return explainExisting(said, ours, countOf);
    case 'total':
      return explainTotal(said, ours);
    case 'error':
      return explainError(said, ours, countOf);
    case 'conciliados':
    case 'sinConciliar':
      return explainMatching(said, ours - said[counter], countOf);
    case 'nuevos':
      return 'otro';
    default:
      return assertNever(counter);
  }
}

/** Each counter of the service beside the count of this PC. `countOf`: how many coupons have a disposition. */
export const compareCounters = (said: Said, countOf: CountOf): readonly ComparedCounter[] =>
  SERVICE_COUNTERS.map((contador) => {
    const servicio = said[contador];
    const nuestro = OURS[contador]?.reduce((sum, one) => sum + countOf(one), 0) ?? null;
    return nuestro === null || nuestro === servicio
      ? { contador, servicio, nuestro }
      : { contador, servicio, nuestro, motivo: explain(contador, nuestro, said, countOf) };
  });
