import type { Program } from './program.ts';

/** Nothing goes wrong, no other PC uploads, and the service rejects nothing. */
export const NO_FAULTS = {
  iguales: false,
  bad: [],
  existentes: [],
  wrong: [],
  sendings: [],
  readings: [],
  deletions: [],
  crashes: [],
  foreign: [],
  dead: [],
  leaps: [],
  fullDisk: [],
  tokenExpires: [],
} as const satisfies Partial<Program>;
