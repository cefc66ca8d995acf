/** How many answers are remembered: days and brands repeat in a column, identifiers do not. */
const KEPT = 4096;

/** A function that remembers what it was asked last. */
export function remember<K, T>(compute: (key: K) => T): (key: K) => T {
  const known = new Map<K, T>();
  return (key) => {
    const hit = known.get(key);
    if (hit !== undefined) return hit;
    const value = compute(key);
    if (known.size >= KEPT) known.clear();
    known.set(key, value);
    return value;
  };
}
