// @ts-check
/**
 * For Node, before it starts: a small young generation and an end to the heap. Without them what a long upload leaves behind is only collected
 * after it has taken another hundred megabytes. And no collection of a heap that is smaller than most: a long upload would have one every tenth
 * of a second, for a tenth of its processor time. The same in the first line of conciliador.js and in the scripts of package.json.
 */
export const MEMORY = ['--max-semi-space-size=16', '--initial-old-space-size=64', '--max-old-space-size=1024'];
