import { fromDayNumber, toDayNumber, type CivilDate } from '../../civil-date.ts';
import { centavos } from '../../money.ts';
import { codeOf, MISSING } from '../fields/codes.ts';
import { i32 } from '../fields/columns.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import { BY_HAND } from '../held.ts';
import type { Matching } from '../match.ts';
import type { Match, Matched } from '../matched-table.ts';
import { normalise, rowOf } from '../model/layout.ts';
import type { Comparison } from '../comparisons.ts';
import type { LevelVector } from '../pair-levels.ts';
import type { Steps } from '../progress.ts';
import { getCertainty, POSSIBLE, PROBABLE } from './certainty.ts';
import { differencesOf } from './differences.ts';
import { nameDifferences, reasonsIn, type Reason } from './name-difference.ts';
import { createDivisionFinder } from './divided.ts';
import { groupDuplicates } from './duplicates.ts';
import { countEqual } from './equal.ts';
import type { Candidato, Certainty, Explanation, Motivo } from './reasons.ts';
import { measurePresentation } from './recency.ts';
import { createReturnFinder, type RechazoEntry } from './returned.ts';

/** Data of the account besides its coupons and operations. */
export interface ExplainContext {
  readonly today: CivilDate;
  /** Days of sales that were downloaded, both ends included. */
  readonly covered: readonly { readonly desde: CivilDate; readonly hasta: CivilDate }[];
  /** Establishments of the account besides those of its operations. */
  readonly establishments: readonly string[];
  readonly rechazos: readonly RechazoEntry[];
}

/** Fields that number sales, and so tell one sale from another. */
const NUMBERING: ReadonlySet<Comparison> = new Set(['comprobante', 'autorizacion', 'referencia']);
/** Candidates that are shown, and the least probability of one. */
const SHOWN = 3;
const WORTH_SHOWING = 0.01;
/** More likely than not. */
const LIKELY = 0.5;
/** When the second candidate is at least this fraction as likely as the first, nobody can choose between them. */
const AS_LIKELY = 0.5;
const PIECE = 500;

/** Explains why each coupon did not match, in the order of their keys. Uses only the matching and the context. */
export function* explain(matching: Matching, context: ExplainContext): Steps<readonly Explanation[]> {
  const explainOne = createExplainer(matching, context);
  const explanations: Explanation[] = [];
  for (const result of matching.results) {
    const done = explanations.push(explainOne(result));
    if (done % PIECE === 0) yield { stage: 'explicacion', done, total: matching.results.size };
  }
  return explanations;
}

type Named = readonly [Motivo, Certainty];

/** The reasons and differences of all pairs with the same levels. */
interface Way {
  readonly reasons: readonly Reason[];
  readonly shown: Candidato['diferencias'];
}

function makeWay(levels: LevelVector, ordinary: Float64Array): Way {
  const differences = differencesOf(levels, ordinary);
  const shown = differences.map(({ campo, nivel, habitual }) => ({ campo, nivel, habitual }));
  return { reasons: reasonsIn(differences), shown };
}

