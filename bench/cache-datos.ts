/** A process of bench/cache.ts: `ROWS TODAY FILE` writes that many operations of the sandbox up to a day, as `lib/tramos.ts` reads them. */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { fromDayNumber } from '#domain/civil-date.ts';
import { crearDatos } from '#sandbox/index.ts';
import { crearEscritor } from '#sandbox/listar-operaciones.ts';
import { rasgosPorDefecto } from '#sandbox/rasgos.ts';
import { indiceDe, type Tramos } from './lib/tramos.ts';

/** Rows of a stretch: about a transaction (docs/storage.md). */
const TRANSACTION = 10_000;
const PAGE = 1000;

const [rows = '', today = '', archivo = ''] = process.argv.slice(2);
const datos = crearDatos({ semilla: 1, operaciones: Number(rows), hoy: fromDayNumber(Number(today)) });
const escribir = crearEscritor({ datos, rasgos: rasgosPorDefecto() });
const file = openSync(archivo, 'w');
const tramos: Tramos['tramos'] = [];
let desde = datos.desde;
for (let dia = datos.desde; dia <= datos.hoy; dia++) {
  const [first, end] = [datos.inicioDelDia(desde), datos.inicioDelDia(dia + 1)];
  if (end - first < TRANSACTION && dia < datos.hoy) continue;
  const paginas: number[] = [];
  for (let i = first; i < end; i += PAGE) {
    const texts = Array.from({ length: Math.min(PAGE, end - i) }, (_, n) => escribir(i + n));
    paginas.push(writeSync(file, Buffer.from(`[${texts.join(',')}]`)));
  }
  tramos.push({ desde, hasta: dia, paginas });
  desde = dia + 1;
}
closeSync(file);
writeFileSync(indiceDe(archivo), JSON.stringify({ tramos } satisfies Tramos));
