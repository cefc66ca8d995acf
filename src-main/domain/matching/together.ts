import { assign, NONE } from './assignment/assign.ts';
import { componentsOf, createGroups, prune, type Graph } from './assignment/graph.ts';
import { marginalsOf } from './assignment/marginals.ts';
import { settleRepeated } from './assignment/repeated.ts';
import { calibrate, toLogit, type Calibration } from './calibration.ts';
import { f64, i32 } from './fields/columns.ts';
import type { CuponTable } from './fields/cupon-table.ts';
import type { OperacionTable } from './fields/operacion-table.ts';
import { MatchedTable, type Decided } from './matched-table.ts';
import type { ScoredTable } from './model/scored-table.ts';
import type { Steps } from './progress.ts';

const PIECE = 200;

interface Open {
  /** Places of the coupons in their table, in the order of `scored`. */
  readonly open: readonly number[];
  readonly cupones: Pick<CuponTable, 'carga' | 'identity'>;
  readonly scored: ScoredTable;
  readonly table: OperacionTable;
  readonly calibration: Calibration;
}

/**
 * Assigns operations to all coupons at once, so that an operation belongs to one coupon at most. The graph is built for one part at a time: for a
 * hundred thousand coupons together it would take as much memory as their operations.
 */
export function* assignTogether({ open, cupones, scored, table, calibration }: Open): Steps<MatchedTable> {
  const results = new MatchedTable(open, scored);
  /** What equal coupons of one upload have in common. */
  const saleOf = (place: number): string => {
    const cupon = open[place] ?? -1;
    return `${String(f64(cupones.carga, cupon))}|${String(f64(cupones.identity, cupon))}`;
  };
  let done = 0;
  for (const part of findCompetingParts(scored, table.size)) {
    const { graph: whole, rows } = graphOf(part, scored, table);
    const { graph, pruned } = prune(whole);
    for (const component of componentsOf(graph)) {
      const assigned = assign(graph, component);
      const probabilities = marginalsOf(graph, component);
      const shares = component.cupones.map((node, i) => {
        const operacion = assigned.get(node)?.operacion ?? NONE;
        const probability = new Map(
          (graph.choices[node] ?? []).map((choice, c) => [rows[choice.operacion] ?? -1, probabilities[i]?.[c] ?? 0]),
        );
        return {
          place: part[node] ?? -1,
          assigned: rows[operacion] ?? -1,
          pruned: pruned.has(node),
          probability,
        };
      });
      for (const { place, ...its } of settleRepeated(shares, saleOf)) {
        results.decide(place, { ...its, ...sortCandidates(scored, place, { ...its, calibration }) });
      }
    }
    done += part.length;
    if (done % PIECE < part.length) yield { stage: 'asignacion', done, total: open.length };
  }
  return results;
}

/** Groups the places of coupons that compete, directly or through others, in order. Coupons without a candidate are in no group. */
function findCompetingParts(scored: ScoredTable, rows: number): readonly (readonly number[])[] {
  const { groupOf, join } = createGroups(scored.size);
  const firstOf = new Int32Array(rows).fill(-1);
  const competing: number[] = [];
  for (let place = 0; place < scored.size; place++) {
    const end = scored.endOf(place);
    for (let edge = scored.startOf(place); edge < end; edge++) {
      const row = scored.row(edge);
      const first = i32(firstOf, row);
      if (first < 0) firstOf[row] = place;
      else join(first, place);
    }
    if (end > scored.startOf(place)) competing.push(place);
  }
  return [...Map.groupBy(competing, groupOf).values()];
}

const edgesOf = (scored: ScoredTable, place: number): readonly number[] => {
  const start = scored.startOf(place);
  return Array.from({ length: scored.endOf(place) - start }, (_, i) => start + i);
};

/** The graph of one part. Its operations are in the order of their identifiers. */
function graphOf(part: readonly number[], scored: ScoredTable, table: OperacionTable) {
  const edges = part.map((place) => edgesOf(scored, place));
  const rows = [...new Set(edges.flatMap((own) => own.map((edge) => scored.row(edge))))].sort(
    (a, b) => table.idCode(a) - table.idCode(b),
  );
  const nodeOf = new Map(rows.map((row, node) => [row, node]));
  const graph: Graph = {
    operaciones: rows.length,
    choices: edges.map((own) =>
      own.map((edge) => ({ operacion: nodeOf.get(scored.row(edge)) ?? 0, logOdds: scored.logOdds(edge) })),
    ),
    otherOdds: part.map((place) => scored.heldOdds(place)),
  };
  return { graph, rows };
}

interface Assigned {
  readonly assigned: number;
  readonly probability: ReadonlyMap<number, number>;
  readonly calibration: Calibration;
}

/** Puts the candidates of a coupon in order and calibrates the first; the others and "no operation" share the rest. */
function sortCandidates(
  scored: ScoredTable,
  place: number,
  { assigned, probability, calibration }: Assigned,
): Pick<Decided, 'order' | 'heldProbability'> {
  const likely = edgesOf(scored, place)
    .map((edge) => ({ edge, row: scored.row(edge), uncalibrated: probability.get(scored.row(edge)) ?? 0 }))
    .sort((a, b) => Number(b.row === assigned) - Number(a.row === assigned) || b.uncalibrated - a.uncalibrated);
  const first = likely[0]?.uncalibrated ?? 0;
  const calibrated = calibrate(calibration, toLogit(first));
  const rest = Math.max(1e-12, 1 - first);
  const all = likely.reduce((sum, { uncalibrated }) => sum + uncalibrated, 0);
  const heldOdds = scored.heldOdds(place);
  return {
    order: likely.map(({ edge, uncalibrated }, i) => ({
      edge,
      uncalibrated,
      probability: i === 0 ? calibrated : ((1 - calibrated) * uncalibrated) / rest,
    })),
    heldProbability: ((1 - all) * heldOdds) / (1 + heldOdds),
  };
}
