// @ts-check
/**
 * For Node, before it starts: a small young generation and an end to the heap. Without them what a long upload leaves behind is only collected
 * after it has taken another hundred megabytes. The same in the first line of conciliador.js and in the scripts of package.json.
 */
export const MEMORIA = ['--max-semi-space-size=16', '--max-old-space-size=1024'];
