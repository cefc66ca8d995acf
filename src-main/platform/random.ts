import { randomInt } from 'node:crypto';

const STEPS = 2 ** 47;

/** A number in [0, 1) from the machine's cryptographic generator: for nonces and jitter. Tests pass one that repeats. */
export const drawSystemRandom = (): number => randomInt(STEPS) / STEPS;
