import { expect, test } from 'vitest';
import type { Disposition } from '#domain/conciliacion.ts';
import { compareCounters, type CounterReason, type ServiceCounter } from '#domain/service-counters.ts';

type Said = Record<ServiceCounter, number>;
const SAID: Said = { total: 11, nuevos: 11, existentes: 0, error: 0, conciliados: 3, sinConciliar: 8 };

/** Per case: what the service counts, what became of our coupons, and the reason for each counter that differs. */
const CASES: readonly (readonly [
  string,
  Partial<Said>,
  Partial<Record<Disposition, number>>,
  Partial<Record<ServiceCounter, CounterReason>>,
])[] = [
  ['nothing differs', {}, { conciliado: 3, sin_conciliar: 8 }, {}],
  [
    'it lists those that existed and counts them nowhere else',
    { nuevos: 0, existentes: 11, conciliados: 0, sinConciliar: 0 },
    { conciliado: 3, sin_conciliar: 8 },
    { existentes: 'listados', conciliados: 'sin_existentes', sinConciliar: 'sin_existentes' },
  ],
  [
    'it lists them and counts them as matched too',
    { nuevos: 8, existentes: 3 },
    { conciliado: 3, sin_conciliar: 8 },
    { existentes: 'listados' },
  ],
  [
    'it does not list them, nor say which they are',
    { nuevos: 8, existentes: 3, conciliados: 2, sinConciliar: 6 },
    { conciliado: 2, sin_conciliar: 6, no_informado: 3 },
    { existentes: 'sin_decir' },
  ],
  [
    'it does not list those of a reconciliation of another PC',
    { nuevos: 8, existentes: 3, conciliados: 2, sinConciliar: 6 },
    { conciliado: 2, sin_conciliar: 6 },
    { total: 'con_existentes', existentes: 'no_listados' },
  ],
  [
    'it refused one alone, and has an error that it does not name',
    { total: 10, nuevos: 9, error: 1, conciliados: 3, sinConciliar: 6 },
    { conciliado: 3, sin_conciliar: 6, no_informado: 1, rechazado: 2 },
    { error: 'de_a_uno' },
  ],
  [
    'its total has the new ones only',
    { total: 8, nuevos: 8, existentes: 3, conciliados: 2, sinConciliar: 6 },
    { conciliado: 2, sin_conciliar: 6, existente: 3 },
    { total: 'solo_nuevos' },
  ],
  [
    'its counters are not those of its own result',
    {},
    { conciliado: 2, sin_conciliar: 9 },
    { conciliados: 'otro', sinConciliar: 'otro' },
  ],
];

test.for(CASES)('%s', ([, said, ended, expected]) => {
  const compared = compareCounters({ ...SAID, ...said }, (one) => ended[one] ?? 0);
  const reasons = compared.flatMap(({ contador, motivo }) =>
    motivo === undefined ? [] : [[contador, motivo] as const],
  );
  expect(Object.fromEntries(reasons)).toEqual(expected);
});
