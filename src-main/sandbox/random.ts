/** A small seeded generator (mulberry32), because the data must be the same on every machine, for ever. */
export interface Random {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from 0 up to, not including, `n`. */
  randomInteger(n: number): number;
}

/** Mixes whole numbers into one of 32 bits; the same numbers always give the same result. */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 16)) >>> 0;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const drawNext = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  return {
    fraction: () => drawNext() / 4_294_967_296,
    randomInteger: (n) => Math.floor((drawNext() / 4_294_967_296) * n),
  };
}

/** `rate` ten-thousandths of an amount in centavos, rounded half away from zero; the sign is that of the amount. */
export function takeProportion(centavos: number, rate: number): number {
  const value = Math.floor((Math.abs(centavos) * rate + 5000) / 10_000);
  return centavos < 0 ? -value : value;
}
