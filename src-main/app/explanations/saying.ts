/** What the thread found about coupons and operations, in words and with what the cache says of each operation. */
import type { ExplanationLanguage, MissingOperacion } from '#contract/explanations.ts';
import { civilDateAt, type CivilDate } from '#domain/civil-date.ts';
import type { Clock } from '#domain/clock.ts';
import { getCertainty } from '#domain/matching/explain/reasons.ts';
import { getDecisionWords } from '#domain/texts/decisions.ts';
import type { Choose } from '#domain/texts/language.ts';
import type { ReadRow } from '#storage/cache/index.ts';
import type { Account } from '../accounts/account.ts';
import { toCoverageDocument, NO_COVERAGE } from '../coverage/coverage.ts';
import type { Caches } from '../open/caches.ts';
import { toDecisionDocument } from './decision-document.ts';
import {
  describeCause,
  describeCupon,
  describeOperacion,
  describeSummary,
  round,
  type DecisionOf,
  type Operaciones,
  type OtherSeqOf,
  type SeqOf,
} from './document.ts';
import type { ExplainedItem, ExplainedPage, Missing, OtherPlace } from './questions.ts';
import type { Scopes } from './scope.ts';

/** So many operations are read from the cache at once. */
const CHUNK = 500;

/** What the documents of some coupons are made with. */
export interface Saying {
  readonly cuenta: Account;
  readonly inWords: Choose;
  readonly seqOf: SeqOf;
  readonly findOtherSeqs: (others: readonly OtherPlace[]) => OtherSeqOf;
  readonly decisionOf: DecisionOf;
  readonly before: boolean;
  readonly signal: AbortSignal;
}

interface Deps {
  readonly caches: Caches;
  readonly stateOf: Scopes['stateOf'];
  readonly clock: Clock;
}

/** Operations of the cache by their identifiers. One that the cache does not have is left out. */
export async function readOperaciones(
  caches: Pick<Caches, 'withReader'>,
  { cuenta, ids }: { readonly cuenta: Account; readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<Operaciones> {
  if (ids.length === 0) return new Map();
  const rows = await caches.withReader(cuenta, async (reader): Promise<readonly ReadRow[]> =>
    reader === undefined ? [] : reader.byId('operaciones', ids, signal),
  );
  return new Map(rows.map((row) => [String(row['id']), row]));
}

export function createWords({ caches, stateOf, clock }: Deps) {
  /** Operations with the coupons that each may be. One that the cache no longer has is left out. */
  async function listMissing(
    account: Account,
    { operaciones, seqOf }: { readonly operaciones: Missing['operaciones']; readonly seqOf: SeqOf },
    signal: AbortSignal,
  ): Promise<readonly MissingOperacion[]> {
    const listed: MissingOperacion[] = [];
    for (let from = 0; from < operaciones.length; from += CHUNK) {
      const chunk = operaciones.slice(from, from + CHUNK);
      const ids = chunk.map(({ id }) => id);
      const rows = await readOperaciones(caches, { cuenta: account, ids }, signal);
      for (const { id, cupones } of chunk) {
        const row = rows.get(id);
        if (row === undefined) continue;
        const places = cupones.map(({ place, cupon, puntaje }) => ({
          ...place,
          seq: place.seq ?? seqOf({ ...place, cupon }),
          puntaje: round(puntaje),
          certeza: getCertainty(puntaje),
        }));
        listed.push({ operacion: describeOperacion(row), cupones: places });
      }
    }
    return listed;
  }

  const coverageOf = (account: Account, days: { readonly desde: CivilDate; readonly hasta: CivilDate } | null) =>
    caches.read(account, (cache) =>
      cache === undefined
        ? NO_COVERAGE
        : toCoverageDocument(cache, { metodo: 'operaciones', ...days, ahora: clock.now() }),
    );

  async function say(items: readonly ExplainedItem[], saying: Saying) {
    const { cuenta, signal, findOtherSeqs, ...rest } = saying;
    const said = [];
    for (let from = 0; from < items.length; from += CHUNK) {
      const chunk = items.slice(from, from + CHUNK);
      const ids = new Set(
        chunk.flatMap(({ explicacion: explanation }) => explanation.candidatos.map(({ operacion }) => operacion)),
      );
      const operaciones = await readOperaciones(caches, { cuenta, ids: [...ids] }, signal);
      const otherSeqOf = findOtherSeqs(chunk.flatMap(({ otro }) => otro ?? []));
      for (const item of chunk) said.push(describeCupon(item, { ...rest, operaciones, otherSeqOf }));
    }
    return said;
  }

  /** What was decided about the coupons of a page. */
  async function decisionsIn(page: ExplainedPage, account: Account, language: ExplanationLanguage | undefined) {
    const { cupones } = await stateOf(account);
    const facts = new Map(page.facts.map((one) => [one.sale, one]));
    const [words, today] = [getDecisionWords(language), civilDateAt(clock.now())];
    return ({ sale }: ExplainedItem) => {
      const decision = sale === null ? undefined : cupones.get(sale);
      if (sale === null || decision === undefined) return null;
      return toDecisionDocument(decision, { words, today, facts: facts.get(sale) });
    };
  }

  async function documentOf(page: ExplainedPage, id: string | null, saying: Saying) {
    const { cuenta, inWords, before } = saying;
    return {
      id,
      causas: page.causas.map((cause) => describeCause(cause, inWords, before)),
      cupones: await say(page.items, saying),
      total: page.total,
      resumen: describeSummary(page.resumen, inWords),
      sinBajar: page.outside,
      podados: page.pruned,
      cobertura: coverageOf(cuenta, page.days),
    };
  }

  return { coverageOf, decisionsIn, documentOf, listMissing, say };
}
