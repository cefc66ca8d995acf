import { hash } from 'node:crypto';
import type { Value } from './row.ts';

/** Characters of a digest that are kept: 96 bits, which no two rows of an account share by chance. */
const KEPT = 16;

/** The digest of the values from one place up to another, not included. Rows with equal digests have equal values. */
export const computeDigest = (values: readonly Value[], from = 0, to = values.length): string =>
  hash('sha256', JSON.stringify(values.slice(from, to)), 'base64url').slice(0, KEPT);
