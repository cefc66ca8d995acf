/** A process of bench/cache.ts: `FILE DATABASE` puts the operations of a file in a bare table, and prints the seconds of processor. */
import process from 'node:process';
import { abrirPiso } from './lib/piso.ts';
import { leerTramos } from './lib/tramos.ts';

const [archivo = '', base = ''] = process.argv.slice(2);
const piso = abrirPiso(base);
let spent = 0;
for (const { pages } of leerTramos(archivo)) spent += piso.poner(pages.map(({ text }) => text));
piso.cerrar();
console.log(String(spent));
