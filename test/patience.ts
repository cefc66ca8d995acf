/**
 * How long a test waits for a state to come, in milliseconds, before it says that it did not. It is no measure of speed: a machine with other
 * work may need many times what this one needs alone, and a state that is there is not waited for.
 */
export const PATIENCE_MS = 240_000;
