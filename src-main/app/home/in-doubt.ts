import { existsSync } from 'node:fs';
import { MAIN_AMOUNTS } from '#contract/data-fields.ts';
import type { FigureTarget, HomeDocument, InDoubt } from '#contract/home.ts';
import { addDays, daysOfMonth, monthOf, type CivilDate } from '#domain/civil-date.ts';
import { formatPlain } from '#domain/money.ts';
import { openMatchingRows, type Query } from '#storage/cache/index.ts';
import { CONTRACARGO } from './costs.ts';
import type { FigureData } from '../figures/adder.ts';
import { contradictionsOf } from '#domain/decisions/contradictions.ts';
import { foldDecisions, isDue, type CuponDecision } from '#domain/decisions/fold.ts';
import type { Ledger } from '#storage/ledger/index.ts';

type Summed = InDoubt['vista'];

interface Rows {
  readonly consulta: Query & { readonly metodo: Summed };
  readonly abrir: FigureTarget;
}

/** The rows that the first page adds up itself. Sold and credited amounts are sums of the service. */
function addUp(months: readonly string[], today: CivilDate): readonly Rows[] {
  const { desde } = daysOfMonth(months[0] ?? monthOf(today));
  const paid = { campoFecha: 'fecha_pago', desde: addDays(today, 1) };
  const period = { desde, hasta: today };
  return [
    { consulta: { metodo: 'operaciones', ...paid }, abrir: { vista: 'operaciones', ...paid } },
    { consulta: { metodo: 'liquidaciones', ...period }, abrir: { vista: 'liquidaciones', ...period } },
    {
      consulta: { metodo: 'rechazos', ...period, filtros: [{ campo: 'motivo', valores: [CONTRACARGO] }] },
      abrir: { vista: 'rechazos', ...period, filtros: [{ campo: 'motivo', valor: CONTRACARGO }] },
    },
  ];
}

/** The rows in doubt that are in the figures of the first page, by view; empty without any. */
export async function inDoubtOf(
  { sumador }: Pick<FigureData, 'sumador'>,
  { meses, hoy }: { readonly meses: readonly string[]; readonly hoy: CivilDate },
): Promise<readonly InDoubt[]> {
  const found = await Promise.all(
    addUp(meses, hoy).map(async ({ consulta: query, abrir }): Promise<readonly InDoubt[]> => {
      const sums = MAIN_AMOUNTS[query.metodo] ?? [];
      const [sum] = await sumador.group({ ...query, enDuda: true }, { por: [], sumas: sums });
      if (sum === undefined || sum.n === 0) return [];
      return [{ vista: query.metodo, filas: sum.n, importe: formatPlain(sum.sumas[0] ?? 0n), abrir }];
    }),
  );
  return found.flat();
}

/** `cache`: the file of the account. The caller has opened it, so it has today's schema. */
interface Known {
  readonly cache: string;
  readonly hoy: CivilDate;
}
type DecisionLedger = Pick<Ledger, 'readDecisions'> | undefined;

/** The links whose operation was withdrawn, or has another amount by now. */
function findContradicted(decided: readonly CuponDecision[], cache: string): ReadonlySet<CuponDecision> {
  const linked = decided.filter(({ vinculo }) => vinculo !== null);
  // When nothing was downloaded, nothing is known of an operation.
  if (linked.length === 0 || !existsSync(cache)) return new Set();
  const rows = openMatchingRows(cache);
  try {
    if (rows.countOperaciones() === 0) return new Set();
    const isAgainst = (decision: CuponDecision): boolean => {
      const known = new Map(decision.vinculo?.decision.operaciones.map((one) => [one.id, one] as const));
      const found = contradictionsOf(decision, { conciliado: false }, (id) => {
        const operacion = known.get(id);
        if (operacion === undefined) return undefined;
        const now = rows.find(operacion);
        return { importe: now?.importe ?? null, liquidacion: now?.liquidacion ?? null, held: false };
      });
      return found.length > 0;
    };
    return new Set(linked.filter(isAgainst));
  } finally {
    rows.close();
  }
}

/** The decisions that a person should look at again. Null when nothing was decided. */
export function decidedOf(ledger: DecisionLedger, { cache, hoy }: Known): HomeDocument['decisiones'] {
  const decided = [...foldDecisions(ledger?.readDecisions() ?? []).cupones.values()];
  if (decided.length === 0) return null;
  const toLookAt = decided.filter((decision) => isDue(decision, hoy)).length;
  return { porMirar: toLookAt, contradichos: findContradicted(decided, cache).size };
}