function createExplainer(matching: Matching, context: ExplainContext) {
  const { cupones, matched, holders, prepared, parameters, brands } = matching;
  const { table } = prepared;
  const today = toDayNumber(context.today);
  const covered = context.covered.map(({ desde, hasta }) => [toDayNumber(desde), toDayNumber(hasta)] as const);
  const others = new Set(context.establishments.map(codeOf));
  const ordinary = normalise(rowOf(parameters.ordinary));
  const lag = measurePresentation(table, today);
  const returnOf = createReturnFinder(context.rechazos);
  const duplicateOf = groupDuplicates(matching);
  const divisionOf = createDivisionFinder(matching, (cupon) => !hasItsAmount(matching.resultOf(cupon)));

  const isCovered = (day: number): boolean => day > today || covered.some(([from, to]) => day >= from && day <= to);
  /** False where nothing was downloaded: every establishment would look foreign. */
  const knowsStores = table.size > 0 || others.size > 0;
  const isForeign = (store: number): boolean =>
    knowsStores && store !== MISSING && table.dictionaries.stores.find(store) < 0 && !others.has(store);
  // Pairs with equal levels share one vector of levels (`model/scorer.ts`), and so their reasons and differences.
  const ways = new Map<LevelVector, Way>();
  const wayOf = (levels: LevelVector): Way => {
    const known = ways.get(levels) ?? makeWay(levels, ordinary);
    ways.set(levels, known);
    return known;
  };
  const reasonsOf = ({ levels }: Match): readonly Reason[] => wayOf(levels).reasons;

  /**
   * True when at most one field differs and it is none of the numbers of a sale: a different number would mean a different sale.
   */
  const isSameSale = (levels: LevelVector): boolean => {
    const found = wayOf(levels).reasons;
    return found.length <= 1 && !found.some(({ comparison }) => NUMBERING.has(comparison));
  };

  function makeCandidato(row: number, score: number, levels: LevelVector): Candidato {
    const { equal, held } = countEqual(prepared, holders, row);
    return {
      operacion: table.idOf(row),
      puntaje: score,
      diferencias: wayOf(levels).shown,
      iguales: equal,
      tomadas: held,
    };
  }

  /** Reasons that do not depend on a candidate. */
  function beforeLooking({ cupon }: Matched, codes: CuponCodes, best: Match | undefined): Named | undefined {
    const linked = best !== undefined && best.probability >= PROBABLE;
    if (!linked && codes.day !== MISSING && !isCovered(codes.day)) {
      return [{ codigo: 'FUERA_DE_COBERTURA', fecha: fromDayNumber(codes.day) }, 'ninguna'];
    }
    if (!linked && isForeign(codes.store)) {
      return [{ codigo: 'COMERCIO_AJENO' }, 'muy_probable'];
    }
    const exact = linked && reasonsOf(best).length === 0;
    const repeated = exact ? undefined : duplicateOf(cupon);
    return repeated && [{ codigo: 'DUPLICADO_EN_CARGA', ...repeated }, 'muy_probable'];
  }

  /** Reasons of competition: the operation is there and agrees; or another coupon has it; or it may be one of several. */
  function competed({ matches, tied, held, heldProbability }: Matched): Named | undefined {
    const [first, second] = matches;
    const exact = matches.filter((match) => reasonsOf(match).length === 0);
    const [equal] = exact;
    if (equal !== undefined && equal === first && sum(exact) >= PROBABLE)
      return [{ codigo: 'COINCIDE_SIN_CONCILIAR' }, getCertainty(sum(exact))];
    if (held !== undefined && heldProbability >= LIKELY && isSameSale(held.levels)) {
      const holder = i32(holders.holder, held.row);
      return [
        { codigo: 'YA_USADA', por: holder === BY_HAND ? null : (matched.keys[holder] ?? null) },
        getCertainty(heldProbability),
      ];
    }
    if (first === undefined || sum(matches) < LIKELY) return undefined;
    const close = second !== undefined && second.uncalibrated >= first.uncalibrated * AS_LIKELY;
    if (!close && !tied) return undefined;
    const likely = matches.filter(({ uncalibrated }) => uncalibrated >= first.uncalibrated * AS_LIKELY);
    return [{ codigo: 'AMBIGUO', similar: Math.max(2, likely.length) }, 'posible'];
  }

  function returned(codes: CuponCodes, best: Match | undefined): Named | undefined {
    const linked = best !== undefined && best.probability >= LIKELY;
    const found = returnOf(codes) ?? (linked ? returnOf(codesOfRow(best.row)) : undefined);
    if (found === undefined) return undefined;
    const motivo = {
      codigo: 'DEVUELTA',
      rechazo: found.rechazo.id,
      fecha: found.rechazo.fecha.fecha,
      operacion: linked,
    } as const;
    return [motivo, found.agreements === 4 || linked ? 'muy_probable' : 'probable'];
  }

  const codesOfRow = (row: number) => ({
    day: table.day(row),
    amount: table.amount(row),
    voucher: table.voucher(row),
    lastFour: table.lastFour(row),
    authorisation: table.authorisation(row),
  });

  function divided(cupon: number): Named | undefined {
    const found = divisionOf(cupon);
    if (found === undefined) return undefined;
    const motivo = {
      codigo: 'DIVIDIDA',
      operaciones: found.rows.map((row) => table.idOf(row)),
      cupones: found.cupones.map((other) => cupones.keys[other] ?? ''),
      total: centavos(found.total),
    } as const;
    return [motivo, 'probable'];
  }

  /** The reason from the fields that differ, where the candidate is more likely than none. */
  function differing(codes: CuponCodes, best: Match | undefined): Named | undefined {
    if (best === undefined || best.probability < LIKELY) return undefined;
    const found = reasonsOf(best);
    const motivo = nameDifferences(found, codes, table, best.row);
    return motivo && [motivo, getCertainty(best.probability)];
  }

  function nothingLike(codes: CuponCodes, best: Match | undefined): Named {
    const known = brands.brandsOf(codes);
    const marcas = known === undefined ? [] : brandsOf(known);
    const days = lag.of(marcas.length > 0 ? marcas : brandsOfStore(codes.store));
    const age = today - codes.day;
    const certainty = best !== undefined && best.probability >= POSSIBLE ? 'posible' : 'ninguna';
    if (codes.day === MISSING || age < 0 || age >= days) return [{ codigo: 'SIN_OPERACION' }, certainty];
    const [marca] = marcas;
    return [
      {
        codigo: 'MUY_RECIENTE',
        dias: days,
        marca: marca === undefined || marcas.length > 1 ? null : (table.dictionaries.marcas[marca] ?? null),
      },
      certainty,
    ];
  }

  const brandsOf = (known: ReadonlySet<number>): number[] => {
    const { brandCode, marcaOfBrand } = table.dictionaries;
    return [...new Set(brandCode.flatMap((code, place) => (known.has(code) ? [marcaOfBrand[place] ?? MISSING] : [])))];
  };
  const storeMarca = new Map<number, number>();
  for (let row = 0; row < table.size; row++) storeMarca.set(table.store(row), table.marca(row));
  const brandsOfStore = (store: number): number[] => {
    const place = table.dictionaries.stores.find(store);
    const marca = place < 0 ? undefined : storeMarca.get(place);
    return marca === undefined ? [] : [marca];
  };

  return (result: Matched): Explanation => {
    const codes = cupones.codesOf(result.cupon);
    const [best] = result.matches;
    const [motivo, certainty] =
      beforeLooking(result, codes, best) ??
      competed(result) ??
      returned(codes, best) ??
      divided(result.cupon) ??
      differing(codes, best) ??
      nothingLike(codes, best);
    return {
      key: cupones.keys[result.cupon] ?? '',
      motivo,
      certeza: certainty,
      candidatos: candidatesOf(result, motivo),
      pruned: result.pruned,
    };
  };

  function candidatesOf({ matches, held, heldProbability }: Matched, motivo: Motivo): readonly Candidato[] {
    const free = matches
      .filter(({ probability }) => probability >= WORTH_SHOWING)
      .map((match) => makeCandidato(match.row, match.probability, match.levels));
    if (motivo.codigo === 'YA_USADA' && held !== undefined) {
      const taken = makeCandidato(held.row, heldProbability, held.levels);
      return [taken, ...free].slice(0, SHOWN);
    }
    return free.slice(0, SHOWN);
  }
}

const sum = (matches: readonly Match[]): number => matches.reduce((total, { uncalibrated }) => total + uncalibrated, 0);

/** True when a likely operation has the coupon's amount, or an amount that explains by itself what happened. */
const hasItsAmount = (result: Matched | undefined): boolean => {
  const [best] = result?.matches ?? [];
  return best !== undefined && best.probability >= LIKELY && (best.levels[0] ?? 0) < NEAR_OR_OTHER;
};
/** From this level on, the operation has just another amount (`levels/importe.ts`: `cerca` and `otro`). */
const NEAR_OR_OTHER = 8;
