/** What a person decided about coupons, as far as it is known without matching. */
import { existsSync } from 'node:fs';
import type { HomeDocument } from '#contract/home.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { contradictionsOf } from '#domain/decisions/contradictions.ts';
import { foldDecisions, isDue, type CuponDecision } from '#domain/decisions/fold.ts';
import { openMatchingRows } from '#storage/cache/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';

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
