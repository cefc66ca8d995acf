// @ts-check
/**
 * Options for Node, given when it starts. A small young generation and a limit for the heap: without them, memory that a long upload leaves
 * behind is only collected after the upload has taken another hundred megabytes. A minimum heap, below which Node does not collect: else a
 * long upload would collect every tenth of a second and lose a tenth of its processor time. The first line of conciliador.js and the scripts of
 * package.json have the same options.
 */
export const MEMORY = ['--max-semi-space-size=16', '--initial-old-space-size=64', '--max-old-space-size=1024'];
