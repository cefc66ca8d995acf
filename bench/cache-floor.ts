/** A process of bench/cache.ts. With `FILE DATABASE` it inserts the operations of the file into a bare table, and prints the seconds of processor time. */
import process from 'node:process';
import { openFloor } from './lib/floor.ts';
import { readStretches } from './lib/segments.ts';

const [file = '', base = ''] = process.argv.slice(2);
const floor = openFloor(base);
let spent = 0;
for (const { pages } of readStretches(file)) spent += floor.put(pages.map(({ text }) => text));
floor.close();
console.log(String(spent));
