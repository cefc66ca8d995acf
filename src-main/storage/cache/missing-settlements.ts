/** Settlements and tax records that were not read although other records name them. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { CivilDate } from '#domain/civil-date.ts';
import { guard } from '../sqlite/errors.ts';
import type { MissingRecord } from './types.ts';

/** The record is there by its identifier, or by its number at the same processor. */
const buildIsThere = (table: 'liquidaciones' | 'impuestos'): string =>
  `EXISTS (SELECT 1 FROM ${table} l WHERE l.retirada IS NULL AND l.id = r.id)
   OR EXISTS (SELECT 1 FROM ${table} l WHERE l.retirada IS NULL AND l.numero = r.numero AND l.marca IS r.marca)`;

/** By identifier alone, which is how a sale or a movement names its settlement. */
const IS_LINKED = 'EXISTS (SELECT 1 FROM liquidaciones l WHERE l.retirada IS NULL AND l.id = r.liquidaciones_id)';

/**
 * Records of a period that name a settlement that is not here. A sale and a movement do not say the day of their settlement. It lies between the sale
 * and the payment, so only those paid up to `@leido`, the last day for which settlements were read, are looked at.
 */
const SETTLEMENTS = `
SELECT 'impuestos' AS vista, r.id AS id, r.numero, r.tarjeta, 1 AS filas, NULL AS total_facturado, NULL AS total_descontado, NULL AS total_acreditado
FROM impuestos r WHERE r.retirada IS NULL AND r.fecha BETWEEN @desde AND @hasta AND NOT (${buildIsThere('liquidaciones')})
UNION ALL
SELECT 'liquidaciones-conciliadas', r.id, r.numero, r.tarjeta, 1, r.total_facturado, r.total_descontado, r.total_acreditado
FROM liquidaciones_conciliadas r WHERE r.retirada IS NULL AND r.fecha BETWEEN @desde AND @hasta AND NOT (${buildIsThere('liquidaciones')})
UNION ALL
SELECT 'operaciones', r.liquidaciones_id, max(r.nro_liquidacion), max(r.tarjeta), count(*), sum(r.importe), NULL, NULL
FROM operaciones r WHERE r.retirada IS NULL AND r.liquidaciones_id IS NOT NULL AND r.fecha_venta <= @hasta AND r.fecha_pago BETWEEN @desde AND @leido
  AND NOT ${IS_LINKED} GROUP BY r.liquidaciones_id
UNION ALL
SELECT 'movimientos', r.liquidaciones_id, max(r.referencia), NULL, count(*), NULL, NULL, sum(r.importe_neto)
FROM movimientos r WHERE r.retirada IS NULL AND r.liquidaciones_id IS NOT NULL AND r.fecha BETWEEN @desde AND @leido AND NOT ${IS_LINKED}
GROUP BY r.liquidaciones_id`;

/** Settlements of a period without their tax record. */
const TAXES = `
SELECT 'liquidaciones' AS vista, r.id AS id, r.numero, r.tarjeta, 1 AS filas, NULL AS total_facturado, NULL AS total_descontado, NULL AS total_acreditado
FROM liquidaciones r WHERE r.retirada IS NULL AND r.fecha BETWEEN @desde AND @hasta AND NOT (${buildIsThere('impuestos')})`;

const amount = z.bigint().nullable();
const row = z.object({
  vista: z.enum(['impuestos', 'liquidaciones', 'liquidaciones-conciliadas', 'operaciones', 'movimientos']),
  id: z.string(),
  numero: z.string().nullable(),
  tarjeta: z.string().nullable(),
  filas: z.bigint().transform(Number),
  total_facturado: amount,
  total_descontado: amount,
  total_acreditado: amount,
});

const AMOUNTS = ['total_facturado', 'total_descontado', 'total_acreditado'] as const;
type Amounts = { -readonly [K in (typeof AMOUNTS)[number]]: bigint | null };

/** One record for each missing one, with all who name it. Each amount comes from the first who knows it, in the order above. */
function gather(rows: readonly z.output<typeof row>[]): readonly MissingRecord[] {
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId].map(([id, named]) => {
    const findFirst = <T>(of: (one: z.output<typeof row>) => T | null): T | null =>
      named.map(of).find((value) => value !== null) ?? null;
    const amounts: Amounts = { total_facturado: null, total_descontado: null, total_acreditado: null };
    for (const field of AMOUNTS) amounts[field] = findFirst((one) => one[field]);
    return {
      id,
      numero: findFirst(({ numero }) => (numero === '' ? null : numero)),
      tarjeta: findFirst(({ tarjeta }) => tarjeta),
      nombradaPor: named.map(({ vista, filas }) => ({ vista, filas })),
      importes: amounts,
    };
  });
}

export function openMissing(db: Database) {
  const settlements = db.prepare(SETTLEMENTS).safeIntegers(true);
  const taxes = db.prepare(TAXES).safeIntegers(true);
  return {
    /** Records that other records of a period name and that were not read. `leido`: the last day for which settlements were read. */
    missing: (
      de: 'liquidaciones' | 'impuestos',
      period: { readonly desde: CivilDate; readonly hasta: CivilDate; readonly leido: CivilDate },
    ): readonly MissingRecord[] =>
      gather(guard(() => (de === 'liquidaciones' ? settlements : taxes).all(period)).map((each) => row.parse(each))),
  };
}
