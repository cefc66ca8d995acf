/** Why each coupon did not match. Past 300 lines because the reasons are tried in the order of a closed list, and each has to be read against those before it. */
import { fromDayNumber, toDayNumber, type CivilDate } from '../../civil-date.ts';
import { toCentavos } from '../../money.ts';
import { codeOf, MISSING } from '../fields/codes.ts';
import { i32 } from '../fields/columns.ts';
import type { CuponCodes } from '../fields/cupon-table.ts';
import { BY_HAND, FREE } from '../held.ts';
import type { Matching } from '../match.ts';
import type { Match, Matched } from '../matched-table.ts';
import { isOtherKind } from '../model/scorer.ts';
import type { Comparison, LevelVector } from '../comparisons.ts';
import type { Steps } from '../progress.ts';
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
import { differencesOf, shownFor, type Difference } from './differences.ts';
import { nameDifferences, reasonsIn, type Reason } from './name-difference.ts';
import { createDivisionFinder } from './divided.ts';
import { groupDuplicates } from './duplicates.ts';
import { countEqual } from './linked.ts';
import { measurePresentation } from './recency.ts';
import { createRivalFinder } from './rivals.ts';
import { createVoidFinder } from './voided.ts';
import { createReturnFinder, type RechazoEntry } from './returned.ts';

/** Days of sales that were downloaded, both ends included, and the day on which that was done: later days were not read. */
export interface Covered {
  readonly desde: CivilDate;
  readonly hasta: CivilDate;
  readonly leido: CivilDate;
}

/** Data of the account besides its coupons and operations. */
export interface ExplainContext {
  readonly today: CivilDate;
  readonly covered: readonly Covered[];
  /** Establishments of the account besides those of its operations. */
  readonly establishments: readonly string[];
  readonly rechazos: readonly RechazoEntry[];
}

/** Fields that number sales, and so tell one sale from another. */
const NUMBERING: ReadonlySet<Comparison> = new Set(['comprobante', 'autorizacion', 'referencia']);
/** Candidates that are shown, and the least probability of one. */
const SHOWN = 3;
const WORTH_SHOWING = 0.01;
/** When the second candidate is at least this fraction as likely as the first, nobody can choose between them. */
const AS_LIKELY = 0.5;
const PIECE = 500;
/** Reasons by which no one operation is the coupon's: none is more than possible. */
const NO_ONE_OPERATION: ReadonlySet<Motivo['codigo']> = new Set<Motivo['codigo']>(['AMBIGUO', 'DIVIDIDA']);
const isSurer = (a: Certainty, b: Certainty): boolean => CERTAINTIES.indexOf(a) < CERTAINTIES.indexOf(b);

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

