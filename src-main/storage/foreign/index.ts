export { INSPECTED } from './inspect.ts';
export { FOREIGN_BASES } from './shapes.ts';

/** The program that inspects a database of a package (`inspect-process.ts`). */
export const INSPECT_PROGRAM = new URL('./inspect-process.ts', import.meta.url);

/** The milliseconds in which a file of so many bytes can be read whole and checked, even on a slow disk: a minute, and a second for each megabyte. */
export const limitFor = (bytes: number): number => 60_000 + Math.ceil(bytes / 1024);
