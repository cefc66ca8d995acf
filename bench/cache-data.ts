/**
 * A process of bench/cache.ts: `ROWS TODAY FILE` writes that many operations of the sandbox, up to a day, in the form that `lib/segments.ts` reads.
 */
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { fromDayNumber } from '#domain/civil-date.ts';
import { createData } from '#sandbox/index.ts';
import { createWriter } from '#sandbox/list-operaciones.ts';
import { getDefaultSwitches } from '#sandbox/switches.ts';
import { listStretches } from './lib/operations.ts';
import { indexOf, type Stretches } from './lib/segments.ts';

const PAGE = 1000;

const [rows = '', today = '', fileName = ''] = process.argv.slice(2);
const data = createData({ semilla: 1, operaciones: Number(rows), hoy: fromDayNumber(Number(today)) });
const write = createWriter({ data, switches: getDefaultSwitches() });
const file = openSync(fileName, 'w');
const stretches: Stretches['stretches'] = [];
for (const { desde, hasta, first, end } of listStretches(data)) {
  const pages: number[] = [];
  for (let i = first; i < end; i += PAGE) {
    const texts = Array.from({ length: Math.min(PAGE, end - i) }, (_, n) => write(i + n));
    pages.push(writeSync(file, Buffer.from(`[${texts.join(',')}]`)));
  }
  stretches.push({ desde, hasta, pages });
}
closeSync(file);
writeFileSync(indexOf(fileName), JSON.stringify({ stretches } satisfies Stretches));