/** The reasons and differences of all pairs with the same levels. */
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
  // The service matches only coupons of the account, so an establishment that a matched coupon has is the account's, however the till writes it.
  for (let place = 0; place < matched.size; place++) others.add(matched.codesOf(place).store);
  const lag = measurePresentation(table, today);
  const returnOf = createReturnFinder(context.rechazos);
  const duplicateOf = groupDuplicates(matching);
  const divisionOf = createDivisionFinder(matching);
  const rivalOf = createRivalFinder(matching);
  const voidOf = createVoidFinder(matching);

  /** The last day on which the operations of a day were read; undefined where they never were. */
  const findReading = (day: number): number | undefined => {
    const its = covered.filter(({ from, to }) => day >= from && day <= to).map(({ readOn }) => readOn);
    return its.length === 0 ? undefined : Math.max(...its);
  };
  /** Of a day that has not come there is nothing to download. */
  const isCovered = (day: number): boolean => day > today || findReading(day) !== undefined;
  /** False where nothing was downloaded: every establishment would look foreign. */
  const knowsStores = table.size > 0 || others.size > 0;
  const isForeign = (store: number): boolean =>
    knowsStores && store !== MISSING && table.dictionaries.stores.find(store) < 0 && !others.has(store);
  // Pairs with equal levels share one vector of levels (`model/scorer.ts`), and so their reasons and differences.
  const ways = new Map<LevelVector, Way>();
  const wayOf = (levels: LevelVector): Way => {
    const known = ways.get(levels) ?? makeWay(levels);
    ways.set(levels, known);
    return known;
  };
  const reasonsOf = ({ levels }: Match): readonly Reason[] => wayOf(levels).reasons;
  const exactOf = (matches: readonly Match[]): readonly Match[] =>
    matches.filter((match) => reasonsOf(match).length === 0);

  /**
   * True when at most one comparison differs and it is none of the numbers of a sale: a different number would mean a different sale. A refund has the
   * numbers of its sale, and the opposite sign.
   */
  const isSameSale = (levels: LevelVector): boolean => {
    const { reasons } = wayOf(levels);
    const comparisons = new Set(reasons.map(({ comparison }) => comparison));
    return (
      comparisons.size <= 1 &&
      reasons.every(({ comparison, motivo }) => !NUMBERING.has(comparison) && motivo !== 'SIGNO_INVERTIDO')
    );
  };

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

  /** Reasons that do not depend on a candidate. */
  function explainBeforeLooking({ cupon, matches, assigned }: Matched, codes: CuponCodes): Motivo | undefined {
    const [best] = matches;
    const linked = best !== undefined && best.probability >= PROBABLE;
    if (!linked && codes.day !== MISSING && !isCovered(codes.day)) {
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
    // Two equal coupons with two equal operations are two sales: which operation is whose nobody can say, but there is one for each.
    const exact = exactOf(matches);
    const isThere =
      best !== undefined && best === exact[0] && (linked || (best.row === assigned && sum(exact) >= PROBABLE));
    const repeated = isThere ? undefined : duplicateOf(cupon);
    return repeated && { codigo: 'DUPLICADO_EN_CARGA', ...repeated };
  }

  /** Reasons of competition: the operation is there and agrees; or another coupon has it; or it may be one of several. */
  function explainCompeted({ matches, held, heldProbability }: Matched): Motivo | undefined {
    const [first] = matches;
    const exact = exactOf(matches);
    const [equal] = exact;
    if (equal !== undefined && equal === first && sum(exact) >= PROBABLE) return { codigo: 'COINCIDE_SIN_CONCILIAR' };
    if (held !== undefined && heldProbability >= LIKELY && isSameSale(held.levels)) {
      const holder = i32(holders.holder, held.row);
      return { codigo: 'YA_USADA', por: holder === BY_HAND ? null : (matched.keys[holder] ?? null) };
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

  /** Another unmatched coupon was given the operation that would be this one's, were it alone. */
  function explainRivalled(result: Matched): Motivo | undefined {
    const rival = rivalOf(result);
    const [best] = result.matches;
    if (rival === undefined || rival.alone < LIKELY || best === undefined || !isSameSale(best.levels)) return undefined;
    return { codigo: 'YA_USADA', por: cupones.keys[rival.cupon] ?? null, pendiente: true };
  }

  /** The reason from the fields that differ, where the candidate is more likely than none. An operation that was given to another coupon corrects nothing. */
  function explainDiffering(result: Matched, codes: CuponCodes): Motivo | undefined {
    const [best] = result.matches;
    if (best === undefined || best.probability < LIKELY || rivalOf(result) !== undefined) return undefined;
    return nameDifferences(reasonsOf(best), codes, table, best.row) ?? { codigo: 'COINCIDE_SIN_CONCILIAR' };
  }

  /** What there is that is like the coupon, where no operation is its own. */
  function similarTo(result: Matched) {
    const { matches, heldProbability } = result;
    const free = matches[0]?.probability ?? 0;
    if (heldProbability >= POSSIBLE && heldProbability >= free) return 'tomada';
    if ((rivalOf(result)?.alone ?? 0) >= POSSIBLE) return 'de_otro';
    if (free >= POSSIBLE) return 'dudosa';
    const otherwisePaid = findOtherwisePaid(cupones.codesOf(result.cupon));
    return otherwisePaid ?? (matching.hasRefused(result.cupon) ? 'descartada' : 'ninguna');
  }

  /** How a free operation of the coupon's day, amount and shop was paid, where it was the other way than the coupon: a till may ring a wallet as a card. */
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
    const { days, measured } = lag.of(marcas.length > 0 ? marcas : brandsOfStore(codes.store));
    const age = today - codes.day;
    if (codes.day === MISSING || age < 0 || age > days) {
      const readOn = findReading(codes.day);
      // What was read before the processors present the sales of that day does not have them: that one is missing nobody can tell.
      if (age > days && readOn !== undefined && readOn - codes.day <= days) {
        return { codigo: 'FUERA_DE_COBERTURA', fecha: fromDayNumber(codes.day), leido: fromDayNumber(readOn) };
      }
      return {
        codigo: 'SIN_OPERACION',
        dia: codes.day === MISSING ? 'sin_dia' : age < 0 ? 'futuro' : 'bajado',
        similar: similarTo(result),
      };
    }
    const [marca] = marcas;
    return {
      codigo: 'MUY_RECIENTE',
      dias: days,
      hasta: fromDayNumber(codes.day + days),
      measured,
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
      certeza: certaintyOf(motivo, candidatos, result),
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

  /** The certainty of the first candidate, whatever the reason. Operations that the coupon agrees with in everything count as one. */
  function certaintyOf({ codigo }: Motivo, [first]: readonly Candidato[], { matches }: Matched): Certainty {
    if (first === undefined) return 'ninguna';
    const equal = exactOf(matches).reduce((total, { probability }) => total + probability, 0);
    const certainty = getCertainty(codigo === 'COINCIDE_SIN_CONCILIAR' ? equal : first.puntaje);
    return NO_ONE_OPERATION.has(codigo) && isSurer(certainty, 'posible') ? 'posible' : certainty;
  }
}

const sum = (matches: readonly Match[]): number => matches.reduce((total, { uncalibrated }) => total + uncalibrated, 0);
