/**
 * How long a test waits for a state, in milliseconds, before it fails. No measure of speed: a busy machine may need many times what an idle one needs,
 * and a state that has come ends the wait.
 */
export const PATIENCE_MS = 240_000;
