// @ts-check
// Plain JavaScript, because the command line's help prints these values and must run on any Node (hosts/cli/table.js).

/**
 * The defaults of an upload (docs/upload.md).
 * @type {import('./types.ts').Settings}
 */
export const DEFAULTS = { patienceMs: 120_000, porTanda: 500, esperaMs: 300_000, settledMs: 6_000 };

/**
 * The least and the greatest value of each setting: of D (`patienceMs`) in seconds, and of the coupons in a request.
 * @type {{ readonly tardanza: readonly [number, number], readonly porTanda: readonly [number, number] }}
 */
export const LIMITS = { tardanza: [1, 86_400], porTanda: [1, 100_000] };
