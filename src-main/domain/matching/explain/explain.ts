/** Finds out why each coupon did not match. Longer than 300 lines, because the reasons are tried in a fixed order: each assumes that no earlier one applies. */
import { fromDayNumber, toDayNumber, type CivilDate } from '../../civil-date.ts';
import { areOpposite } from '../../far-amounts.ts';
import { toCentavos } from '../../money.ts';
import { codeOf, MISSING, i32 } from '../fields/codes.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import { BY_HAND, FREE } from '../held.ts';
import type { Matching } from '../match.ts';
import type { Match, Matched } from '../matched-table.ts';
import { isOtherKind } from '../model/scorer.ts';
import type { Comparison, LevelVector } from '../comparisons.ts';
import type { Steps } from '../../shared-work.ts';
import {
  getCertainty,
  LIKELY,
  POSSIBLE,
  PROBABLE,
  CERTAINTIES,
  type Candidato,
  type Certainty,
  type Explanation,
  type Motivo,
} from './reasons.ts';
import { differencesOf, shownFor, type Difference, nameDifferences, reasonsIn, type Reason } from './differences.ts';
import {
  createDivisionFinder,
  createRivalFinder,
  createVoidedSaleFinder,
  createVoidFinder,
  groupDuplicates,
} from './other-cupones.ts';
import { countEqual } from './linked.ts';
import { measurePresentation } from './recency.ts';
import { createReturnFinder, type RechazoEntry } from './returned.ts';

/** The days from `desde` to `hasta`, whose sales were downloaded, and the day of the download, `leido`. Days after `leido` were not read. */
export interface Covered {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  readonly leido: CivilDate;
}

export interface ExplainContext {
  readonly today: CivilDate;
  readonly covered: readonly Covered[];
  readonly establishments: readonly string[];
  readonly rechazos: readonly RechazoEntry[];
}

/** Comparisons of numbers that tell one sale from another. */
const NUMBERING: ReadonlySet<Comparison> = new Set(['comprobante', 'autorizacion', 'referencia']);
/** The most candidates to show, and the least probability of a shown candidate. */
const SHOWN = 3;
const WORTH_SHOWING = 0.01;
/** If the second candidate is at least this fraction as likely as the first, the choice is ambiguous. */
const AS_LIKELY = 0.5;
const PIECE = 500;
/** Reasons for which no single operation is the right one, so that candidates are at most possible. */
const NO_ONE_OPERATION: ReadonlySet<Motivo['codigo']> = new Set<Motivo['codigo']>(['AMBIGUO', 'DIVIDIDA']);
const isSurer = (a: Certainty, b: Certainty): boolean => CERTAINTIES.indexOf(a) < CERTAINTIES.indexOf(b);

/** Explains why each coupon that no person linked did not match, in the order of the coupons' keys. */
export function* explain(matching: Matching, context: ExplainContext): Steps<readonly Explanation[]> {
  const explainOne = createExplainer(matching, context);
  const explanations: Explanation[] = [];
  for (const result of matching.results) {
    const done = explanations.push(explainOne(result));
    if (done % PIECE === 0) yield { stage: 'explicacion', done, total: matching.results.size };
  }
  return explanations;
}

/** The reasons and differences of all pairs of coupon and operation with the same levels. */
interface Way {
  readonly reasons: readonly Reason[];
  readonly differences: readonly Difference[];
}

function makeWay(levels: LevelVector): Way {
  const differences = differencesOf(levels);
  return { reasons: reasonsIn(differences), differences };
}

