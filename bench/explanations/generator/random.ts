/** A random source that gives the same values for the same seed. */
export interface Random {
  /** A number with 0 ≤ x < 1. */
  next(): number;
  /** A whole number with 0 ≤ n < below. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** An index, chosen with a probability in proportion to its weight. */
  weighted(weights: readonly number[]): number;
  /** Approximately normal, with mean 0 and deviation 1. */
  normal(): number;
  /** A further source for a name. Drawing from it does not change what this source gives. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed | 0;
  const drawNext = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const drawInteger = (below: number): number => Math.floor(drawNext() * below);
  return {
    next: drawNext,
    int: drawInteger,
    chance: (probability) => drawNext() < probability,
    pick(values) {
      const value = values[drawInteger(values.length)];
      if (value === undefined) throw new Error('Nothing to pick from');
      return value;
    },
    weighted(weights) {
      let left = drawNext() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => (left -= weight) < 0);
      return index < 0 ? weights.length - 1 : index;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - drawNext())) * Math.cos(2 * Math.PI * drawNext()),
    fork: (name) =>
      createRandom([...name].reduce((hash, c) => Math.imul(hash ^ c.charCodeAt(0), 0x01000193), seed ^ 0x811c9dc5)),
  };
}

/** How often something happens that happens `mean` times on average. */
export function drawPoisson(random: Random, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
  const limit = Math.exp(-mean);
  let product = random.next();
  let count = 0;
  while (product > limit) {
    product *= random.next();
    count += 1;
  }
  return count;
}

export function shuffle<T>(values: readonly T[], random: Random): T[] {
  const mixed = [...values];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = random.int(i + 1);
    const [a, b] = [mixed[i], mixed[j]];
    if (a !== undefined && b !== undefined) [mixed[i], mixed[j]] = [b, a];
  }
  return mixed;
}
