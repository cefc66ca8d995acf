/** Decisions that a person should look at again, as far as that is known without matching. */
import { existsSync } from 'node:fs';
import type { HomeDocument } from '#contract/home.ts';
import type { CivilDate } from '#domain/civil-date.ts';
import { contradictionsOf } from '#domain/decisions/contradictions.ts';
import { foldDecisions, isDue } from '#domain/decisions/fold.ts';
import { openMatchingRows } from '#storage/cache/index.ts';
import type { Ledger } from '#storage/ledger/index.ts';

/** `cache`: the file of the account. The caller has opened it, so it has today's schema. Null when nothing was decided. */
export function decidedOf(
  ledger: Pick<Ledger, 'readDecisions'> | undefined,
  { cache, hoy }: { readonly cache: string; readonly hoy: CivilDate },
): HomeDocument['decisiones'] {
  const { cupones } = foldDecisions(ledger?.readDecisions() ?? []);
  if (cupones.size === 0) return null;
  const decided = [...cupones.values()];
  const porMirar = decided.filter((decision) => isDue(decision, hoy)).length;
  const linked = decided.filter(({ vinculo }) => vinculo !== null);
  // When nothing was downloaded, nothing is known of an operation.
  if (linked.length === 0 || !existsSync(cache)) return { porMirar, contradichos: 0 };
  const rows = openMatchingRows(cache);
  try {
    const isEmpty = rows.countOperaciones() === 0;
    const against = linked.filter((decision) => {
      const known = new Map(decision.vinculo?.decision.operaciones.map((one) => [one.id, one] as const));
      const found = contradictionsOf(decision, { conciliado: false }, (id) => {
        const operacion = known.get(id);
        if (isEmpty || operacion === undefined) return undefined;
        const now = rows.find(operacion);
        return { importe: now?.importe ?? null, liquidacion: now?.liquidacion ?? null, held: false };
      });
      return found.length > 0;
    });
    return { porMirar, contradichos: against.length };
  } finally {
    rows.close();
  }
}