function createExplainer(matching: Matching, context: ExplainContext) {
  const { cupones, matched, holders, prepared, brands } = matching;
  const { table } = prepared;
  const today = toDayNumber(context.today);
  const covered = context.covered.map(({ desde, hasta, leido }) => ({
    from: toDayNumber(desde),
    to: toDayNumber(hasta < leido ? hasta : leido),
    readOn: toDayNumber(leido),
  }));
  const others = new Set(context.establishments.map(codeOf));
  // The establishments of matched coupons are the account's own, however the till writes them, because the service matches only coupons of the account.
  for (let place = 0; place < matched.size; place++) others.add(matched.codesOf(place).store);
  const lagOf = measurePresentation(table, today);
  const returnOf = createReturnFinder(context.rechazos);
  const duplicateOf = groupDuplicates(matching);
  const divisionOf = createDivisionFinder(matching);
  const rivalOf = createRivalFinder(matching);
  const voidOf = createVoidFinder(matching);
  const voidedSaleOf = createVoidedSaleFinder(matching);

  /** The last day on which the operations of a day were read; undefined if they never were. */
  const findReading = (day: number): number | undefined => {
    const its = covered.filter(({ from, to }) => day >= from && day <= to).map(({ readOn }) => readOn);
    return its.length === 0 ? undefined : Math.max(...its);
  };
  const isCovered = (day: number): boolean => day > today || findReading(day) !== undefined;
  /** Whether the account's establishments are known. Before any download, all establishments would look foreign. */
  const knowsStores = table.size > 0 || others.size > 0;
  const isForeign = (store: number): boolean =>
    knowsStores && store !== MISSING && table.dictionaries.stores.find(store) < 0 && !others.has(store);
  // Pairs with the same levels share one vector (`model/scorer.ts`), so their reasons and differences are computed once.
  const ways = new Map<LevelVector, Way>();
  const wayOf = (levels: LevelVector): Way => {
    const known = ways.get(levels) ?? makeWay(levels);
    ways.set(levels, known);
    return known;
  };
  const reasonsOf = ({ levels }: Match): readonly Reason[] => wayOf(levels).reasons;
  const exactOf = (matches: readonly Match[]): readonly Match[] =>
    matches.filter((match) => reasonsOf(match).length === 0);

  /** Whether coupon and operation are certainly one sale: at most one comparison differs, and none of `NUMBERING`. A refund is another sale. */
  const isSameSale = (levels: LevelVector): boolean => {
    const { reasons } = wayOf(levels);
    const comparisons = new Set(reasons.map(({ comparison }) => comparison));
    return (
      comparisons.size <= 1 &&
      reasons.every(({ comparison, motivo }) => !NUMBERING.has(comparison) && motivo !== 'SIGNO_INVERTIDO')
    );
  };

  /** Whether a free operation of the coupon's amount and day is preferred to `held`, which has another amount or day, or at least as many differences. */
  const isFreeAsGood = (matches: readonly Match[], held: Pick<Match, 'levels'>): boolean => {
    const ofHeld = wayOf(held.levels).reasons;
    return matches.some((match) => {
      const reasons = reasonsOf(match);
      const isAsGood = isOtherSum(ofHeld) || reasons.length <= ofHeld.length;
      return match.probability >= WORTH_SHOWING && !isOtherSum(reasons) && isAsGood;
    });
  };

  /** The key of the matched coupon that holds an operation; null if a person linked the operation. */
  const keyOfHolder = (holder: number): string | null => (holder === BY_HAND ? null : (matched.keys[holder] ?? null));

  function makeCandidato(
    codes: CuponCodes,
    { row, probability, levels }: Pick<Match, 'row' | 'probability' | 'levels'>,
  ) {
    return {
      operacion: table.idOf(row),
      puntaje: probability,
      diferencias: shownFor(codes, wayOf(levels).differences),
      ...countEqual(prepared, holders, row),
    };
  }

  /** Who holds the operation that is certainly the coupon's sale, if it is at least this probable and no free one is as good. */
  function holderOf({ matches, held, heldProbability }: Matched, atLeast: number): number | undefined {
    const isHeld =
      held !== undefined && heldProbability >= atLeast && isSameSale(held.levels) && !isFreeAsGood(matches, held);
    return isHeld ? i32(holders.holder, held.row) : undefined;
  }

  /** The unmatched coupon that got the operation that is certainly this coupon's sale. */
  function rivalOfSale(result: Matched, atLeast: number): number | undefined {
    const rival = rivalOf(result);
    const [best] = result.matches;
    const isSale = rival !== undefined && rival.alone >= atLeast && best !== undefined && isSameSale(best.levels);
    return isSale ? rival.cupon : undefined;
  }

  /** Tries the reasons that go before all others: a day that was not read, a foreign establishment, a repeated coupon. */
  function explainBeforeLooking(result: Matched, codes: CuponCodes): Motivo | undefined {
    const { cupon, matches, assigned } = result;
    const [best] = matches;
    const linked = best !== undefined && best.probability >= PROBABLE;
    const isFound = linked || holderOf(result, PROBABLE) !== undefined || rivalOfSale(result, PROBABLE) !== undefined;
    if (!isFound && codes.day !== MISSING && !isCovered(codes.day)) {
      return { codigo: 'FUERA_DE_COBERTURA', fecha: fromDayNumber(codes.day) };
    }
    if (isForeign(codes.store)) {
      const fields = linked ? reasonsOf(best).map(({ campo }) => campo) : [];
      return {
        codigo: 'COMERCIO_AJENO',
        operacion: linked,
        campos: fields.filter((field) => field !== 'establecimiento'),
      };
    }
    // Two equal coupons with two equal operations are two sales, although each operation could be either coupon's.
    const exact = exactOf(matches);
    const isThere =
      best !== undefined && best === exact[0] && (linked || (best.row === assigned && sum(exact) >= PROBABLE));
    const repeated = isThere ? undefined : duplicateOf(cupon);
    return repeated && { codigo: 'DUPLICADO_EN_CARGA', ...repeated };
  }

  /** Tries the reasons for an operation that agrees without being matched, that another coupon has, or that is one of several. */
  function explainCompeted(result: Matched): Motivo | undefined {
    const { matches } = result;
    const [first] = matches;
    const exact = exactOf(matches);
    const [equal] = exact;
    if (equal !== undefined && equal === first && sum(exact) >= PROBABLE) return { codigo: 'COINCIDE_SIN_CONCILIAR' };
    const holder = holderOf(result, LIKELY);
    if (holder !== undefined) {
      return { codigo: 'YA_USADA', por: keyOfHolder(holder) };
    }
    if (first === undefined || sum(matches) < LIKELY) return undefined;
    const likely = matches.filter(({ uncalibrated }) => uncalibrated >= first.uncalibrated * AS_LIKELY);
    return likely.length < 2 ? undefined : { codigo: 'AMBIGUO', similar: likely.length };
  }

  function explainReturned(result: Matched, codes: CuponCodes): Motivo | undefined {
    const [best] = result.matches;
    const linked = best !== undefined && best.probability >= LIKELY;
    const found = returnOf(codes) ?? (linked ? returnOf(codesOfRow(best.row)) : undefined);
    if (found === undefined) return undefined;
    const differing = explainDiffering(result, codes);
    return {
      codigo: 'DEVUELTA',
      rechazo: found.id,
      fecha: found.fecha.fecha,
      operacion: linked,
      ...(differing === undefined || differing.codigo === 'COINCIDE_SIN_CONCILIAR' ? {} : { difiere: differing }),
    };
  }

  const codesOfRow = (row: number) => ({
    day: table.day(row),
    amount: table.amount(row),
    voucher: table.voucher(row),
    lastFour: table.lastFour(row),
    authorisation: table.authorisation(row),
  });

  function explainDivided(cupon: number): Motivo | undefined {
    const found = divisionOf(cupon);
    if (found === undefined) return undefined;
    return {
      codigo: 'DIVIDIDA',
      operaciones: found.rows.map((row) => table.idOf(row)),
      cupones: found.cupones.map((other) => cupones.keys[other] ?? ''),
      total: toCentavos(found.total),
    };
  }

  /** Tries the reason that the coupon's likeliest operation was assigned to another unmatched coupon. */
  function explainRivalled(result: Matched): Motivo | undefined {
    const rival = rivalOfSale(result, LIKELY);
    return rival === undefined ? undefined : { codigo: 'YA_USADA', por: cupones.keys[rival] ?? null, pendiente: true };
  }

  /** The reason that the different fields give, if the best candidate is more likely than not and was not given to another coupon. */
  function explainDiffering(result: Matched, codes: CuponCodes): Motivo | undefined {
    const [best] = result.matches;
    if (best === undefined || best.probability < LIKELY || rivalOf(result) !== undefined) return undefined;
    return nameDifferences(reasonsOf(best), codes, table, best.row) ?? { codigo: 'COINCIDE_SIN_CONCILIAR' };
  }

  /** Which operation resembles a coupon that has none, why it is not the coupon's, and which coupon has it. */
  function similarTo(result: Matched): Pick<Extract<Motivo, { readonly codigo: 'SIN_OPERACION' }>, 'similar' | 'por'> {
    const { matches, held, heldProbability } = result;
    const free = matches[0]?.probability ?? 0;
    if (held !== undefined && heldProbability >= POSSIBLE && heldProbability >= free)
      return { similar: 'tomada', ...nameHolder(keyOfHolder(i32(holders.holder, held.row))) };
    const rival = rivalOf(result);
    if (rival !== undefined && rival.alone >= POSSIBLE)
      return { similar: 'de_otro', ...nameHolder(cupones.keys[rival.cupon] ?? null) };
    if (free >= POSSIBLE) return { similar: 'dudosa' };
    const otherwisePaid = findOtherwisePaid(cupones.codesOf(result.cupon));
    return { similar: otherwisePaid ?? (matching.hasRefused(result.cupon) ? 'descartada' : 'ninguna') };
  }

  /** How a free operation of the coupon's day, amount and shop was paid, if not as the coupon says: some tills book a wallet sale as a card sale. */
  function findOtherwisePaid(codes: CuponCodes): 'con_billetera' | 'con_tarjeta' | undefined {
    const store = table.dictionaries.stores.find(codes.store);
    let found = false;
    prepared.index.byAmountAndDay(Math.abs(codes.amount), codes.day, (row) => {
      const isElsewhere = store >= 0 && table.store(row) >= 0 && table.store(row) !== store;
      const isFree = i32(holders.holder, row) === FREE;
      found ||= isFree && !isElsewhere && table.amount(row) === codes.amount && isOtherKind(codes, table, row);
    });
    if (!found) return undefined;
    return codes.voucher === MISSING ? 'con_tarjeta' : 'con_billetera';
  }

  function explainVoided(cupon: number): Motivo | undefined {
    const partner = voidOf(cupon);
    return partner === undefined ? undefined : { codigo: 'ANULADA', con: cupones.keys[partner] ?? '' };
  }

  function nothingLike(result: Matched, codes: CuponCodes): Motivo {
    const known = brands.brandsOf(codes);
    const marcas = known === undefined ? [] : brandsOf(known);
    const days = lagOf(marcas.length > 0 ? marcas : brandsOfStore(codes.store));
    const age = today - codes.day;
    if (codes.day === MISSING || age < 0 || age > days) {
      const readOn = findReading(codes.day);
      // If the day was read before processors present its sales, a missing operation proves nothing.
      if (age > days && readOn !== undefined && readOn - codes.day <= days) {
        return { codigo: 'FUERA_DE_COBERTURA', fecha: fromDayNumber(codes.day), leido: fromDayNumber(readOn) };
      }
      const sale = voidedSaleOf(result.cupon);
      return {
        codigo: 'SIN_OPERACION',
        ...(sale === undefined ? {} : { con: sale }),
        dia: codes.day === MISSING ? 'sin_dia' : age < 0 ? 'futuro' : 'bajado',
        ...similarTo(result),
      };
    }
    const [marca] = marcas;
    return {
      codigo: 'MUY_RECIENTE',
      dias: days,
      hasta: fromDayNumber(codes.day + days),
      marca: marca === undefined || marcas.length > 1 ? null : (table.dictionaries.marcas[marca] ?? null),
    };
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
    const motivo =
      explainBeforeLooking(result, codes) ??
      explainCompeted(result) ??
      explainReturned(result, codes) ??
      explainDivided(result.cupon) ??
      explainRivalled(result) ??
      explainDiffering(result, codes) ??
      explainVoided(result.cupon) ??
      nothingLike(result, codes);
    const candidatos = candidatesOf(result, codes, motivo);
    return {
      key: cupones.keys[result.cupon] ?? '',
      motivo,
      certeza: certaintyOf(motivo, candidatos, { ...result, importe: codes.amount }),
      candidatos,
      pruned: result.pruned,
    };
  };

  function candidatesOf(
    { matches, held, heldProbability }: Matched,
    codes: CuponCodes,
    motivo: Motivo,
  ): readonly Candidato[] {
    const free = matches
      .filter(({ probability }) => probability >= WORTH_SHOWING)
      .map((match) => makeCandidato(codes, match));
    if (motivo.codigo === 'YA_USADA' && motivo.pendiente !== true && held !== undefined) {
      const taken = makeCandidato(codes, { ...held, probability: heldProbability });
      return [{ ...taken, tomada: true as const }, ...free].slice(0, SHOWN);
    }
    return free.slice(0, SHOWN);
  }

  /** How sure the first candidate is: at most `posible` for `NO_ONE_OPERATION`, at most `probable` for a held or refunding operation of another amount. */
  function certaintyOf(
    { codigo }: Motivo,
    [first]: readonly Candidato[],
    { matches, importe }: Pick<Matched, 'matches'> & { readonly importe: number },
  ): Certainty {
    if (first === undefined) return 'ninguna';
    const equal = exactOf(matches).reduce((total, { probability }) => total + probability, 0);
    const certainty = getCertainty(codigo === 'COINCIDE_SIN_CONCILIAR' ? equal : first.puntaje);
    const isOther =
      (areOpposite(importe, first.importe) && importe !== -first.importe) ||
      (first.tomada === true && importe !== first.importe);
    const most = NO_ONE_OPERATION.has(codigo) ? 'posible' : isOther ? 'probable' : 'muy_probable';
    return isSurer(certainty, most) ? most : certainty;
  }
}

const nameHolder = (key: string | null) => (key === null ? {} : { por: key });

const isOtherSum = (reasons: readonly Reason[]): boolean =>
  reasons.some(({ comparison }) => comparison === 'importe' || comparison === 'fecha');

const sum = (matches: readonly Match[]): number => matches.reduce((total, { uncalibrated }) => total + uncalibrated, 0);
