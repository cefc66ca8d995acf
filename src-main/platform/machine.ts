import { randomInt } from 'node:crypto';
import { userInfo } from 'node:os';

const STEPS = 2 ** 47;

/** A number in [0, 1) from the machine's cryptographic generator: for nonces and jitter. Tests pass one that repeats. */
export const drawSystemRandom = (): number => randomInt(STEPS) / STEPS;

/** The name of the person who is at this machine, as the system knows it; `?` where it knows none (a container without an entry for its user). */
export function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return '?';
  }
}
