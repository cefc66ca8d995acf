// @ts-check
// Plain JavaScript, because the help of the command line says these values on any Node (hosts/cli/table.js).

/**
 * The defaults of an upload (docs/upload.md).
 * @type {import('./types.ts').Settings}
 */
export const DEFAULTS = { patienceMs: 120_000, porTanda: 500, esperaMs: 300_000, settledMs: 6_000 };

/**
 * The least and the most of each setting: D in seconds, and the coupons of one request.
 * @type {{ readonly tardanza: readonly [number, number], readonly porTanda: readonly [number, number] }}
 */
export const LIMITS = { tardanza: [1, 86_400], porTanda: [1, 100_000] };
