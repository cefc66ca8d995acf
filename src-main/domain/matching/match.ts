import { createBrandLearner, type BrandLearner } from './comparisons.ts';
import { type Calibration, assignTogether } from './together.ts';
import { createCandidateFinder, type CandidateFinder, type PreparedOperaciones } from './candidates.ts';
import { i32 } from './fields/codes.ts';
import type { CuponTable } from './fields/cupon-table.ts';
import { findHolders, FREE, type Holders } from './held.ts';
import { measureFrequencies } from './model/frequencies.ts';
import { SHIPPED, type Parameters, createScorer } from './model/scorer.ts';
import { createScoredTable, type ScoredTable, type Matched, type MatchedTable } from './matched-table.ts';
import { CALIBRATION } from './model/tuned.ts';
import type { Steps } from '../shared-work.ts';
import type { OperacionTable } from './fields/operacion-table.ts';

export interface MatchInput {
  readonly prepared: PreparedOperaciones;
  /** Coupons that the service matched. They hold their operations (except `again`), and show which brands the coupons' texts mean. */
  readonly matched: CuponTable;
  /** Keys of `matched` coupons that leave their operations free: `cupones` has the same sales again, and the service matches each reconciliation by itself. */
  readonly again?: ReadonlySet<string>;
  /** The coupons to explain, of one or more uploads or of files that were not sent. */
  readonly cupones: CuponTable;
  readonly decisions: Decisions;
  /** By default, the parameters that the program ships; the tuning of parameters passes its own. */
  readonly parameters?: Parameters;
  readonly calibration?: Calibration;
}

export interface Matching {
  readonly prepared: PreparedOperaciones;
  readonly cupones: CuponTable;
  readonly matched: CuponTable;
  readonly holders: Holders;
  /** One result for each coupon that a person did not link, in the order of keys. */
  readonly results: MatchedTable;
  readonly links: readonly Link[];
  /** Whether a person refused a row for a coupon (its index). */
  readonly isRefused: (cupon: number, row: number) => boolean;
  readonly hasRefused: (cupon: number) => boolean;
  readonly finder: CandidateFinder;
  readonly brands: BrandLearner;
  resultOf(cupon: number): Matched | undefined;
}

const PIECE = 200;

/** Matches coupons with operations. The order of the input does not matter. */
export function* match(input: MatchInput): Steps<Matching> {
  const { prepared, matched, cupones, decisions } = input;
  const { table, index } = prepared;
  const holders = yield* findHolders(table, index, matched, listLinkedRows(decisions, table));
  const isFree = (row: number): boolean => i32(holders.holder, row) === FREE;
  const finder = createCandidateFinder(table, index);
  const brands = createBrandLearner();
  for (const [place, row] of holders.rowOf.entries()) {
    if (row < 0) continue;
    brands.learn(matched.codesOf(place), table.brandCode(row));
    if (input.again?.has(matched.keys[place] ?? '') === true) holders.holder[row] = FREE;
  }
  const frequencies = measureFrequencies({ table, index, cuponDays: daysOf([matched, cupones]), isFree });
  const linked = new Set(decisions.linked.map(({ cupon }) => cupon));
  const open = Array.from({ length: cupones.size }, (_, i) => i).filter((i) => !linked.has(cupones.keys[i] ?? ''));
  const { brandsOf } = brands;
  const scorer = createScorer({ table, frequencies, parameters: input.parameters ?? SHIPPED, brandsOf, isFree });
  const refused = listRefusedRows(decisions, table);
  const isRefused = (cupon: number, row: number): boolean => refused.get(cupones.keys[cupon] ?? '')?.has(row) ?? false;
  const hasRefused = (cupon: number): boolean => refused.has(cupones.keys[cupon] ?? '');
  function* scoreEach(): Steps<ScoredTable> {
    const scored = createScoredTable(open.length);
    for (const [i, cupon] of open.entries()) {
      const sought = finder.seek(cupones.codesOf(cupon));
      scored.add(scorer.score(sought, finder.find(sought), (row) => isRefused(cupon, row)));
      if (i % PIECE === PIECE - 1) yield { stage: 'comparacion', done: i + 1, total: open.length };
    }
    return scored.finish();
  }
  const calibration = input.calibration ?? CALIBRATION;
  const results = yield* assignTogether({ open, cupones, scored: yield* scoreEach(), table, calibration });
  const placeOf = new Int32Array(cupones.size).fill(-1);
  for (const [place, cupon] of open.entries()) placeOf[cupon] = place;
  const links = linksIn(decisions, cupones, table);
  const resultOf = (cupon: number): Matched | undefined => results.at(i32(placeOf, cupon));
  return {
    ...{ prepared, cupones, matched, holders, results, links },
    ...{ isRefused, hasRefused, finder, brands, resultOf },
  };
}

function* daysOf(tables: readonly CuponTable[]): Generator<number> {
  for (const table of tables) for (let i = 0; i < table.size; i++) yield table.codesOf(i).day;
}

/** The links and refusals of people. The matching does not propose these pairs again. */
export interface Decisions {
  /** Coupons by key, operations by identifier. */
  readonly linked: readonly { readonly cupon: string; readonly operaciones: readonly string[] }[];
  readonly refused: readonly { readonly cupon: string; readonly operacion: string }[];
}

export const NO_DECISIONS: Decisions = { linked: [], refused: [] };

const listLinkedRows = ({ linked }: Decisions, table: OperacionTable): readonly number[] =>
  linked.flatMap(({ operaciones }) => operaciones.flatMap((id) => table.rowOf(id) ?? []));

/** A coupon that a person linked (its index), and the rows of its operations. */
export interface Link {
  readonly cupon: number;
  readonly rows: readonly number[];
}

/** The links of coupons in `cupones`, with the rows of their operations; leaves out operations that the cache lacks, and links without any row. */
const linksIn = ({ linked }: Decisions, cupones: CuponTable, table: OperacionTable): readonly Link[] =>
  linked.flatMap(({ cupon, operaciones }) => {
    const place = cupones.indexOf(cupon);
    const rows = operaciones.flatMap((id) => table.rowOf(id) ?? []);
    return place === undefined || rows.length === 0 ? [] : [{ cupon: place, rows }];
  });

function listRefusedRows({ refused }: Decisions, table: OperacionTable): ReadonlyMap<string, ReadonlySet<number>> {
  const rows = new Map<string, Set<number>>();
  for (const { cupon, operacion } of refused) {
    const row = table.rowOf(operacion);
    if (row !== undefined) rows.set(cupon, (rows.get(cupon) ?? new Set()).add(row));
  }
  return rows;
}
